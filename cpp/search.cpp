#include "search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>

namespace aqua {

using namespace tables;

namespace {

constexpr std::size_t MAX_NODES = 4'000'000;  // about half a gigabyte with their edges; beyond it the tree only deepens its counts
constexpr int CHUNK = 16;                     // playouts between two looks at the clock

Estimate even(int players) {
    Estimate estimate{};
    for (int seat = 0; seat < players; ++seat) estimate.share[seat] = 1.0f / static_cast<float>(players);
    return estimate;
}

}  // namespace

Tree::Tree(const Layout& layout, const Params& params, Leaf leaf, std::uint64_t seed)
    : layout_(layout), params_(params), leaf_(leaf), seed_(seed), random_(seed) {}

void Tree::reset(const Position& position) {
    position_ = position;
    nodes_.clear();
    edges_.clear();
    pending_ = depth_ = 0;
    random_ = Random(seed_ ^ position.hash);
    Position after = position;
    with_players(layout_.players, [&](auto players) { make_node<players()>(after); });
    pending_ = nodes_[0].forced;
    nodes_[0].forced = 0;
}

bool Tree::forced() const { return pending_ > 0; }
bool Tree::exact() const { return nodes_[0].exact; }
std::uint64_t Tree::visits() const { return nodes_[0].visits; }

void Tree::advance(Action action) {
    with_players(layout_.players, [&](auto players) { Rules<players()>::apply(position_, layout_, action); });
    if (pending_ > 0) {
        --pending_;
        return;
    }
    const Node& root = nodes_[0];
    for (int i = 0; root.first >= 0 && i < root.count; ++i) {
        const Edge& edge = edges_[root.first + i];
        if (edge.action == action && edge.child >= 0) {
            compact(edge.child);
            pending_ = nodes_[0].forced;
            nodes_[0].forced = 0;
            return;
        }
    }
    reset(Position(position_));
}

// Keep only what is below a node, which becomes the root.
void Tree::compact(std::int32_t root) {
    std::vector<Node> nodes{nodes_[root]};
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].first < 0) continue;
        const auto first = static_cast<std::int32_t>(edges.size());
        for (int j = 0; j < nodes[i].count; ++j) {
            Edge edge = edges_[nodes[i].first + j];
            if (edge.child >= 0) {
                nodes.push_back(nodes_[edge.child]);
                edge.child = static_cast<std::int32_t>(nodes.size()) - 1;
            }
            edges.push_back(edge);
        }
        nodes[i].first = first;
    }
    nodes_ = std::move(nodes);
    edges_ = std::move(edges);
    depth_ = 0;
}

// A node for a position, after the decisions without a choice that follow; the position is moved along.
template <int Players>
int Tree::make_node(Position& position) {
    Node node{};
    node.first = -1;
    Action actions[MAX_LEGAL];
    while (Rules<Players>::legal(position, layout_, actions) == 1 && node.forced < 255) {
        Rules<Players>::apply(position, layout_, actions[0]);
        ++node.forced;
    }
    node.mover = position.mover;
    if (position.phase == PHASE_OVER) {
        Estimate estimate;
        result(position, layout_, estimate);
        node.exact = true;
        std::copy_n(estimate.share, MAX_SEATS, node.share);
        std::copy_n(estimate.points, MAX_SEATS, node.points);
    }
    nodes_.push_back(node);
    return static_cast<int>(nodes_.size()) - 1;
}

// Make the edges of a node, the most promising first.
template <int Players>
void Tree::expand(Node& node, const Position& position) {
    Action actions[MAX_LEGAL];
    float gains[MAX_LEGAL];
    int order[MAX_LEGAL];
    const int count = Rules<Players>::legal(position, layout_, actions);
    glance<Players>(position, layout_, params_, actions, count, gains, random_);
    if (params_.overlook > 0) {  // weaker levels do not see some decisions, always the same ones in a position
        for (int i = 0; i < count; ++i) {
            Random dice(position.hash ^ seed_ ^ actions[i] * 0x9e3779b97f4a7c15ull);
            if (dice.unit() < params_.overlook) gains[i] -= 1000;
        }
    }
    std::iota(order, order + count, 0);
    std::stable_sort(order, order + count, [&](int a, int b) { return gains[a] > gains[b]; });
    float total = 0;
    const float best = gains[order[0]];
    for (int i = 0; i < count; ++i) total += gains[i] = std::exp((gains[i] - best) / params_.prior_scale);
    node.first = static_cast<std::int32_t>(edges_.size());
    node.count = node.open = static_cast<std::uint16_t>(count);
    const float floor = params_.prior_floor / static_cast<float>(count);
    for (int i = 0; i < count; ++i) {
        const float prior = gains[order[i]] / total * (1 - params_.prior_floor) + floor;
        edges_.push_back({prior, 0, 0, -1, actions[order[i]], false});
    }
}

int Tree::limit(const Node& node) const {
    const float wide = params_.widen_from +
                       params_.widen_factor * std::pow(static_cast<float>(node.visits), params_.widen_power);
    return wide < static_cast<float>(node.count) ? static_cast<int>(wide) : node.count;
}

