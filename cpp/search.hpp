// Monte Carlo tree search for two to four players. Values are vectors, one entry a seat; each seat maximises its own.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "evaluate.hpp"
#include "random.hpp"
#include "rules.hpp"

namespace aqua {

// How a leaf of the tree is judged.
enum class Leaf {
    formula,  // evaluate() on the spot
    rollout,  // sensible play for some decisions, then evaluate()
    uniform,  // uniformly random play to the end
    even,     // everybody's share is the same: for tests of the search itself
};

struct Budget {
    double seconds;          // 0: no limit
    std::uint64_t playouts;  // 0: no limit
};

// One decision at the root, as the search sees it.
struct Choice {
    Action action;
    std::uint64_t visits;
    float prior;
    float share[MAX_SEATS];   // means over the visits
    float points[MAX_SEATS];
    bool exact;
    std::vector<Action> line;  // the principal variation, this decision first
};

struct Report {
    std::uint64_t playouts;  // in this run
    std::uint64_t visits;    // of the root, with what was kept from before
    std::uint64_t nodes;
    int depth;
    double seconds;
    bool exact;
    float share[MAX_SEATS];
    float points[MAX_SEATS];
    std::vector<Choice> choices;  // best first
};

// A tree of one thread.
class Tree {
   public:
    Tree(const Layout& layout, const Params& params, Leaf leaf, std::uint64_t seed);
    void reset(const Position& position);
    void advance(Action action);
    void playout();
    bool exact() const;
    bool forced() const;
    std::uint64_t visits() const;
    std::size_t nodes() const { return nodes_.size(); }
    int depth() const { return depth_; }
    // Add this tree's view of the root to the report, visits times value; `Search` divides.
    void add_to(Report& report) const;
    const Position& position() const { return position_; }

   private:
    struct Node {
        float share[MAX_SEATS];  // sums over the visits; if exact, the values themselves
        float points[MAX_SEATS];
        float utility;  // of the mover, sum over the visits
        std::uint32_t visits;
        std::int32_t first;  // its edges; -1 before they are made
        std::uint16_t count;
        std::uint16_t open;   // edges not known exactly
        std::uint8_t forced;  // decisions without a choice between the parent's decision and this node
        std::uint8_t mover;
        bool exact;
    };
    struct Edge {
        float prior;
        float value;  // utility of the mover, sum over the visits
        std::uint32_t visits;
        std::int32_t child;  // -1 before the first visit
        Action action;
        bool exact;
    };
    struct Step {
        std::int32_t node, edge;
    };

    template <int Players> void playout_for();
    template <int Players> int make_node(Position& position);
    template <int Players> void expand(Node& node, const Position& position);
    template <int Players> void judge(Position position, Estimate& out);
    int select(const Node& node) const;
    void back_up(const Estimate& estimate);
    void prove(Node& node);
    Estimate known(const Node& node) const;
    int limit(const Node& node) const;
    void line_from(const Edge& edge, std::vector<Action>& line) const;
    void compact(std::int32_t root);

    const Layout& layout_;
    Params params_;
    Leaf leaf_;
    std::uint64_t seed_;
    Random random_;
    Position position_{};
    int pending_ = 0;  // forced decisions to come before the root's position
    int depth_ = 0;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<Step> path_;
};

// One or more trees, a thread each; their roots are added up.
class Search {
   public:
    Search(std::shared_ptr<const Layout> layout, const Params& params, Leaf leaf, std::uint64_t seed, int threads);
    void reset(const Position& position);
    void advance(Action action);
    // Search until the budget is spent, `stop` is called or the root is known exactly.
    void run(const Budget& budget);
    void stop() { stopped_ = true; }
    // Safe to call from another thread while `run` works.
    Report report() const;
    const Position& position() const { return trees_.front()->position(); }
    int players() const { return layout_->players; }

   private:
    std::shared_ptr<const Layout> layout_;
    std::vector<std::unique_ptr<Tree>> trees_;
    mutable std::vector<std::mutex> locks_;
    mutable std::atomic<int> readers_{0};  // who wants a report goes first
    std::atomic<bool> stopped_{false};
    std::atomic<std::uint64_t> playouts_{0};
    std::atomic<double> seconds_{0};
};

}  // namespace aqua
