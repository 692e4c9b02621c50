// Exact endings: whether one seat can reach a goal whatever all others do. Proof-number search, depth first, with a
// table of what is known about positions. The others are one opponent: only so is "whatever they do" true (R6.4).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "frontier.hpp"
#include "rules.hpp"

namespace aqua {

struct Goal {
    enum Kind { SHARE, LEAD, POINTS, PODIUM };
    Kind kind;
    int least;     // SHARE: among how many winners at most; otherwise points or podium
    int aqueduct;  // PODIUM alone
};

enum class Verdict : int { refuted = -1, unknown = 0, proven = 1 };

// When to give up: 0 means no limit.
struct SolveBudget {
    double seconds;
    std::uint64_t nodes;
};

// Proof numbers of positions by their key; when it is full, what took the least work is forgotten.
class ProofTable {
   public:
    static constexpr std::uint32_t INFINITE = (1u << 20) - 1;
    struct Entry {
        std::uint64_t key;
        std::uint64_t proof : 20, disproof : 20, action : 14, effort : 10;
    };

    explicit ProofTable(std::size_t most_bytes);
    // Null if nothing is known.
    const Entry* find(std::uint64_t key) const;
    void store(std::uint64_t key, std::uint32_t proof, std::uint32_t disproof, Action action, std::uint64_t work);

   private:
    static constexpr std::size_t WAYS = 4;
    void grow();

    std::vector<Entry> entries_;
    std::size_t used_ = 0, most_;
};

class Solver {
   public:
    static constexpr std::size_t MEMORY = std::size_t{64} << 20;
    static constexpr std::uint64_t NO_LIMIT = ~0ull;
    static constexpr int NO_DECISION = -1;

    Solver(const Layout& layout, int seat, const Goal& goal, std::size_t memory = MEMORY);
    // Begin to count nodes and seconds.
    void start(const SolveBudget& budget);
    // Of a position that is not over, or of what a decision in it leads to, with so many more nodes at most; what was
    // found out before helps.
    Verdict solve(const Position& position, int decision = NO_DECISION, std::uint64_t most_nodes = NO_LIMIT);
    // How a verdict just found comes about: decisions until bounds of points alone decide. Who forces it takes the way
    // that was easiest to prove, the others the hardest.
    std::vector<Action> line(const Position& position, int decision, Verdict verdict);
    // From another thread.
    void stop() { stopped_ = true; }
    // Whether the budget is used up.
    bool spent() const { return spent_; }
    std::uint64_t nodes() const { return nodes_; }

   private:
    struct State {
        Position position;
        Frontier frontier;
        std::uint64_t tiles;  // the keys of all tiles on the board
        std::uint64_t key;
    };
    struct Numbers {
        std::uint32_t proof, disproof;  // how much is left to do for either, at least
    };
    struct Child {
        Numbers numbers;
        Action action;
    };

    Verdict begin(const Position& position, int decision, State& state) const;
    template <int Players>
    int decisions(const State& state, Action* out) const;
    // Make a decision; the verdict if it ends the game or settles the goal.
    template <int Players>
    Verdict advance(State& state, Action action) const;
    // What is known about a position that has just come about, or a first guess.
    Numbers judge(State& state) const;
    template <int Players>
    Numbers visit(const State& state, Action action, State& next);
    // Look below a position until one of its numbers reaches the limit.
    template <int Players>
    Numbers search(const State& state, Numbers limit);
    template <int Players>
    void trace(State state, Verdict verdict, std::vector<Action>& line);

    Verdict counted(const Position& position) const;
    Verdict mounted(const Position& before, const Position& after, Action action) const;
    Verdict decided(const State& state, int& slack) const;
    void mark(State& state) const;
    bool exhausted();

    const Layout& layout_;
    const int seat_;
    const Goal goal_;
    ProofTable table_;
    std::uint32_t settled_[2][tables::ACTIONS] = {};  // positions that a decision settled, of the others and of the seat
    std::vector<Child> children_;  // of all positions on the way down, those of the last on top
    std::uint64_t nodes_ = 0, most_nodes_ = NO_LIMIT, next_look_ = 0;
    SolveBudget budget_{};
    std::chrono::steady_clock::time_point begun_{};
    std::atomic<bool> stopped_ = false;
    bool spent_ = false;
};

}  // namespace aqua
