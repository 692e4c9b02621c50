// The rows of tables by which the network sees a position, and which of them always come together. A weight file has a
// row for each value of a feature ("plain" rows). Where one value of each of a few features is always present, the core
// adds their rows up when it loads the file, for all combinations of values ("combined" rows): then a position needs half
// as many. rows.cpp says which plain rows a combined one stands for.
#pragma once

#include <cstdint>
#include <vector>

#include "position.hpp"

namespace aqua {

inline constexpr int MAX_OPEN = tables::AQUEDUCTS;

// Plain rows of each table, and the most that one position has of them.
inline constexpr int AQUEDUCT_ROWS = 1040, AQUEDUCT_SLOTS = 52;
inline constexpr int SEAT_ROWS = 268, SEAT_SLOTS = 24;
inline constexpr int BOARD_ROWS = 1130, BOARD_SLOTS = 140;

template <int Slots>
struct Rows {
    std::uint16_t rows[Slots];
    int count = 0;
    void add(int row) { rows[count++] = static_cast<std::uint16_t>(row); }
};

// ---- what is seen ------------------------------------------------------------------------------------------------

// The squares looked at around the square before a workman: steps ahead and to the right, seen with the water.
struct Cell {
    int ahead, right;
};
inline constexpr int CELL_COUNT = 17;
inline constexpr Cell CELLS[CELL_COUNT] = {{0, -2}, {0, -1}, {0, 1},  {0, 2},   {1, -2}, {1, -1}, {1, 0},   {1, 1},  {1, 2},
                                           {2, -1}, {2, 0},  {2, 1},  {3, 0},   {-1, -2}, {-1, -1}, {-1, 1}, {-1, 2}};
// Of them, those to the left, ahead and to the right; and the others in pairs of neighbors, which often look alike.
inline constexpr int NEXT_CELLS[3] = {1, 6, 2};
inline constexpr int CELL_PAIRS = 7;
inline constexpr int PAIRED_CELLS[CELL_PAIRS][2] = {{0, 4}, {3, 8}, {5, 9}, {7, 11}, {10, 12}, {13, 14}, {15, 16}};
inline constexpr int CONTENTS_SEEN = 14;  // beyond the edge; empty: free, faced by an own or a rival's workman; nine faces; a wall

inline constexpr int EXITS = 11;  // what becomes of water that leaves a square: see `exit_outcome`
inline constexpr int FEEDS = 4;   // who else faces a square from a side: nobody, an own or a rival's workman, an aqueduct without one
inline constexpr int KINDS = 6;   // builders on a path square, 0 for none
inline constexpr int LENGTHS = 25, GAPS = 10, TURNS = 12;
inline constexpr int OWN_NEAR = 4, RIVALS_NEAR = 5, REGIONS = 15, ROOM_TWO = 13, ROOM_FOUR = 14;
inline constexpr int LAY_STATES = 27;  // three lays that cannot be had, or by one or more builders

// How many squares are empty, in two scales at once: an aqueduct sees both. STAGE[n] rises where one of them does.
inline constexpr int clamped(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }
inline constexpr int coarse_stage(int empties) { return clamped(empties / 11, 7); }
inline constexpr int fine_stage(int empties) { return clamped(empties / 6, 14); }
struct Stages {
    std::uint8_t of[tables::SQUARES + 1] = {};
    constexpr Stages() {
        for (int n = 1; n <= tables::SQUARES; ++n)
            of[n] = static_cast<std::uint8_t>(of[n - 1] + (coarse_stage(n) != coarse_stage(n - 1) || fine_stage(n) != fine_stage(n - 1)));
    }
};
inline constexpr Stages STAGE;
inline constexpr int STAGES = STAGE.of[tables::SQUARES] + 1;

// ---- combined rows: where each combination begins ----------------------------------------------------------------

// The first combination of each table is there once, and the layer's bias is in it.
namespace aqueduct_rows {
inline constexpr int SEAT = 0;                                                  // whose turn, workmen of the seat
inline constexpr int LENGTH = SEAT + TURNS * 6;                                 // length, stage
inline constexpr int PODIUM = LENGTH + LENGTHS * STAGES;                        // podium, gap
inline constexpr int RANK = PODIUM + tables::PODIUMS * GAPS;                    // rank; own, rivals' in the region, or blocked
inline constexpr int CROWDS = OWN_NEAR * RIVALS_NEAR + 1;
inline constexpr int PORT = RANK + 12 * CROWDS;                                 // these and the next not if he is blocked
inline constexpr int ROOM = PORT + tables::PORTS;                               // within two and four steps
inline constexpr int REGION = ROOM + ROOM_TWO * ROOM_FOUR;                      // size, builders to both sides one step on
inline constexpr int SIGHT = REGION + REGIONS * KINDS * KINDS;                  // builders ahead and to the right; behind and to the left
inline constexpr int LAY = SIGHT + 2 * KINDS * KINDS;                           // how many allowed and the first three; the other three
inline constexpr int EXIT = LAY + (tables::LAYS + 2) * LAY_STATES;              // for each of three sides: cell, exit, who else
inline constexpr int CELL = EXIT + 3 * CONTENTS_SEEN * EXITS * FEEDS;           // two cells
inline constexpr int COUNT = CELL + CELL_PAIRS * CONTENTS_SEEN * CONTENTS_SEEN;
inline constexpr int SLOTS = 21;
}  // namespace aqueduct_rows

namespace seat_rows {
inline constexpr int STANDING = 0;
inline constexpr int EXPECTED = STANDING + 64;
inline constexpr int LEAD = EXPECTED + 80;
inline constexpr int TURN = LEAD + 41;                 // whose turn, workmen, whether he is the mover
inline constexpr int HELD = TURN + TURNS * 7 * 2;      // which kinds, how many are due
inline constexpr int CAN = HELD + 32 * 5;              // aqueducts that can be built, the longest
inline constexpr int ON = CAN + 7 * LENGTHS;
inline constexpr int COUNT = ON + 22;
}  // namespace seat_rows

namespace board_rows {
inline constexpr int EMPTY = 0;
inline constexpr int TILE = EMPTY + 29;
inline constexpr int BUILDER = TILE + tables::SQUARES * tables::FACES;
inline constexpr int PODIUM = BUILDER + 5 * tables::PATH;
inline constexpr int STOCK = PODIUM + 40;              // of kinds 1 and 2; of 3 and 4
inline constexpr int RESERVE = STOCK + 2 * 64;         // which kinds
inline constexpr int SETUP = RESERVE + 32;
inline constexpr int PHASE = SETUP + 16;               // players, phase; what was laid; turns without a tile
inline constexpr int COUNT = PHASE + 18 * 5 * 4;
}  // namespace board_rows

// What the network sees of a position. Seats are counted from the mover.
template <int AqueductSlots>
struct FeatureRows {
    int open;                          // aqueducts whose workman is on the board
    std::uint8_t aqueduct[MAX_OPEN];   // which
    std::uint8_t owner[MAX_OPEN];      // whose, counted from the mover
    Rows<AqueductSlots> aqueducts[MAX_OPEN];
    Rows<SEAT_SLOTS> seats[MAX_SEATS];
    Rows<BOARD_SLOTS> board;
};
using Features = FeatureRows<aqueduct_rows::SLOTS>;  // in combined rows
using PlainFeatures = FeatureRows<AQUEDUCT_SLOTS>;   // in plain rows, for training

void make_plain(const Features& features, PlainFeatures& out);

// The plain rows that each combined row of a table stands for.
using Parts = std::vector<Rows<6>>;
const Parts& aqueduct_parts();
const Parts& seat_parts();
const Parts& board_parts();

}  // namespace aqua
