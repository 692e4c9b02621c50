// Replays positions and decisions with what the Python rules expect after each, and ends at the first difference.
// Reads lines of numbers from standard input (made by tests/engine/test_mutants.py):
//   l players outlets[12] colors[12] seats[4] start_board[88]     the layout from here on
//   p board path held podiums due on_board clock expected         a position; the clock as in Position
//   d action expected                                             one decision from that position
//   n action expected                                             one decision, and go on from there
// where `expected` is: hash, legal decisions (number, checksum), phase mover turn dry laid, blocked, on_board,
// checksum of ends and lengths, points of each seat. Exits 0 if all agree, 1 if not, 2 if the text cannot be read.
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include "../rules.hpp"

using namespace aqua;

namespace {

long line_number = 0;

unsigned long long number() {
    unsigned long long value = 0;
    if (std::scanf("%llu", &value) != 1) std::exit(2);
    return value;
}

template <class Item, std::size_t Size>
void read(Item (&items)[Size]) {
    for (Item& item : items) item = static_cast<Item>(number());
}

std::uint64_t mix(std::uint64_t sum, std::uint64_t value) { return (sum ^ value) * 0x100000001b3ull; }

void expect(const char* what, std::uint64_t found) {
    const std::uint64_t expected = number();
    if (expected == found) return;
    std::printf("line %ld: %s is %llu, expected %llu\n", line_number, what, static_cast<unsigned long long>(found),
                static_cast<unsigned long long>(expected));
    std::exit(1);
}

void compare(const Position& p, const Layout& layout) {
    Action legal[MAX_LEGAL];
    const int count =
        with_players(layout.players, [&](auto players) { return Rules<players()>::legal(p, layout, legal); });
    std::uint64_t decisions = 0, water = 0;
    for (int i = 0; i < count; ++i) decisions = mix(decisions, legal[i] + 1u);
    for (const auto end : p.ends) water = mix(water, end + 1u);
    for (const auto length : p.lengths) water = mix(water, length + 1u);
    expect("hash", p.hash());
    expect("number of legal decisions", static_cast<std::uint64_t>(count));
    expect("checksum of legal decisions", decisions);
    expect("phase", p.phase);
    expect("mover", p.mover);
    expect("turn", p.turn);
    expect("dry", p.dry);
    expect("laid", p.laid);
    expect("blocked", p.blocked);
    expect("on_board", p.on_board);
    expect("checksum of ends and lengths", water);
    int points[MAX_SEATS] = {};
    scores(p, layout, points);
    for (int seat = 0; seat < layout.players; ++seat) expect("points", static_cast<std::uint64_t>(points[seat]));
}

void apply(Position& p, const Layout& layout, Action action) {
    with_players(layout.players, [&](auto players) { Rules<players()>::apply(p, layout, action); });
}

void read_layout(Layout& layout) {
    layout = {};
    layout.players = static_cast<int>(number());
    read(layout.outlets);
    read(layout.colors);
    read(layout.color_seats);
    read(layout.start_board);
    index_seats(layout);
}

void read_position(Position& p, const Layout& layout) {
    p = {};
    read(p.board);
    read(p.path);
    for (auto& hand : p.held) read(hand);
    read(p.podiums);
    read(p.due);
    p.on_board = static_cast<std::uint16_t>(number());
    for (std::uint8_t* field : {&p.phase, &p.mover, &p.turn, &p.dry, &p.laid}) *field = static_cast<std::uint8_t>(number());
    p.refresh(layout);
}

}  // namespace

int main() {
    Layout layout{};
    Position now{};
    char what = 0;
    while (std::scanf(" %c", &what) == 1) {
        ++line_number;
        if (what == 'l') {
            read_layout(layout);
        } else if (what == 'p') {
            read_position(now, layout);
            compare(now, layout);
        } else if (what == 'd' || what == 'n') {
            Position after = now;
            apply(after, layout, static_cast<Action>(number()));
            compare(after, layout);
            if (what == 'n') now = after;
        } else {
            return 2;
        }
    }
    std::printf("%ld lines\n", line_number);
    return line_number ? 0 : 2;
}
