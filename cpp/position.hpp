// The state of a game at one moment, small and trivially copyable, and the layout it is played on.
// Same names and meanings as aquaromana/rules/position.py.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "ends.hpp"
#include "tables.hpp"

namespace aqua {

using Action = std::uint16_t;

inline constexpr int MAX_SEATS = 4;
inline constexpr int HAND = 6;          // one byte a kind, index 0 unused
inline constexpr int NO_AQUEDUCT = 15;  // in Position::feeder
inline constexpr int MAX_LEGAL = 800;   // 84 squares with nine faces are the widest decision, and blocks need some room

// Where the reservoirs lie and who owns them (R2.2, R2.3). Constant during a game.
struct Layout {
    int players;
    std::uint16_t outlets[tables::AQUEDUCTS];
    std::uint8_t colors[tables::AQUEDUCTS];
    std::uint8_t seats[tables::AQUEDUCTS];
    std::uint16_t owned[MAX_SEATS];  // bit mask of each seat's aqueducts
    std::uint8_t color_seats[4];
    std::uint8_t start_board[tables::SQUARES];
    std::uint64_t tiles[2];  // bit set of the squares that take a tile
};

// What defines a position comes first; the rest follows from it and is kept up to date (see `refresh`).
struct Position {
    std::uint8_t board[tables::SQUARES];
    std::uint8_t path[tables::PATH + 1];
    std::uint8_t held[MAX_SEATS][HAND];
    std::uint8_t podiums[tables::PODIUMS];  // color + 1 of the workmen, one a nibble, the smaller color low
    std::uint8_t due[MAX_SEATS];
    std::uint16_t on_board;
    std::uint8_t phase, mover, turn, dry, laid;

    std::uint8_t lengths[tables::AQUEDUCTS];
    std::uint8_t stock[5];
    std::uint8_t lays[HAND];  // that each kind of builder allows by the stock, as a bit mask (R4.3, R4.4)
    std::uint8_t reserve[HAND];
    std::uint8_t setup_left[HAND];
    std::uint8_t fed[tables::SQUARES];
    std::uint16_t feeder[tables::SQUARES];  // the aqueduct that faces the square, one nibble a side
    std::uint16_t ends[tables::AQUEDUCTS];
    std::uint16_t blocked;
    std::uint64_t keys;      // the hash without the clock
    std::uint64_t empty[2];  // bit set of the empty squares
    std::uint64_t bare[2];   // of those that no aqueduct faces
    std::uint64_t occupied;  // bit path - 1 for each builder on the path
    Ends workmen[MAX_SEATS];             // where those on the board stand
    std::uint32_t room;                  // bit set of the podiums that have room; 0, which is none, always has
    std::uint32_t sight[tables::LINES];  // the lays that builders at both ends of a column or row allow, LAYS bits each

    std::uint64_t hash() const {
        return keys ^ tables::CLOCK_KEYS[(phase * 4 + mover) * 4 + turn] ^ tables::KEYS[tables::HASH_DRY + dry] ^
               tables::KEYS[tables::HASH_LAID + laid];
    }
    // Recompute every field that follows from the others.
    void refresh(const Layout& layout);
    // Recompute `lays` and `sight`, when a kind of tile has run out.
    void refresh_sight();
    // Refresh a position whose first fields came from elsewhere. What is wrong with them, or null: then every table is
    // large enough for what they say, and a game that goes on has a decision.
    const char* adopt(const Layout& layout);
};
static_assert(std::is_trivially_copyable_v<Position>);

// Fill in what follows from outlets, colors, color_seats and start_board.
void index_seats(Layout& layout);
// Before the first builder is set up (R2).
Position start_position(const Layout& layout);

inline int count_on(std::uint8_t podium) { return (podium != 0) + (podium > 15); }

// Points as the podiums stand, with bonus (R6.3).
void scores(const Position& position, const Layout& layout, int* points);

struct Flow {
    int end, steps, beyond;
};

// Follow the water that leaves a square by `port` (R3.1); `beyond` < 0 if it faces no empty square.
inline Flow follow(const std::uint8_t* board, int port) {
    int steps = 0;
    while (true) {
        const int beyond = tables::NEIGHBOR[port];
        if (beyond < 0) return {port, steps, -1};
        const int content = board[beyond >> 2];
        if (content == tables::EMPTY) return {port, steps, beyond};
        const int leave = tables::THROUGH[content << 2 | (beyond & 3)];
        if (leave < 0) return {port, steps, -1};
        port = (beyond & ~3) | leave;
        ++steps;
    }
}

}  // namespace aqua