int Tree::select(const Node& node) const {
    const int count = limit(node);
    const float mean = node.utility / static_cast<float>(node.visits);
    const float explore = params_.explore * std::sqrt(static_cast<float>(node.visits));
    int best = 0;
    float best_score = -1e9f;
    for (int i = 0; i < count; ++i) {
        const Edge& edge = edges_[node.first + i];
        const float value = edge.visits ? edge.value / static_cast<float>(edge.visits) : mean - params_.first_play;
        const float score = value + explore * edge.prior / static_cast<float>(1 + edge.visits);
        if (score > best_score) {
            best_score = score;
            best = i;
        }
    }
    return node.first + best;
}

template <int Players>
void Tree::judge(Position position, Estimate& out) {
    Action actions[MAX_LEGAL];
    if (leaf_ == Leaf::even) {
        out = even(Players);
        return;
    }
    const int depth = leaf_ == Leaf::formula ? 0 : leaf_ == Leaf::uniform ? 1 << 20
                                                                          : static_cast<int>(params_.rollout_depth);
    for (int i = 0; i < depth; ++i) {
        const int count = Rules<Players>::legal(position, layout_, actions);
        if (!count) break;
        const Action action = leaf_ == Leaf::uniform
                                  ? actions[random_.below(count)]
                                  : sensible<Players>(position, layout_, params_, actions, count, random_);
        Rules<Players>::apply(position, layout_, action);
    }
    evaluate(position, layout_, params_, out);
}

Estimate Tree::known(const Node& node) const {
    Estimate estimate;
    std::copy_n(node.share, MAX_SEATS, estimate.share);
    std::copy_n(node.points, MAX_SEATS, estimate.points);
    return estimate;
}

template <int Players>
void Tree::playout_for() {
    Position position = position_;
    Action actions[MAX_LEGAL];
    for (int i = 0; i < pending_; ++i) {
        Rules<Players>::legal(position, layout_, actions);
        Rules<Players>::apply(position, layout_, actions[0]);
    }
    path_.clear();
    std::int32_t at = 0;
    Estimate estimate;
    while (true) {
        if (nodes_[at].exact) {
            estimate = known(nodes_[at]);
            break;
        }
        if (nodes_[at].visits == 0) {
            judge<Players>(position, estimate);
            break;
        }
        if (nodes_[at].first < 0) expand<Players>(nodes_[at], position);
        const std::int32_t chosen = select(nodes_[at]);
        path_.push_back({at, chosen});
        Rules<Players>::apply(position, layout_, edges_[chosen].action);
        if (edges_[chosen].child < 0) {
            if (nodes_.size() >= MAX_NODES) {
                judge<Players>(position, estimate);
                at = -1;
                break;
            }
            const int made = make_node<Players>(position);
            edges_[chosen].child = made;
            at = made;
            continue;
        }
        at = edges_[chosen].child;
        for (int i = 0; i < nodes_[at].forced; ++i) {
            Rules<Players>::legal(position, layout_, actions);
            Rules<Players>::apply(position, layout_, actions[0]);
        }
    }
    if (at >= 0) path_.push_back({at, -1});
    depth_ = std::max(depth_, static_cast<int>(path_.size()) - 1);
    back_up(estimate);
}

void Tree::back_up(const Estimate& estimate) {
    float utility[MAX_SEATS];
    utilities(estimate, params_, layout_.players, utility);
    bool exact = false;  // whether the node below is known
    for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
        Node& node = nodes_[step->node];
        ++node.visits;
        node.utility += utility[node.mover];
        if (!node.exact)
            for (int seat = 0; seat < layout_.players; ++seat) {
                node.share[seat] += estimate.share[seat];
                node.points[seat] += estimate.points[seat];
            }
        if (step->edge >= 0) {
            Edge& edge = edges_[step->edge];
            ++edge.visits;
            edge.value += utility[node.mover];
            if (exact && !edge.exact) {
                edge.exact = true;
                float values[MAX_SEATS];
                utilities(known(nodes_[edge.child]), params_, layout_.players, values);
                edge.value = values[node.mover] * static_cast<float>(edge.visits);
                if (--node.open == 0) prove(node);
            }
        }
        exact = node.exact;
    }
}

// All decisions of a node are known: so is the node, by the best of them for its mover.
void Tree::prove(Node& node) {
    float best_value = -1e9f;
    Estimate best{};
    for (int i = 0; i < node.count; ++i) {
        const Estimate estimate = known(nodes_[edges_[node.first + i].child]);
        float values[MAX_SEATS];
        utilities(estimate, params_, layout_.players, values);
        if (values[node.mover] > best_value) {
            best_value = values[node.mover];
            best = estimate;
        }
    }
    node.exact = true;
    std::copy_n(best.share, MAX_SEATS, node.share);
    std::copy_n(best.points, MAX_SEATS, node.points);
}

void Tree::playout() {
    with_players(layout_.players, [&](auto players) { playout_for<players()>(); });
}

