#include "rules.hpp"

namespace aqua {

using namespace tables;

namespace {

// Keys of counted features: a count of zero has none.
inline std::uint64_t counted(int first, int count) { return count ? KEYS[first + count] : 0; }

// Write `first` + the number of each bit set in a byte. Eight numbers are written in any case, which needs no branch.
inline Action* append_bits(unsigned byte, int first, Action* out) {
    for (int i = 0; i < 8; ++i) out[i] = static_cast<Action>(first + SET_BITS[byte * 8 + i]);
    return out + BIT_COUNT[byte];
}

inline Action* append_places(const Position& p, const std::uint8_t* counts, Action* out) {
    constexpr int BLOCK = 48;  // whole blocks are copied, which vectorizes; the surplus is overwritten
    Action free[BLOCK] = {};
    const std::uint64_t squares = ~p.occupied & ((1ull << PATH) - 1);
    Action* last = free;
    for (int first = 0; first < PATH; first += 8) last = append_bits(squares >> first & 255, ACTION_PLACE + first, last);
    const auto size = last - free;
    for (int kind = 1; kind < HAND; ++kind) {
        const auto offset = static_cast<Action>((kind - 1) * PATH);
        for (int i = 0; i < BLOCK; ++i) out[i] = static_cast<Action>(free[i] + offset);
        out += size & -static_cast<std::ptrdiff_t>(counts[kind] != 0);
    }
    return out;
}

constexpr int NOBODY = 0xffff;

// The ends of the workmen a seat has on the board, ascending, then NOBODY. Without branches: a sorting network.
template <int Players>
struct Ends {
    static constexpr int SIZE = AQUEDUCTS / Players;
    int ports[SIZE + 1];

    Ends(const Position& p, const Layout& layout) {
        const std::uint8_t* own = layout.aqueducts[p.turn];
        for (int i = 0; i < SIZE; ++i) ports[i] = p.ends[own[i]] | (((p.on_board >> own[i] & 1) - 1) & NOBODY);
        ports[SIZE] = NOBODY;
        if constexpr (SIZE == 6) {
            swap(0, 5), swap(1, 3), swap(2, 4);
            swap(1, 2), swap(3, 4);
            swap(0, 3), swap(2, 5);
            swap(0, 1), swap(2, 3), swap(4, 5);
            swap(1, 2), swap(3, 4);
        } else if constexpr (SIZE == 4) {
            swap(0, 2), swap(1, 3), swap(0, 1), swap(2, 3), swap(1, 2);
        } else {
            swap(0, 2), swap(0, 1), swap(1, 2);
        }
    }

