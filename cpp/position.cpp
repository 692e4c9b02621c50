#include "position.hpp"

#include <bit>

namespace aqua {

using namespace tables;

namespace {

std::uint64_t full_hash(const Position& p, const Layout& layout) {
    std::uint64_t hash = 0;
    for (int square = 0; square < SQUARES; ++square)
        if (p.board[square] != EMPTY) hash ^= KEYS[HASH_CONTENT + square * 16 + p.board[square]];
    for (int aqueduct = 0; aqueduct < AQUEDUCTS; ++aqueduct) {
        hash ^= KEYS[HASH_OUTLET + layout.outlets[aqueduct]];
        if (p.on_board >> aqueduct & 1) hash ^= KEYS[HASH_WORKMAN + layout.outlets[aqueduct]];
    }
    for (int path = 1; path <= PATH; ++path)
        if (p.path[path]) hash ^= KEYS[HASH_BUILDER + path * 8 + p.path[path]];
    for (int seat = 0; seat < layout.players; ++seat) {
        for (int kind = 1; kind < HAND; ++kind)
            if (p.held[seat][kind]) hash ^= KEYS[HASH_HELD + (seat * 8 + kind) * 8 + p.held[seat][kind]];
        if (p.due[seat]) hash ^= KEYS[HASH_DUE + seat * 16 + p.due[seat]];
    }
    for (int value = 1; value < PODIUMS; ++value) {
        const int low = p.podiums[value] & 15, high = p.podiums[value] >> 4;
        if (low && low == high) {
            hash ^= KEYS[HASH_PODIUM + (value * 4 + low - 1) * 4 + 2];
        } else {
            if (low) hash ^= KEYS[HASH_PODIUM + (value * 4 + low - 1) * 4 + 1];
            if (high) hash ^= KEYS[HASH_PODIUM + (value * 4 + high - 1) * 4 + 1];
        }
    }
    hash ^= KEYS[HASH_PHASE + p.phase] ^ KEYS[HASH_MOVER + p.mover] ^ KEYS[HASH_TURN + p.turn];
    hash ^= KEYS[HASH_PLAYERS + layout.players];
    if (p.dry) hash ^= KEYS[HASH_DRY + p.dry];
    if (p.laid) hash ^= KEYS[HASH_LAID + p.laid];
    return hash;
}

}  // namespace

void index_seats(Layout& layout) {
    for (int aqueduct = 0; aqueduct < AQUEDUCTS; ++aqueduct) {
        const int seat = layout.color_seats[layout.colors[aqueduct]];
        layout.seats[aqueduct] = static_cast<std::uint8_t>(seat);
        layout.aqueducts[seat][std::popcount(layout.owned[seat])] = static_cast<std::uint8_t>(aqueduct);
        layout.owned[seat] |= static_cast<std::uint16_t>(1 << aqueduct);
    }
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
    std::memset(fed, 0, sizeof fed);
    std::memset(feeder, 0xff, sizeof feeder);
    for (int aqueduct = 0; aqueduct < AQUEDUCTS; ++aqueduct) {
        const Flow flow = follow(board, layout.outlets[aqueduct]);
        ends[aqueduct] = static_cast<std::uint16_t>(flow.end);
        lengths[aqueduct] = static_cast<std::uint8_t>(flow.steps);
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
    hash = full_hash(*this, layout);
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