void Tree::line_from(const Edge& edge, std::vector<Action>& line) const {
    const Edge* at = &edge;
    while (at) {
        line.push_back(at->action);
        const Node* node = at->child >= 0 ? &nodes_[at->child] : nullptr;
        at = nullptr;
        if (!node || node->forced || node->first < 0) return;
        for (int i = 0; i < node->count; ++i) {
            const Edge& next = edges_[node->first + i];
            if (next.visits && (!at || next.visits > at->visits)) at = &next;
        }
    }
}

void Tree::add_to(Report& report) const {
    const Node& root = nodes_[0];
    const float visits = root.exact ? static_cast<float>(std::max(1u, root.visits)) : 1;
    report.visits += root.visits;
    report.nodes += nodes_.size();
    report.depth = std::max(report.depth, depth_);
    report.exact = report.exact || root.exact;
    for (int seat = 0; seat < layout_.players; ++seat) {
        report.share[seat] += root.share[seat] * visits;
        report.points[seat] += root.points[seat] * visits;
    }
    for (int i = 0; root.first >= 0 && i < root.count; ++i) {
        const Edge& edge = edges_[root.first + i];
        if (!edge.visits) continue;
        auto choice = std::find_if(report.choices.begin(), report.choices.end(),
                                   [&](const Choice& other) { return other.action == edge.action; });
        if (choice == report.choices.end()) {
            report.choices.push_back({edge.action, 0, edge.prior, {}, {}, false, {}});
            choice = report.choices.end() - 1;
        }
        if (edge.visits > choice->visits) {
            choice->line.clear();
            line_from(edge, choice->line);
        }
        choice->visits += edge.visits;
        choice->exact = choice->exact || edge.exact;
        if (edge.child < 0) continue;  // the tree was full
        const Node& child = nodes_[edge.child];
        const float weight = static_cast<float>(edge.visits) / (child.exact ? 1.0f : static_cast<float>(child.visits));
        for (int seat = 0; seat < layout_.players; ++seat) {
            choice->share[seat] += child.share[seat] * weight;
            choice->points[seat] += child.points[seat] * weight;
        }
    }
}

Search::Search(std::shared_ptr<const Layout> layout, const Params& params, Leaf leaf, std::uint64_t seed, int threads)
    : layout_(std::move(layout)), locks_(threads) {
    for (int i = 0; i < threads; ++i)
        trees_.push_back(std::make_unique<Tree>(*layout_, params, leaf, seed + 0x51ed2701ull * i));
}

void Search::reset(const Position& position) {
    for (auto& tree : trees_) tree->reset(position);
    playouts_ = 0;
}

void Search::advance(Action action) {
    for (auto& tree : trees_) tree->advance(action);
    playouts_ = 0;
}

void Search::run(const Budget& budget) {
    using Clock = std::chrono::steady_clock;
    stopped_ = false;
    playouts_ = 0;
    const auto start = Clock::now();
    const auto work = [&](std::size_t index) {
        Tree& tree = *trees_[index];
        std::uint64_t left = budget.playouts / trees_.size() + (index < budget.playouts % trees_.size());
        while (!stopped_) {
            const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
            seconds_ = seconds;
            if (budget.seconds > 0 && seconds >= budget.seconds) break;
            if (budget.playouts && !left) break;
            while (readers_ > 0) std::this_thread::yield();
            std::scoped_lock lock(locks_[index]);
            const std::uint64_t chunk = budget.playouts ? std::min<std::uint64_t>(left, CHUNK) : CHUNK;
            for (std::uint64_t i = 0; i < chunk; ++i) tree.playout();
            left -= budget.playouts ? chunk : 0;
            playouts_ += chunk;
            if (tree.exact() || tree.forced()) break;
        }
    };
    std::vector<std::thread> helpers;
    for (std::size_t index = 1; index < trees_.size(); ++index) helpers.emplace_back(work, index);
    work(0);
    for (auto& helper : helpers) helper.join();
    seconds_ = std::chrono::duration<double>(Clock::now() - start).count();
}

Report Search::report() const {
    Report report{};
    ++readers_;
    for (std::size_t index = 0; index < trees_.size(); ++index) {
        std::scoped_lock lock(locks_[index]);
        trees_[index]->add_to(report);
    }
    --readers_;
    report.playouts = playouts_;
    report.seconds = seconds_;
    const auto mean = [&](float* values, std::uint64_t visits) {
        for (int seat = 0; seat < layout_->players; ++seat) values[seat] /= static_cast<float>(std::max<std::uint64_t>(1, visits));
    };
    mean(report.share, report.visits);
    mean(report.points, report.visits);
    for (Choice& choice : report.choices) {
        mean(choice.share, choice.visits);
        mean(choice.points, choice.visits);
    }
    // Most visits first. Where everything is known, what is best for the mover.
    const int mover = position().mover;
    const bool exact = report.exact;
    std::stable_sort(report.choices.begin(), report.choices.end(), [&](const Choice& a, const Choice& b) {
        if (exact && a.share[mover] != b.share[mover]) return a.share[mover] > b.share[mover];
        if (exact && a.points[mover] != b.points[mover]) return a.points[mover] > b.points[mover];
        if (a.visits != b.visits) return a.visits > b.visits;
        return a.share[mover] > b.share[mover];
    });
    return report;
}

}  // namespace aqua
