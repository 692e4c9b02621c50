#include "solve.hpp"

#include <algorithm>
#include <bit>

namespace aqua {

using namespace tables;

namespace {

constexpr std::uint32_t INFINITE = ProofTable::INFINITE;
constexpr std::uint64_t LOOK_EVERY = 512;  // nodes between two looks at the clock
constexpr std::uint64_t AGAIN = 1 << 16;   // nodes to find again what the table has forgotten, for a line
constexpr std::int64_t MOST_EFFORT = 1023;
constexpr int MOST_DOUBT = 30;             // added to a first guess by how badly it looks
constexpr std::uint32_t UNTRIED = 2;       // added for a decision that has settled nothing so far

std::uint32_t bounded(std::uint64_t number) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, INFINITE - 1));
}

}  // namespace

ProofTable::ProofTable(std::size_t most_bytes)
    : entries_(std::min<std::size_t>(std::size_t{1} << 12, std::bit_floor(most_bytes / sizeof(Entry)))),
      most_(std::bit_floor(most_bytes / sizeof(Entry))) {}

const ProofTable::Entry* ProofTable::find(std::uint64_t key) const {
    const Entry* bucket = &entries_[(key & (entries_.size() - 1)) & ~(WAYS - 1)];
    for (std::size_t way = 0; way < WAYS; ++way)
        if (bucket[way].key == key) return bucket + way;
    return nullptr;
}

void ProofTable::store(std::uint64_t key, std::uint32_t proof, std::uint32_t disproof, Action action,
                       std::uint64_t work) {
    if (used_ * 2 > entries_.size() && entries_.size() < most_) grow();
    Entry* bucket = &entries_[(key & (entries_.size() - 1)) & ~(WAYS - 1)];
    Entry* place = bucket;
    std::uint64_t effort = std::min<std::uint64_t>(work, (1u << 20) - 1);
    effort = std::bit_width(effort) * 32 + (effort << 5 >> std::bit_width(effort) & 31);  // a coarse logarithm
    for (std::size_t way = 0; way < WAYS; ++way) {
        if (bucket[way].key == key) {
            place = bucket + way;
            effort = std::max<std::uint64_t>(effort, place->effort);
            break;
        }
        if (bucket[way].effort < place->effort) place = bucket + way;
    }
    used_ += place->key == 0;
    *place = {key, proof, disproof, action, effort};
}

void ProofTable::grow() {
    std::vector<Entry> before(entries_.size() * 2);
    before.swap(entries_);
    used_ = 0;
    for (const Entry& entry : before) {
        if (!entry.key) continue;
        Entry* bucket = &entries_[(entry.key & (entries_.size() - 1)) & ~(WAYS - 1)];
        while (bucket->key) ++bucket;  // a bucket is split in two: there is room
        *bucket = entry;
        ++used_;
    }
}

Solver::Solver(const Layout& layout, int seat, const Goal& goal, std::size_t memory)
    : layout_(layout), seat_(seat), goal_(goal), table_(memory) {}

void Solver::start(const SolveBudget& budget) {
    budget_ = budget;
    begun_ = std::chrono::steady_clock::now();
    nodes_ = next_look_ = 0;
    spent_ = false;
}

bool Solver::exhausted() {
    if (budget_.nodes && nodes_ >= budget_.nodes) spent_ = true;
    if (nodes_ >= next_look_) {
        next_look_ = nodes_ + LOOK_EVERY;
        if (stopped_) spent_ = true;
        if (budget_.seconds > 0 &&
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count() >= budget_.seconds)
            spent_ = true;
    }
    return spent_ || nodes_ >= most_nodes_;
}

// The result of a game that is over.
Verdict Solver::counted(const Position& p) const {
    int points[MAX_SEATS];
    scores(p, layout_, points);
    int best = 0, level = 1;
    for (int seat = 0; seat < layout_.players; ++seat) {
        if (seat == seat_) continue;
        best = std::max(best, points[seat]);
        level += points[seat] == points[seat_];
    }
    bool reached = false;
    switch (goal_.kind) {
        case Goal::SHARE: reached = points[seat_] >= best && level <= goal_.least; break;
        case Goal::LEAD: reached = points[seat_] - best >= goal_.least; break;
        case Goal::POINTS: reached = points[seat_] >= goal_.least; break;
        case Goal::PODIUM: break;  // decided when the workman left the board
    }
    return reached ? Verdict::proven : Verdict::refuted;
}

