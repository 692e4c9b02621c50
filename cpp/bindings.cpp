// The module aquaromana._core: positions for tests and batches, and the search. Types arrive checked from
// aquaromana.engine; what could corrupt memory is checked here again.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bind_params.hpp"
#include "bind_position.hpp"
#include "observe.hpp"
#include "search.hpp"

namespace py = pybind11;
using namespace aqua;

void bind_batch(py::module_& module);
void bind_net(py::module_& module);
void bind_solve(py::module_& module);

#if __has_include("sources.hpp")
#include "sources.hpp"
#else
#define AQUA_SOURCES ""
#endif
#define AQUA_STRING_(text) #text
#define AQUA_STRING(text) AQUA_STRING_(text)

namespace {

using LayoutPointer = std::shared_ptr<const Layout>;

LayoutPointer make_layout(int players, const std::vector<int>& outlets, const std::vector<int>& colors,
                          const std::vector<int>& color_seats, const py::bytes& start_board) {
    if (players < 2 || players > MAX_SEATS || outlets.size() != tables::AQUEDUCTS ||
        colors.size() != tables::AQUEDUCTS || color_seats.size() > 4)
        throw std::invalid_argument("not a layout");
    auto layout = std::make_shared<Layout>();
    layout->players = players;
    for (std::size_t color = 0; color < color_seats.size(); ++color)
        layout->color_seats[color] = static_cast<std::uint8_t>(color_seats[color]);
    for (int aqueduct = 0; aqueduct < tables::AQUEDUCTS; ++aqueduct) {
        const int color = colors[aqueduct], outlet = outlets[aqueduct];
        if (color < 0 || color >= static_cast<int>(color_seats.size()) || color_seats[color] < 0 ||
            color_seats[color] >= players || outlet < 0 || outlet >= tables::PORTS)
            throw std::invalid_argument("not a layout");
        layout->outlets[aqueduct] = static_cast<std::uint16_t>(outlet);
        layout->colors[aqueduct] = static_cast<std::uint8_t>(color);
    }
    const std::string board = bytes_of(start_board, tables::SQUARES, "the board");
    for (int square = 0; square < tables::SQUARES; ++square) {
        const auto content = static_cast<std::uint8_t>(board[square]);
        if (content >= tables::RESERVOIR + 4) throw std::invalid_argument("not a layout");
        layout->start_board[square] = content;
    }
    index_seats(*layout);
    for (int seat = 0; seat < players; ++seat)
        if (std::popcount(layout->owned[seat]) != tables::AQUEDUCTS / players)
            throw std::invalid_argument("every seat needs the same number of aqueducts");
    // the water of an outlet without a reservoir could run in circles
    for (int aqueduct = 0; aqueduct < tables::AQUEDUCTS; ++aqueduct) {
        if (layout->start_board[outlets[aqueduct] >> 2] != tables::RESERVOIR + colors[aqueduct] ||
            std::count(outlets.begin(), outlets.end(), outlets[aqueduct]) != 1)
            throw std::invalid_argument("every aqueduct needs an outlet of a reservoir of its color");
    }
    return layout;
}

// The interned Decision values of Python, so that lists of legal decisions only count references.
py::tuple& decisions() {
    static auto* table = new py::tuple();
    return *table;
}

bool is_legal(const Position& position, const Layout& layout, int action) {
    Action actions[MAX_LEGAL];
    const int count = with_players(
        layout.players, [&](auto players) { return Rules<players()>::legal(position, layout, actions); });
    return std::binary_search(actions, actions + count, action);
}

struct State {
    LayoutPointer layout;
    Position position;

    int legal(Action* out) const {
        return with_players(layout->players,
                            [&](auto players) { return Rules<players()>::legal(position, *layout, out); });
    }

    py::list legal_moves() const {
        Action actions[MAX_LEGAL];
        const int count = legal(actions);
        py::list result(count);
        PyObject* table = decisions().ptr();
        for (int i = 0; i < count; ++i) {
            PyObject* decision = PyTuple_GET_ITEM(table, actions[i]);
            Py_INCREF(decision);
            PyList_SET_ITEM(result.ptr(), i, decision);
        }
        return result;
    }

    void play(int action) {
        if (!is_legal(position, *layout, action)) throw std::invalid_argument("not a legal decision");
        with_players(layout->players, [&](auto players) {
            Rules<players()>::apply(position, *layout, static_cast<Action>(action));
        });
    }

