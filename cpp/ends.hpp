// Where a seat's workmen stand: the ends of its aqueducts (ports), ascending, all in one word. So lists of decisions
// need no sorting, and adding or removing one takes a few instructions and no branch.
#pragma once

#include <cstdint>

#include "tables.hpp"

namespace aqua {

class Ends {
   public:
    bool empty() const { return !fields_; }
    int first() const { return LAST - static_cast<int>(fields_ & ((1u << WIDTH) - 1)); }
    void drop_first() { fields_ >>= WIDTH; }

    void add(int port) {
        const std::uint64_t before = mask_before(port);
        fields_ = (fields_ & before) | (fields_ & ~before) << WIDTH | (before + 1) * static_cast<unsigned>(LAST - port);
    }
    // One that is there.
    void remove(int port) {
        const std::uint64_t before = mask_before(port);
        fields_ = (fields_ & before) | (fields_ >> WIDTH & ~before);
    }

   private:
    static constexpr int WIDTH = 10;  // nine bits for the port, and one that lets all be compared at once
    static constexpr int LAST = (1 << (WIDTH - 1)) - 1;
    static constexpr std::uint64_t EACH = 0x0004010040100401ull;
    static_assert(tables::PORTS <= LAST);

    // The fields of the ports before this one, all bits set. A field is LAST - port: the higher the smaller the port,
    // and 0 where there is none.
    std::uint64_t mask_before(int port) const {
        const std::uint64_t guards = EACH << (WIDTH - 1);
        const std::uint64_t higher = ((fields_ | guards) - EACH * static_cast<unsigned>(LAST - port + 1)) & guards;
        return higher | (higher - (higher >> (WIDTH - 1)));
    }

    std::uint64_t fields_;
};

}  // namespace aqua