// Which podium the workman of the goal has taken by a decision: the scoring again, for those who left the board by it.
Verdict Solver::mounted(const Position& before, const Position& after, Action action) const {
    unsigned left = before.on_board & ~after.on_board;
    if (!(left >> goal_.aqueduct & 1)) return Verdict::unknown;
    unsigned closed = left & after.blocked;
    if (action >= ACTION_CLOSE && action < ACTION_PASS) {
        const int beyond = NEIGHBOR[action - ACTION_CLOSE];
        closed |= 1u << (before.feeder[beyond >> 2] >> (beyond & 3) * 4 & 15);
    }
    Position scored = before;
    // those closed in the turn come first, then, if the game is over, all others (R5.1, R6.2)
    for (const auto& [group, turn] : {std::pair{closed, before.turn}, std::pair{left & ~closed, after.turn}})
        for (int step = 0; step < layout_.players; ++step)
            for (unsigned own = group & layout_.owned[(turn + step) % layout_.players]; own;) {
                int longest = std::countr_zero(own);
                for (unsigned rest = own; rest; rest &= rest - 1) {
                    const int other = std::countr_zero(rest);
                    if (after.lengths[other] > after.lengths[longest]) longest = other;
                }
                own ^= 1u << longest;
                const int podium = podium_for(scored, after.lengths[longest]);
                if (longest == goal_.aqueduct) return podium >= goal_.least ? Verdict::proven : Verdict::refuted;
                if (podium) stand(scored, podium, layout_.colors[longest]);
            }
    return Verdict::refuted;
}

// Whether bounds alone decide it. `slack` says how well it looks for the seat, in half points.
Verdict Solver::decided(const State& state, int& slack) const {
    const Position& p = state.position;
    if (goal_.kind == Goal::PODIUM) {
        const int least = least_podium(p, state.frontier, goal_.aqueduct);
        const int most = most_podium(p, state.frontier, goal_.aqueduct);
        slack = least + most - 2 * goal_.least;
        if (least >= goal_.least) return Verdict::proven;
        return most < goal_.least ? Verdict::refuted : Verdict::unknown;
    }
    Bounds bounds;
    bound(p, layout_, state.frontier, bounds);
    const int least = bounds.least[seat_], most = bounds.most[seat_];
    if (goal_.kind == Goal::POINTS) {
        slack = least + most - 2 * goal_.least;
        if (least >= goal_.least) return Verdict::proven;
        return most < goal_.least ? Verdict::refuted : Verdict::unknown;
    }
    int surely = 0, perhaps = 0, middle = 0;          // the best rival's points at least and at most
    int level = 1, above = 1;                          // seats that may end level with this one; that end no lower
    for (int seat = 0; seat < layout_.players; ++seat) {
        if (seat == seat_) continue;
        surely = std::max(surely, bounds.least[seat]);
        perhaps = std::max(perhaps, bounds.most[seat]);
        middle = std::max(middle, bounds.least[seat] + bounds.most[seat]);
        level += bounds.most[seat] >= least;
        above += bounds.least[seat] >= most;
    }
    slack = least + most - middle;
    if (goal_.kind == Goal::LEAD) {
        slack -= 2 * goal_.least;
        if (least - perhaps >= goal_.least) return Verdict::proven;
        return most - surely < goal_.least ? Verdict::refuted : Verdict::unknown;
    }
    if (perhaps <= least && level <= goal_.least) return Verdict::proven;
    return surely > most || above > goal_.least ? Verdict::refuted : Verdict::unknown;
}

template <int Players>
int Solver::decisions(const State& state, Action* out) const {
    return distinct(state.position, state.frontier, out, Rules<Players>::legal(state.position, layout_, out));
}