    std::vector<int> points() const {
        std::vector<int> result(layout->players);
        scores(position, *layout, result.data());
        return result;
    }
};

template <class Array>
py::bytes as_bytes(const Array& array) {
    return py::bytes(reinterpret_cast<const char*>(array), sizeof array);
}

std::uint64_t perft(const Position& position, const Layout& layout, int depth) {
    return with_players(layout.players, [&](auto players) -> std::uint64_t {
        Action actions[MAX_LEGAL];
        const int count = Rules<players()>::legal(position, layout, actions);
        if (depth <= 1) return depth == 1 ? static_cast<std::uint64_t>(count) : 1;
        std::uint64_t total = 0;
        for (int i = 0; i < count; ++i) {
            Position next = position;
            Rules<players()>::apply(next, layout, actions[i]);
            total += perft(next, layout, depth - 1);
        }
        return total;
    });
}

Leaf make_leaf(const std::string& name) {
    if (name == "formula") return Leaf::formula;
    if (name == "rollout") return Leaf::rollout;
    if (name == "uniform") return Leaf::uniform;
    if (name == "even") return Leaf::even;
    if (name == "network") return Leaf::network;
    if (name == "net") return Leaf::net;
    throw std::invalid_argument("unknown evaluator: " + name);
}

py::object decision(Action action) { return decisions()[action]; }

py::tuple seats(const float* values, int players) {
    py::tuple result(players);
    for (int seat = 0; seat < players; ++seat) result[seat] = py::float_(values[seat]);
    return result;
}

py::dict report_of(const Search& search, int players) {
    Report report;
    {
        py::gil_scoped_release released;
        report = search.report();
    }
    py::list choices;
    for (const Choice& choice : report.choices) {
        py::list line;
        for (const Action action : choice.line) line.append(decision(action));
        py::dict entry;
        entry["decision"] = decision(choice.action);
        entry["visits"] = choice.visits;
        entry["prior"] = choice.prior;
        entry["shares"] = seats(choice.share, players);
        entry["points"] = seats(choice.points, players);
        entry["exact"] = choice.exact;
        entry["line"] = py::tuple(line);
        choices.append(entry);
    }
    py::dict result;
    result["playouts"] = report.playouts;
    result["visits"] = report.visits;
    result["nodes"] = report.nodes;
    result["depth"] = report.depth;
    result["seconds"] = report.seconds;
    result["exact"] = report.exact;
    result["shares"] = seats(report.share, players);
    result["points"] = seats(report.points, players);
    result["choices"] = choices;
    return result;
}

// Uniformly random games from a state until at least so many decisions were made; how many there were.
std::uint64_t random_play(const State& state, std::uint64_t seed, std::uint64_t decisions) {
    return with_players(state.layout->players, [&](auto players) {
        Random random(seed);
        Action actions[MAX_LEGAL];
        std::uint64_t made = 0;
        do {
            Position position = state.position;
            while (const int count = Rules<players()>::legal(position, *state.layout, actions)) {
                Rules<players()>::apply(position, *state.layout, actions[random.below(count)]);
                ++made;
            }
        } while (made < decisions && state.position.phase != tables::PHASE_OVER);
        return made;
    });
}

}  // namespace

