#include "tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace aqua {

using namespace tables;

namespace {

constexpr std::size_t MAX_NODES = 4'000'000;  // about half a gigabyte with their edges; beyond it the tree only deepens its counts
constexpr std::uint32_t REMEMBERED = 1024;    // visits for which the limit of edges is looked up
constexpr int MAX_TRIES = 16;                 // of `rollout_tries`; Params refuses more

// What will be needed soon; large trees are not in the caches.
inline void prefetch([[maybe_unused]] const void* at) {
#ifdef __GNUC__
    __builtin_prefetch(at);
#endif
}

Estimate even(int players) {
    Estimate estimate{};
    for (int seat = 0; seat < players; ++seat) estimate.share[seat] = 1.0f / static_cast<float>(players);
    return estimate;
}

}  // namespace

Tree::Tree(const Layout& layout, const Params& params, Leaf leaf, std::uint64_t seed, const Net* net)
    : layout_(layout), params_(params), leaf_(leaf), net_(net), seed_(seed), random_(seed) {
    widths_.reserve(REMEMBERED);
    for (std::uint32_t visits = 0; visits < REMEMBERED; ++visits) widths_.push_back(width(visits));
}

void Tree::reset(const Position& position) {
    position_ = position;
    nodes_.clear();
    edges_.clear();
    pending_ = depth_ = 0;
    random_ = Random(seed_ ^ position.hash());
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
    const int count = Rules<Players>::legal(position, layout_, actions);
    if (leaf_ == Leaf::net)
        net_->priors(position, layout_, actions, count, gains);
    else
        glance<Players>(position, layout_, params_, actions, count, gains, random_);
    if (params_.overlook > 0) {  // weaker levels do not see some decisions, always the same ones in a position
        for (int i = 0; i < count; ++i) {
            Random dice(position.hash() ^ seed_ ^ actions[i] * 0x9e3779b97f4a7c15ull);
            if (dice.unit() < params_.overlook) gains[i] -= 1000;
        }
    }
    for (int i = 0; i < count; ++i) gains[i] /= params_.prior_scale;
    add_edges(node, actions, gains, count);
}

// The edges of a node, the most promising first; weights are logarithms of priors, and are overwritten.
void Tree::add_edges(Node& node, const Action* actions, float* weights, int count) {
    int order[MAX_LEGAL];
    std::iota(order, order + count, 0);
    std::stable_sort(order, order + count, [&](int a, int b) { return weights[a] > weights[b]; });
    float total = 0;
    const float best = weights[order[0]];
    for (int i = 0; i < count; ++i) total += weights[i] = std::exp(weights[i] - best);
    node.first = static_cast<std::int32_t>(edges_.size());
    node.count = node.open = static_cast<std::uint16_t>(count);
    const float floor = params_.prior_floor / static_cast<float>(count);
    for (int i = 0; i < count; ++i) {
        const float prior = weights[order[i]] / total * (1 - params_.prior_floor) + floor;
        edges_.push_back({0, prior, 0, -1, actions[order[i]], false});
    }
}

float Tree::width(std::uint32_t visits) const {
    return params_.widen_from + params_.widen_factor * std::pow(static_cast<float>(visits), params_.widen_power);
}

int Tree::limit(const Node& node) const {
    if (static_cast<float>(node.count) <= params_.widen_from) return node.count;
    const float wide = node.visits < widths_.size() ? widths_[node.visits] : width(node.visits);
    return wide < static_cast<float>(node.count) ? static_cast<int>(wide) : node.count;
}

// The edge that looks best; and the one to go down, which is another if that one is known: nothing could be learnt there.
// Edges are visited in their order, for the priors fall: behind the first without a visit none can look better.
Tree::Step Tree::select(std::int32_t at) const {
    const Node& node = nodes_[at];
    const int wide = limit(node);
    const float mean = node.visits ? static_cast<float>(node.utility / node.visits) : 0;
    const float explore = params_.explore * std::sqrt(static_cast<float>(node.visits));
    int best = 0, unknown = -1;
    float best_score = -1e9f, unknown_score = -1e9f;
    for (int i = 0; i < node.count; ++i) {
        if (i >= wide && (unknown >= 0 || !edges_[node.first + best].exact)) break;
        const Edge& edge = edges_[node.first + i];
        const float value = edge.visits ? static_cast<float>(edge.value / edge.visits) : mean - params_.first_play;
        const float score = value + explore * edge.prior / static_cast<float>(1 + edge.visits);
        if (i < wide && score > best_score) {
            best_score = score;
            best = i;
        }
        if (!edge.exact && score > unknown_score) {
            unknown_score = score;
            unknown = i;
        }
        if (!edge.visits) break;
    }
    const bool known = edges_[node.first + best].exact;
    return {at, node.first + best, node.first + (known ? unknown : best)};
}

