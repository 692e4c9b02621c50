// The moving parts of the rules: legal decisions and what a decision changes. Held to aquaromana/rules by tests.
// The number of players is a template parameter; `with_players` picks it at run time.
#pragma once

#include <bit>

#include "position.hpp"

namespace aqua {

template <int Players>
struct Rules {
    // Write the legal decisions in ascending order and return their number; 0 only when the game is over.
    static int legal(const Position& position, const Layout& layout, Action* out);
    // Change the position by a legal decision; nothing is checked.
    static void apply(Position& position, const Layout& layout, Action action);
};

extern template struct Rules<2>;
extern template struct Rules<3>;
extern template struct Rules<4>;

template <class Function>
auto with_players(int players, Function&& function) {
    switch (players) {
        case 2: return function(std::integral_constant<int, 2>{});
        case 3: return function(std::integral_constant<int, 3>{});
        default: return function(std::integral_constant<int, 4>{});
    }
}

struct Destination {
    int path;
    bool fountain;
};

// The next free path square clockwise, and whether a fountain lies on the way (R4.6, R4.7).
inline Destination destination(std::uint64_t occupied, int path) {
    const std::uint64_t free = ~occupied & ((1ull << tables::PATH) - 1);
    const std::uint64_t ahead = free >> path;
    if (!ahead) return {std::countr_zero(free) + 1, true};
    const int target = path + 1 + std::countr_zero(ahead);
    return {target, tables::ZONE[target] != tables::ZONE[path]};
}

// The podium for an aqueduct of this length, 0 for none (R5.2).
inline int podium_for(const Position& position, int length) {
    const int wanted = length < tables::PODIUMS ? length : tables::PODIUMS - 1;
    return std::bit_width(position.room & ((2u << wanted) - 1)) - 1;
}

// Put a workman on a podium that has room.
inline void stand(Position& position, int value, int color) {
    const int there = position.podiums[value], mine = color + 1;
    const int low = there && there < mine ? there : mine, high = there ? there + mine - low : 0;
    position.podiums[value] = static_cast<std::uint8_t>(low | high << 4);
    if (count_on(position.podiums[value]) == tables::PODIUM_ROOM[value]) position.room ^= 1u << value;
}

// The lays that may take up the water entering an empty square by side `entry`, as a bit mask (R3.4).
inline unsigned allowed_lays(const Position& position, int square, int entry) {
    const int fed = position.fed[square];
    int looped = 0;
    if (tables::TWO_SIDES >> fed & 1) {
        const int dry = ~fed & 15;
        const int first = std::countr_zero(static_cast<unsigned>(dry));
        const int second = 31 - std::countl_zero(static_cast<unsigned>(dry));
        looped = follow(position.board, square * 4 + first).beyond == square * 4 + second;
    }
    return tables::ALLOWED[(looped * 16 + fed) * 4 + entry];
}

}  // namespace aqua
