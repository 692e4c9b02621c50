// How promising each legal decision looks: a sum of weights, a few of many. Integers only. See docs/champion.md.
#pragma once

#include "features.hpp"

namespace aqua {

inline constexpr int POLICY_ROWS = 2038, POLICY_SLOTS = 40;

using ActionRows = Rows<POLICY_SLOTS>;

// What all decisions of a position share, computed once, as far as the decisions of its phase ask for it.
class PolicyView {
   public:
    PolicyView(const Position& position, const Layout& layout);
    // The rows of a legal decision.
    void rows(Action action, ActionRows& out) const;

   private:
    struct Watchers {
        int own, rivals;
    };
    void build(Action action, ActionRows& out) const;
    void extra(Action action, ActionRows& out) const;
    void close(Action action, ActionRows& out) const;
    void place(Action action, ActionRows& out) const;
    void move(Action action, ActionRows& out) const;
    int grown(int seat, int end, int square) const;

    const Position& p_;
    const Layout& layout_;
    int empties_, stage_;
    int open_[MAX_SEATS] = {};
    std::uint64_t faced_own_[2] = {}, faced_rival_[2] = {};  // only where an extra tile is laid
    Watchers lines_[tables::LINES] = {};        // workmen that see the builders at the ends of a line
    Watchers usable_[tables::LINES][HAND];      // of them, those who could use a builder of a kind; only where builders are placed
};

}  // namespace aqua
