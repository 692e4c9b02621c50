// What the network in the core sees of a position: numbers of rows, few of many. Integers only, so that every machine
// sees the same. Seats are counted from the mover.
#pragma once

#include "position.hpp"

namespace aqua {

inline constexpr int MAX_OPEN = tables::AQUEDUCTS;

// Rows of each table, and the most that one position has of them.
inline constexpr int AQUEDUCT_ROWS = 1040, AQUEDUCT_SLOTS = 52;
inline constexpr int SEAT_ROWS = 268, SEAT_SLOTS = 24;
inline constexpr int BOARD_ROWS = 1130, BOARD_SLOTS = 140;

template <int Slots>
struct Rows {
    std::uint16_t rows[Slots];
    int count = 0;
    void add(int row) { rows[count++] = static_cast<std::uint16_t>(row); }
};

struct Features {
    int open;                          // aqueducts whose workman is on the board
    std::uint8_t aqueduct[MAX_OPEN];   // which
    std::uint8_t owner[MAX_OPEN];      // whose, counted from the mover
    Rows<AQUEDUCT_SLOTS> aqueducts[MAX_OPEN];
    Rows<SEAT_SLOTS> seats[MAX_SEATS];
    Rows<BOARD_SLOTS> board;
};

inline int clamped(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

// Where water runs to that leaves a square: a dead end, an open end, or back to the square; and over how many squares.
inline constexpr int EXITS = 11;
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
