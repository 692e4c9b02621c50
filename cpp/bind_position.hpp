// Positions that come from Python: the fields of an aquaromana.rules.Position (see engine/native.py), checked again.
#pragma once

#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>

#include "position.hpp"

namespace aqua {

inline std::string bytes_of(const pybind11::bytes& value, std::size_t size, const char* name) {
    std::string result = value;
    if (result.size() != size) throw std::invalid_argument(std::string(name) + " has the wrong size");
    return result;
}

inline Position make_position(const Layout& layout, const pybind11::bytes& board, const pybind11::bytes& path,
                              const pybind11::bytes& held, const pybind11::bytes& podiums, const pybind11::bytes& due,
                              int on_board, const pybind11::bytes& clock) {
    Position p{};
    const auto seats = static_cast<std::size_t>(layout.players);
    const auto take = [](void* to, const pybind11::bytes& value, std::size_t size, const char* name) {
        std::memcpy(to, bytes_of(value, size, name).data(), size);
    };
    take(p.board, board, sizeof p.board, "the board");
    take(p.path, path, sizeof p.path, "the path");
    take(p.held, held, seats * HAND, "the hands");
    take(p.podiums, podiums, sizeof p.podiums, "the podiums");
    take(p.due, due, seats, "the claims");
    std::uint8_t now[5];
    take(now, clock, sizeof now, "the clock");
    p.phase = now[0], p.mover = now[1], p.turn = now[2], p.dry = now[3], p.laid = now[4];
    p.on_board = static_cast<std::uint16_t>(on_board);
    const char* wrong = p.on_board == on_board ? p.adopt(layout) : "no such workman";
    if (wrong) throw std::invalid_argument(std::string("not a position of this layout: ") + wrong);
    return p;
}

}  // namespace aqua
