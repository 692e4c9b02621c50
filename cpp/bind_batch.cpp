// Batch in the module aquaromana._core. Arrays come from aquaromana/engine/batch.py; sizes are checked here again.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <bit>
#include <stdexcept>
#include <string>

#include "batch.hpp"
#include "bind_position.hpp"

namespace py = pybind11;
using namespace aqua;

namespace {

constexpr std::size_t MOST_GAMES = 1 << 20;

// Work on a batch without the interpreter's lock, one caller at a time.
template <class Work>
auto alone(Batch& batch, const Work& work) {
    const py::gil_scoped_release released;
    const std::lock_guard held(batch.lock());
    return work();
}

std::size_t place(const Batch& batch, std::size_t game) {
    if (game >= batch.size()) throw py::index_error("there is no such game in the batch");
    return game;
}

// The first game whose decision is not legal, or -1.
template <class Number>
std::int64_t step(Batch& batch, const Array<Number>& actions, bool auto_reset, Array<bool>& finished) {
    if (static_cast<std::size_t>(actions.size()) != batch.size()) throw std::invalid_argument("one action a game");
    const Number* chosen = actions.data();
    bool* ended = items(finished, batch.size());
    const auto illegal = alone(batch, [&] { return batch.step(chosen, auto_reset, ended); });
    return illegal == batch.size() ? -1 : static_cast<std::int64_t>(illegal);
}

// A method that writes one number a game, taken from its position.
template <class T, class Function>
auto each(const Function& function) {
    return [function](Batch& batch, Array<T>& out) {
        T* data = items(out, batch.size());
        alone(batch, [&] { batch.fill(data, function); });
    };
}

}  // namespace

void bind_batch(py::module_& module) {
    module.attr("BOARD_PLANES") = BOARD_PLANES;
    module.attr("PATH_PLANES") = PATH_PLANES;
    module.attr("GLOBALS") = GLOBALS;
    module.attr("OBSERVATION_SIZE") = OBSERVATION_SIZE;
    module.attr("NO_DECISION") = Batch::NO_DECISION;

    const auto out = py::arg("out").noconvert();
    py::class_<Batch>(module, "Batch")
        .def(py::init([](const std::shared_ptr<Layout>& layout, std::size_t games, std::uint64_t seed, int threads) {
                 if (games < 1 || games > MOST_GAMES) throw std::invalid_argument("impossible number of games");
                 if (threads < 1 || threads > 256) throw std::invalid_argument("1 to 256 threads are possible");
                 return std::make_unique<Batch>(layout, games, seed, threads);
             }),
             py::arg("layout"), py::arg("games"), py::arg("seed"), py::arg("threads"))
        .def("copy", [](Batch& batch) { return alone(batch, [&] { return std::make_unique<Batch>(batch); }); })
        .def("restart", [](Batch& batch, std::size_t game) {
            place(batch, game);
            alone(batch, [&] { batch.restart(game); });
        }, py::arg("game"))
        .def("restart_all", [](Batch& batch) { alone(batch, [&] { batch.restart_all(); }); })
        .def("fields", [](Batch& batch, std::size_t game) {
            place(batch, game);
            const Position position = alone(batch, [&] { return batch.position(game); });
            return fields_of(position, batch.players());
        }, py::arg("game"))
        .def("set_fields", [](Batch& batch, std::size_t game, const py::tuple& fields) {
            place(batch, game);
            if (fields.size() != 7) throw std::invalid_argument("seven fields make a position");
            const Position position = make_position(batch.layout(), fields[0], fields[1], fields[2], fields[3], fields[4],
                                                    fields[5].cast<int>(), fields[6]);
            alone(batch, [&] { batch.set_position(game, position); });
        }, py::arg("game"), py::arg("fields"))
        .def("step", step<Action>, py::arg("actions").noconvert(), py::arg("auto_reset"), py::arg("finished").noconvert())
        .def("step", step<std::int64_t>, py::arg("actions").noconvert(), py::arg("auto_reset"),
             py::arg("finished").noconvert())
        .def("masks", [](Batch& batch, Array<std::int8_t>& array) {
            auto* data = items(array, batch.size() * tables::ACTIONS);
            alone(batch, [&] { batch.masks(data); });
        }, out)
        .def("legal_offsets", [](Batch& batch, Array<std::int64_t>& array) {
            auto* data = items(array, batch.size() + 1);
            return alone(batch, [&] { return batch.legal_offsets(data); });
        }, out)
        .def("legal_actions", [](Batch& batch, Array<std::int64_t>& offsets, Array<Action>& array) {
            auto* first = items(offsets, batch.size() + 1);
            auto* data = array.mutable_data();
            const auto room = static_cast<std::size_t>(array.size());
            return alone(batch, [&] {
                const std::size_t total = batch.legal_offsets(first);
                if (total <= room) batch.legal_actions(data);
                return total;
            });
        }, py::arg("offsets").noconvert(), out)
        .def("random_actions", [](Batch& batch, Array<Action>& array) {
            auto* data = items(array, batch.size());
            alone(batch, [&] { batch.random_actions(data); });
        }, out)
        .def("observations", [](Batch& batch, Array<std::uint8_t>& array) {
            auto* data = items(array, batch.size() * OBSERVATION_SIZE);
            alone(batch, [&] { batch.observations(data); });
        }, out)
        .def("scores", [](Batch& batch, Array<std::int16_t>& array) {
            auto* data = items(array, batch.size() * static_cast<std::size_t>(batch.players()));
            alone(batch, [&] { batch.scores(data); });
        }, out)
        .def("results", [](Batch& batch, Array<std::int16_t>& array) {
            const auto size = batch.size() * static_cast<std::size_t>(batch.players());
            auto* data = items(array, size);
            alone(batch, [&] { std::memcpy(data, batch.results(), size * sizeof *data); });
        }, out)
        .def("set_results", [](Batch& batch, Array<std::int16_t>& array) {
            const auto* data = items(array, batch.size() * static_cast<std::size_t>(batch.players()));
            alone(batch, [&] { batch.set_results(data); });
        }, py::arg("results").noconvert())
        .def("dice", [](Batch& batch, Array<std::uint64_t>& array) {
            auto* data = items(array, batch.size());
            alone(batch, [&] {
                for (std::size_t i = 0; i < batch.size(); ++i) data[i] = std::bit_cast<std::uint64_t>(batch.dice()[i]);
            });
        }, out)
        .def("set_dice", [](Batch& batch, Array<std::uint64_t>& array) {
            const auto* data = items(array, batch.size());
            alone(batch, [&] {
                for (std::size_t i = 0; i < batch.size(); ++i) batch.set_dice(i, std::bit_cast<Random>(data[i]));
            });
        }, py::arg("dice").noconvert())
        .def("to_move", each<std::int8_t>([](const Position& p) { return p.mover; }), out)
        .def("phase", each<std::int8_t>([](const Position& p) { return p.phase; }), out)
        .def("is_over", each<bool>([](const Position& p) { return p.phase == tables::PHASE_OVER; }), out)
        .def("hashes", each<std::uint64_t>([](const Position& p) { return p.hash(); }), out);
}
