#include "evaluate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "nearness.hpp"
#include "rules.hpp"

namespace aqua {

using namespace tables;

namespace {

// What all aqueducts of a position share, computed once.
struct Prospects {
    float everywhere;         // what the empty squares on the board add to what each may grow
    float tempos[MAX_SEATS];  // how much of its room an aqueduct of the seat will have the time to use, 0 to 1

    Prospects(const Position& p, const Layout& layout, const Params& params) {
        const auto empty = static_cast<float>(std::popcount(p.empty[0]) + std::popcount(p.empty[1]));
        everywhere = params.grow_empty * empty;
        const float turns = empty / static_cast<float>(layout.players);
        for (int seat = 0; seat < layout.players; ++seat) {
            const int open = std::popcount(static_cast<unsigned>(p.on_board & layout.owned[seat]));
            const float tempo = turns / (params.grow_tempo * static_cast<float>(open));
            tempos[seat] = !open ? 0 : tempo < 1 ? tempo : 1;
        }
    }
};

// What an open aqueduct of a seat that faces an empty square may still grow.
inline float growth(const Position& p, const Params& params, const Prospects& prospects, int end, int square, int seat) {
    const int room = near_count(p.empty, square);
    const std::uint8_t* seen = SIGHT + (end >> 2) * 4;
    const int sight = (p.path[seen[0]] != 0) + (p.path[seen[1]] != 0) + (p.path[seen[2]] != 0) + (p.path[seen[3]] != 0);
    const float grown = params.grow_base + params.grow_room * static_cast<float>(room) +
                        params.grow_sight * static_cast<float>(sight) + prospects.everywhere;
    return grown > 0 ? grown * prospects.tempos[seat] : 0;
}

struct Runner {
    float length;
    int seat;
};

void bonuses(const std::uint8_t* standing, const float (*on)[MAX_SEATS], int players, float* points) {
    float bonus = 4;
    for (int value = PODIUMS - 1; value > 0 && bonus > 1; --value) {
        if (!standing[value]) continue;
        for (int seat = 0; seat < players; ++seat) points[seat] += bonus * on[value][seat];
        bonus -= 1;
    }
}

void win_shares(const float* points, int players, float spread, float* share) {
    float best = points[0];
    for (int seat = 1; seat < players; ++seat) best = std::max(best, points[seat]);
    float total = 0;
    for (int seat = 0; seat < players; ++seat) total += share[seat] = std::exp((points[seat] - best) / spread);
    for (int seat = 0; seat < players; ++seat) share[seat] /= total;
}

}  // namespace

void evaluate(const Position& p, const Layout& layout, const Params& params, Estimate& out) {
    if (p.phase == PHASE_OVER) return result(p, layout, out);
    const int players = layout.players;
    const Prospects prospects(p, layout, params);
    std::fill_n(out.points, players, 0.0f);
    Runner runners[AQUEDUCTS];
    int count = 0;
    float hope = 0;
    for (unsigned rest = p.on_board; rest; rest &= rest - 1) {
        const int aqueduct = std::countr_zero(rest), seat = layout.seats[aqueduct];
        float length = p.lengths[aqueduct];
        if (!(p.blocked >> aqueduct & 1)) {
            const int end = p.ends[aqueduct];
            const float more = growth(p, params, prospects, end, NEIGHBOR[end] >> 2, seat);
            length += more;
            hope += more;
        }
        int at = count++;
        for (; at > 0 && runners[at - 1].length < length; --at) runners[at] = runners[at - 1];
        runners[at] = {length, seat};
    }
    std::uint8_t standing[PODIUMS];
    float on[PODIUMS][MAX_SEATS] = {};
    for (int value = 0; value < PODIUMS; ++value) {
        const int podium = p.podiums[value];
        standing[value] = static_cast<std::uint8_t>(count_on(p.podiums[value]));
        if (!podium) continue;
        const int first = layout.color_seats[(podium & 15) - 1];
        on[value][first] += 1;
        out.points[first] += static_cast<float>(value);
        if (podium > 15) {
            const int second = layout.color_seats[(podium >> 4) - 1];
            on[value][second] += 1;
            out.points[second] += static_cast<float>(value);
        }
    }
    for (int i = 0; i < count; ++i) {
        const float length = std::min(runners[i].length, static_cast<float>(PODIUMS - 1));
        const int wanted = static_cast<int>(length);
        int value = wanted;
        while (value && standing[value] == PODIUM_ROOM[value]) --value;
        // between two podiums the points go over smoothly
        out.points[runners[i].seat] += static_cast<float>(value) + (length - static_cast<float>(wanted)) * 0.8f;
        if (!value) continue;
        ++standing[value];
        on[value][runners[i].seat] += 1;
    }
    bonuses(standing, on, players, out.points);
    const float open = hope / (hope + 20);
    win_shares(out.points, players, params.spread_end + (params.spread_start - params.spread_end) * open, out.share);
}

void result(const Position& p, const Layout& layout, Estimate& out) {
    int points[MAX_SEATS], best = 0, winners = 0;
    scores(p, layout, points);
    for (int seat = 0; seat < layout.players; ++seat) best = std::max(best, points[seat]);
    for (int seat = 0; seat < layout.players; ++seat) winners += points[seat] == best;
    for (int seat = 0; seat < layout.players; ++seat) {
        out.points[seat] = static_cast<float>(points[seat]);
        out.share[seat] = points[seat] == best ? 1.0f / static_cast<float>(winners) : 0.0f;
    }
}

void utilities(const Estimate& estimate, const Params& params, int players, float* out) {
    float total = 0;
    for (int seat = 0; seat < players; ++seat) total += estimate.points[seat];
    for (int seat = 0; seat < players; ++seat) {
        const float others = (total - estimate.points[seat]) / static_cast<float>(players - 1);
        const float lead = (estimate.points[seat] - others) / params.points_scale;
        out[seat] = estimate.share[seat] + params.points_weight * lead / (1 + std::fabs(lead));
    }
}

namespace {

// What a build changes in the expected lengths, seen by the mover.
float build_gain(const Position& p, const Layout& layout, const Params& params, const Prospects& prospects, int action) {
    const int lay = action % LAYS, port = action / (4 * LAYS);
    const int beyond = NEIGHBOR[port], square = beyond >> 2;
    const int face = LAY_FACE[(beyond & 3) * LAYS + lay];
    float gain = 0;
    for (unsigned sides = p.fed[square]; sides; sides &= sides - 1) {
        const int side = std::countr_zero(sides);
        const int aqueduct = p.feeder[square] >> side * 4 & 15;
        if (!(p.on_board >> aqueduct & 1)) continue;
        const int seat = layout.seats[aqueduct];
        const float before =
            static_cast<float>(p.lengths[aqueduct]) + growth(p, params, prospects, p.ends[aqueduct], square, seat);
        const int leave = THROUGH[face << 2 | side];
        float after;
        if (leave < 0) {
            after = static_cast<float>(podium_for(p, p.lengths[aqueduct]));
        } else {
            const Flow flow = follow(p.board, square << 2 | leave);
            const int length = p.lengths[aqueduct] + flow.steps + 1;
            // a channel that comes back to this very square ends before it or runs through the new tile: rare, left to search
            if (flow.beyond < 0)
                after = static_cast<float>(podium_for(p, length));
            else
                after = static_cast<float>(length) + growth(p, params, prospects, flow.end, flow.beyond >> 2, seat);
        }
        gain += (after - before) * (seat == p.mover ? 1.0f : -params.rival_weight);
    }
    return gain;
}

// Closing now is worth the podium and a reserve builder; going on is worth what may still grow.
float close_gain(const Position& p, const Layout& layout, const Params& params, const Prospects& prospects, int action) {
    if (action == ACTION_PASS) return 0;
    unsigned own = p.on_board & layout.owned[p.turn];
    while (p.ends[std::countr_zero(own)] != action - ACTION_CLOSE) own &= own - 1;
    const int aqueduct = std::countr_zero(own), end = p.ends[aqueduct];
    const float later = static_cast<float>(p.lengths[aqueduct]) +
                        growth(p, params, prospects, end, NEIGHBOR[end] >> 2, p.turn);
    return static_cast<float>(podium_for(p, p.lengths[aqueduct])) + params.close_bonus - later;
}

// What it is worth to the mover that a builder stands at the end of a line, in squares: its own workmen may use him,
// rivals may too. The weights follow those of the network for the lines that a builder leaves and reaches.
struct Watch {
    float worth[LINES];

