#include "selfplay.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace aqua {

using namespace tables;

namespace {

constexpr std::uint8_t VERSION = 1;

// ---- bytes -------------------------------------------------------------------------------------------------------

class Writer {
   public:
    explicit Writer(std::string& out) : out_(out) {}
    void number(std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) out_.push_back(static_cast<char>(value >> 8 * i));
    }
    void estimate(const Estimate& estimate, int players) {
        for (int seat = 0; seat < players; ++seat)
            number(static_cast<std::uint64_t>(std::lround(std::clamp(estimate.share[seat], 0.0f, 1.0f) * 65535)), 2);
        for (int seat = 0; seat < players; ++seat)
            number(static_cast<std::uint64_t>(std::lround(std::clamp(estimate.points[seat], 0.0f, 250.0f) * 256)), 2);
    }

   private:
    std::string& out_;
};

class Reader {
   public:
    explicit Reader(const std::string& bytes) : bytes_(bytes) {}
    std::uint64_t number(int bytes) {
        if (at_ + static_cast<std::size_t>(bytes) > bytes_.size()) throw std::invalid_argument("a recorded game is cut off");
        std::uint64_t value = 0;
        for (int i = bytes - 1; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(bytes_[at_ + static_cast<std::size_t>(i)]);
        at_ += static_cast<std::size_t>(bytes);
        return value;
    }
    int integer(int bytes) { return static_cast<int>(number(bytes)); }
    void estimate(Estimate& out, int players) {
        for (int seat = 0; seat < players; ++seat) out.share[seat] = static_cast<float>(number(2)) / 65535;
        for (int seat = 0; seat < players; ++seat) out.points[seat] = static_cast<float>(number(2)) / 256;
    }
    void skip(std::size_t bytes) {
        if (at_ + bytes > bytes_.size()) throw std::invalid_argument("a recorded game is cut off");
        at_ += bytes;
    }

   private:
    const std::string& bytes_;
    std::size_t at_ = 0;
};

// ---- playing -----------------------------------------------------------------------------------------------------

Action drawn(const std::vector<std::pair<Action, std::uint32_t>>& visits, float power, Random& random) {
    double total = 0;
    for (const auto& [action, count] : visits) total += std::pow(count, power);
    double left = total * static_cast<double>(random.unit());
    for (const auto& [action, count] : visits) {
        left -= std::pow(count, power);
        if (left < 0) return action;
    }
    return visits.back().first;
}

Action most_visited(const std::vector<std::pair<Action, std::uint32_t>>& visits) {
    return std::max_element(visits.begin(), visits.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
}

struct Root {
    std::size_t ply;
    bool full;
    std::vector<std::pair<Action, std::uint32_t>> visits;
    std::vector<Insight> insights;  // the root first
};

template <int Players>
std::string play(const Layout& layout, const Params& params, const SelfPlay& settings, const Net* net,
                 const Params& rollout_params, std::uint64_t seed) {
    Random random(seed * 0x9e3779b97f4a7c15ull + 0x1234567);
    Position position = start_position(layout);
    std::vector<Action> actions;
    std::vector<Root> roots;
    Action legal[MAX_LEGAL];

    const bool random_setup = random.unit() < settings.random_setup;
    const int quick = random.unit() < settings.random_start ? 10 + random.below(31) : 0;
    unsigned by_rollout = 0;  // seats
    if (net && random.unit() < settings.rollout_seats)
        for (int i = 0; i < 1 + random.below(Players - 1); ++i) by_rollout |= 1u << random.below(Players);
    const auto make = [&](Action action) {
        actions.push_back(action);
        Rules<Players>::apply(position, layout, action);
    };
    while (random_setup && position.phase == PHASE_SETUP) make(legal[random.below(Rules<Players>::legal(position, layout, legal))]);
    for (int i = 0; i < quick && position.phase != PHASE_OVER && (random_setup || i < SETUP_BUILDERS); ++i) {
        const int count = Rules<Players>::legal(position, layout, legal);
        make(sensible<Players>(position, layout, rollout_params, legal, count, random));
    }

    Tree own(layout, params, net ? Leaf::net : Leaf::rollout, random.next(), net);
    Tree other(layout, rollout_params, Leaf::rollout, random.next());
    own.reset(position);
    if (by_rollout) other.reset(position);
    int builds = 0;
    while (position.phase != PHASE_OVER) {
        const int count = Rules<Players>::legal(position, layout, legal);
        Action action = legal[0];
        if (count > 1) {
            const bool rollout = by_rollout >> position.mover & 1;
            Tree& tree = rollout ? other : own;
            const bool full = !rollout && random.unit() < settings.full_part;
            const auto wanted = static_cast<std::uint64_t>(full ? settings.full_playouts : settings.fast_playouts);
            for (std::uint64_t i = 0; (i < wanted || tree.visits() < 2) && !tree.exact(); ++i) tree.playout();
            Root root{actions.size(), full, {}, {}};
            tree.visited(root.visits);
            if (tree.exact() && root.visits.empty()) {
                action = legal[random.below(count)];
            } else {
                const bool warm = builds < static_cast<int>(settings.warm_builds) || position.phase == PHASE_SETUP;
                action = warm ? drawn(root.visits, 1, random)
                              : random.unit() < settings.blunder ? drawn(root.visits, 0.7f, random) : most_visited(root.visits);
            }
            if (!rollout) {
                tree.harvest(full ? static_cast<std::uint32_t>(settings.least_visits) : 0xffffffffu, root.insights);
                // before a closing by choice the network is never asked, and a game that is over needs no judgement
                std::erase_if(root.insights, [](const Insight& insight) {
                    return insight.phase == PHASE_CLOSE || insight.phase == PHASE_OVER || insight.path.size() > 255;
                });
                const auto most = static_cast<std::size_t>(settings.most_insights) + 1;
                while (root.insights.size() > most) {  // a fair sample of the rest
                    root.insights[1 + static_cast<std::size_t>(random.below(static_cast<int>(root.insights.size() - 1)))] =
                        std::move(root.insights.back());
                    root.insights.pop_back();
                }
                roots.push_back(std::move(root));
            }
        }
        builds += action < ACTION_EXTRA;
        make(action);
        own.advance(action);
        if (by_rollout) other.advance(action);
    }

    std::string game;
    Writer writer(game);
    writer.number(VERSION, 1);
    writer.number(Players, 1);
    writer.number(seed, 8);
    writer.number(actions.size(), 2);
    writer.number(roots.size(), 2);
    for (const Action action : actions) writer.number(action, 2);
    for (const Root& root : roots) {
        writer.number(root.ply, 2);
        writer.number(root.full, 1);
        writer.number(root.visits.size(), 2);
        writer.number(root.insights.size(), 1);
        for (const auto& [action, visits] : root.visits) {
            writer.number(action, 2);
            writer.number(std::min(visits, 65535u), 2);
        }
        for (const Insight& insight : root.insights) {
            writer.number(insight.path.size(), 1);
            for (const Action action : insight.path) writer.number(action, 2);
            writer.number(std::min(insight.visits, 65535u), 2);
            writer.number(insight.exact, 1);
            writer.estimate(insight.estimate, Players);
        }
    }
    return game;
}

// ---- samples -----------------------------------------------------------------------------------------------------

struct Head {
    int players;
    std::uint64_t seed;
    int plies, roots;
};

Head head(Reader& reader) {
    if (reader.number(1) != VERSION) throw std::invalid_argument("a recorded game has another version");
    Head head{};
    head.players = reader.integer(1);
    if (head.players < 2 || head.players > MAX_SEATS) throw std::invalid_argument("a recorded game has no such number of players");
    head.seed = reader.number(8);
    head.plies = reader.integer(2);
    head.roots = reader.integer(2);
    return head;
}

template <int Players>
void checked(Position& position, const Layout& layout, Action action) {
    Action legal[MAX_LEGAL];
    const int count = Rules<Players>::legal(position, layout, legal);
    if (!std::binary_search(legal, legal + count, action)) throw std::invalid_argument("a recorded game has an illegal decision");
    Rules<Players>::apply(position, layout, action);
}

// The podium that each workman reached who left the board between two positions.
void note_podiums(const Position& before, const Position& after, const Layout& layout, float* podiums) {
    unsigned left = before.on_board & ~after.on_board;
    if (!left) return;
    int fresh[4][MAX_OPEN], counts[4] = {};
    for (int value = PODIUMS - 1; value > 0; --value) {
        int has[4] = {};
        for (int workmen = after.podiums[value]; workmen; workmen >>= 4) ++has[(workmen & 15) - 1];
        for (int workmen = before.podiums[value]; workmen; workmen >>= 4) --has[(workmen & 15) - 1];
        for (int color = 0; color < 4; ++color)
            for (; has[color] > 0; --has[color]) fresh[color][counts[color]++] = value;
    }
    int used[4] = {};
    while (left) {
        int longest = std::countr_zero(left);
        for (unsigned rest = left & (left - 1); rest; rest &= rest - 1)
            if (after.lengths[std::countr_zero(rest)] > after.lengths[longest]) longest = std::countr_zero(rest);
        left ^= 1u << longest;
        const int color = layout.colors[longest];
        podiums[longest] = used[color] < counts[color] ? static_cast<float>(fresh[color][used[color]++]) : 0;
    }
}

template <int Players>
void replay_for(const std::string& game, const Layout& layout, const std::function<void(const Sample&)>& each) {
    Reader reader(game);
    const Head head = aqua::head(reader);
    std::vector<Position> positions{start_position(layout)};
    float podiums[AQUEDUCTS] = {};
    for (int i = 0; i < head.plies; ++i) {
        Position next = positions.back();
        checked<Players>(next, layout, static_cast<Action>(reader.number(2)));
        note_podiums(positions.back(), next, layout, podiums);
        positions.push_back(next);
    }
    if (positions.back().phase != PHASE_OVER) throw std::invalid_argument("a recorded game is not finished");
    Estimate final;
    result(positions.back(), layout, final);

    Sample sample;
    Features seen;
    sample.players = Players;
    for (int i = 0; i < head.roots; ++i) {
        const auto ply = static_cast<std::size_t>(reader.number(2));
        if (ply >= positions.size()) throw std::invalid_argument("a recorded game is broken");
        reader.skip(1);  // whether it was searched in full
        const std::size_t visits = reader.number(2);
        const int insights = reader.integer(1);
        reader.skip(visits * 4);
        for (int at = 0; at < insights; ++at) {
            Position position = positions[ply];
            const int steps = reader.integer(1);
            for (int step = 0; step < steps; ++step) checked<Players>(position, layout, static_cast<Action>(reader.number(2)));
            reader.skip(3);  // visits, and whether it is exact
            Estimate estimate;
            reader.estimate(estimate, Players);
            if (position.phase == PHASE_OVER) throw std::invalid_argument("a recorded game is broken");
            extract(position, layout, seen);
            make_plain(seen, sample.features);
            for (int seat = 0; seat < MAX_SEATS; ++seat) {
                const int absolute = (position.mover + seat) % Players;
                const bool plays = seat < Players;
                sample.share[seat] = plays ? estimate.share[absolute] : 0;
                sample.points[seat] = plays ? estimate.points[absolute] : 0;
                sample.result[seat] = plays ? final.share[absolute] : 0;
                sample.final[seat] = plays ? final.points[absolute] : 0;
            }
            for (int open = 0; open < sample.features.open; ++open) sample.podium[open] = podiums[sample.features.aqueduct[open]];
            sample.played = !steps;
            each(sample);
        }
    }
}

template <int Players>
void replay_policies_for(const std::string& game, const Layout& layout, const std::function<void(const PolicySample&)>& each) {
    Reader reader(game);
    const Head head = aqua::head(reader);
    std::vector<Position> positions{start_position(layout)};
    for (int i = 0; i < head.plies; ++i) {
        Position next = positions.back();
        checked<Players>(next, layout, static_cast<Action>(reader.number(2)));
        positions.push_back(next);
    }
    PolicySample sample;
    for (int i = 0; i < head.roots; ++i) {
        const auto ply = static_cast<std::size_t>(reader.number(2));
        if (ply >= positions.size()) throw std::invalid_argument("a recorded game is broken");
        const bool full = reader.number(1);
        const std::size_t looked_at = reader.number(2);
        const int insights = reader.integer(1);
        sample.position = positions[ply];
        Action legal[MAX_LEGAL];
        const int count = Rules<Players>::legal(sample.position, layout, legal);
        sample.actions.assign(legal, legal + count);
        sample.visits.assign(static_cast<std::size_t>(count), 0);
        for (std::size_t at = 0; at < looked_at; ++at) {
            const auto action = static_cast<Action>(reader.number(2));
            const auto found = std::lower_bound(legal, legal + count, action);
            if (found == legal + count || *found != action) throw std::invalid_argument("a recorded game has an illegal decision");
            sample.visits[static_cast<std::size_t>(found - legal)] = static_cast<std::uint32_t>(reader.number(2));
        }
        for (int at = 0; at < insights; ++at) reader.skip(reader.number(1) * 2 + 3 + Players * 4);
        if (full && looked_at > 1) each(sample);
    }
}

}  // namespace

void replay_policies(const std::string& game, const Layout& layout, const std::function<void(const PolicySample&)>& each) {
    with_players(layout.players, [&](auto players) { replay_policies_for<players()>(game, layout, each); });
}

std::string self_play(const Layout& layout, const Params& params, const SelfPlay& settings, const Net* net,
                      const Params& rollout_params, std::uint64_t seed) {
    return with_players(layout.players, [&](auto players) {
        return play<players()>(layout, params, settings, net, rollout_params, seed);
    });
}

int players_of(const std::string& game) {
    Reader reader(game);
    return head(reader).players;
}

std::size_t count_samples(const std::string& game) {
    Reader reader(game);
    const Head head = aqua::head(reader);
    reader.skip(static_cast<std::size_t>(head.plies) * 2);
    std::size_t total = 0;
    for (int i = 0; i < head.roots; ++i) {
        reader.skip(3);
        const std::size_t visits = reader.number(2);
        const int insights = reader.integer(1);
        reader.skip(visits * 4);
        for (int at = 0; at < insights; ++at) {
            const std::size_t steps = reader.number(1);
            reader.skip(steps * 2 + 3 + static_cast<std::size_t>(head.players) * 4);
        }
        total += static_cast<std::size_t>(insights);
    }
    return total;
}

void replay_samples(const std::string& game, const Layout& layout, const std::function<void(const Sample&)>& each) {
    with_players(layout.players, [&](auto players) { replay_for<players()>(game, layout, each); });
}

}  // namespace aqua
