// Monte Carlo tree search: one or more trees, a thread each, until a budget is spent.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "tree.hpp"

namespace aqua {

struct Budget {
    double seconds;          // 0: no limit
    std::uint64_t playouts;  // 0: no limit
};

// One or more trees, a thread each; their roots are added up.
class Search {
   public:
    Search(std::shared_ptr<const Layout> layout, const Params& params, Leaf leaf, std::uint64_t seed, int threads,
           std::shared_ptr<const Net> net = nullptr);
    void reset(const Position& position);
    void advance(Action action);
    // Search until the budget is spent, `stop` is called or the root is known exactly; how many playouts there were.
    std::uint64_t run(const Budget& budget);
    void stop() { stopped_ = true; }
    // For a search whose leaves are judged outside; it has one tree.
    // Returns how many playouts were done on the way without any judgement.
    std::uint64_t collect(int most, std::vector<Position>& leaves);
    void supply(const float* shares, const float* logits);
    std::size_t waiting() const { return workers_.front()->tree.waiting(); }
    bool exact() const;
    const Layout& layout() const { return *layout_; }
    // Safe to call from another thread while `run` works.
    Report report() const;
    const Position& position() const { return workers_.front()->tree.position(); }
    int players() const { return layout_->players; }

   private:
    // What one thread writes, in cache lines of its own: so that none waits for another.
    struct alignas(64) Worker {
        explicit Worker(Tree planted) : tree(std::move(planted)) {}
        Tree tree;
        std::mutex lock;
        std::atomic<std::uint64_t> playouts{0};
    };

    std::uint64_t playouts() const;

    std::shared_ptr<const Layout> layout_;
    std::shared_ptr<const Net> net_;
    Params params_;
    std::vector<std::unique_ptr<Worker>> workers_;
    mutable std::atomic<int> readers_{0};  // who wants a report goes first
    std::atomic<bool> stopped_{false};
    std::atomic<double> seconds_{0};
};

}  // namespace aqua
