// Which squares are near each other, as bit sets.
#pragma once

#include <bit>
#include <cstdint>

#include "tables.hpp"

namespace aqua {

struct SquareMask {
    std::uint64_t words[2] = {};
    constexpr void set(int square) { words[square >> 6] |= 1ull << (square & 63); }
};

// The squares within so many steps of each square.
template <int Steps>
struct Nearness {
    SquareMask masks[tables::SQUARES];
    constexpr Nearness() {
        for (int a = 0; a < tables::SQUARES; ++a)
            for (int b = 0; b < tables::SQUARES; ++b) {
                const int columns = a % tables::COLUMNS - b % tables::COLUMNS, rows = a / tables::COLUMNS - b / tables::COLUMNS;
                if ((columns < 0 ? -columns : columns) + (rows < 0 ? -rows : rows) <= Steps) masks[a].set(b);
            }
    }
};
inline constexpr Nearness<2> WITHIN_TWO;
inline constexpr Nearness<4> WITHIN_FOUR;

inline int count_in(const std::uint64_t* squares, const SquareMask& mask) {
    return std::popcount(squares[0] & mask.words[0]) + std::popcount(squares[1] & mask.words[1]);
}

// How many of these squares lie within two steps.
inline int near_count(const std::uint64_t* squares, int square) { return count_in(squares, WITHIN_TWO.masks[square]); }

}  // namespace aqua
