// Games of the search with itself, for training: whole games on many threads, and what was learnt in them as samples.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tree.hpp"

namespace aqua {

// How the games are played. Parts are from 0 to 1. The values come from Python: train/config.py has the defaults.
#define AQUA_SELF_PLAY(X)                                                                                       \
    X(full_playouts)     /* a full search: its visits and the positions in its tree are learnt from, too */     \
    X(fast_playouts)     /* all others */                                                                       \
    X(full_part)         /* of the decisions with full_playouts */                                              \
    X(random_setup)      /* of the games whose builders are set up at random */                                 \
    X(random_start)      /* of the games that begin with quick noisy play, up to 40 decisions */                \
    X(warm_builds)       /* builds of all seats together during which decisions are drawn by their visits */    \
    X(blunder)           /* of the decisions later on that are drawn by their visits as well */                 \
    X(least_visits)      /* of a position in the tree that is kept */                                           \
    X(most_insights)     /* positions kept a search, beside its root */                                         \
    X(rollout_seats)     /* of the games in which some seats are played by the search without the network */

struct SelfPlay {
#define AQUA_FIELD(name) float name;
    AQUA_SELF_PLAY(AQUA_FIELD)
#undef AQUA_FIELD
};

// A game as bytes, little-endian; docs/training.md has the format. The same for the same seed.
std::string self_play(const Layout& layout, const Params& params, const SelfPlay& settings, const Net* net,
                      const Params& rollout_params, std::uint64_t seed);

// One position to learn from. Seats are counted from the mover.
struct Sample {
    PlainFeatures features;
    int players;
    float share[MAX_SEATS], points[MAX_SEATS];   // by the search
    float result[MAX_SEATS], final[MAX_SEATS];   // of the game
    float podium[MAX_OPEN];                      // in the order of features.aqueduct
    bool played;  // the position came up in the game; if not, its result says little
};

// The decisions of one position, and how often the search looked at each.
struct PolicySample {
    Position position;
    std::vector<Action> actions;
    std::vector<std::uint32_t> visits;
};

int players_of(const std::string& game);
// How many samples a game has. std::invalid_argument if the bytes are not a game.
std::size_t count_samples(const std::string& game);
// Hand every sample of a game to `each`.
void replay_samples(const std::string& game, const Layout& layout, const std::function<void(const Sample&)>& each);

// Hand every position that was searched in full to `each`.
void replay_policies(const std::string& game, const Layout& layout, const std::function<void(const PolicySample&)>& each);

}  // namespace aqua
