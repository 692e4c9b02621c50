// Plays games under the sanitizers: random ones with every cached field recomputed after each decision, and short
// searches from positions of all phases. Reads a layout a line (see tests/engine/test_sanitizers.py); exits 0 if all
// is well.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "../search.hpp"

using namespace aqua;

namespace {

// players, 12 outlets, 12 colors, the seat of each of 4 colors, 88 contents: numbers in a row.
std::shared_ptr<const Layout> read_layout(std::istream& line) {
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

void check(const Position& position, const Layout& layout) {
    Position fresh = position;
    fresh.refresh(layout);
    if (std::memcmp(&fresh, &position, sizeof fresh) != 0) {
        std::fprintf(stderr, "a cached field differs in phase %d\n", position.phase);
        std::exit(1);
    }
}

template <int Players>
std::uint64_t play(const std::shared_ptr<const Layout>& layout, const Params& params, std::uint64_t seed) {
    Random random(seed);
    Position position = start_position(*layout);
    Action actions[MAX_LEGAL];
    std::uint64_t made = 0;
    while (const int count = Rules<Players>::legal(position, *layout, actions)) {
        if (made % 16 == seed % 16) {
            Search search(layout, params, static_cast<Leaf>(seed % 4), seed, 1 + static_cast<int>(seed % 2));
            search.reset(position);
            search.run({0, 40});
            search.report();
            search.advance(actions[random.below(count)]);
            search.run({0, 20});
        }
        // every second game closes nothing by choice, so that the board fills and stocks run out
        const bool patient = position.phase == tables::PHASE_CLOSE && seed % 2;
        Rules<Players>::apply(position, *layout, actions[patient ? count - 1 : random.below(count)]);
        check(position, *layout);
        ++made;
    }
    return made;
}

}  // namespace

int main(int argc, char** argv) {
    const int games = argc > 1 ? std::atoi(argv[1]) : 10;
    Params params{};
    std::string text;
    std::getline(std::cin, text);
    std::istringstream knobs(text);
#define AQUA_READ(name) knobs >> params.name;
    AQUA_PARAMS(AQUA_READ)
#undef AQUA_READ
    std::uint64_t made = 0;
    while (std::getline(std::cin, text)) {
        std::istringstream line(text);
        const auto layout = read_layout(line);
        if (!layout) return std::fprintf(stderr, "not a layout\n"), 1;
        for (int game = 0; game < games; ++game)
            made += with_players(layout->players, [&](auto players) {
                return play<players()>(layout, params, static_cast<std::uint64_t>(game));
            });
    }
    std::printf("%llu decisions\n", static_cast<unsigned long long>(made));
    return made ? 0 : 1;
}
