// What becomes of a position if each seat plays for its own share of the win, and for its points where shares are equal
// (max^n). Seats are often indifferent, and with three or four players the others then depend on whom they favour: so
// the answer is the set of all results that some way of breaking ties leads to.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "frontier.hpp"
#include "rules.hpp"
#include "solve.hpp"

namespace aqua {

class Valuer {
   public:
    using Result = std::uint32_t;  // the points of all seats, a byte each

    explicit Valuer(const Layout& layout, std::size_t memory = Solver::MEMORY) : layout_(layout), memory_(memory) {}
    // All results of a position that is not over, ascending; none if the budget did not suffice.
    std::vector<Result> results(const Position& position, const SolveBudget& budget);
    // From another thread.
    void stop() { stopped_ = true; }
    std::uint64_t nodes() const { return nodes_; }

    // A seat's share of the win in twelfths, and its points.
    int share(Result result, int seat) const;
    static int points(Result result, int seat) { return static_cast<int>(result >> seat * 8 & 255); }

   private:
    struct Known {
        std::uint32_t first, count;  // in `pool_`
    };

    template <int Players>
    bool visit(const Position& position, std::uint64_t tiles, std::vector<Result>& out);
    int worth(Result result, int seat) const { return share(result, seat) * 256 + points(result, seat); }
    bool exhausted();

    const Layout& layout_;
    const std::size_t memory_;
    std::unordered_map<std::uint64_t, Known> known_;
    std::vector<Result> pool_;
    SolveBudget budget_{};
    std::chrono::steady_clock::time_point begun_{};
    std::uint64_t nodes_ = 0, next_look_ = 0;
    std::atomic<bool> stopped_ = false;
    bool spent_ = false;
};

}  // namespace aqua
