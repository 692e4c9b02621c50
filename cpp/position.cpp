#include "position.hpp"

#include <algorithm>
#include <numeric>

namespace aqua {

using namespace tables;

namespace {

std::uint64_t all_keys(const Position& p, const Layout& layout) {
    std::uint64_t keys = KEYS[HASH_PLAYERS + layout.players];
    for (int square = 0; square < SQUARES; ++square) keys ^= KEYS[HASH_CONTENT + square * 16 + p.board[square]];
    for (int aqueduct = 0; aqueduct < AQUEDUCTS; ++aqueduct) {
        keys ^= KEYS[HASH_OUTLET + layout.outlets[aqueduct]];
        if (p.on_board >> aqueduct & 1) keys ^= KEYS[HASH_WORKMAN + layout.outlets[aqueduct]];
    }
    for (int path = 1; path <= PATH; ++path) keys ^= KEYS[HASH_BUILDER + path * 8 + p.path[path]];
    for (int seat = 0; seat < layout.players; ++seat) {
        for (int kind = 1; kind < HAND; ++kind) keys ^= KEYS[HASH_HELD + (seat * 8 + kind) * 8 + p.held[seat][kind]];
        keys ^= KEYS[HASH_DUE + seat * 16 + p.due[seat]];
    }
    for (int value = 1; value < PODIUMS; ++value) {
        const int low = p.podiums[value] & 15, high = p.podiums[value] >> 4;
        if (low) keys ^= KEYS[HASH_PODIUM + (value * 4 + low - 1) * 4 + 1 + (low == high)];
        if (high && low != high) keys ^= KEYS[HASH_PODIUM + (value * 4 + high - 1) * 4 + 1];
    }
    return keys;
}

}  // namespace

void index_seats(Layout& layout) {
    for (int aqueduct = 0; aqueduct < AQUEDUCTS; ++aqueduct) {
        const int seat = layout.color_seats[layout.colors[aqueduct]];
        layout.seats[aqueduct] = static_cast<std::uint8_t>(seat);
        layout.owned[seat] |= static_cast<std::uint16_t>(1 << aqueduct);
    }
    for (int square = 0; square < SQUARES; ++square)
        if (layout.start_board[square] == EMPTY) layout.tiles[square >> 6] |= 1ull << (square & 63);
}

Position start_position(const Layout& layout) {
    Position position{};
    std::memcpy(position.board, layout.start_board, sizeof layout.start_board);
    position.on_board = (1 << AQUEDUCTS) - 1;
    position.phase = PHASE_SETUP;
    position.refresh(layout);
    return position;
}

void Position::refresh(const Layout& layout) {
    blocked = 0;
    std::memset(workmen, 0, sizeof workmen);
    std::memset(fed, 0, sizeof fed);
    std::memset(feeder, 0xff, sizeof feeder);
    for (int aqueduct = 0; aqueduct < AQUEDUCTS; ++aqueduct) {
        const Flow flow = follow(board, layout.outlets[aqueduct]);
        ends[aqueduct] = static_cast<std::uint16_t>(flow.end);
        lengths[aqueduct] = static_cast<std::uint8_t>(flow.steps);
        if (on_board >> aqueduct & 1) workmen[layout.seats[aqueduct]].add(flow.end);
        if (flow.beyond < 0) {
            blocked |= static_cast<std::uint16_t>(1 << aqueduct);
            continue;
        }
        const int square = flow.beyond >> 2, shift = (flow.beyond & 3) * 4;
        fed[square] |= static_cast<std::uint8_t>(1 << (flow.beyond & 3));
        feeder[square] = static_cast<std::uint16_t>((feeder[square] & ~(15 << shift)) | aqueduct << shift);
    }
    bare[0] = bare[1] = empty[0] = empty[1] = 0;
    for (int kind = 1; kind < 5; ++kind) stock[kind] = TILES_PER_KIND;
    stock[0] = 0;
    for (int square = 0; square < SQUARES; ++square) {
        if (board[square] == EMPTY) empty[square >> 6] |= 1ull << (square & 63);
        if (board[square] == EMPTY && !fed[square]) bare[square >> 6] |= 1ull << (square & 63);
        if (board[square] != layout.start_board[square]) --stock[FACE_KIND[board[square]]];
        if (fed[square] == ALL_SIDES)
            for (int side = 0; side < 4; ++side)
                blocked |= static_cast<std::uint16_t>(1 << (feeder[square] >> side * 4 & 15));
    }
    occupied = 0;
    for (int kind = 0; kind < HAND; ++kind)
        reserve[kind] = phase == PHASE_SETUP ? RESERVE_PER_KIND[kind] : BUILDERS_PER_KIND[kind];
    for (int kind = 0; kind < HAND; ++kind)
        setup_left[kind] = static_cast<std::uint8_t>(BUILDERS_PER_KIND[kind] - RESERVE_PER_KIND[kind]);
    if (phase != PHASE_SETUP) std::memset(setup_left, 0, sizeof setup_left);
    for (int place = 1; place <= PATH; ++place) {
        if (!path[place]) continue;
        if (phase == PHASE_SETUP) --setup_left[path[place]];
        occupied |= 1ull << (place - 1);
        if (phase != PHASE_SETUP) --reserve[path[place]];
    }
    for (int seat = 0; seat < layout.players; ++seat)
        for (int kind = 1; kind < HAND; ++kind)
            reserve[kind] = static_cast<std::uint8_t>(reserve[kind] - held[seat][kind]);
    refresh_sight();
    room = 1;
    for (int value = 1; value < PODIUMS; ++value)
        if (count_on(podiums[value]) < PODIUM_ROOM[value]) room |= 1u << value;
    keys = all_keys(*this, layout);
}

void Position::refresh_sight() {
    std::memset(lays, 0, sizeof lays);
    for (int kind = 1; kind < 5; ++kind)
        if (stock[kind]) lays[JOKER] |= lays[kind] = KIND_LAYS[kind];
    for (int kind = 1; kind < 5; ++kind)
        if (!stock[kind]) lays[kind] = lays[JOKER];
    std::memset(sight, 0, sizeof sight);
    for (int place = 1; place <= PATH; ++place)
        sight[LINE[place]] |= static_cast<std::uint32_t>(lays[path[place]]) << LINE_SHIFT[place];
}

namespace {

// The numbers that are looked up in tables.
const char* wrong_number(const Position& p, const Layout& layout) {
    for (int square = 0; square < SQUARES; ++square) {
        const int start = layout.start_board[square];
        if (start == EMPTY ? p.board[square] > FACES : p.board[square] != start) return "no such board in this layout";
    }
    if (p.path[0]) return "the path begins with square 1";
    for (const int kind : p.path)
        if (kind >= HAND) return "no such builder";
    for (const auto& hand : p.held)
        if (hand[0] || *std::max_element(hand, hand + HAND) > BUILDERS_PER_KIND[1]) return "no such hand";
    if (p.podiums[0]) return "there is no podium 0";
    for (const int podium : p.podiums) {
        const int low = podium & 15, high = podium >> 4;
        if (low > 4 || high > 4 || (high && (!low || high < low))) return "no such podium";
    }
    if (p.on_board >> AQUEDUCTS) return "no such workman";
    if (p.phase > PHASE_OVER || p.mover >= layout.players || p.turn >= layout.players || p.dry > layout.players ||
        p.laid >= JOKER)
        return "no such clock";
    return nullptr;
}

// Tiles, builders and workmen that there cannot be so many of.
const char* wrong_count(const Position& p, const Layout& layout) {
    int tiles[HAND] = {}, builders[HAND] = {}, set_up[HAND] = {};
    for (int square = 0; square < SQUARES; ++square)
        if (layout.start_board[square] == EMPTY) ++tiles[FACE_KIND[p.board[square]]];
    for (int place = 1; place <= PATH; ++place) ++set_up[p.path[place]];
    const bool setup = p.phase == PHASE_SETUP;
    for (int kind = 1; kind < HAND; ++kind) {
        if (tiles[kind] > TILES_PER_KIND) return "too many tiles of a kind";
        builders[kind] = set_up[kind];
        for (const auto& hand : p.held) builders[kind] += hand[kind];
        if (setup && builders[kind] > set_up[kind]) return "a reserve builder is held during the set-up";
        const int first = BUILDERS_PER_KIND[kind] - RESERVE_PER_KIND[kind];
        if (builders[kind] > (setup ? first : BUILDERS_PER_KIND[kind])) return "too many builders of a kind";
        if (!setup && set_up[kind] < first) return "the set-up is not complete";
    }
    int standing[5] = {}, gone[5] = {};
    for (int value = 1; value < PODIUMS; ++value) {
        if (count_on(p.podiums[value]) > PODIUM_ROOM[value]) return "a podium is too full";
        ++standing[p.podiums[value] & 15], ++standing[p.podiums[value] >> 4];
    }
    for (int aqueduct = 0; aqueduct < AQUEDUCTS; ++aqueduct)
        gone[layout.colors[aqueduct] + 1] += ~p.on_board >> aqueduct & 1;
    for (int color = 1; color < 5; ++color)
        if (standing[color] > gone[color]) return "a workman stands on a podium and on the board";
    const int reserve = std::accumulate(BUILDERS_PER_KIND, BUILDERS_PER_KIND + HAND, 0) -
                        std::accumulate(builders + 1, builders + HAND, 0);
    if (std::accumulate(p.due, p.due + MAX_SEATS, 0) > reserve) return "more reserve builders are due than there are";
    return nullptr;
}

// A phase that asks for nothing, or for what cannot be.
const char* wrong_phase(const Position& p, const Layout& layout) {
    const unsigned own = p.on_board & layout.owned[p.turn];
    const bool claiming = p.phase == PHASE_CLAIM, built = p.phase == PHASE_EXTRA || p.phase == PHASE_CLOSE;
    for (int seat = 0; seat < MAX_SEATS; ++seat)
        if (p.due[seat] && (!claiming || seat >= layout.players)) return "nobody takes a builder now";
    if (claiming ? !p.due[p.mover] : p.mover != p.turn) return "another seat has to decide";
    if ((p.laid != 0) != (p.phase == PHASE_EXTRA)) return "a tile was laid for an extra tile alone";
    if (p.phase == PHASE_OVER) return p.on_board ? "the game is over with workmen on the board" : nullptr;
    if (!claiming && !p.on_board) return "the game goes on without workmen";
    if (!claiming && p.dry >= layout.players + (p.phase == PHASE_CLOSE)) return "the game goes on without tiles";
    if ((p.on_board & p.blocked) && !built) return "an aqueduct that cannot be extended still has its workman";
    const auto& hand = p.held[p.turn];
    const bool holds = std::any_of(hand, hand + HAND, [](int count) { return count != 0; });
    switch (p.phase) {
        case PHASE_SETUP: return p.setup_left[1] | p.setup_left[2] | p.setup_left[3] | p.setup_left[4]
                                     ? nullptr
                                     : "the set-up is complete";
        case PHASE_RESERVE: return holds ? nullptr : "the seat holds no builder";
        case PHASE_EXTRA:
            if (!(p.bare[0] | p.bare[1])) return "there is no square for an extra tile";
            [[fallthrough]];
        case PHASE_BUILD: return own ? nullptr : "the seat has no workman";
        case PHASE_CLOSE: return own && !(own & p.blocked) ? nullptr : "the seat has nothing to close";
        default: return nullptr;
    }
}

}  // namespace

const char* Position::adopt(const Layout& layout) {
    const char* wrong = wrong_number(*this, layout);
    if (!wrong) wrong = wrong_count(*this, layout);
    if (wrong) return wrong;
    refresh(layout);
    return wrong_phase(*this, layout);
}

void scores(const Position& position, const Layout& layout, int* points) {
    for (int seat = 0; seat < layout.players; ++seat) points[seat] = 0;
    int bonus = 4;
    for (int value = PODIUMS - 1; value > 0; --value) {
        const int podium = position.podiums[value];
        if (!podium) continue;
        points[layout.color_seats[(podium & 15) - 1]] += value + bonus;
        if (podium > 15) points[layout.color_seats[(podium >> 4) - 1]] += value + bonus;
        bonus = bonus > 2 ? bonus - 1 : 0;
    }
}

}  // namespace aqua
