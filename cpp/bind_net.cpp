// The network in the core for Python: weights, judgements, games with itself and samples, over NumPy arrays.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bind_params.hpp"
#include "net.hpp"
#include "selfplay.hpp"

namespace py = pybind11;
using namespace aqua;

namespace {

using LayoutPointer = std::shared_ptr<Layout>;

SelfPlay make_settings(const py::dict& values) {
    SelfPlay settings{};
#define AQUA_READ(name) settings.name = values[#name].cast<float>();
    AQUA_SELF_PLAY(AQUA_READ)
#undef AQUA_READ
    return settings;
}

// Do something for every number below `count`, on so many threads; the first error is thrown again.
void for_each(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr error;
    std::mutex lock;
    const auto loop = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                work(i);
            } catch (...) {
                std::scoped_lock held(lock);
                if (!error) error = std::current_exception();
                next = count;
            }
        }
    };
    std::vector<std::thread> helpers;
    for (int i = 1; i < threads; ++i) helpers.emplace_back(loop);
    loop();
    for (auto& helper : helpers) helper.join();
    if (error) std::rethrow_exception(error);
}

void check_threads(int threads) {
    if (threads < 1 || threads > 256) throw std::invalid_argument("1 to 256 threads are possible");
}

const Layout& layout_for(const std::vector<LayoutPointer>& layouts, int players) {
    for (const auto& layout : layouts)
        if (layout->players == players) return *layout;
    throw std::invalid_argument("there is no layout for " + std::to_string(players) + " players");
}

template <class Number>
struct Column {
    py::array_t<Number> array;
    Number* data;
    std::size_t width;
    Column(std::size_t count, std::vector<std::size_t> shape) : width(1) {
        std::vector<py::ssize_t> sizes{static_cast<py::ssize_t>(count)};
        for (const std::size_t size : shape) {
            sizes.push_back(static_cast<py::ssize_t>(size));
            width *= size;
        }
        array = py::array_t<Number>(sizes);
        data = array.mutable_data();
    }
    Number* at(std::size_t row) { return data + row * width; }
};

template <int Slots>
void fill(const Rows<Slots>& rows, int padding, std::uint16_t* out) {
    std::copy_n(rows.rows, rows.count, out);
    std::fill(out + rows.count, out + Slots, static_cast<std::uint16_t>(padding));
}

// The samples of games as arrays, in the order of the games.
py::dict samples(const std::vector<std::string>& games, const std::vector<LayoutPointer>& layouts, int threads) {
    check_threads(threads);
    std::vector<std::size_t> first(games.size() + 1);
    for (std::size_t i = 0; i < games.size(); ++i) first[i + 1] = first[i] + count_samples(games[i]);
    const std::size_t total = first.back();
    Column<std::uint16_t> aqueducts(total, {MAX_OPEN, AQUEDUCT_SLOTS}), seats(total, {MAX_SEATS, SEAT_SLOTS}),
        board(total, {BOARD_SLOTS});
    Column<std::uint8_t> owners(total, {MAX_OPEN}), players(total, {}), played(total, {});
    Column<float> share(total, {MAX_SEATS}), points(total, {MAX_SEATS}), result(total, {MAX_SEATS}),
        final(total, {MAX_SEATS}), podium(total, {MAX_OPEN});
    Column<std::uint32_t> game(total, {});
    {
        py::gil_scoped_release released;
        for_each(games.size(), threads, [&](std::size_t i) {
            std::size_t at = first[i];
            replay_samples(games[i], layout_for(layouts, players_of(games[i])), [&](const Sample& sample) {
                const PlainFeatures& features = sample.features;
                Rows<AQUEDUCT_SLOTS> nothing;
                for (int open = 0; open < MAX_OPEN; ++open) {
                    const bool there = open < features.open;
                    fill(there ? features.aqueducts[open] : nothing, AQUEDUCT_ROWS, aqueducts.at(at) + open * AQUEDUCT_SLOTS);
                    owners.at(at)[open] = there ? features.owner[open] : MAX_SEATS;
                    podium.at(at)[open] = there ? sample.podium[open] : -1;
                }
                for (int seat = 0; seat < MAX_SEATS; ++seat) {
                    fill(features.seats[seat], SEAT_ROWS, seats.at(at) + seat * SEAT_SLOTS);
                    share.at(at)[seat] = sample.share[seat];
                    points.at(at)[seat] = sample.points[seat];
                    result.at(at)[seat] = sample.result[seat];
                    final.at(at)[seat] = sample.final[seat];
                }
                fill(features.board, BOARD_ROWS, board.at(at));
                *players.at(at) = static_cast<std::uint8_t>(sample.players);
                *played.at(at) = sample.played;
                *game.at(at) = static_cast<std::uint32_t>(i);
                ++at;
            });
        });
    }
    py::dict arrays;
    arrays["aqueducts"] = aqueducts.array;
    arrays["owners"] = owners.array;
    arrays["seats"] = seats.array;
    arrays["board"] = board.array;
    arrays["players"] = players.array;
    arrays["played"] = played.array;
    arrays["share"] = share.array;
    arrays["points"] = points.array;
    arrays["result"] = result.array;
    arrays["final"] = final.array;
    arrays["podium"] = podium.array;
    arrays["game"] = game.array;
    return arrays;
}

