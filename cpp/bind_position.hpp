// Positions that come from Python: the fields of an aquaromana.rules.Position (see engine/native.py), checked again.
#pragma once

#include <pybind11/numpy.h>
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

// The same fields of a position that is here.
inline pybind11::tuple fields_of(const Position& p, int players) {
    const auto bytes = [](const void* data, std::size_t size) {
        return pybind11::bytes(static_cast<const char*>(data), size);
    };
    const auto seats = static_cast<std::size_t>(players);
    const std::uint8_t clock[] = {p.phase, p.mover, p.turn, p.dry, p.laid};
    return pybind11::make_tuple(bytes(p.board, sizeof p.board), bytes(p.path, sizeof p.path),
                                bytes(p.held, seats * HAND), bytes(p.podiums, sizeof p.podiums), bytes(p.due, seats),
                                pybind11::int_(p.on_board), bytes(clock, sizeof clock));
}

template <class T>
using Array = pybind11::array_t<T, pybind11::array::c_style>;

// What an array holds, to be written to; an error if it has not this size.
template <class T>
T* items(Array<T>& array, std::size_t size) {
    if (static_cast<std::size_t>(array.size()) != size) throw std::invalid_argument("the array has the wrong size");
    return array.mutable_data();
}

}  // namespace aqua