    Watch(const Position& p, const Layout& layout) {
        int own[LINES] = {}, rivals[LINES] = {};
        for (unsigned rest = p.on_board & ~p.blocked; rest; rest &= rest - 1) {
            const int aqueduct = std::countr_zero(rest), square = p.ends[aqueduct] >> 2;
            int* seeing = layout.seats[aqueduct] == p.mover ? own : rivals;
            ++seeing[COLUMN[square]];
            ++seeing[ROW[square]];
        }
        for (int line = 0; line < LINES; ++line)
            worth[line] = 0.35f * static_cast<float>(own[line]) - 0.2f * static_cast<float>(rivals[line]) - (rivals[line] ? 0.3f : 0);
    }
};

// What walking the builder of a build changes: over a fountain he brings an extra tile, and other workmen see him.
struct Walks {
    const Position& position;
    const Params& params;
    const Watch watch;

    float gain(int action) const {
        const int path = SIGHT[(action / (4 * LAYS) >> 2) * 4 + action / LAYS % 4];
        const Destination to = destination(position.occupied, path);
        return (to.fountain ? params.rollout_fountain : 0) +
               params.rollout_watch * (watch.worth[LINE[to.path]] - watch.worth[LINE[path]]);
    }
};

}  // namespace

template <int Players>
void glance(const Position& p, const Layout& layout, const Params& params, const Action* actions, int count,
            float* gains, Random& random) {
    if (p.phase == PHASE_BUILD && actions[0] < ACTION_EXTRA) {
        const Prospects prospects(p, layout, params);
        for (int i = 0; i < count; ++i) gains[i] = build_gain(p, layout, params, prospects, actions[i]);
        return;
    }
    // everything else is tried out; of very many decisions only a sample
    constexpr int SAMPLE = 64;
    Estimate now, then;
    evaluate(p, layout, params, now);
    for (int i = 0; i < count; ++i) {
        if (count > SAMPLE && random.below(count) >= SAMPLE) {
            gains[i] = -1;
            continue;
        }
        Position next = p;
        Rules<Players>::apply(next, layout, actions[i]);
        evaluate(next, layout, params, then);
        float gain = then.points[p.mover] - now.points[p.mover];
        for (int seat = 0; seat < Players; ++seat)
            if (seat != p.mover) gain -= params.rival_weight * (then.points[seat] - now.points[seat]);
        gains[i] = gain;
    }
}

template <int Players>
Action sensible(const Position& p, const Layout& layout, const Params& params, const Action* actions, int count,
                Random& random) {
    if (count == 1) return actions[0];
    if (!formula_decides(p, actions)) return actions[random.below(count)];
    const bool builds = p.phase == PHASE_BUILD;
    const Prospects prospects(p, layout, params);
    std::optional<Walks> walks;
    if (builds && (params.rollout_fountain != 0 || params.rollout_watch != 0)) walks.emplace(Walks{p, params, Watch(p, layout)});
    Action best = actions[0];
    float best_gain = -1e9f;
    for (int i = 0; i < count; ++i) {
        float gain = builds ? build_gain(p, layout, params, prospects, actions[i])
                            : close_gain(p, layout, params, prospects, actions[i]);
        if (walks) gain += walks->gain(actions[i]);
        gain += params.rollout_noise * (random.unit() + random.unit() - 1);
        if (gain > best_gain) {
            best_gain = gain;
            best = actions[i];
        }
    }
    return best;
}

#define AQUA_INSTANTIATE(N)                                                                                        \
    template void glance<N>(const Position&, const Layout&, const Params&, const Action*, int, float*, Random&);   \
    template Action sensible<N>(const Position&, const Layout&, const Params&, const Action*, int, Random&);
AQUA_INSTANTIATE(2)
AQUA_INSTANTIATE(3)
AQUA_INSTANTIATE(4)
#undef AQUA_INSTANTIATE

}  // namespace aqua
