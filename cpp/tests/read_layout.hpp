// Layouts as text, for the programs that test the core.
#pragma once

#include <istream>
#include <memory>

#include "../position.hpp"

namespace aqua {

// players, 12 outlets, 12 colors, the seat of each of 4 colors, 88 contents: numbers in a row. Null if some are missing.
inline std::shared_ptr<const Layout> read_layout(std::istream& line) {
    auto layout = std::make_shared<Layout>();
    int value = 0;
    line >> layout->players;
    for (auto& outlet : layout->outlets) line >> value, outlet = static_cast<std::uint16_t>(value);
    for (auto& color : layout->colors) line >> value, color = static_cast<std::uint8_t>(value);
    for (auto& seat : layout->color_seats) line >> value, seat = static_cast<std::uint8_t>(value);
    for (auto& content : layout->start_board) line >> value, content = static_cast<std::uint8_t>(value);
    index_seats(*layout);
    return line ? layout : nullptr;
}

}  // namespace aqua
