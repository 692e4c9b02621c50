// What takes the time in the network, for each set of instructions. The results are the same: integers that wrap around.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rows.hpp"

namespace aqua {

inline constexpr int ACTIVE = 255;        // an activation of 1
inline constexpr int WEIGHT_BITS = 8;     // of a weight, behind the point

// The range that sums of rows are cut to.
struct Range {
    std::int16_t least, most;
};

// The layers that every aqueduct goes through: combined rows of 128 numbers, cut to activations, then 32 outputs.
struct AqueductLayers {
    const std::int16_t* table;
    const std::int16_t* weights;  // as for `dense`
    const std::int8_t* bytes;     // the same, but four inputs side by side; null if some weight does not fit in a byte
    const std::int32_t* bias;
};
using AqueductRows = Rows<aqueduct_rows::SLOTS>;

struct Kernels {
    const char* name;
    // The 32 activations of each of up to 12 aqueducts, one after another.
    void (*aqueducts)(const AqueductLayers& layers, const AqueductRows* rows, int count, std::int16_t* out);
    // Some rows of 64 numbers, at least one, added up and cut.
    void (*add_rows)(const std::int16_t* table, const std::uint16_t* rows, int count, Range range, std::int16_t* out);
    // 32 outputs of a dense layer with 128 inputs: out[j] = bias[j] + Σ weights[i][j] * in[i]. The weights of two inputs that
    // follow each other lie side by side (see `beside`).
    void (*dense)(const std::int16_t* weights, const std::int32_t* bias, const std::int16_t* in, std::int32_t* out);
    // The same with 32 or 64 inputs for some vectors that follow each other, cut to activations. From one vector to the
    // next the bias and the outputs lie so many numbers further on.
    using DenseCut = void (*)(const std::int16_t* weights, const std::int32_t* bias, int bias_step, const std::int16_t* in,
                              int count, std::int16_t* out, int out_step);
    DenseCut dense_32, dense_64;
};

// The ones in use.
extern const Kernels* kernels;

// The sets of instructions that the network can use on this machine: first the one it uses, then the others.
std::vector<std::string> instructions();
// For tests and measurements: use another set; std::invalid_argument if this machine does not have it.
void use_instructions(const std::string& name);

}  // namespace aqua