PYBIND11_MODULE(_core, module) {
    module.doc() = "The C++ core of Aqua Romana: use it through aquaromana.engine.";
    module.attr("version") = AQUA_STRING(AQUA_VERSION);
    module.attr("sources") = AQUA_SOURCES;  // so that tests notice a core built from others
    module.def("set_decisions", [](const py::tuple& table) {
        if (table.size() != tables::ACTIONS) throw std::invalid_argument("a decision for every action is needed");
        decisions() = table;
    });

    py::class_<Layout, std::shared_ptr<Layout>>(module, "Layout")
        .def(py::init([](int players, const std::vector<int>& outlets, const std::vector<int>& colors,
                         const std::vector<int>& color_seats, const py::bytes& start_board) {
                 return std::const_pointer_cast<Layout>(
                     make_layout(players, outlets, colors, color_seats, start_board));
             }),
             py::arg("players"), py::arg("outlets"), py::arg("colors"), py::arg("color_seats"),
             py::arg("start_board"))
        .def_readonly("players", &Layout::players);

    py::class_<State>(module, "State")
        .def(py::init([](const std::shared_ptr<Layout>& layout) { return State{layout, start_position(*layout)}; }), py::arg("layout"))
        .def_static(
            "make",
            [](const std::shared_ptr<Layout>& layout, const py::bytes& board, const py::bytes& path,
               const py::bytes& held, const py::bytes& podiums, const py::bytes& due, int on_board,
               const py::bytes& clock) {
                return State{layout, make_position(*layout, board, path, held, podiums, due, on_board, clock)};
            },
            py::arg("layout"), py::arg("board"), py::arg("path"), py::arg("held"), py::arg("podiums"),
            py::arg("due"), py::arg("on_board"), py::arg("clock"))
        .def("copy", [](const State& state) { return state; })
        .def("fields", [](const State& state) { return fields_of(state.position, state.layout->players); })
        .def("mask", [](const State& state, Array<std::int8_t>& out) {
            std::int8_t* mask = items(out, tables::ACTIONS);
            std::memset(mask, 0, tables::ACTIONS);
            Action actions[MAX_LEGAL];
            const int count = state.legal(actions);
            for (int i = 0; i < count; ++i) mask[actions[i]] = 1;
        }, py::arg("out").noconvert())
        .def("observation", [](const State& state, int seat, Array<std::uint8_t>& out) {
            if (seat < 0 || seat >= state.layout->players) throw std::invalid_argument("there is no such seat");
            observe_from(seat, state.position, *state.layout, items(out, OBSERVATION_SIZE));
        }, py::arg("seat"), py::arg("out").noconvert())
        .def("legal_moves", &State::legal_moves)
        .def("play", &State::play)
        .def("scores", &State::points)
        .def("perft", [](const State& state, int depth) {
            py::gil_scoped_release released;
            return perft(state.position, *state.layout, depth);
        })
        .def("random_play", [](const State& state, std::uint64_t seed, std::uint64_t decisions) {
            py::gil_scoped_release released;
            return random_play(state, seed, decisions);
        }, py::arg("seed"), py::arg("decisions"))
        .def_property_readonly("players", [](const State& s) { return s.layout->players; })
        .def_property_readonly("is_over", [](const State& s) { return s.position.phase == tables::PHASE_OVER; })
        .def_property_readonly("phase", [](const State& s) { return s.position.phase; })
        .def_property_readonly("to_move", [](const State& s) { return s.position.mover; })
        .def_property_readonly("turn", [](const State& s) { return s.position.turn; })
        .def_property_readonly("dry", [](const State& s) { return s.position.dry; })
        .def_property_readonly("laid", [](const State& s) { return s.position.laid; })
        .def_property_readonly("state_hash", [](const State& s) { return s.position.hash(); })
        .def_property_readonly("on_board", [](const State& s) { return s.position.on_board; })
        .def_property_readonly("blocked", [](const State& s) { return s.position.blocked; })
        .def_property_readonly("board", [](const State& s) { return as_bytes(s.position.board); })
        .def_property_readonly("path", [](const State& s) { return as_bytes(s.position.path); })
        .def_property_readonly("fed", [](const State& s) { return as_bytes(s.position.fed); })
        .def_property_readonly("lengths", [](const State& s) { return as_bytes(s.position.lengths); })
        .def_property_readonly("stock", [](const State& s) { return as_bytes(s.position.stock); })
        .def_property_readonly("reserve", [](const State& s) { return as_bytes(s.position.reserve); })
        .def_property_readonly("podiums", [](const State& s) { return as_bytes(s.position.podiums); })
        .def_property_readonly("ends", [](const State& s) {
            return std::vector<int>(s.position.ends, s.position.ends + tables::AQUEDUCTS);
        })
        .def_property_readonly("held", [](const State& s) {
            return py::bytes(reinterpret_cast<const char*>(s.position.held),
                             static_cast<std::size_t>(s.layout->players) * HAND);
        });

    module.def(
        "evaluate",
        [](const State& state, const py::dict& params) {
            Estimate estimate{};
            evaluate(state.position, *state.layout, make_params(params), estimate);
            const int players = state.layout->players;
            return py::make_tuple(seats(estimate.points, players), seats(estimate.share, players));
        },
        py::arg("state"), py::arg("params"));
    module.def(
        "glance",
        [](const State& state, const py::dict& params, std::uint64_t seed) {
            Action actions[MAX_LEGAL];
            const int count = state.legal(actions);
            std::vector<float> gains(static_cast<std::size_t>(count));
            const Params knobs = make_params(params);
            Random random(seed);
            if (count)
                with_players(state.layout->players, [&](auto players) {
                    glance<players()>(state.position, *state.layout, knobs, actions, count, gains.data(), random);
                });
            return gains;
        },
        py::arg("state"), py::arg("params"), py::arg("seed"));

    module.def(
        "sensible",
        [](const State& state, const py::dict& params, std::uint64_t seed) {
            Action actions[MAX_LEGAL];
            const int count = state.legal(actions);
            if (!count) throw std::invalid_argument("the game is over");
            const Params knobs = make_params(params);
            Random random(seed);
            return with_players(state.layout->players, [&](auto players) {
                return sensible<players()>(state.position, *state.layout, knobs, actions, count, random);
            });
        },
        py::arg("state"), py::arg("params"), py::arg("seed"));

    bind_net(module);
    module.def(
        "judge",
        [](const Net& net, const State& state) {
            if (state.position.phase == tables::PHASE_OVER) throw std::invalid_argument("the game is over");
            Estimate estimate{};
            net.judge(state.position, *state.layout, estimate);
            const int players = state.layout->players;
            return py::make_tuple(seats(estimate.points, players), seats(estimate.share, players));
        },
        py::arg("net"), py::arg("state"));
    module.def(
        "priors",
        [](const Net& net, const State& state) {
            Action actions[MAX_LEGAL];
            const int count = state.legal(actions);
            std::vector<float> logits(static_cast<std::size_t>(count));
            net.priors(state.position, *state.layout, actions, count, logits.data());
            return logits;
        },
        py::arg("net"), py::arg("state"));
    py::class_<Search>(module, "Search")
        .def(py::init([](const State& state, const py::dict& params, const std::string& leaf, std::uint64_t seed,
                         int threads, const std::shared_ptr<Net>& net) {
                 if (threads < 1 || threads > 256) throw std::invalid_argument("1 to 256 threads are possible");
                 const Leaf kind = make_leaf(leaf);
                 if ((kind == Leaf::net) != static_cast<bool>(net)) throw std::invalid_argument("the evaluator 'net' goes with a network");
                 auto search = std::make_unique<Search>(state.layout, make_params(params), kind, seed, threads, net);
                 search->reset(state.position);
                 return search;
             }),
             py::arg("state"), py::arg("params"), py::arg("leaf"), py::arg("seed"), py::arg("threads"),
             py::arg("net") = std::shared_ptr<Net>())
        .def("reset", [](Search& search, const State& state) { search.reset(state.position); })
        .def("advance",
             [](Search& search, int action) {
                 if (!is_legal(search.position(), search.layout(), action))
                     throw std::invalid_argument("not a legal decision");
                 search.advance(static_cast<Action>(action));
             })
        .def("run",
             [](Search& search, double seconds, std::uint64_t playouts) {
                 py::gil_scoped_release released;
                 return search.run({seconds, playouts});
             },
             py::arg("seconds"), py::arg("playouts"))
        .def("collect",
             [](Search& search, int most) {
                 std::vector<Position> leaves;
                 std::uint64_t done = 0;
                 {
                     py::gil_scoped_release released;
                     done = search.collect(std::clamp(most, 1, 4096), leaves);
                 }
                 py::array_t<std::uint8_t> planes({static_cast<py::ssize_t>(leaves.size()),
                                                   static_cast<py::ssize_t>(OBSERVATION_SIZE)});
                 for (std::size_t i = 0; i < leaves.size(); ++i)
                     observe(leaves[i], search.layout(), planes.mutable_data(static_cast<py::ssize_t>(i), 0));
                 return py::make_tuple(planes, done);
             },
             py::arg("most"))
        .def("supply",
             [](Search& search, const py::array_t<float, py::array::c_style | py::array::forcecast>& shares,
                const py::array_t<float, py::array::c_style | py::array::forcecast>& logits) {
                 const auto waiting = static_cast<py::ssize_t>(search.waiting());
                 if (shares.ndim() != 2 || shares.shape(0) != waiting || shares.shape(1) != MAX_SEATS ||
                     logits.ndim() != 2 || logits.shape(0) != waiting || logits.shape(1) != tables::ACTIONS)
                     throw std::invalid_argument("a judgement for every leaf collected is needed");
                 search.supply(shares.data(), logits.data());
             },
             py::arg("shares"), py::arg("logits"))
        .def_property_readonly("exact", &Search::exact)
        .def("stop", &Search::stop)
        .def("report", [](const Search& search) { return report_of(search, search.players()); })
        .def_property_readonly("state_hash", [](const Search& search) { return search.position().hash(); });

    bind_batch(module);
    bind_solve(module);
}
