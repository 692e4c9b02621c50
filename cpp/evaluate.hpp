// What a position is worth without search: expected lengths, the race for podiums, shares of the win.
#pragma once

#include "position.hpp"
#include "random.hpp"

namespace aqua {

// The knobs of search and evaluation. aquaromana/engine/params.py documents each and holds the defaults;
// the list here only says which there are, in its order.
#define AQUA_PARAMS(X)                                                                                              \
    X(explore) X(first_play) X(prior_scale) X(prior_floor) X(widen_from) X(widen_factor) X(widen_power)              \
    X(points_weight) X(points_scale) X(overlook) X(past_close) X(rollout_depth) X(rollout_noise)                     \
    X(rollout_fountain) X(rollout_watch) X(rollout_tries)                                                            \
    X(grow_base) X(grow_room) X(grow_sight) X(grow_empty) X(grow_tempo) X(rival_weight) X(close_bonus)               \
    X(spread_start) X(spread_end)

struct Params {
#define AQUA_FIELD(name) float name;
    AQUA_PARAMS(AQUA_FIELD)
#undef AQUA_FIELD
};

struct Estimate {
    float points[MAX_SEATS];  // expected at the end of the game
    float share[MAX_SEATS];   // of the win; they add up to one
};

void evaluate(const Position& position, const Layout& layout, const Params& params, Estimate& out);
// The result of a game that is over; ties share the win (R6.4).
void result(const Position& position, const Layout& layout, Estimate& out);
// What each seat maximises: its share of the win, with points as a tie-break.
void utilities(const Estimate& estimate, const Params& params, int players, float* out);

// How good each legal decision looks to the mover at a glance, in points; no search, no copies of positions for builds.
template <int Players>
void glance(const Position& position, const Layout& layout, const Params& params, const Action* actions, int count,
            float* gains, Random& random);

// Whether quick play decides by the formula. Of other decisions (extra tiles, builders) it knows nothing.
inline bool formula_decides(const Position& position, const Action* actions) {
    return position.phase == tables::PHASE_CLOSE || (position.phase == tables::PHASE_BUILD && actions[0] < tables::ACTION_EXTRA);
}

// One decision of a quick game: the best at a glance, plus noise.
template <int Players>
Action sensible(const Position& position, const Layout& layout, const Params& params, const Action* actions,
                int count, Random& random);

}  // namespace aqua
