#include "value.hpp"

#include <algorithm>

namespace aqua {

using namespace tables;

namespace {

constexpr int WHOLE = 12;                  // a share of the win, in parts that two, three or four seats can divide
constexpr std::size_t BYTES_KNOWN = 48;    // of an entry in the table of what is known, about
constexpr std::uint64_t LOOK_EVERY = 512;  // nodes between two looks at the clock

}  // namespace

int Valuer::share(Result result, int seat) const {
    int best = 0, winners = 0;
    for (int each = 0; each < layout_.players; ++each) best = std::max(best, points(result, each));
    for (int each = 0; each < layout_.players; ++each) winners += points(result, each) == best;
    return points(result, seat) == best ? WHOLE / winners : 0;
}

bool Valuer::exhausted() {
    if (budget_.nodes && nodes_ >= budget_.nodes) spent_ = true;
    if (known_.size() * BYTES_KNOWN + pool_.size() * sizeof(Result) > memory_) spent_ = true;
    if (nodes_ >= next_look_) {
        next_look_ = nodes_ + LOOK_EVERY;
        if (stopped_) spent_ = true;
        if (budget_.seconds > 0 &&
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count() >= budget_.seconds)
            spent_ = true;
    }
    return spent_;
}

// A result is possible if its seat prefers it to, or does not mind it beside, the worst that every other decision can
// come to: ties below those may be broken so.
template <int Players>
bool Valuer::visit(const Position& position, std::uint64_t tiles, std::vector<Result>& out) {
    ++nodes_;
    out.clear();
    if (position.phase == PHASE_OVER) {
        int points[MAX_SEATS];
        scores(position, layout_, points);
        Result result = 0;
        for (int seat = 0; seat < Players; ++seat) result |= static_cast<Result>(points[seat]) << seat * 8;
        out.push_back(result);
        return true;
    }
    Frontier frontier;
    survey(position, frontier);
    const std::uint64_t key = position.hash() ^ tiles ^ frontier.key;
    if (const auto found = known_.find(key); found != known_.end()) {
        const Result* first = pool_.data() + found->second.first;
        out.assign(first, first + found->second.count);
        return true;
    }
    if (exhausted()) return false;
    std::vector<Action> actions(MAX_LEGAL);
    const int legal = Rules<Players>::legal(position, layout_, actions.data());
    actions.resize(static_cast<std::size_t>(distinct(position, frontier, actions.data(), legal)));
    std::vector<Result> below;
    int assured = -1;
    for (const Action action : actions) {
        Position next = position;
        Rules<Players>::apply(next, layout_, action);
        if (!visit<Players>(next, tiles ^ laid_key(next, action), below)) return false;
        int worst = WHOLE * 256 + 255;
        for (const Result result : below) worst = std::min(worst, worth(result, position.mover));
        assured = std::max(assured, worst);
        out.insert(out.end(), below.begin(), below.end());
    }
    std::erase_if(out, [&](Result result) { return worth(result, position.mover) < assured; });
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    known_[key] = {static_cast<std::uint32_t>(pool_.size()), static_cast<std::uint32_t>(out.size())};
    pool_.insert(pool_.end(), out.begin(), out.end());
    return true;
}

std::vector<Valuer::Result> Valuer::results(const Position& position, const SolveBudget& budget) {
    budget_ = budget;
    begun_ = std::chrono::steady_clock::now();
    nodes_ = next_look_ = 0;
    spent_ = false;
    std::vector<Result> out;
    with_players(layout_.players, [&](auto players) {
        if (!visit<players()>(position, tiles_key(position), out)) out.clear();
    });
    return out;
}

}  // namespace aqua
