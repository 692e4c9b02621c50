// Compares every set of instructions that this machine has with the portable one: each kernel on random numbers and on
// those at the edges, then the network on every position of random games. Run for this machine and, emulated, for
// others by tests/engine/test_kernels.py.
//   kernels WEIGHTS ROUNDS GAMES     and a layout a line on standard input
// Prints the sets, what was compared and a hash of all that the network said, which is the same on every machine.
// Exits 0 if all agree; 1 if not, with a line for each kernel that differs; 2 if the input cannot be read.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "../net.hpp"
#include "../rules.hpp"
#include "read_layout.hpp"

using namespace aqua;

namespace {

using Short = std::int16_t;

constexpr int OUTPUTS = 32, WIDE = 128, NARROW = 64, TABLE = 40;  // TABLE: rows of the tables made here
constexpr Short UNTOUCHED = 0x5a5a;                               // where a kernel must not write

template <class Number>
constexpr Number LEAST = std::numeric_limits<Number>::min();
template <class Number>
constexpr Number MOST = std::numeric_limits<Number>::max();

// ---- numbers -----------------------------------------------------------------------------------------------------

// From `least` to `most`.
int between(Random& random, int least, int most) { return least + random.below(most - least + 1); }

template <class Number, std::size_t Count>
Number one_of(Random& random, const Number (&numbers)[Count]) {
    return numbers[random.below(static_cast<int>(Count))];
}

// An array of one kind: any numbers, some as they come up in play, those at the edges, or all the same edge.
template <class Number>
Numbers<Number> numbers(Random& random, int count, int least, int most) {
    constexpr Number EXTREMES[] = {LEAST<Number>, LEAST<Number> + 1, -128, -127, -2, -1, 0, 1, 2, 126, 127, MOST<Number>};
    const auto low = static_cast<Number>(least), high = static_cast<Number>(most);
    const Number edges[] = {low, static_cast<Number>(low + 1), 0, static_cast<Number>(high - 1), high, one_of(random, EXTREMES)};
    const int kind = random.below(6);
    const Number same = one_of(random, edges);
    Numbers<Number> result(static_cast<std::size_t>(count));
    for (Number& number : result)
        number = kind == 0   ? static_cast<Number>(random.next())
                 : kind == 1 ? one_of(random, edges)
                 : kind == 2 ? same
                             : static_cast<Number>(between(random, least, most));
    return result;
}

// Biases: sums that are cut, that just are not, and that are rounded up or down; with weights of 0 they are the sums.
Numbers<std::int32_t> biases(Random& random, int count) {
    constexpr int ONE = 1 << WEIGHT_BITS, HALF = ONE / 2, TOP = ACTIVE * ONE;
    constexpr std::int32_t EDGES[] = {LEAST<std::int32_t>, LEAST<std::int32_t> + 1, -32768 * ONE - HALF - 1, -32768 * ONE - HALF,
                                      -ONE, -HALF - 1, -HALF, -HALF + 1, -1, 0, 1, HALF - 1, HALF, HALF + 1, ONE, TOP - HALF - 1,
                                      TOP - HALF, TOP, TOP + HALF - 1, TOP + HALF, 32767 * ONE + HALF - 1, 32767 * ONE + HALF,
                                      65535 * ONE + HALF, MOST<std::int32_t> - HALF, MOST<std::int32_t> - HALF + 1,
                                      MOST<std::int32_t>};
    const int kind = random.below(4);
    Numbers<std::int32_t> result(static_cast<std::size_t>(count));
    for (std::int32_t& bias : result)
        bias = kind == 0   ? static_cast<std::int32_t>(random.next())
               : kind == 1 ? one_of(random, EDGES)
                           : between(random, -TOP / 4, TOP / 4);
    return result;
}

template <class List>
void pick_rows(Random& random, List& list, int most) {
    list.count = between(random, 1, most);
    for (int at = 0; at < list.count; ++at) list.rows[at] = static_cast<std::uint16_t>(random.below(TABLE));
}

// ---- comparing ---------------------------------------------------------------------------------------------------

std::vector<const Kernels*> sets;     // the portable one first
std::set<std::string> differences;    // "set: kernel"
struct {
    long low, inside, high;
} seen;  // outputs cut to 0, between, cut to 1

// The same kernel of all sets, each writing to an array of its own.
template <class Number>
void compare(const char* kernel, std::size_t size, const std::function<void(const Kernels&, Number*)>& run) {
    std::vector<Number> expected(size, static_cast<Number>(UNTOUCHED)), found;
    run(*sets[0], expected.data());
    for (std::size_t set = 1; set < sets.size(); ++set) {
        found.assign(size, static_cast<Number>(UNTOUCHED));
        run(*sets[set], found.data());
        if (found != expected) differences.insert(std::string(sets[set]->name) + ": " + kernel);
    }
    for (const Number number : expected) ++(number <= 0 ? seen.low : number >= ACTIVE ? seen.high : seen.inside);
}

void compare_add_rows(Random& random) {
    const auto table = numbers<Short>(random, TABLE * NARROW, -60, 60);
    Rows<BOARD_SLOTS> rows;
    pick_rows(random, rows, BOARD_SLOTS);
    constexpr Range RANGES[] = {{0, ACTIVE}, {LEAST<Short>, MOST<Short>}, {-1, 1}, {-500, 99}};
    const Range range = one_of(random, RANGES);
    compare<Short>("add_rows", NARROW + 8, [&](const Kernels& set, Short* out) {
        set.add_rows(table.data(), rows.rows, rows.count, range, out);
    });
}

void compare_dense(Random& random) {
    const auto weights = numbers<Short>(random, WIDE * OUTPUTS, -64, 64);
    const auto in = numbers<Short>(random, WIDE, 0, ACTIVE);
    const auto bias = biases(random, OUTPUTS);
    compare<std::int32_t>("dense", OUTPUTS + 8, [&](const Kernels& set, std::int32_t* out) {
        set.dense(weights.data(), bias.data(), in.data(), out);
    });
}

void compare_dense_cut(Random& random, const char* name, Kernels::DenseCut Kernels::*kernel, int inputs) {
    const int count = between(random, 0, MAX_OPEN);
    const int bias_step = OUTPUTS * random.below(3), out_step = OUTPUTS * between(random, 1, 2);
    const auto weights = numbers<Short>(random, inputs * OUTPUTS, -64, 64);
    const auto in = numbers<Short>(random, inputs * MAX_OPEN, 0, ACTIVE);
    const auto bias = biases(random, OUTPUTS + MAX_OPEN * 2 * OUTPUTS);
    compare<Short>(name, static_cast<std::size_t>(MAX_OPEN * out_step + 8), [&](const Kernels& set, Short* out) {
        (set.*kernel)(weights.data(), bias.data(), bias_step, in.data(), count, out, out_step);
    });
}

void compare_aqueducts(Random& random) {
    const int count = between(random, 0, MAX_OPEN);
    const bool fits = random.below(3) > 0;
    const auto table = numbers<Short>(random, TABLE * WIDE, -60, 60);
    auto weights = numbers<Short>(random, WIDE * OUTPUTS, -64, 64);
    Numbers<std::int8_t> bytes;
    if (fits) {  // the same weights in both orders
        bytes = numbers<std::int8_t>(random, WIDE * OUTPUTS, -64, 64);
        for (int i = 0; i < WIDE; ++i)
            for (int j = 0; j < OUTPUTS; ++j)
                weights[static_cast<std::size_t>((i / 2 * OUTPUTS + j) * 2 + i % 2)] =
                    bytes[static_cast<std::size_t>((i / 4 * OUTPUTS + j) * 4 + i % 4)];
    }
    const auto bias = biases(random, OUTPUTS);
    AqueductRows rows[MAX_OPEN];
    for (AqueductRows& each : rows) pick_rows(random, each, aqueduct_rows::SLOTS);
    const AqueductLayers layers{table.data(), weights.data(), fits ? bytes.data() : nullptr, bias.data()};
    compare<Short>(fits ? "aqueducts in bytes" : "aqueducts", MAX_OPEN * OUTPUTS + 8, [&](const Kernels& set, Short* out) {
        set.aqueducts(layers, rows, count, out);
    });
}

// ---- the network -------------------------------------------------------------------------------------------------

struct Hash {
    std::uint64_t value = 0xcbf29ce484222325ull;
    void add(std::uint32_t word) { value = (value ^ word) * 0x100000001b3ull; }
    void add(float number) {
        std::uint32_t word;
        std::memcpy(&word, &number, sizeof word);
        add(word);
    }
};

// What the network says of a position: its outputs as integers, shares, points and priors.
std::uint64_t judged(const Net& net, const Position& position, const Layout& layout, const Action* actions, int count) {
    Hash hash;
    Features features;
    extract(position, layout, features);
    std::int32_t outputs[MAX_SEATS][2];
    net.outputs(features, layout.players, outputs);
    Estimate estimate;
    net.judge(position, layout, estimate);
    for (int seat = 0; seat < layout.players; ++seat) {
        for (const std::int32_t output : outputs[seat]) hash.add(static_cast<std::uint32_t>(output));
        hash.add(estimate.share[seat]);
        hash.add(estimate.points[seat]);
    }
    std::vector<float> priors(static_cast<std::size_t>(count));
    net.priors(position, layout, actions, count, priors.data());
    for (const float prior : priors) hash.add(prior);
    return hash.value;
}

// Judge every position of a random game that is hardly ever closed by choice. Returns how many there were.
template <int Players>
long play(const Net& net, const Layout& layout, Random& random, Hash& total) {
    Position position = start_position(layout);
    Action actions[MAX_LEGAL];
    long judgements = 0;
    while (const int count = Rules<Players>::legal(position, layout, actions)) {
        kernels = sets[0];
        const std::uint64_t expected = judged(net, position, layout, actions, count);
        for (const Kernels* set : sets) {
            kernels = set;
            if (judged(net, position, layout, actions, count) != expected)
                differences.insert(std::string(set->name) + ": the network");
        }
        total.add(static_cast<std::uint32_t>(expected));
        total.add(static_cast<std::uint32_t>(expected >> 32));
        const bool patient = position.phase == tables::PHASE_CLOSE && random.below(20);
        Rules<Players>::apply(position, layout, actions[patient ? count - 1 : random.below(count)]);
        ++judgements;
    }
    return judgements;
}

int fail(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return fail("usage: kernels WEIGHTS ROUNDS GAMES");
    const int rounds = std::atoi(argv[2]), games = std::atoi(argv[3]);
    std::ifstream file(argv[1], std::ios::binary);
    const std::string weights{std::istreambuf_iterator<char>(file), {}};
    std::unique_ptr<const Net> net;
    try {
        net = std::make_unique<Net>(weights);
    } catch (const std::exception& error) {
        return fail(error.what());
    }
    std::printf("instructions:");
    for (const std::string& name : instructions()) {
        std::printf(" %s", name.c_str());
        use_instructions(name);
        sets.insert(name == "portable" ? sets.begin() : sets.end(), kernels);
    }

    Random random(1);
    for (int round = 0; round < rounds; ++round) {
        compare_add_rows(random);
        compare_dense(random);
        compare_dense_cut(random, "dense_32", &Kernels::dense_32, 32);
        compare_dense_cut(random, "dense_64", &Kernels::dense_64, 64);
        compare_aqueducts(random);
    }
    std::printf("\noutputs: %ld low, %ld inside, %ld high\n", seen.low, seen.inside, seen.high);

    Hash total;
    long positions = 0;
    std::string text;
    while (std::getline(std::cin, text)) {
        std::istringstream line(text);
        const auto layout = read_layout(line);
        if (!layout) return fail("not a layout");
        for (int game = 0; game < games; ++game)
            positions += with_players(layout->players,
                                      [&](auto players) { return play<players()>(*net, *layout, random, total); });
    }
    std::printf("network: %ld positions, hash %016llx\n", positions, static_cast<unsigned long long>(total.value));
    for (const std::string& difference : differences) std::printf("differs: %s\n", difference.c_str());
    return differences.empty() ? 0 : 1;
}
