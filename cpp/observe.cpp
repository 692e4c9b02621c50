#include "observe.hpp"

#include "rules.hpp"

namespace aqua {

using namespace tables;

namespace {

// The first plane of each group, in the order of docs/observation.md. In a group that says "seat, side" the side
// runs faster.
enum BoardPlane {
    EMPTY_SQUARE = 0,
    FACE = 1,            // 9 faces
    RESERVOIR_OF = 10,   // 4 seats
    OUTLET = 14,         // 4 sides
    WATER = 18,          // seat, side
    WORKMAN = 34,        // seat, side
    STUCK = 50,          // 4 sides
    END_LENGTH = 54,     // 4 sides
    END_PODIUM = 58,     // 4 sides
    FED = 62,            // seat, side
    FED_SCORED = 78,     // 4 sides
    FED_LENGTH = 82,     // 4 sides
    LOOSE = 86,          // 4 sides
    SHUT = 90,           // 4 sides
    LOOP = 94,
    BARE = 95,
    BUILDER_SEEN = 96,   // kind, direction
    FOUNTAIN_SEEN = 116,  // 4 directions
    BOARD_END = 120,
};
static_assert(BOARD_END == BOARD_PLANES);

enum PathPlane {
    BUILDER = 0,  // 5 kinds
    FREE = 5,
    BEFORE_FOUNTAIN = 6,
    AFTER_FOUNTAIN = 7,
    EDGE = 8,  // 4 sides
    CROSSES = 12,
    WALK = 13,
    WATCHED = 14,  // 4 seats
    PATH_END = 18,
};
static_assert(PATH_END == PATH_PLANES);

enum Global {
    PLAYERS = 0,      // 2, 3, 4
    PHASE = 3,        // 7 phases
    TURN = 10,        // 4 seats
    DRY = 14,
    LAID = 15,        // 4 kinds
    STOCK = 19,       // 4 kinds
    RESERVE = 23,     // 5 kinds
    SETUP_LEFT = 28,  // 4 kinds
    HELD = 32,        // seat, kind
    DUE = 52,         // 4 seats
    WORKMEN = 56,     // 4 seats
    ON_PODIUM = 60,   // seat, podium
    POINTS = 140,     // 4 seats
    POINTS_IF_ENDED = 144,  // 4 seats
    LENGTHS = 148,    // seat, six lengths
    EMPTY_COUNT = 172,
    BARE_COUNT = 173,
    GLOBAL_END = 174,
};
static_assert(GLOBAL_END == GLOBALS);

constexpr int KINDS = HAND - 1;
constexpr int MOST_AQUEDUCTS = 6;  // of one seat

struct Bits {
    std::uint64_t words[2];
};

// The squares of one column.
constexpr Bits column_bits(int column) {
    Bits bits{};
    for (int square = column; square < SQUARES; square += COLUMNS) bits.words[square >> 6] |= 1ull << (square & 63);
    return bits;
}

// The squares whose neighbor on a side is in a bit set.
Bits next_to(const std::uint64_t* squares, int side) {
    constexpr Bits first = column_bits(0), last = column_bits(COLUMNS - 1);
    const std::uint64_t low = squares[0], high = squares[1];
    switch (side) {
        case 0: return {{low << COLUMNS, high << COLUMNS | low >> (64 - COLUMNS)}};
        case 1: return {{(low >> 1 | high << 63) & ~last.words[0], high >> 1 & ~last.words[1]}};
        case 2: return {{low >> COLUMNS | high << (64 - COLUMNS), high >> COLUMNS}};
        default: return {{low << 1 & ~first.words[0], (high << 1 | low >> 63) & ~first.words[1]}};
    }
}

// Everything is seen from one seat, as a rule the mover: it is seat 0, the next in turn order seat 1.
struct View {
    const Position& p;
    const Layout& layout;
    std::uint8_t* board;
    std::uint8_t* path;
    std::uint8_t* globals;
    int relative[MAX_SEATS];

    View(int viewer, const Position& position, const Layout& lay, std::uint8_t* out)
        : p(position),
          layout(lay),
          board(out),
          path(board + BOARD_PLANES * SQUARES),
          globals(path + PATH_PLANES * PATH) {
        for (int seat = 0; seat < MAX_SEATS; ++seat)
            relative[seat] = seat < layout.players ? (seat - viewer + layout.players) % layout.players : seat;
    }

