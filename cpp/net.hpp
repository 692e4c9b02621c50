// The network in the core: sparse inputs, integer weights, the same result on every machine. docs/champion.md explains it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "evaluate.hpp"
#include "features.hpp"
#include "kernels.hpp"
#include "policy.hpp"

namespace aqua {

// Memory that begins where a cache line does, so that no row of a table lies in one more line than it has to.
template <class Number>
struct Aligned {
    using value_type = Number;
    static constexpr std::align_val_t LINE{64};
    Aligned() = default;
    template <class Other>
    Aligned(const Aligned<Other>&) {}
    Number* allocate(std::size_t count) { return static_cast<Number*>(::operator new(count * sizeof(Number), LINE)); }
    void deallocate(Number* at, std::size_t) { ::operator delete(at, LINE); }
    bool operator==(const Aligned&) const = default;
};

template <class Number>
using Numbers = std::vector<Number, Aligned<Number>>;

class Net {
   public:
    // How many numbers each layer has.
    static constexpr int A1 = 128, A2 = 32, S = 64, G = 64, H1 = 32, H2 = 32, X = 2 * S + G;
    static constexpr int ONE = ACTIVE;         // an activation of 1
    static constexpr int WEIGHT = 1 << WEIGHT_BITS;  // a weight of 1
    static constexpr int POINTS = 20;          // points that an output of 1 stands for
    static constexpr std::uint32_t VERSION = 1;  // of the weight files that it reads
    static constexpr std::size_t HEADER = 8 + 4 + 13 * 4 + 32;
    static constexpr std::size_t PAYLOAD =
        2 * (A1 + AQUEDUCT_ROWS * A1 + A2 * A1) + 4 * A2 + 2 * (S + SEAT_ROWS * S + S * A2) + 2 * (G + BOARD_ROWS * G) +
        2 * H1 * X + 4 * H1 + 2 * H2 * H1 + 4 * H2 + 2 * 2 * H2 + 4 * 2 + 2 * POLICY_ROWS;

    // From the bytes of a weight file; std::invalid_argument says in one sentence what is wrong with them. Whether the
    // hash in the header fits the payload is checked by the caller, who has SHA-256 at hand.
    explicit Net(const std::string& file);

    // Shares and points of a position that is not over.
    void judge(const Position& position, const Layout& layout, Estimate& out) const;
    // How promising legal decisions look, as logarithms.
    void priors(const Position& position, const Layout& layout, const Action* actions, int count, float* out) const;
    // The outputs as integers, a pair (share, points) a seat counted from the mover: for tests.
    void outputs(const Features& features, int players, std::int32_t (*out)[2]) const;

   private:
    Numbers<std::int16_t> ea_, es_, eg_;  // combined rows
    // The first layer over what a seat sees, in parts: what is the same for all seats is computed once.
    Numbers<std::int16_t> own_, common_;
    Numbers<std::int16_t> wa_, ws_, w2_, w3_, policy_;
    Numbers<std::int8_t> bytes_;  // wa_, if it fits
    Numbers<std::int32_t> bb_, b1_, b2_, b3_;
};

}  // namespace aqua
