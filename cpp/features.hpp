// What the network in the core sees of a position. Integers only, so that every machine sees the same.
#pragma once

#include "rows.hpp"

namespace aqua {

// Where water runs to that leaves a square: a dead end, an open end, or back to the square; and over how many squares.
inline int exit_outcome(const Flow& flow, int square) {
    if (flow.beyond >= 0) return flow.beyond >> 2 == square ? 10 : 1 + (flow.steps < 4 ? flow.steps : 4);
    return flow.steps ? 5 + (flow.steps < 4 ? flow.steps : 4) : 0;
}

// What an aqueduct may still grow, in hundredths of a square, by its room, the builders in sight and the time left.
inline int expected_growth(int room, int sight, int empties, int players, int open) {
    const int more = 30 * room + 50 * sight + 6 * empties, time = 2 * empties, needed = 3 * players * open;
    return time < needed ? more * time / needed : more;
}

void extract(const Position& position, const Layout& layout, Features& out);

}  // namespace aqua
