// The tree of a search for two to four players. Values are vectors, one entry a seat; each seat maximises its own.
#pragma once

#include <vector>

#include "evaluate.hpp"
#include "net.hpp"
#include "random.hpp"
#include "rules.hpp"

namespace aqua {

// How a leaf of the tree is judged.
enum class Leaf {
    formula,  // evaluate() on the spot
    rollout,  // sensible play for some decisions, then evaluate()
    uniform,  // uniformly random play to the end
    even,     // everybody's share is the same: for tests of the search itself
    network,  // by somebody outside, many at a time: see collect() and supply()
    net,      // sensible play for some decisions, then the network in the core
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

// What a search found out about a position somewhere in its tree.
struct Insight {
    std::vector<Action> path;  // from the root, decisions without a choice included
    std::uint32_t visits;
    Estimate estimate;
    int phase;
    bool exact;
};

// A tree of one thread.
class Tree {
   public:
    // `net` is needed for Leaf::net alone.
    Tree(const Layout& layout, const Params& params, Leaf leaf, std::uint64_t seed, const Net* net = nullptr);
    void reset(const Position& position);
    void advance(Action action);
    void playout();
    // Walk to at most so many leaves that want to be judged; fewer if they are already on their way. What is known
    // without judging is counted at once, and added to `done`.
    void collect(int most, std::vector<Position>& leaves, std::uint64_t& done);
    // The judgement of the leaves last collected, in their order: shares seen from the mover (MAX_SEATS a leaf), and
    // for every action how promising it looks, as a logarithm.
    void supply(const float* shares, const float* logits);
    std::size_t waiting() const { return waiting_.size(); }
    bool exact() const;
    bool forced() const;
    std::uint64_t visits() const;
    std::size_t nodes() const { return nodes_.size(); }
    int depth() const { return depth_; }
    // Add this tree's view of the root to the report, visits times value; `Search` divides.
    void add_to(Report& report) const;
    const Position& position() const { return position_; }
    // What is known about the root, and about every position below it with at least so many visits; the root first.
    void harvest(std::uint32_t least, std::vector<Insight>& out) const;
    // The decisions at the root that were looked at, and how often.
    void visited(std::vector<std::pair<Action, std::uint32_t>>& out) const;

   private:
    struct Node {
        double utility;  // of the mover, sum over the visits
        std::uint32_t visits;
        std::int32_t first;  // its edges; -1 before they are made
        std::uint16_t count;
        std::uint16_t open;   // edges not known exactly
        std::uint8_t forced;  // decisions without a choice between the parent's decision and this node
        std::uint8_t mover;
        bool exact;
        double share[MAX_SEATS];  // sums over the visits; if exact, the values themselves
        double points[MAX_SEATS];
    };
    struct Edge {
        double value;  // utility of the mover, sum over the visits
        float prior;
        std::uint32_t visits;
        std::int32_t child;  // -1 before the first visit
        Action action;
        bool exact;
    };
    struct Step {
        std::int32_t node, best, tried;  // the edge that looked best, and the one gone down; -1 at the leaf
    };

    // A walk to a leaf that waits for its judgement.
    struct Waiting {
        std::vector<Step> path;
        Position position;
    };

    template <int Players> void playout_for();
    template <int Players> bool descend(Position& position, Estimate& estimate);
    template <int Players> void judged(Waiting& leaf, const float* shares, const float* logits);
    void count_ahead(const std::vector<Step>& path, int visits);
    template <int Players> int make_node(Position& position);
    template <int Players> void expand(Node& node, const Position& position);
    void add_edges(Node& node, const Action* actions, float* weights, int count);
    template <int Players> void judge(Position position, Estimate& out);
    template <int Players> Action quick(const Position& position, const Action* actions, int count);
    Step select(std::int32_t at) const;
    void back_up(Estimate estimate);
    void visit(Node& node, const Estimate& estimate, float utility);
    void prove(Node& node);
    Estimate known(const Node& node) const;
    bool goes_past(const Position& position) const { return params_.past_close > 0 && position.phase == tables::PHASE_CLOSE; }
    float width(std::uint32_t visits) const;
    int limit(const Node& node) const;
    void line_from(const Edge& edge, std::vector<Action>& line) const;
    void compact(std::int32_t root);

    const Layout& layout_;
    Params params_;
    Leaf leaf_;
    const Net* net_;
    std::uint64_t seed_;
    Random random_;
    Position position_{};
    int pending_ = 0;  // forced decisions to come before the root's position
    int depth_ = 0;
    std::vector<float> widths_;  // how many edges are considered, by the visits of their node
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<Step> path_;
    std::vector<Waiting> waiting_;
};

}  // namespace aqua
