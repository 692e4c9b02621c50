// A position as planes of bytes, seen from the seat to move or from another: what a network reads.
// docs/observation.md has a line for each plane; aquaromana/engine/observation.py is the same in Python.
#pragma once

#include "position.hpp"

namespace aqua {

inline constexpr int BOARD_PLANES = 120;  // of 8 × 11, the rows of the board one after the other
inline constexpr int PATH_PLANES = 18;    // of 38, path square 1 first
inline constexpr int GLOBALS = 174;       // single bytes
inline constexpr int OBSERVATION_SIZE = BOARD_PLANES * tables::SQUARES + PATH_PLANES * tables::PATH + GLOBALS;

// Write OBSERVATION_SIZE bytes: the board planes, the path planes, the single bytes. Needs no heap.
void observe(const Position& position, const Layout& layout, std::uint8_t* out);
void observe_from(int seat, const Position& position, const Layout& layout, std::uint8_t* out);

}  // namespace aqua