// The decisions of all positions searched in full, one after another: `first` says where each position's begin.
py::dict policy_samples(const std::vector<std::string>& games, const std::vector<LayoutPointer>& layouts, int threads) {
    check_threads(threads);
    struct Part {
        std::vector<std::uint16_t> rows;
        std::vector<float> visits;
        std::vector<std::uint32_t> counts;
        std::vector<std::uint8_t> phases;
    };
    std::vector<Part> parts(games.size());
    {
        py::gil_scoped_release released;
        for_each(games.size(), threads, [&](std::size_t i) {
            Part& part = parts[i];
            const Layout& layout = layout_for(layouts, players_of(games[i]));
            replay_policies(games[i], layout, [&](const PolicySample& sample) {
                const PolicyView view(sample.position, layout);
                ActionRows rows;
                for (std::size_t at = 0; at < sample.actions.size(); ++at) {
                    view.rows(sample.actions[at], rows);
                    part.rows.resize(part.rows.size() + POLICY_SLOTS);
                    fill(rows, POLICY_ROWS, part.rows.data() + part.rows.size() - POLICY_SLOTS);
                    part.visits.push_back(static_cast<float>(sample.visits[at]));
                }
                part.counts.push_back(static_cast<std::uint32_t>(sample.actions.size()));
                part.phases.push_back(sample.position.phase);
            });
        });
    }
    std::size_t actions = 0, positions = 0;
    for (const Part& part : parts) actions += part.visits.size(), positions += part.counts.size();
    Column<std::uint16_t> rows(actions, {POLICY_SLOTS});
    Column<float> visits(actions, {});
    Column<std::uint32_t> counts(positions, {}), game(positions, {});
    Column<std::uint8_t> phases(positions, {});
    std::size_t action = 0, position = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Part& part = parts[i];
        std::copy(part.rows.begin(), part.rows.end(), rows.at(action));
        std::copy(part.visits.begin(), part.visits.end(), visits.at(action));
        std::copy(part.counts.begin(), part.counts.end(), counts.at(position));
        std::copy(part.phases.begin(), part.phases.end(), phases.at(position));
        std::fill_n(game.at(position), part.counts.size(), static_cast<std::uint32_t>(i));
        action += part.visits.size();
        position += part.counts.size();
        part = {};
    }
    py::dict arrays;
    arrays["rows"] = rows.array;
    arrays["visits"] = visits.array;
    arrays["counts"] = counts.array;
    arrays["phases"] = phases.array;
    arrays["game"] = game.array;
    return arrays;
}

}  // namespace

void bind_net(py::module_& module) {
    module.def("net_shape", [] {
        py::dict shape;
        shape["version"] = Net::VERSION;
        shape["aqueduct_rows"] = AQUEDUCT_ROWS;
        shape["aqueduct_slots"] = AQUEDUCT_SLOTS;
        shape["seat_rows"] = SEAT_ROWS;
        shape["seat_slots"] = SEAT_SLOTS;
        shape["board_rows"] = BOARD_ROWS;
        shape["board_slots"] = BOARD_SLOTS;
        shape["a1"] = Net::A1;
        shape["a2"] = Net::A2;
        shape["s"] = Net::S;
        shape["g"] = Net::G;
        shape["h1"] = Net::H1;
        shape["h2"] = Net::H2;
        shape["policy_rows"] = POLICY_ROWS;
        shape["policy_slots"] = POLICY_SLOTS;
        return shape;
    });
    py::class_<Net, std::shared_ptr<Net>>(module, "Net")
        .def(py::init([](const py::bytes& file) { return std::make_shared<Net>(std::string(file)); }), py::arg("file"));
    module.def(
        "self_play",
        [](const std::vector<LayoutPointer>& layouts, const std::vector<std::pair<int, std::uint64_t>>& games,
           const py::dict& params, const py::dict& rollout_params, const py::dict& settings,
           const std::shared_ptr<Net>& net, int threads) {
            check_threads(threads);
            const Params knobs = make_params(params), plain = make_params(rollout_params);
            const SelfPlay how = make_settings(settings);
            std::vector<std::string> played(games.size());
            {
                py::gil_scoped_release released;
                for_each(games.size(), threads, [&](std::size_t i) {
                    played[i] = self_play(layout_for(layouts, games[i].first), knobs, how, net.get(), plain, games[i].second);
                });
            }
            py::list result;
            for (const std::string& game : played) result.append(py::bytes(game));
            return result;
        },
        py::arg("layouts"), py::arg("games"), py::arg("params"), py::arg("rollout_params"), py::arg("settings"),
        py::arg("net"), py::arg("threads"));
    module.def("policy_samples", &policy_samples, py::arg("games"), py::arg("layouts"), py::arg("threads"));
    module.def("instructions", &instructions);
    module.def("use_instructions", &use_instructions, py::arg("name"));
    module.def("samples", &samples, py::arg("games"), py::arg("layouts"), py::arg("threads"));
}
