#include "policy.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "nearness.hpp"
#include "rules.hpp"

namespace aqua {

using namespace tables;

namespace {

constexpr int GAINS = 48;

// Of a build.
constexpr int P_LAY = 0;
constexpr int P_OWN_GAIN = P_LAY + 3 * LAYS;
constexpr int P_RIVAL_GAIN = P_OWN_GAIN + GAINS;
constexpr int P_ENDS = P_RIVAL_GAIN + GAINS;
constexpr int P_ENDS_LOST = P_ENDS + PODIUMS;
constexpr int P_LENGTH = P_ENDS_LOST + PODIUMS;
constexpr int P_ROOM = P_LENGTH + 25;
constexpr int P_SIGHT = P_ROOM + 13;
constexpr int P_STEPS = P_SIGHT + 5;
constexpr int P_BUILDER = P_STEPS + 6;
constexpr int P_RIVALS = P_BUILDER + 80;
constexpr int P_OWNS = P_RIVALS + 16;
constexpr int P_RANK = P_OWNS + 9;
constexpr int P_LEFT = P_RANK + 36;
constexpr int P_REACHED = P_LEFT + 16;
// Of an extra tile.
constexpr int P_TILE = P_REACHED + 16;
constexpr int P_KIND = P_TILE + SQUARES * FACES;
constexpr int P_EDGE = P_KIND + 32;
constexpr int P_SIDE = P_EDGE + 2;
constexpr int P_EMPTY_SIDE = P_SIDE + 4;
constexpr int P_FACED = P_EMPTY_SIDE + 2;
constexpr int P_LEADS = P_FACED + 18;
constexpr int P_NEAR = P_LEADS + 2 * (EXITS + 1);
// Of closing.
constexpr int P_CLOSE_PODIUM = P_NEAR + 10;
constexpr int P_CLOSE_GAP = P_CLOSE_PODIUM + PODIUMS;
constexpr int P_CLOSE_LOST = P_CLOSE_GAP + 10;
constexpr int P_CLOSE_GROWTH = P_CLOSE_LOST + 10;
constexpr int P_CLOSE_RANK = P_CLOSE_GROWTH + 16;
constexpr int P_CLOSE_OPEN = P_CLOSE_RANK + 12;
constexpr int P_CLOSE_EMPTY = P_CLOSE_OPEN + 36;
constexpr int P_CLOSE_SHARED = P_CLOSE_EMPTY + 15;
constexpr int P_PASS = P_CLOSE_SHARED + 4;
// Of placing, moving and taking builders.
constexpr int P_PLACE = P_PASS + 51;
constexpr int P_PLACE_SEEN = P_PLACE + 2 * 5 * PATH;
constexpr int P_PLACE_USED = P_PLACE_SEEN + 50;
constexpr int P_FOUNTAIN = P_PLACE_USED + 50;
constexpr int P_NEXT = P_FOUNTAIN + 12;
constexpr int P_MOVE_KIND = P_NEXT + 2;
constexpr int P_MOVE_LEFT = P_MOVE_KIND + 10;
constexpr int P_MOVE_REACHED = P_MOVE_LEFT + 16;
constexpr int P_TAKE = P_MOVE_REACHED + 16;
constexpr int P_TAKE_ON_PATH = P_TAKE + 40;
static_assert(P_TAKE_ON_PATH + 25 == POLICY_ROWS);

}  // namespace

PolicyView::PolicyView(const Position& p, const Layout& layout) : p_(p), layout_(layout) {
    empties_ = std::popcount(p.empty[0]) + std::popcount(p.empty[1]);
    stage_ = coarse_stage(empties_);
    // the phase says which decisions there are, and these what is looked at
    const bool extra = p.phase == PHASE_EXTRA, places = p.phase == PHASE_SETUP || p.phase == PHASE_RESERVE;
    const bool workmen = extra || places || p.phase == PHASE_BUILD;
    if (places) std::memset(usable_, 0, sizeof usable_);
    for (unsigned rest = p.on_board; rest; rest &= rest - 1) {
        const int aqueduct = std::countr_zero(rest), seat = layout.seats[aqueduct];
        ++open_[seat];
        if (!workmen || p.blocked >> aqueduct & 1) continue;
        const bool own = seat == p.mover;
        const int end = p.ends[aqueduct], beyond = NEIGHBOR[end], square = beyond >> 2;
        if (extra) {
            (own ? faced_own_ : faced_rival_)[square >> 6] |= 1ull << (square & 63);
            continue;
        }
        const unsigned allowed = places ? allowed_lays(p, square, beyond & 3) : 0;
        for (const int line : {static_cast<int>(COLUMN[end >> 2]), static_cast<int>(ROW[end >> 2])}) {
            ++(own ? lines_[line].own : lines_[line].rivals);
            for (int kind = 1; places && kind < HAND; ++kind)
                if (allowed & p.lays[kind]) ++(own ? usable_[line][kind].own : usable_[line][kind].rivals);
        }
    }
}

// What an aqueduct before this square may still grow, in hundredths.
int PolicyView::grown(int seat, int end, int square) const {
    const int room = near_count(p_.empty, square);
    const std::uint8_t* seen = SIGHT + (end >> 2) * 4;
    const int sight = (p_.path[seen[0]] != 0) + (p_.path[seen[1]] != 0) + (p_.path[seen[2]] != 0) + (p_.path[seen[3]] != 0);
    return expected_growth(room, sight, empties_, layout_.players, std::max(1, open_[seat]));
}

void PolicyView::build(Action action, ActionRows& out) const {
    const int lay = action % LAYS, port = action / (4 * LAYS), look = action / LAYS % 4;
    const int beyond = NEIGHBOR[port], square = beyond >> 2;
    const int face = LAY_FACE[(beyond & 3) * LAYS + lay];
    int own_gain = 0, rival_gain = 0, owns[2] = {}, rivals[2] = {};
    out.add(P_LAY + (layout_.players - 2) * LAYS + lay);
    for (unsigned sides = p_.fed[square]; sides; sides &= sides - 1) {
        const int side = std::countr_zero(sides);
        const int aqueduct = p_.feeder[square] >> side * 4 & 15;
        if (!(p_.on_board >> aqueduct & 1)) continue;
        const int seat = layout_.seats[aqueduct], length = p_.lengths[aqueduct];
        const bool own = seat == p_.mover, chosen = p_.ends[aqueduct] == port;
        const int before = length * 100 + grown(seat, p_.ends[aqueduct], square);
        const int leave = THROUGH[face << 2 | side];
        int after, reached = length;
        bool ends = true;
        Flow flow{};
        if (leave >= 0) {
            flow = follow(p_.board, square << 2 | leave);
            reached += flow.steps + 1;
            ends = flow.beyond < 0;
        }
        const int podium = podium_for(p_, reached);
        after = ends ? podium * 100 : reached * 100 + grown(seat, flow.end, flow.beyond >> 2);
        (own ? own_gain : rival_gain) += after - before;
        if (chosen) {
            if (ends) {
                out.add(P_ENDS + podium);
                out.add(P_ENDS_LOST + clamped(reached - podium, PODIUMS - 1));
            } else {
                out.add(P_LENGTH + clamped(reached, 24));
                out.add(P_ROOM + clamped(near_count(p_.empty, flow.beyond >> 2) - 1, 12));
                const std::uint8_t* seen = SIGHT + (flow.end >> 2) * 4;
                out.add(P_SIGHT + (p_.path[seen[0]] != 0) + (p_.path[seen[1]] != 0) + (p_.path[seen[2]] != 0) + (p_.path[seen[3]] != 0));
            }
            out.add(P_STEPS + clamped(flow.steps, 5));
            int rank = 0;
            for (unsigned rest = p_.on_board & layout_.owned[seat] & ~(1u << aqueduct); rest; rest &= rest - 1)
                rank += p_.lengths[std::countr_zero(rest)] > length;
            out.add(P_RANK + clamped(rank, 5) * 6 + clamped(open_[seat] - 1, 5));
        } else {
            ++(own ? owns : rivals)[ends];
        }
    }
    out.add(P_OWN_GAIN + clamped((own_gain + 1000) / 50, GAINS - 1));
    out.add(P_RIVAL_GAIN + clamped((rival_gain + 1400) / 50, GAINS - 1));
    out.add(P_RIVALS + clamped(rivals[0], 3) * 4 + clamped(rivals[1], 3));
    out.add(P_OWNS + clamped(owns[0], 2) * 3 + clamped(owns[1], 2));
    const int path = SIGHT[(port >> 2) * 4 + look];
    const Destination to = destination(p_.occupied, path);
    out.add(P_BUILDER + ((p_.path[path] - 1) * 2 + to.fountain) * 8 + stage_);
    const Watchers &left = lines_[LINE[path]], &reached = lines_[LINE[to.path]];
    out.add(P_LEFT + clamped(left.own, 3) * 4 + clamped(left.rivals, 3));
    out.add(P_REACHED + clamped(reached.own, 3) * 4 + clamped(reached.rivals, 3));
}

void PolicyView::extra(Action action, ActionRows& out) const {
    const int square = (action - ACTION_EXTRA) / FACES, face = (action - ACTION_EXTRA) % FACES + 1;
    out.add(P_TILE + square * FACES + face - 1);
    out.add(P_KIND + (FACE_KIND[face] - 1) * 8 + stage_);
    for (int side = 0; side < 4; ++side) {
        const int port = square << 2 | side, beyond = NEIGHBOR[port];
        const bool channel = THROUGH[face << 2 | side] >= 0;
        if (beyond < 0) {
            out.add(P_EDGE + channel);
            continue;
        }
        const int neighbor = beyond >> 2, there = p_.board[neighbor];
        if (there != EMPTY) {
            out.add(P_SIDE + 2 * (THROUGH[there << 2 | (beyond & 3)] >= 0) + channel);
            continue;
        }
        if (!p_.fed[neighbor]) {
            out.add(P_EMPTY_SIDE + channel);
            continue;
        }
        // where water that came to this tile from there would run to
        int outcome = EXITS;
        if (channel) outcome = exit_outcome(follow(p_.board, square << 2 | THROUGH[face << 2 | side]), neighbor);
        for (unsigned sides = p_.fed[neighbor]; sides; sides &= sides - 1) {
            const int entry = std::countr_zero(sides), aqueduct = p_.feeder[neighbor] >> entry * 4 & 15;
            const bool stands = p_.on_board >> aqueduct & 1, own = layout_.seats[aqueduct] == p_.mover;
            const int turn = ((beyond & 3) - entry + 4) % 4 - 1;  // 0 to the left, 1 ahead, 2 to the right
            if (turn < 0) continue;
            out.add(P_FACED + (turn * 3 + (!stands ? 2 : own ? 0 : 1)) * 2 + channel);
            if (stands) out.add(P_LEADS + (own ? 0 : EXITS + 1) + outcome);
        }
    }
    out.add(P_NEAR + clamped(near_count(faced_own_, square), 4));
    out.add(P_NEAR + 5 + clamped(near_count(faced_rival_, square), 4));
}

void PolicyView::close(Action action, ActionRows& out) const {
    if (action == ACTION_PASS) {
        out.add(P_PASS + clamped(open_[p_.mover] - 1, 5) * 8 + stage_);
        out.add(P_PASS + 48 + layout_.players - 2);
        return;
    }
    const int end = action - ACTION_CLOSE, beyond = NEIGHBOR[end], square = beyond >> 2;
    const int aqueduct = p_.feeder[square] >> (beyond & 3) * 4 & 15, length = p_.lengths[aqueduct];
    const int podium = podium_for(p_, length);
    out.add(P_CLOSE_PODIUM + podium);
    const std::uint32_t above = p_.room >> std::min(length + 1, 31);
    out.add(P_CLOSE_GAP + (above ? clamped(std::countr_zero(above), 8) : 9));
    out.add(P_CLOSE_LOST + clamped(length - podium, 9));
    out.add(P_CLOSE_GROWTH + clamped(grown(p_.mover, end, square) / 50, 15));
    int rank = 0;
    for (unsigned rest = p_.on_board & ~(1u << aqueduct); rest; rest &= rest - 1)
        rank += p_.lengths[std::countr_zero(rest)] >= length;
    out.add(P_CLOSE_RANK + rank);
    int reserve = 0;
    for (int kind = 1; kind < HAND; ++kind) reserve += p_.reserve[kind];
    out.add(P_CLOSE_OPEN + clamped(open_[p_.mover] - 1, 5) * 6 + clamped(reserve, 5));
    out.add(P_CLOSE_EMPTY + clamped(empties_ / 6, 14));
    out.add(P_CLOSE_SHARED + clamped(std::popcount(static_cast<unsigned>(p_.fed[square])) - 1, 3));
}

void PolicyView::place(Action action, ActionRows& out) const {
    const int kind = (action - ACTION_PLACE) / PATH + 1, path = (action - ACTION_PLACE) % PATH + 1;
    const int later = p_.phase != PHASE_SETUP;
    out.add(P_PLACE + (later * 5 + kind - 1) * PATH + path - 1);
    const Watchers &seen = lines_[LINE[path]], &used = usable_[LINE[path]][kind];
    out.add(P_PLACE_SEEN + later * 25 + clamped(seen.own, 4) * 5 + clamped(seen.rivals, 4));
    out.add(P_PLACE_USED + later * 25 + clamped(used.own, 4) * 5 + clamped(used.rivals, 4));
    int steps = 0;
    for (int at = path; at < PATH && ZONE[at + 1] == ZONE[path]; ++at) ++steps;
    out.add(P_FOUNTAIN + clamped(steps, 11));
    out.add(P_NEXT + static_cast<int>(p_.occupied >> (path % PATH) & 1));
}

void PolicyView::move(Action action, ActionRows& out) const {
    const int path = action - ACTION_MOVE + 1;
    const Destination to = destination(p_.occupied, path);
    out.add(P_MOVE_KIND + (p_.path[path] - 1) * 2 + to.fountain);
    const Watchers &left = lines_[LINE[path]], &reached = lines_[LINE[to.path]];
    out.add(P_MOVE_LEFT + clamped(left.own, 3) * 4 + clamped(left.rivals, 3));
    out.add(P_MOVE_REACHED + clamped(reached.own, 3) * 4 + clamped(reached.rivals, 3));
}

void PolicyView::rows(Action action, ActionRows& out) const {
    out.count = 0;
    if (action < ACTION_EXTRA) return build(action, out);
    if (action < ACTION_PLACE) return extra(action, out);
    if (action < ACTION_MOVE) return place(action, out);
    if (action < ACTION_CLOSE) return move(action, out);
    if (action < ACTION_TAKE) return close(action, out);
    const int kind = action - ACTION_TAKE + 1;
    out.add(P_TAKE + (kind - 1) * 8 + (kind <= 4 ? clamped((p_.stock[kind] + 2) / 3, 7) : 0));
    int there = 0;
    for (int path = 1; path <= PATH; ++path) there += p_.path[path] == kind;
    out.add(P_TAKE_ON_PATH + (kind - 1) * 5 + clamped(there, 4));
}

}  // namespace aqua