    std::uint8_t& at(int plane, int square) { return board[plane * SQUARES + square]; }
    std::uint8_t& at_port(int plane, int port) { return at(plane + (port & 3), port >> 2); }
    std::uint8_t& beside(int plane, int place) { return path[plane * PATH + place - 1]; }

    void squares();
    void aqueducts();
    void empty_squares();
    void builders();
    void counts();
    void podiums();
};

void View::squares() {
    for (int square = 0; square < SQUARES; ++square) {
        const int content = p.board[square];
        if (content == EMPTY) continue;
        if (content < RESERVOIR)
            at(FACE + content - 1, square) = 1;
        else
            at(RESERVOIR_OF + relative[layout.color_seats[content - RESERVOIR]], square) = 1;
    }
}

void View::aqueducts() {
    for (int aqueduct = 0; aqueduct < AQUEDUCTS; ++aqueduct) {
        const int seat = relative[layout.seats[aqueduct]], end = p.ends[aqueduct], length = p.lengths[aqueduct];
        int port = layout.outlets[aqueduct];
        at_port(OUTLET, port) = 1;
        const int water = WATER + seat * 4;
        at_port(water, port) = 1;
        while (port != end) {
            const int beyond = NEIGHBOR[port];
            at_port(water, beyond) = 1;
            port = (beyond & ~3) | THROUGH[p.board[beyond >> 2] << 2 | (beyond & 3)];
            at_port(water, port) = 1;
        }
        if (!(p.on_board >> aqueduct & 1)) continue;
        at_port(WORKMAN + seat * 4, end) = 1;
        at_port(END_LENGTH, end) = static_cast<std::uint8_t>(length);
        at_port(END_PODIUM, end) = static_cast<std::uint8_t>(podium_for(p, length));
        at_port(STUCK, end) = p.blocked >> aqueduct & 1;
        for (int look = 0; look < 4; ++look) ++beside(WATCHED + seat, SIGHT[(end >> 2) * 4 + look]);
    }
}

void View::empty_squares() {
    for (int square = 0; square < SQUARES; ++square) {
        const std::uint64_t bit = 1ull << (square & 63);
        at(EMPTY_SQUARE, square) = (p.empty[square >> 6] & bit) != 0;
        at(BARE, square) = (p.bare[square >> 6] & bit) != 0;
    }
    for (int side = 0; side < 4; ++side) {
        // only sides with something beyond them have something to say
        const Bits beyond = next_to(p.empty, side);
        for (int word = 0; word < 2; ++word) {
            for (std::uint64_t rest = p.empty[word] & ~beyond.words[word]; rest; rest &= rest - 1) {
                const int square = word * 64 + std::countr_zero(rest);
                const int fed = p.fed[square];
                if (fed >> side & 1) {
                    const int aqueduct = p.feeder[square] >> side * 4 & 15;
                    if (p.on_board >> aqueduct & 1) {
                        at(FED + relative[layout.seats[aqueduct]] * 4 + side, square) = 1;
                        at(FED_LENGTH + side, square) = p.lengths[aqueduct];
                    } else {
                        at(FED_SCORED + side, square) = 1;
                    }
                } else {
                    const Flow flow = follow(p.board, square * 4 + side);
                    at(LOOSE + side, square) = static_cast<std::uint8_t>(flow.steps);
                    at(SHUT + side, square) = flow.beyond < 0;
                    if (flow.beyond >> 2 == square && TWO_SIDES >> fed & 1) at(LOOP, square) = 1;
                }
            }
        }
    }
}

void View::builders() {
    for (int place = 1; place <= PATH; ++place) {
        // the path lies around the board clockwise: above it, to the right, below it, to the left
        const int edge = ZONE[place];
        beside(EDGE + edge, place) = 1;
        if (place == PATH || ZONE[place + 1] != edge) {
            beside(BEFORE_FOUNTAIN, place) = 1;
            beside(AFTER_FOUNTAIN, place % PATH + 1) = 1;
        }
        const int kind = p.path[place];
        if (!kind) {
            beside(FREE, place) = 1;
            continue;
        }
        const Destination to = destination(p.occupied, place);
        beside(BUILDER + kind - 1, place) = 1;
        beside(CROSSES, place) = to.fountain;
        beside(WALK, place) = static_cast<std::uint8_t>(to.path > place ? to.path - place : to.path - place + PATH);
        const bool column = edge == 0 || edge == 2;
        const int first = edge == 0   ? place - 1
                          : edge == 1 ? (place - 12) * COLUMNS
                          : edge == 2 ? 30 - place
                                      : (38 - place) * COLUMNS;
        const int step = column ? COLUMNS : 1, last = first + step * (column ? ROWS : COLUMNS);
        for (int square = first; square < last; square += step) {
            at(BUILDER_SEEN + (kind - 1) * 4 + edge, square) = 1;
            at(FOUNTAIN_SEEN + edge, square) = to.fountain;
        }
    }
}

void View::counts() {
    globals[PLAYERS + layout.players - 2] = 1;
    globals[PHASE + p.phase] = 1;
    globals[TURN + relative[p.turn]] = 1;
    globals[DRY] = p.dry;
    if (p.laid) globals[LAID + p.laid - 1] = 1;
    for (int kind = 1; kind < HAND; ++kind) {
        globals[RESERVE + kind - 1] = p.reserve[kind];
        if (kind == JOKER) continue;
        globals[STOCK + kind - 1] = p.stock[kind];
        globals[SETUP_LEFT + kind - 1] = p.setup_left[kind];
    }
    for (int seat = 0; seat < layout.players; ++seat) {
        const int view = relative[seat];
        for (int kind = 1; kind < HAND; ++kind) globals[HELD + view * KINDS + kind - 1] = p.held[seat][kind];
        globals[DUE + view] = p.due[seat];
        globals[WORKMEN + view] = static_cast<std::uint8_t>(std::popcount<unsigned>(p.on_board & layout.owned[seat]));
    }
    globals[EMPTY_COUNT] = static_cast<std::uint8_t>(std::popcount(p.empty[0]) + std::popcount(p.empty[1]));
    globals[BARE_COUNT] = static_cast<std::uint8_t>(std::popcount(p.bare[0]) + std::popcount(p.bare[1]));
}

// The workmen on the podiums, the lengths of those still on the board, and the points with and without these.
void View::podiums() {
    Position end = p;  // here every workman of the board is scored (R6.2)
    const auto points = [&](const Position& position, int first) {
        int values[MAX_SEATS];
        scores(position, layout, values);
        for (int seat = 0; seat < layout.players; ++seat)
            globals[first + relative[seat]] = static_cast<std::uint8_t>(values[seat]);
    };
    points(p, POINTS);
    for (int value = 1; value < PODIUMS; ++value) {
        for (int there = p.podiums[value]; there; there >>= 4)
            ++globals[ON_PODIUM + relative[layout.color_seats[(there & 15) - 1]] * (PODIUMS - 1) + value - 1];
    }
    for (int step = 0; step < layout.players; ++step) {
        const int seat = (p.turn + step) % layout.players;
        unsigned own = p.on_board & layout.owned[seat];
        for (int rank = 0; own; ++rank) {
            int longest = std::countr_zero(own);
            for (unsigned rest = own & (own - 1); rest; rest &= rest - 1)
                if (p.lengths[std::countr_zero(rest)] > p.lengths[longest]) longest = std::countr_zero(rest);
            own ^= 1u << longest;
            globals[LENGTHS + relative[seat] * MOST_AQUEDUCTS + rank] = static_cast<std::uint8_t>(p.lengths[longest] + 1);
            const int value = podium_for(end, p.lengths[longest]);
            if (value) stand(end, value, layout.colors[longest]);
        }
    }
    points(end, POINTS_IF_ENDED);
}

}  // namespace

void observe(const Position& position, const Layout& layout, std::uint8_t* out) {
    observe_from(position.mover, position, layout, out);
}

void observe_from(int seat, const Position& position, const Layout& layout, std::uint8_t* out) {
    std::memset(out, 0, OBSERVATION_SIZE);
    View view(seat, position, layout, out);
    view.squares();
    view.aqueducts();
    view.empty_squares();
    view.builders();
    view.counts();
    view.podiums();
}

}  // namespace aqua
