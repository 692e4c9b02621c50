#include "rules.hpp"

#include "lists.hpp"

namespace aqua {

using namespace tables;

namespace {

// Builders of the kinds that there are some of, on all free path squares (R2.5, R4.1).
Action* append_places(const Position& p, const std::uint8_t* counts, Action* out) {
    const SetBits<(PATH + 7) / 8> free(~p.occupied & ((1ull << PATH) - 1));
    for (int kind = 1; kind < HAND; ++kind)
        if (counts[kind]) out = free.write(ACTION_PLACE + (kind - 1) * PATH, out);
    return out;
}

// What the workmen of the seat can have laid (R4.2–R4.4).
Action* append_builds(const Position& p, Action* out) {
    constexpr unsigned EACH_LOOK = 1 | 1 << LAYS | 1 << 2 * LAYS | 1 << 3 * LAYS;
    for (Ends rest = p.workmen[p.turn]; !rest.empty(); rest.drop_first()) {
        const int port = rest.first(), square = port >> 2, beyond = NEIGHBOR[port];
        const unsigned seen = p.sight[COLUMN[square]] | p.sight[ROW[square]];
        const unsigned choices = seen & allowed_lays(p, beyond >> 2, beyond & 3) * EACH_LOOK;
        out = SetBits<3>(choices).write(ACTION_BUILD + port * 4 * LAYS, out);
    }
    return out;
}

// So many faces from `face` on, on each of the squares.
template <int Count>
Action* append_faces(const Action* squares, const Action* last, int face, Action* out) {
    for (; squares < last; ++squares, out += Count)
        for (int i = 0; i < Count; ++i) out[i] = static_cast<Action>(ACTION_EXTRA + *squares * FACES + face - 1 + i);
    return out;
}

// The kind just laid on all squares before which no aqueduct ends, or any if it has run out (R4.7).
Action* append_extras(const Position& p, Action* out) {
    Action squares[SQUARES + 8];
    const Action* last = SetBits<3>(p.bare[1]).write(64, SetBits<8>(p.bare[0]).write(0, squares));
    if (p.stock[p.laid]) {
        static_assert(FACE_COUNT[1] == 4 && FACE_COUNT[2] == 2 && FACE_COUNT[3] == 2 && FACE_COUNT[4] == 1);
        const int face = KIND_FACE[p.laid];
        switch (FACE_COUNT[p.laid]) {
            case 1: return append_faces<1>(squares, last, face, out);
            case 2: return append_faces<2>(squares, last, face, out);
            default: return append_faces<4>(squares, last, face, out);
        }
    }
    for (const Action* square = squares; square < last; ++square)
        for (int face = 1; face <= FACES; ++face)
            if (p.stock[FACE_KIND[face]]) *out++ = static_cast<Action>(ACTION_EXTRA + *square * FACES + face - 1);
    return out;
}

// The ends of the seat's workmen, then the decision not to close (R4.9).
template <int Players>
Action* append_closings(const Position& p, const Layout& layout, Action* out) {
    Ends rest = p.workmen[p.turn];
    for (int i = 0; i < AQUEDUCTS / Players; ++i, rest.drop_first())
        out[i] = static_cast<Action>(ACTION_CLOSE + rest.first());
    out += std::popcount<unsigned>(p.on_board & layout.owned[p.turn]);
    *out++ = ACTION_PASS;
    return out;
}

// The kinds in the reserve (R5.3).
Action* append_claims(const Position& p, Action* out) {
    for (int kind = 1; kind < HAND; ++kind) {
        *out = static_cast<Action>(ACTION_TAKE + kind - 1);
        out += p.reserve[kind] != 0;
    }
    return out;
}

void hold(Position& p, int seat, int kind, int change) {
    const int first = HASH_HELD + (seat * 8 + kind) * 8;
    std::uint8_t& count = p.held[seat][kind];
    p.keys ^= KEYS[first + count] ^ KEYS[first + count + change];
    count = static_cast<std::uint8_t>(count + change);
}

bool holds(const Position& p, int seat) {
    const std::uint8_t* hand = p.held[seat];
    return hand[1] | hand[2] | hand[3] | hand[4] | hand[5];
}

void set_builder(Position& p, int path, int kind) {
    p.path[path] = static_cast<std::uint8_t>(kind);
    p.occupied |= 1ull << (path - 1);
    p.sight[LINE[path]] |= static_cast<std::uint32_t>(p.lays[kind]) << LINE_SHIFT[path];
    p.keys ^= KEYS[HASH_BUILDER + path * 8 + kind];
}

// Move a builder on; whether he passed a fountain (R4.6).
bool walk(Position& p, int path) {
    const Destination to = destination(p.occupied, path);
    const int kind = p.path[path];
    p.path[path] = 0;
    p.occupied ^= 1ull << (path - 1);
    p.sight[LINE[path]] ^= static_cast<std::uint32_t>(p.lays[kind]) << LINE_SHIFT[path];
    p.keys ^= KEYS[HASH_BUILDER + path * 8 + kind];
    set_builder(p, to.path, kind);
    return to.fountain;
}

void clear_bare(Position& p, int square) { p.bare[square >> 6] &= ~(1ull << (square & 63)); }

// Put a tile on an empty square; every aqueduct that faces it grows or is blocked (R4.5, R3.5).
void lay_tile(Position& p, const Layout& layout, int square, int face) {
    p.board[square] = static_cast<std::uint8_t>(face);
    if (--p.stock[FACE_KIND[face]] == 0) p.refresh_sight();  // builders of this kind now allow any other
    p.keys ^= KEYS[HASH_CONTENT + square * 16 + face];
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
        Ends& workmen = p.workmen[layout.seats[aqueduct]];
        Ends moved = workmen;  // in any case: that is cheaper than a branch
        moved.remove(p.ends[aqueduct]);
        moved.add(flow.end);
        if (p.on_board >> aqueduct & 1) workmen = moved;
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
    const int before = p.podiums[value] == color + 1;  // of the same color
    const std::uint64_t* keys = KEYS + HASH_PODIUM + (value * 4 + color) * 4;
    p.keys ^= keys[before] ^ keys[before + 1];
    stand(p, value, color);
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
            p.workmen[seat].remove(p.ends[longest]);
            p.keys ^= KEYS[HASH_WORKMAN + layout.outlets[longest]];
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
        p.keys ^= KEYS[HASH_DUE + seat * 16 + due];
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
    lay_tile(p, layout, beyond >> 2, LAY_FACE[(beyond & 3) * LAYS + lay]);
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
            end = append_builds(p, out);
            if (end == out) end = SetBits<(PATH + 7) / 8>(p.occupied).write(ACTION_MOVE, out);
            break;
        case PHASE_EXTRA: end = append_extras(p, out); break;
        case PHASE_CLOSE: end = append_closings<Players>(p, layout, out); break;
        case PHASE_CLAIM: end = append_claims(p, out); break;
        default: break;
    }
    return static_cast<int>(end - out);
}

template <int Players>
void Rules<Players>::apply(Position& p, const Layout& layout, Action action) {
    if (action < ACTION_EXTRA) {
        build<Players>(p, layout, action);
    } else if (action < ACTION_PLACE) {
        lay_tile(p, layout, (action - ACTION_EXTRA) / FACES, (action - ACTION_EXTRA) % FACES + 1);
        p.laid = 0;
        close_phase<Players>(p, layout);
    } else if (action < ACTION_MOVE) {
        place<Players>(p, layout, (action - ACTION_PLACE) / PATH + 1, (action - ACTION_PLACE) % PATH + 1);
    } else if (action < ACTION_CLOSE) {
        ++p.dry;
        walk(p, action - ACTION_MOVE + 1);
        close_phase<Players>(p, layout);
    } else if (action < ACTION_PASS) {  // of an aqueduct that can be extended: it faces an empty square
        const int beyond = NEIGHBOR[action - ACTION_CLOSE];
        settle<Players>(p, layout, 1u << (p.feeder[beyond >> 2] >> (beyond & 3) * 4 & 15));
    } else if (action == ACTION_PASS) {
        settle<Players>(p, layout, 0);
    } else {
        const int kind = action - ACTION_TAKE + 1;
        --p.reserve[kind];
        hold(p, p.mover, kind, 1);
        const int due = p.due[p.mover]--;
        p.keys ^= KEYS[HASH_DUE + p.mover * 16 + due] ^ KEYS[HASH_DUE + p.mover * 16 + due - 1];
        claim_phase<Players>(p, layout);
    }
}

template struct Rules<2>;
template struct Rules<3>;
template struct Rules<4>;

}  // namespace aqua
