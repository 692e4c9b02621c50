// Plays games under the sanitizers: random ones with every cached field recomputed and the position observed after
// each decision, short searches and proofs from positions of all phases, corrupted positions, and batches over threads.
//   soak GAMES WEIGHTS     and, on standard input, the knobs of the search and a layout a line
// See tests/engine/test_sanitizers.py; exits 0 if all is well.
#include <bit>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "../batch.hpp"
#include "../observe.hpp"
#include "../search.hpp"
#include "../solve.hpp"
#include "../value.hpp"
#include "read_layout.hpp"

using namespace aqua;

namespace {

void demand(bool right, const char* what, int phase) {
    if (right) return;
    std::fprintf(stderr, "%s in phase %d\n", what, phase);
    std::exit(1);
}

void check(const Position& position, const Layout& layout) {
    Position fresh = position;
    const char* wrong = fresh.adopt(layout);
    demand(!wrong, wrong, position.phase);
    demand(std::memcmp(&fresh, &position, sizeof fresh) == 0, "a cached field differs", position.phase);
}

// Change one byte of what defines a position: it is refused, or the game from there comes to its end.
template <int Players>
void corrupt(Position position, const Layout& layout, Random& random) {
    const int place = random.below(offsetof(Position, lengths));
    const int value = random.below(random.below(2) ? 16 : 256);
    reinterpret_cast<std::uint8_t*>(&position)[place] = static_cast<std::uint8_t>(value);
    if (position.adopt(layout)) return;
    Action actions[MAX_LEGAL];
    int made = 0;
    while (const int count = Rules<Players>::legal(position, layout, actions)) {
        Rules<Players>::apply(position, layout, actions[random.below(count)]);
        demand(++made < 2000, "a game has no end", position.phase);
    }
    demand(position.phase == tables::PHASE_OVER, "there is no decision", position.phase);
}

// Look for a proof with a small table that has to forget, and for what tie-breaks leave.
void solve(const Position& position, const Layout& layout, std::uint64_t seed) {
    const int seat = static_cast<int>(seed % static_cast<std::uint64_t>(layout.players));
    const int aqueduct = std::countr_zero(static_cast<unsigned>(position.on_board & layout.owned[seat]) | 1u << 15);
    Goal goal{static_cast<Goal::Kind>(seed % 4), static_cast<int>(seed % 9), aqueduct};
    if (aqueduct == 15 && goal.kind == Goal::PODIUM) goal.kind = Goal::POINTS;
    Solver solver(layout, seat, goal, 1 << 16);
    solver.start({0, 3000});
    const Verdict verdict = solver.solve(position);
    if (verdict != Verdict::unknown) solver.line(position, Solver::NO_DECISION, verdict);
    Valuer valuer(layout);
    valuer.results(position, {0, 300});
}

template <int Players>
std::uint64_t play(const std::shared_ptr<const Layout>& layout, const Params& params, const std::shared_ptr<const Net>& net,
                   std::uint64_t seed) {
    constexpr Leaf LEAVES[] = {Leaf::formula, Leaf::rollout, Leaf::uniform, Leaf::even, Leaf::net};
    Random random(seed);
    Position position = start_position(*layout);
    Action actions[MAX_LEGAL];
    std::vector<std::uint8_t> planes(OBSERVATION_SIZE);  // on the heap, where writing behind the end is noticed
    std::uint64_t made = 0;
    while (const int count = Rules<Players>::legal(position, *layout, actions)) {
        if (made % 16 == seed % 16) {
            const Leaf leaf = LEAVES[(made / 16 + seed) % std::size(LEAVES)];
            Search search(layout, params, leaf, seed, 1 + static_cast<int>(seed % 2), leaf == Leaf::net ? net : nullptr);
            search.reset(position);
            search.run({0, 40});
            search.report();
            search.advance(actions[random.below(count)]);
            search.run({0, 20});
        }
        if (made % 16 == seed % 16) solve(position, *layout, seed + made);
        for (int i = 0; i < 10; ++i) corrupt<Players>(position, *layout, random);
        // every second game closes nothing by choice, so that the board fills and stocks run out
        const bool patient = position.phase == tables::PHASE_CLOSE && seed % 2;
        Rules<Players>::apply(position, *layout, actions[patient ? count - 1 : random.below(count)]);
        check(position, *layout);
        observe(position, *layout, planes.data());
        ++made;
    }
    return made;
}

// Many games at once, on two threads. Games that end are restarted.
std::uint64_t play_batch(const std::shared_ptr<const Layout>& layout, std::uint64_t seed) {
    constexpr std::size_t GAMES = 96, STEPS = 80;  // enough games to wake a thread, and steps to end each once
    static_assert(GAMES > Pool::SLOW);
    Batch batch(layout, GAMES, seed, 2);
    std::vector<Action> chosen(GAMES), legal;
    std::vector<std::int64_t> offsets(GAMES + 1);
    std::vector<std::int8_t> masks(GAMES * tables::ACTIONS);
    std::vector<std::uint8_t> planes(GAMES * OBSERVATION_SIZE);
    std::vector<std::int16_t> scores(GAMES * static_cast<std::size_t>(layout->players));
    const auto finished = std::make_unique<bool[]>(GAMES);
    for (std::size_t step = 0; step < STEPS; ++step) {
        legal.resize(batch.legal_offsets(offsets.data()));
        batch.legal_actions(legal.data());
        batch.random_actions(chosen.data());
        if (step % 16 == 0) {
            batch.masks(masks.data());
            batch.observations(planes.data());
        }
        demand(batch.step(chosen.data(), true, finished.get()) == GAMES, "a decision is refused", -1);
        batch.scores(scores.data());
        for (std::size_t game = 0; game < GAMES; ++game) check(batch.position(game), *layout);
    }
    return GAMES * STEPS;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return std::fprintf(stderr, "usage: soak GAMES WEIGHTS\n"), 1;
    const int games = std::atoi(argv[1]);
    std::ifstream file(argv[2], std::ios::binary);
    const auto net = std::make_shared<const Net>(std::string{std::istreambuf_iterator<char>(file), {}});
    Params params{};
    std::string text;
    std::getline(std::cin, text);
    std::istringstream knobs(text);
#define AQUA_READ(name) knobs >> params.name;
    AQUA_PARAMS(AQUA_READ)
#undef AQUA_READ
    std::uint64_t made = 0;
    while (std::getline(std::cin, text)) {
        std::istringstream line(text);
        const auto layout = read_layout(line);
        if (!layout) return std::fprintf(stderr, "not a layout\n"), 1;
        made += play_batch(layout, 1);
        for (int game = 0; game < games; ++game)
            made += with_players(layout->players, [&](auto players) {
                return play<players()>(layout, params, net, static_cast<std::uint64_t>(game));
            });
    }
    std::printf("%llu decisions\n", static_cast<unsigned long long>(made));
    return made ? 0 : 1;
}
