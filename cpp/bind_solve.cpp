// The exact solver for Python; use it through aquaromana.engine.solve, which checks seats and goals.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bind_position.hpp"
#include "frontier.hpp"
#include "solve.hpp"
#include "value.hpp"

namespace py = pybind11;
using namespace aqua;

namespace {

using LayoutPointer = std::shared_ptr<Layout>;

Position position_of(const Layout& layout, const py::tuple& fields) {
    if (fields.size() != 7) throw std::invalid_argument("a position has seven fields");
    const auto take = [&](std::size_t i) { return fields[i].cast<py::bytes>(); };
    const Position position =
        make_position(layout, take(0), take(1), take(2), take(3), take(4), fields[5].cast<int>(), take(6));
    if (position.phase == tables::PHASE_OVER) throw std::invalid_argument("the game is over");
    return position;
}

SolveBudget budget_of(double seconds, std::uint64_t nodes) {
    if (!(seconds >= 0)) throw std::invalid_argument("seconds cannot be negative");
    return {seconds, nodes};
}

Goal goal_of(const Layout& layout, int seat, const std::string& kind, int least, int aqueduct) {
    if (seat < 0 || seat >= layout.players) throw std::invalid_argument("there is no such seat");
    if (aqueduct < 0 || aqueduct >= tables::AQUEDUCTS) throw std::invalid_argument("there is no such aqueduct");
    if (kind == "share") return {Goal::SHARE, least, 0};
    if (kind == "lead") return {Goal::LEAD, least, 0};
    if (kind == "points") return {Goal::POINTS, least, 0};
    if (kind == "podium") return {Goal::PODIUM, least, aqueduct};
    throw std::invalid_argument("unknown goal: " + kind);
}

// With the layout that it refers to.
struct BoundSolver {
    LayoutPointer layout;
    Solver solver;
    Goal goal;

    BoundSolver(LayoutPointer table, int seat, const Goal& wanted)
        : layout(std::move(table)), solver(*layout, seat, wanted), goal(wanted) {}

    Position checked(const py::tuple& fields, int decision) const {
        const Position position = position_of(*layout, fields);
        if (decision != Solver::NO_DECISION) {
            Action actions[MAX_LEGAL];
            const int count = with_players(
                layout->players, [&](auto players) { return Rules<players()>::legal(position, *layout, actions); });
            if (!std::binary_search(actions, actions + count, decision))
                throw std::invalid_argument("not a legal decision");
        }
        if (goal.kind == Goal::PODIUM && !(position.on_board >> goal.aqueduct & 1))
            throw std::invalid_argument("the workman of that aqueduct has left the board");
        return position;
    }
};

struct BoundValuer {
    LayoutPointer layout;
    Valuer valuer;

    explicit BoundValuer(LayoutPointer table) : layout(std::move(table)), valuer(*layout) {}
};

}  // namespace

void bind_solve(py::module_& module) {
    py::class_<BoundSolver>(module, "Solver")
        .def(py::init([](const LayoutPointer& layout, int seat, const std::string& kind, int least, int aqueduct) {
                 return std::make_unique<BoundSolver>(layout, seat, goal_of(*layout, seat, kind, least, aqueduct));
             }),
             py::arg("layout"), py::arg("seat"), py::arg("kind"), py::arg("least"), py::arg("aqueduct") = 0)
        .def("start",
             [](BoundSolver& bound, double seconds, std::uint64_t nodes) {
                 bound.solver.start(budget_of(seconds, nodes));
             },
             py::arg("seconds"), py::arg("nodes"))
        .def("solve",
             [](BoundSolver& bound, const py::tuple& fields, int decision, std::uint64_t most_nodes) {
                 const Position position = bound.checked(fields, decision);
                 const py::gil_scoped_release released;
                 const std::uint64_t most = most_nodes ? most_nodes : Solver::NO_LIMIT;
                 return static_cast<int>(bound.solver.solve(position, decision, most));
             },
             py::arg("fields"), py::arg("decision") = Solver::NO_DECISION, py::arg("most_nodes") = 0)
        .def("line",
             [](BoundSolver& bound, const py::tuple& fields, int decision, int verdict) {
                 const Position position = bound.checked(fields, decision);
                 const py::gil_scoped_release released;
                 return bound.solver.line(position, decision, verdict > 0 ? Verdict::proven : Verdict::refuted);
             },
             py::arg("fields"), py::arg("decision"), py::arg("verdict"))
        .def("stop", [](BoundSolver& bound) { bound.solver.stop(); })
        .def_property_readonly("nodes", [](const BoundSolver& bound) { return bound.solver.nodes(); })
        .def_property_readonly("spent", [](const BoundSolver& bound) { return bound.solver.spent(); });

    py::class_<BoundValuer>(module, "Valuer")
        .def(py::init<const LayoutPointer&>(), py::arg("layout"))
        .def("results",
             [](BoundValuer& bound, const py::tuple& fields, double seconds, std::uint64_t nodes) {
                 const Position position = position_of(*bound.layout, fields);
                 const SolveBudget budget = budget_of(seconds, nodes);
                 std::vector<Valuer::Result> results;
                 {
                     const py::gil_scoped_release released;
                     results = bound.valuer.results(position, budget);
                 }
                 py::list points;
                 for (const Valuer::Result result : results) {
                     py::tuple each(bound.layout->players);
                     for (int seat = 0; seat < bound.layout->players; ++seat) each[seat] = Valuer::points(result, seat);
                     points.append(each);
                 }
                 return points;
             },
             py::arg("fields"), py::arg("seconds"), py::arg("nodes"))
        .def("stop", [](BoundValuer& bound) { bound.valuer.stop(); })
        .def_property_readonly("nodes", [](const BoundValuer& bound) { return bound.valuer.nodes(); });

    // For tests: the key under which a position is remembered, and everybody's points at least and at most.
    module.def(
        "outlook",
        [](const LayoutPointer& layout, const py::tuple& fields) {
            const Position position = position_of(*layout, fields);
            Frontier frontier;
            survey(position, frontier);
            Bounds bounds;
            bound(position, *layout, frontier, bounds);
            std::vector<std::pair<int, int>> points;
            for (int seat = 0; seat < layout->players; ++seat)
                points.emplace_back(bounds.least[seat], bounds.most[seat]);
            return std::pair(position.hash() ^ tiles_key(position) ^ frontier.key, points);
        },
        py::arg("layout"), py::arg("fields"));
}
