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

// The bits set in two words.
inline int count_bits(std::uint64_t low, std::uint64_t high) {
#if defined(__x86_64__) && !defined(__POPCNT__)
    // A build for any processor would call a function for each word.
    constexpr std::uint64_t PAIRS = 0x5555555555555555, FOURS = 0x3333333333333333, EIGHTS = 0x0f0f0f0f0f0f0f0f;
    low -= low >> 1 & PAIRS;
    high -= high >> 1 & PAIRS;
    const std::uint64_t both = (low & FOURS) + (low >> 2 & FOURS) + (high & FOURS) + (high >> 2 & FOURS);
    return static_cast<int>(((both & EIGHTS) + (both >> 4 & EIGHTS)) * 0x0101010101010101 >> 56);
#else
    return std::popcount(low) + std::popcount(high);
#endif
}

inline int count_in(const std::uint64_t* squares, const SquareMask& mask) {
    return count_bits(squares[0] & mask.words[0], squares[1] & mask.words[1]);
}

// How many of these squares lie within two steps.
inline int near_count(const std::uint64_t* squares, int square) { return count_in(squares, WITHIN_TWO.masks[square]); }

}  // namespace aqua