template <int Players>
Verdict Solver::advance(State& state, Action action) const {
    Position before;
    if (goal_.kind == Goal::PODIUM) before = state.position;
    Rules<Players>::apply(state.position, layout_, action);
    state.tiles ^= laid_key(state.position, action);
    if (goal_.kind == Goal::PODIUM) {
        const Verdict verdict = mounted(before, state.position, action);
        if (verdict != Verdict::unknown) return verdict;
    }
    return state.position.phase == PHASE_OVER ? counted(state.position) : Verdict::unknown;
}

void Solver::mark(State& state) const {
    survey(state.position, state.frontier);
    state.key = state.position.hash() ^ state.tiles ^ state.frontier.key;
}

// The state to look at, unless a decision settles the goal already.
Verdict Solver::begin(const Position& position, int decision, State& state) const {
    state.position = position;
    state.tiles = tiles_key(position);
    if (decision != NO_DECISION) {
        const Verdict verdict = with_players(layout_.players, [&](auto players) {
            return advance<players()>(state, static_cast<Action>(decision));
        });
        if (verdict != Verdict::unknown) return verdict;
    }
    mark(state);
    return Verdict::unknown;
}

Solver::Numbers Solver::judge(State& state) const {
    mark(state);
    if (const ProofTable::Entry* entry = table_.find(state.key)) 
        return {static_cast<std::uint32_t>(entry->proof), static_cast<std::uint32_t>(entry->disproof)};
    int slack = 0;
    switch (decided(state, slack)) {
        case Verdict::proven: return {0, INFINITE};
        case Verdict::refuted: return {INFINITE, 0};
        default: break;
    }
    return {static_cast<std::uint32_t>(1 + std::clamp(-slack, 0, MOST_DOUBT)),
            static_cast<std::uint32_t>(1 + std::clamp(slack, 0, MOST_DOUBT))};
}

template <int Players>
Solver::Numbers Solver::visit(const State& state, Action action, State& next) {
    ++nodes_;
    next.position = state.position;
    next.tiles = state.tiles;
    next.key = 0;
    switch (advance<Players>(next, action)) {
        case Verdict::proven: return {0, INFINITE};
        case Verdict::refuted: return {INFINITE, 0};
        default: return judge(next);
    }
}

// `mine` is the number that the best decision of a position decides, `theirs` the one that all of them decide together.
// For that one the hardest counts and one for each other, not the sum: decisions often lead to the same positions.
template <int Players>
Solver::Numbers Solver::search(const State& state, Numbers limit) {
    const bool own = state.position.mover == seat_;
    const std::uint64_t before = nodes_;
    const std::size_t first = children_.size();
    Action chosen = 0;
    Numbers result{};
    {
        Action actions[MAX_LEGAL];
        const int count = decisions<Players>(state, actions);
        // what settled other positions comes first: a reply often answers many decisions
        const std::uint32_t* settled = settled_[own];
        std::stable_sort(actions, actions + count, [&](Action a, Action b) { return settled[a] > settled[b]; });
        State next;
        for (int i = 0; i < count; ++i) {
            Numbers numbers = visit<Players>(state, actions[i], next);
            std::uint32_t& mine = own ? numbers.proof : numbers.disproof;
            if (numbers.proof && numbers.disproof && !settled[actions[i]]) mine = bounded(mine + UNTRIED);
            children_.push_back({numbers, actions[i]});
            if (mine == 0) break;
        }
    }
    while (true) {
        std::uint32_t mine = INFINITE, second = INFINITE, most = 0, open = 0;
        std::size_t best = first;
        for (std::size_t i = first; i < children_.size(); ++i) {
            const Numbers& child = children_[i].numbers;
            const std::uint32_t easy = own ? child.proof : child.disproof, hard = own ? child.disproof : child.proof;
            if (easy < mine) {
                second = mine;
                mine = easy;
                best = i;
            } else if (easy < second) {
                second = easy;
            }
            open += hard != 0;
            most = std::max(most, hard);
        }
        const std::uint32_t all = bounded(std::uint64_t{most} + open - 1);
        const std::uint32_t theirs = mine == 0 ? INFINITE : mine == INFINITE ? 0 : all;
        chosen = children_[best].action;
        result = own ? Numbers{mine, theirs} : Numbers{theirs, mine};
        if (result.proof >= limit.proof || result.disproof >= limit.disproof || exhausted()) break;
        const std::uint32_t mine_limit = own ? limit.proof : limit.disproof;
        const std::uint32_t theirs_limit = own ? limit.disproof : limit.proof;
        const std::uint32_t low = std::min(mine_limit, bounded(std::uint64_t{second} + second / 2 + 1));
        const std::uint32_t high = theirs_limit == INFINITE ? INFINITE : theirs_limit - (open - 1);
        State next;
        visit<Players>(state, chosen, next);
        children_[best].numbers = search<Players>(next, own ? Numbers{low, high} : Numbers{high, low});
    }
    children_.resize(first);
    if ((own ? result.proof : result.disproof) == 0) ++settled_[own][chosen];
    table_.store(state.key, result.proof, result.disproof, chosen, nodes_ - before);
    return result;
}