   private:
    void swap(int a, int b) {
        const int low = ports[a] < ports[b] ? ports[a] : ports[b];
        ports[b] ^= ports[a] ^ low;
        ports[a] = low;
    }
};

template <int Players>
Action* append_builds(const Position& p, const Layout& layout, Action* out) {
    constexpr unsigned EACH_LOOK = 1 | 1 << LAYS | 1 << 2 * LAYS | 1 << 3 * LAYS;
    // the lays that each kind of builder allows, were it not for the water (R4.3, R4.4)
    unsigned lays[HAND] = {};
    for (int kind = 1; kind < 5; ++kind)
        if (p.stock[kind]) lays[JOKER] |= lays[kind] = KIND_LAYS[kind];
    for (int kind = 1; kind < 5; ++kind)
        if (!p.stock[kind]) lays[kind] = lays[JOKER];
    const Ends<Players> ends(p, layout);
    for (const int* end = ends.ports; *end != NOBODY; ++end) {
        const int port = *end;
        const std::uint8_t* seen = SIGHT + (port >> 2) * 4;
        unsigned choices = lays[p.path[seen[0]]] | lays[p.path[seen[1]]] << LAYS |
                           lays[p.path[seen[2]]] << 2 * LAYS | lays[p.path[seen[3]]] << 3 * LAYS;
        if (!choices) continue;
        const int beyond = NEIGHBOR[port];
        choices &= allowed_lays(p, beyond >> 2, beyond & 3) * EACH_LOOK;
        const int first = ACTION_BUILD + port * 4 * LAYS;
        for (int byte = 0; byte < 3; ++byte) out = append_bits(choices >> byte * 8 & 255, first + byte * 8, out);
    }
    return out;
}

Action* append_extras(const Position& p, Action* out) {
    int kinds[4], size = 0;
    for (int kind = 1; kind < 5; ++kind)
        if (p.stock[p.laid] ? kind == p.laid : p.stock[kind] != 0) kinds[size++] = kind;
    for (int word = 0; word < 2; ++word) {
        for (std::uint64_t rest = p.bare[word]; rest; rest &= rest - 1) {
            const int square = word * 64 + std::countr_zero(rest);
            const std::uint64_t first = (ACTION_EXTRA + square * FACES) * 0x0001000100010001ull;
            for (int i = 0; i < size; ++i) {
                const std::uint64_t block = first + FACE_BLOCK[kinds[i]];
                std::memcpy(out, &block, sizeof block);
                out += FACE_COUNT[kinds[i]];
            }
        }
    }
    return out;
}

std::uint64_t clock_key(const Position& p) {
    return CLOCK_KEYS[(p.phase * 4 + p.mover) * 4 + p.turn] ^ DRY_KEYS[p.dry] ^ LAID_KEYS[p.laid];
}

void hold(Position& p, int seat, int kind, int change) {
    const int first = HASH_HELD + (seat * 8 + kind) * 8;
    std::uint8_t& count = p.held[seat][kind];
    p.hash ^= counted(first, count);
    count = static_cast<std::uint8_t>(count + change);
    p.hash ^= counted(first, count);
}

bool holds(const Position& p, int seat) {
    const std::uint8_t* hand = p.held[seat];
    return hand[1] | hand[2] | hand[3] | hand[4] | hand[5];
}

void set_builder(Position& p, int path, int kind) {
    p.path[path] = static_cast<std::uint8_t>(kind);
    p.occupied |= 1ull << (path - 1);
    p.hash ^= KEYS[HASH_BUILDER + path * 8 + kind];
}

// Move a builder on; whether he passed a fountain (R4.6).
bool walk(Position& p, int path) {
    const Destination to = destination(p.occupied, path);
    const int kind = p.path[path];
    p.path[path] = 0;
    p.occupied ^= 1ull << (path - 1);
    p.hash ^= KEYS[HASH_BUILDER + path * 8 + kind];
    set_builder(p, to.path, kind);
    return to.fountain;
}

void clear_bare(Position& p, int square) { p.bare[square >> 6] &= ~(1ull << (square & 63)); }

// Put a tile on an empty square; every aqueduct that faces it grows or is blocked (R4.5, R3.5).
void lay_tile(Position& p, int square, int face) {
    p.board[square] = static_cast<std::uint8_t>(face);
    --p.stock[FACE_KIND[face]];
    p.hash ^= KEYS[HASH_CONTENT + square * 16 + face];
    clear_bare(p, square);
    p.empty[square >> 6] &= ~(1ull << (square & 63));
    unsigned sides = p.fed[square];
    if (!sides) return;
    const unsigned feeders = p.feeder[square];
    p.fed[square] = 0;
    p.feeder[square] = 0xffff;
    for (; sides; sides &= sides - 1) {
        const int side = std::countr_zero(sides);
        const int aqueduct = feeders >> side * 4 & 15;
        const int leave = THROUGH[face << 2 | side];
        if (leave < 0) {
            p.blocked |= static_cast<std::uint16_t>(1 << aqueduct);
            continue;
        }
        const Flow flow = follow(p.board, square << 2 | leave);
        p.ends[aqueduct] = static_cast<std::uint16_t>(flow.end);
        p.lengths[aqueduct] = static_cast<std::uint8_t>(p.lengths[aqueduct] + flow.steps + 1);
        if (flow.beyond < 0) {
            p.blocked |= static_cast<std::uint16_t>(1 << aqueduct);
            continue;
        }
        const int next = flow.beyond >> 2, shift = (flow.beyond & 3) * 4;
        p.feeder[next] = static_cast<std::uint16_t>((p.feeder[next] & ~(15 << shift)) | aqueduct << shift);
        p.fed[next] |= static_cast<std::uint8_t>(1 << (flow.beyond & 3));
        clear_bare(p, next);
        if (p.fed[next] == ALL_SIDES)
            for (int other = 0; other < 4; ++other)
                p.blocked |= static_cast<std::uint16_t>(1 << (p.feeder[next] >> other * 4 & 15));
    }
}

void mount(Position& p, int color, int length) {
    const int value = podium_for(p, length);
    if (!value) return;
    const int there = p.podiums[value], mine = color + 1;
    const int first = HASH_PODIUM + (value * 4 + color) * 4;
    if (there == mine)
        p.hash ^= KEYS[first + 1] ^ KEYS[first + 2];
    else
        p.hash ^= KEYS[first + 1];
    const int low = there && there < mine ? there : mine, high = there ? there + mine - low : 0;
    p.podiums[value] = static_cast<std::uint8_t>(low | high << 4);
}

// Send the workmen of closed aqueducts to their podiums in turn order; count them a seat (R5.1, R5.2).
template <int Players>
void score(Position& p, const Layout& layout, unsigned closed, int* counts) {
    for (int step = 0, seat = p.turn; step < Players; ++step, seat = seat + 1 == Players ? 0 : seat + 1) {
        unsigned own = closed & layout.owned[seat];
        counts[seat] = std::popcount(own);
        while (own) {
            int longest = std::countr_zero(own);
            for (unsigned rest = own & (own - 1); rest; rest &= rest - 1)
                if (p.lengths[std::countr_zero(rest)] > p.lengths[longest]) longest = std::countr_zero(rest);
            own ^= 1u << longest;
            p.on_board ^= static_cast<std::uint16_t>(1 << longest);
            p.hash ^= KEYS[HASH_WORKMAN + layout.outlets[longest]];
            mount(p, layout.colors[longest], p.lengths[longest]);
        }
    }
}

// End the game, or begin the next turn that has something to decide (R6.1, R4.1).
template <int Players>
void end_turn(Position& p, const Layout& layout) {
    while (true) {
        if (!p.on_board || p.dry >= Players) {
            int counts[Players];
            score<Players>(p, layout, p.on_board, counts);
            p.mover = p.turn;
            p.phase = PHASE_OVER;
            return;
        }
        p.turn = static_cast<std::uint8_t>(p.turn + 1 == Players ? 0 : p.turn + 1);
        p.mover = p.turn;
        if (holds(p, p.turn)) {
            p.phase = PHASE_RESERVE;
            return;
        }
        if (p.on_board & layout.owned[p.turn]) {
            p.phase = PHASE_BUILD;
            return;
        }
        ++p.dry;
    }
}

// Let the first seat in turn order that is due take a builder, or end the turn (R5.3).
template <int Players>
void claim_phase(Position& p, const Layout& layout) {
    for (int step = 0, seat = p.turn; step < Players; ++step, seat = seat + 1 == Players ? 0 : seat + 1) {
        if (p.due[seat]) {
            p.phase = PHASE_CLAIM;
            p.mover = static_cast<std::uint8_t>(seat);
            return;
        }
    }
    end_turn<Players>(p, layout);
}

// Score all aqueducts closed in this turn and find out who takes reserve builders (R5.1–R5.3).
template <int Players>
void settle(Position& p, const Layout& layout, unsigned chosen) {
    const unsigned closed = (p.on_board & p.blocked) | chosen;
    if (!closed) return end_turn<Players>(p, layout);
    int counts[Players];
    score<Players>(p, layout, closed, counts);
    int left = p.reserve[1] + p.reserve[2] + p.reserve[3] + p.reserve[4] + p.reserve[5];
    for (int step = 0, seat = p.turn; step < Players; ++step, seat = seat + 1 == Players ? 0 : seat + 1) {
        const int due = counts[seat] < left ? counts[seat] : left;
        p.due[seat] = static_cast<std::uint8_t>(due);
        p.hash ^= counted(HASH_DUE + seat * 16, due);
        left -= due;
    }
    claim_phase<Players>(p, layout);
}

// Ask for a closing by choice where R4.9 gives one; otherwise go on to the scoring.
template <int Players>
void close_phase(Position& p, const Layout& layout) {
    const unsigned own = p.on_board & layout.owned[p.turn];
    if (own && !(own & p.blocked))
        p.phase = PHASE_CLOSE;
    else
        settle<Players>(p, layout, 0);
}

template <int Players>
void place(Position& p, const Layout& layout, int kind, int path) {
    set_builder(p, path, kind);
    if (p.phase == PHASE_SETUP) {
        p.mover = static_cast<std::uint8_t>(p.mover + 1 == Players ? 0 : p.mover + 1);
        --p.setup_left[kind];
        if (!(p.setup_left[1] | p.setup_left[2] | p.setup_left[3] | p.setup_left[4])) {
            p.phase = PHASE_BUILD;  // of seat 0: each seat has set up the same number
        }
        p.turn = p.mover;
        return;
    }
    hold(p, p.mover, kind, -1);
    if (holds(p, p.mover)) return;
    if (p.on_board & layout.owned[p.turn]) {
        p.phase = PHASE_BUILD;
    } else {
        ++p.dry;
        end_turn<Players>(p, layout);
    }
}

template <int Players>
void build(Position& p, const Layout& layout, int action) {
    const int lay = action % LAYS, port = action / (4 * LAYS), look = action / LAYS % 4;
    const int beyond = NEIGHBOR[port];
    lay_tile(p, beyond >> 2, LAY_FACE[(beyond & 3) * LAYS + lay]);
    p.dry = 0;
    if (walk(p, SIGHT[(port >> 2) * 4 + look]) && (p.bare[0] | p.bare[1])) {
        p.phase = PHASE_EXTRA;
        p.laid = LAY_KIND[lay];
    } else {
        close_phase<Players>(p, layout);
    }
}

}  // namespace

template <int Players>
int Rules<Players>::legal(const Position& p, const Layout& layout, Action* out) {
    Action* end = out;
    switch (p.phase) {
        case PHASE_SETUP: end = append_places(p, p.setup_left, out); break;
        case PHASE_RESERVE: end = append_places(p, p.held[p.mover], out); break;
        case PHASE_BUILD:
            end = append_builds<Players>(p, layout, out);
            if (end == out)
                for (std::uint64_t rest = p.occupied; rest; rest &= rest - 1)
                    *end++ = static_cast<Action>(ACTION_MOVE + std::countr_zero(rest));
            break;
        case PHASE_EXTRA: end = append_extras(p, out); break;
        case PHASE_CLOSE: {
            const Ends<Players> ends(p, layout);
            for (const int* port = ends.ports; *port != NOBODY; ++port) *end++ = static_cast<Action>(ACTION_CLOSE + *port);
            *end++ = ACTION_PASS;
            break;
        }
        case PHASE_CLAIM:
            for (int kind = 1; kind < HAND; ++kind)
                if (p.reserve[kind]) *end++ = static_cast<Action>(ACTION_TAKE + kind - 1);
            break;
        default: break;
    }
    return static_cast<int>(end - out);
}

template <int Players>
void Rules<Players>::apply(Position& p, const Layout& layout, Action action) {
    p.hash ^= clock_key(p);
    if (action < ACTION_EXTRA) {
        build<Players>(p, layout, action);
    } else if (action < ACTION_PLACE) {
        lay_tile(p, (action - ACTION_EXTRA) / FACES, (action - ACTION_EXTRA) % FACES + 1);
        p.laid = 0;
        close_phase<Players>(p, layout);
    } else if (action < ACTION_MOVE) {
        place<Players>(p, layout, (action - ACTION_PLACE) / PATH + 1, (action - ACTION_PLACE) % PATH + 1);
    } else if (action < ACTION_CLOSE) {
        ++p.dry;
        walk(p, action - ACTION_MOVE + 1);
        close_phase<Players>(p, layout);
    } else if (action < ACTION_PASS) {
        unsigned chosen = p.on_board & layout.owned[p.turn];
        while (p.ends[std::countr_zero(chosen)] != action - ACTION_CLOSE) chosen &= chosen - 1;
        settle<Players>(p, layout, chosen & -chosen);
    } else if (action == ACTION_PASS) {
        settle<Players>(p, layout, 0);
    } else {
        const int kind = action - ACTION_TAKE + 1;
        --p.reserve[kind];
        hold(p, p.mover, kind, 1);
        p.hash ^= counted(HASH_DUE + p.mover * 16, p.due[p.mover]);
        --p.due[p.mover];
        p.hash ^= counted(HASH_DUE + p.mover * 16, p.due[p.mover]);
        claim_phase<Players>(p, layout);
    }
    p.hash ^= clock_key(p);
}

template struct Rules<2>;
template struct Rules<3>;
template struct Rules<4>;

}  // namespace aqua