// One decision of quick play. Where the formula knows nothing, the most promising of some is taken, if a network can tell.
template <int Players>
Action Tree::quick(const Position& position, const Action* actions, int count) {
    if (leaf_ == Leaf::uniform) return actions[random_.below(count)];
    const int tries = std::clamp(static_cast<int>(params_.rollout_tries), 0, MAX_TRIES);
    if (leaf_ != Leaf::net || !tries || count == 1 || formula_decides(position, actions))
        return sensible<Players>(position, layout_, params_, actions, count, random_);
    Action some[MAX_TRIES];
    float logits[MAX_TRIES];
    const int looked_at = std::min(tries, count);
    for (int i = 0; i < looked_at; ++i) some[i] = count > tries ? actions[random_.below(count)] : actions[i];
    net_->priors(position, layout_, some, looked_at, logits);
    return some[std::max_element(logits, logits + looked_at) - logits];
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
        Rules<Players>::apply(position, layout_, quick<Players>(position, actions, count));
    }
    if (leaf_ != Leaf::net) return evaluate(position, layout_, params_, out);
    // the network is asked about positions in which nobody thinks about closing
    if (position.phase == PHASE_CLOSE) Rules<Players>::apply(position, layout_, ACTION_PASS);
    if (position.phase == PHASE_OVER) return result(position, layout_, out);
    net_->judge(position, layout_, out);
}

Estimate Tree::known(const Node& node) const {
    Estimate estimate;
    for (int seat = 0; seat < MAX_SEATS; ++seat) {
        estimate.share[seat] = static_cast<float>(node.share[seat]);
        estimate.points[seat] = static_cast<float>(node.points[seat]);
    }
    return estimate;
}