namespace {

Verdict verdict_of(std::uint32_t proof, std::uint32_t disproof) {
    if (proof == 0) return Verdict::proven;
    return disproof == 0 ? Verdict::refuted : Verdict::unknown;
}

}  // namespace

Verdict Solver::solve(const Position& position, int decision, std::uint64_t most_nodes) {
    most_nodes_ = most_nodes == NO_LIMIT ? NO_LIMIT : nodes_ + most_nodes;
    State state;
    if (const Verdict verdict = begin(position, decision, state); verdict != Verdict::unknown) return verdict;
    Numbers numbers = judge(state);
    if (numbers.proof && numbers.disproof)
        with_players(layout_.players, [&](auto players) { numbers = search<players()>(state, {INFINITE, INFINITE}); });
    return verdict_of(numbers.proof, numbers.disproof);
}

template <int Players>
void Solver::trace(State state, Verdict verdict, std::vector<Action>& line) {
    int slack = 0;
    while (decided(state, slack) == Verdict::unknown) {
        const bool forces = (state.position.mover == seat_) == (verdict == Verdict::proven);
        Action actions[MAX_LEGAL];
        const int count = decisions<Players>(state, actions);
        int best = -1;
        for (bool again : {false, true}) {
            if (again) search<Players>(state, {INFINITE, INFINITE});  // the table has forgotten what it knew
            std::int64_t most = -1;
            for (int i = 0; i < count; ++i) {
                State next;
                const Numbers numbers = visit<Players>(state, actions[i], next);
                if (verdict_of(numbers.proof, numbers.disproof) != verdict) continue;
                const ProofTable::Entry* entry = table_.find(next.key);
                const std::int64_t work = entry ? static_cast<std::int64_t>(entry->effort) : 0;
                const std::int64_t merit = forces ? MOST_EFFORT - work : work;
                if (merit > most) most = merit, best = i;
            }
            if (best >= 0) break;
        }
        if (best < 0) return;
        line.push_back(actions[best]);
        if (advance<Players>(state, actions[best]) != Verdict::unknown) return;
        mark(state);
    }
}

std::vector<Action> Solver::line(const Position& position, int decision, Verdict verdict) {
    std::vector<Action> line;
    // at nobody's expense
    const bool spent = spent_;
    const SolveBudget budget = budget_;
    const std::uint64_t nodes = nodes_;
    spent_ = false;
    budget_ = {0, 0};
    most_nodes_ = nodes_ + AGAIN;
    State state;
    const bool settled = begin(position, decision, state) != Verdict::unknown;
    if (decision != NO_DECISION) line.push_back(static_cast<Action>(decision));
    if (!settled) with_players(layout_.players, [&](auto players) { trace<players()>(state, verdict, line); });
    spent_ = spent;
    budget_ = budget;
    nodes_ = nodes;
    return line;
}

}  // namespace aqua