// Walk down to a leaf; the way is in `path_`. Whether it is known already; if so, its value is in `estimate`.
template <int Players>
bool Tree::descend(Position& position, Estimate& estimate) {
    Action actions[MAX_LEGAL];
    for (int i = 0; i < pending_; ++i) {
        Rules<Players>::legal(position, layout_, actions);
        Rules<Players>::apply(position, layout_, actions[0]);
    }
    path_.clear();
    std::int32_t at = 0;
    while (true) {
        if (nodes_[at].exact) {
            path_.push_back({at, -1, -1});
            estimate = known(nodes_[at]);
            return true;
        }
        const bool fresh = nodes_[at].visits == 0 && !goes_past(position);
        if (fresh || (leaf_ == Leaf::network && nodes_[at].first < 0)) {
            path_.push_back({at, -1, -1});
            return false;
        }
        if (nodes_[at].first < 0) expand<Players>(nodes_[at], position);
        path_.push_back(select(at));
        const std::int32_t chosen = path_.back().tried;
        if (edges_[chosen].child >= 0) {
            const Node* next = &nodes_[edges_[chosen].child];
            prefetch(next);
            if (next->first >= 0) prefetch(&edges_[next->first]);
        }
        Rules<Players>::apply(position, layout_, edges_[chosen].action);
        if (edges_[chosen].child < 0) {
            if (nodes_.size() >= MAX_NODES) return false;
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
}

template <int Players>
void Tree::playout_for() {
    Position position = position_;
    Estimate estimate;
    if (!descend<Players>(position, estimate)) judge<Players>(position, estimate);
    back_up(estimate);
}

// Visits that count as lost until the leaf is judged, so that other walks go elsewhere; negative to take them back.
void Tree::count_ahead(const std::vector<Step>& path, int visits) {
    for (const Step& step : path) {
        nodes_[step.node].visits += static_cast<std::uint32_t>(visits);
        if (step.tried >= 0) edges_[step.tried].visits += static_cast<std::uint32_t>(visits);
    }
}

void Tree::collect(int most, std::vector<Position>& leaves, std::uint64_t& done) {
    leaves.clear();
    waiting_.clear();
    with_players(layout_.players, [&](auto players) {
        for (int tries = 0; tries < 4 * most && static_cast<int>(waiting_.size()) < most && !exact(); ++tries) {
            Position position = position_;
            Estimate estimate;
            if (descend<players()>(position, estimate)) {
                back_up(estimate);
                ++done;
                continue;
            }
            const bool twice = std::any_of(waiting_.begin(), waiting_.end(), [&](const Waiting& other) {
                return other.path.back().node == path_.back().node && other.path.back().tried == path_.back().tried;
            });
            if (twice) break;
            count_ahead(path_, 1);
            waiting_.push_back({path_, position});
            leaves.push_back(position);
        }
    });
}

template <int Players>
void Tree::judged(Waiting& leaf, const float* shares, const float* logits) {
    count_ahead(leaf.path, -1);
    path_ = leaf.path;
    const Step last = path_.back();
    if (last.tried < 0 && nodes_[last.node].first < 0) {
        Action actions[MAX_LEGAL];
        float weights[MAX_LEGAL];
        const int count = Rules<Players>::legal(leaf.position, layout_, actions);
        for (int i = 0; i < count; ++i) weights[i] = logits[actions[i]];
        add_edges(nodes_[last.node], actions, weights, count);
    }
    Estimate estimate;
    evaluate(leaf.position, layout_, params_, estimate);  // for the points; the shares are the network's
    for (int seat = 0; seat < Players; ++seat)
        estimate.share[(leaf.position.mover + seat) % Players] = shares[seat];
    back_up(estimate);
}

void Tree::supply(const float* shares, const float* logits) {
    with_players(layout_.players, [&](auto players) {
        for (std::size_t i = 0; i < waiting_.size(); ++i)
            judged<players()>(waiting_[i], shares + i * MAX_SEATS, logits + i * ACTIONS);
    });
    waiting_.clear();
}

void Tree::visit(Node& node, const Estimate& estimate, float utility) {
    ++node.visits;
    node.utility += utility;
    if (node.exact) return;
    for (int seat = 0; seat < layout_.players; ++seat) {
        node.share[seat] += estimate.share[seat];
        node.points[seat] += estimate.points[seat];
    }
}

void Tree::back_up(Estimate estimate) {
    depth_ = std::max(depth_, static_cast<int>(path_.size()) - 1);
    float utility[MAX_SEATS];
    utilities(estimate, params_, layout_.players, utility);
    bool exact = false;  // whether the node below is known
    for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
        Node& node = nodes_[step->node];
        if (step->tried >= 0) {
            Edge& tried = edges_[step->tried];
            ++tried.visits;
            tried.value += utility[node.mover];
            if (step->best != step->tried) {  // tried for the proof alone: what is known counts, for both visits
                Edge& best = edges_[step->best];
                estimate = known(nodes_[best.child]);
                utilities(estimate, params_, layout_.players, utility);
                ++best.visits;
                best.value += utility[node.mover];
                visit(node, estimate, utility[node.mover]);
            }
            if (exact && !tried.exact) {
                tried.exact = true;
                float values[MAX_SEATS];
                utilities(known(nodes_[tried.child]), params_, layout_.players, values);
                tried.value = values[node.mover] * static_cast<double>(tried.visits);
                if (--node.open == 0) prove(node);
            }
        }
        visit(node, estimate, utility[node.mover]);
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

void Tree::visited(std::vector<std::pair<Action, std::uint32_t>>& out) const {
    const Node& root = nodes_[0];
    out.clear();
    for (int i = 0; root.first >= 0 && i < root.count; ++i)
        if (edges_[root.first + i].visits) out.emplace_back(edges_[root.first + i].action, edges_[root.first + i].visits);
}

void Tree::harvest(std::uint32_t least, std::vector<Insight>& out) const {
    out.clear();
    struct Place {
        std::int32_t node;
        std::size_t parent;  // in `out`
        Action action;
        Position position;
    };
    std::vector<Place> places{{0, 0, 0, position_}};
    with_players(layout_.players, [&](auto players) {
        Action actions[MAX_LEGAL];
        while (!places.empty()) {
            Place place = places.back();
            places.pop_back();
            const Node& node = nodes_[place.node];
            Insight insight{{}, node.visits, known(node), 0, node.exact};
            int forced = node.forced;
            if (place.node) {
                insight.path = out[place.parent].path;
                insight.path.push_back(place.action);
                Rules<players()>::apply(place.position, layout_, place.action);
            } else {
                forced = pending_;
            }
            for (int i = 0; i < forced; ++i) {
                Rules<players()>::legal(place.position, layout_, actions);
                insight.path.push_back(actions[0]);
                Rules<players()>::apply(place.position, layout_, actions[0]);
            }
            if (!node.exact && node.visits)
                for (int seat = 0; seat < layout_.players; ++seat) {
                    insight.estimate.share[seat] = static_cast<float>(node.share[seat] / node.visits);
                    insight.estimate.points[seat] = static_cast<float>(node.points[seat] / node.visits);
                }
            insight.phase = place.position.phase;
            out.push_back(std::move(insight));
            const std::size_t at = out.size() - 1;
            for (int i = 0; node.first >= 0 && i < node.count; ++i) {
                const Edge& edge = edges_[node.first + i];
                if (edge.child >= 0 && nodes_[edge.child].visits >= least)
                    places.push_back({edge.child, at, edge.action, place.position});
            }
        }
    });
}

void Tree::add_to(Report& report) const {
    const Node& root = nodes_[0];
    const double visits = root.exact ? std::max(1u, root.visits) : 1;
    report.visits += root.visits;
    report.nodes += nodes_.size();
    report.depth = std::max(report.depth, depth_);
    report.exact = report.exact || root.exact;
    for (int seat = 0; seat < layout_.players; ++seat) {
        report.share[seat] += static_cast<float>(root.share[seat] * visits);
        report.points[seat] += static_cast<float>(root.points[seat] * visits);
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
        const Node& child = edge.child >= 0 ? nodes_[edge.child] : root;  // where the tree was full, at least the mean
        const double weight = edge.visits / (child.exact ? 1.0 : child.visits);
        for (int seat = 0; seat < layout_.players; ++seat) {
            choice->share[seat] += static_cast<float>(child.share[seat] * weight);
            choice->points[seat] += static_cast<float>(child.points[seat] * weight);
        }
    }
}

}  // namespace aqua
