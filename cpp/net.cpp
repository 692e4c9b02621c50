#include "net.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace aqua {

namespace {

using Short = std::int16_t;

std::uint32_t word(const char* bytes) {
    std::uint32_t value = 0;
    for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

// e to the power of x ≤ 0, by plain multiplications and additions: the same on every machine.
double power(double x) {
    if (x < -40) return 0;
    double half = x / 1024, sum = 1 + half * (1 + half * (0.5 + half * (1.0 / 6)));
    for (int i = 0; i < 10; ++i) sum *= sum;
    return sum;
}

// Reads the arrays of a weight file one after another.
class Arrays {
   public:
    explicit Arrays(const char* from) : from_(from) {}
    template <class Number>
    Numbers<Number> next(int count) {
        Numbers<Number> numbers(static_cast<std::size_t>(count));
        for (Number& number : numbers) {
            std::uint32_t value = 0;
            for (int byte = static_cast<int>(sizeof(Number)) - 1; byte >= 0; --byte)
                value = value << 8 | static_cast<unsigned char>(from_[byte]);
            number = static_cast<Number>(value);
            from_ += sizeof(Number);
        }
        return numbers;
    }

   private:
    const char* from_;
};

// Some columns of a layer [outputs][inputs], less those `minus` further on if that is not 0, as the kernels want them: 32
// outputs after 32 others, and of them so many inputs side by side.
template <class Number, int Together = 2>
Numbers<Number> beside(const Numbers<Short>& layer, int outputs, int inputs, int first, int count, int minus = 0) {
    Numbers<Number> result(static_cast<std::size_t>(outputs * count));
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < outputs; ++j) {
            const auto at = static_cast<std::size_t>(j * inputs + first + i);
            const int less = minus ? layer[at + static_cast<std::size_t>(minus)] : 0;
            const int to = j / 32 * 32 * count + (i / Together * 32 + j % 32) * Together + i % Together;
            result[static_cast<std::size_t>(to)] = static_cast<Number>(layer[at] - less);
        }
    return result;
}

bool fits_bytes(const Numbers<Short>& layer) {
    return std::all_of(layer.begin(), layer.end(), [](Short weight) { return weight >= -128 && weight < 128; });
}

// A table of combined rows. Of the first `single` ones every sum has exactly one: they contain the bias.
Numbers<Short> combined(const Numbers<Short>& plain, const Numbers<Short>& bias, const Parts& parts, int single) {
    const std::size_t size = bias.size();
    Numbers<Short> table(parts.size() * size);
    for (std::size_t at = 0; at < parts.size(); ++at) {
        Short* row = table.data() + at * size;
        if (at < static_cast<std::size_t>(single)) std::copy_n(bias.data(), size, row);
        for (int part = 0; part < parts[at].count; ++part)
            for (std::size_t i = 0; i < size; ++i) row[i] = static_cast<Short>(row[i] + plain[parts[at].rows[part] * size + i]);
    }
    return table;
}

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

// In the order and in the words of checked_hash (engine/weights.py) and parse (train/weights.py), without the hash.
void check(const std::string& file) {
    const std::string magic = "AQUANET", length = std::to_string(file.size()) + " bytes";
    if (file.compare(0, magic.size(), magic) != 0) refuse("this is not a weight file of Aqua Romana");
    if (file.size() < Net::HEADER) refuse("the weight file is cut short: " + length + " are not even a header");
    const auto format = static_cast<std::uint32_t>(static_cast<unsigned char>(file[magic.size()]));
    const std::uint32_t version = format != Net::VERSION ? format : word(file.data() + 8);
    if (version != Net::VERSION)
        refuse("the weight file has version " + std::to_string(version) + "; this package reads " + std::to_string(Net::VERSION));
    const std::pair<const char*, int> shape[13] = {
        {"aqueduct_rows", AQUEDUCT_ROWS}, {"aqueduct_slots", AQUEDUCT_SLOTS}, {"seat_rows", SEAT_ROWS}, {"seat_slots", SEAT_SLOTS},
        {"board_rows", BOARD_ROWS}, {"board_slots", BOARD_SLOTS}, {"a1", Net::A1}, {"a2", Net::A2}, {"s", Net::S}, {"g", Net::G},
        {"h1", Net::H1}, {"h2", Net::H2}, {"policy_rows", POLICY_ROWS},
    };
    for (int i = 0; i < 13; ++i) {
        const auto [name, size] = shape[i];
        const std::uint32_t found = word(file.data() + 12 + 4 * i);
        if (found != static_cast<std::uint32_t>(size))
            refuse("the weight file is for another network: " + std::string(name) + " is " + std::to_string(found) +
                   ", this package needs " + std::to_string(size));
    }
    constexpr std::size_t WHOLE = Net::HEADER + Net::PAYLOAD;
    if (file.size() != WHOLE)
        refuse(std::string("the weight file is ") + (file.size() < WHOLE ? "cut short" : "too long") + ": " + length + " instead of " +
               std::to_string(WHOLE));
}

}  // namespace

Net::Net(const std::string& file) {
    check(file);
    Arrays arrays(file.data() + HEADER);
    const auto aqueduct_bias = arrays.next<Short>(A1);
    ea_ = combined(arrays.next<Short>(AQUEDUCT_ROWS * A1), aqueduct_bias, aqueduct_parts(), aqueduct_rows::LENGTH);
    const auto wa = arrays.next<Short>(A2 * A1);
    wa_ = beside<Short>(wa, A2, A1, 0, A1);
    if (fits_bytes(wa)) bytes_ = beside<std::int8_t, 4>(wa, A2, A1, 0, A1);
    bb_ = arrays.next<std::int32_t>(A2);
    const auto seat_bias = arrays.next<Short>(S);
    es_ = combined(arrays.next<Short>(SEAT_ROWS * S), seat_bias, seat_parts(), seat_rows::EXPECTED);
    ws_ = beside<Short>(arrays.next<Short>(S * A2), S, A2, 0, A2);
    const auto board_bias = arrays.next<Short>(G);
    eg_ = combined(arrays.next<Short>(BOARD_ROWS * G), board_bias, board_parts(), board_rows::TILE);
    const auto w1 = arrays.next<Short>(H1 * X);
    own_ = beside<Short>(w1, H1, X, 0, S, S);
    common_ = beside<Short>(w1, H1, X, S, S + G);
    b1_ = arrays.next<std::int32_t>(H1);
    w2_ = beside<Short>(arrays.next<Short>(H2 * H1), H2, H1, 0, H1);
    b2_ = arrays.next<std::int32_t>(H2);
    w3_ = arrays.next<Short>(2 * H2);
    b3_ = arrays.next<std::int32_t>(2);
    policy_ = arrays.next<Short>(POLICY_ROWS);
}

void Net::outputs(const Features& features, int players, std::int32_t (*out)[2]) const {
    static_assert(A1 == 128 && A2 == 32 && S == 64 && S + G == 128 && H1 == 32 && H2 == 32);  // as the kernels want them
    const Kernels& use = *kernels;
    constexpr Range ACTIVATIONS{0, ONE}, ALL{INT16_MIN, INT16_MAX};
    alignas(64) Short second[MAX_OPEN][A2], pooled[MAX_SEATS][A2] = {};
    const AqueductLayers layers{ea_.data(), wa_.data(), bytes_.empty() ? nullptr : bytes_.data(), bb_.data()};
    use.aqueducts(layers, features.aqueducts, features.open, second[0]);
    for (int at = 0; at < features.open; ++at) {
        Short* pool = pooled[features.owner[at]];
        for (int i = 0; i < A2; ++i) pool[i] = static_cast<Short>(pool[i] + second[at][i]);
    }
    // what a seat's rows say is the bias of what its aqueducts say
    alignas(64) Short said[S], seats[MAX_SEATS][S], common[S + G] = {};  // common: all seats, then the board
    alignas(64) std::int32_t bias[MAX_SEATS][S];
    for (int seat = 0; seat < players; ++seat) {
        use.add_rows(es_.data(), features.seats[seat].rows, features.seats[seat].count, ALL, said);
        for (int i = 0; i < S; ++i) bias[seat][i] = said[i] * WEIGHT;
    }
    for (int half = 0; half < S; half += 32)
        use.dense_32(ws_.data() + half * A2, bias[0] + half, S, pooled[0], players, seats[0] + half, S);
    for (int seat = 0; seat < players; ++seat)
        for (int i = 0; i < S; ++i) common[i] = static_cast<Short>(common[i] + seats[seat][i]);
    use.add_rows(eg_.data(), features.board.rows, features.board.count, ACTIVATIONS, common + S);
    alignas(64) Short h1[MAX_SEATS][H1], h2[MAX_SEATS][H2];
    alignas(64) std::int32_t shared[H1];
    use.dense(common_.data(), b1_.data(), common, shared);
    use.dense_64(own_.data(), shared, 0, seats[0], players, h1[0], H1);
    use.dense_32(w2_.data(), b2_.data(), 0, h1[0], players, h2[0], H2);
    for (int seat = 0; seat < players; ++seat)
        for (int head = 0; head < 2; ++head) {
            out[seat][head] = b3_[static_cast<std::size_t>(head)];
            for (int i = 0; i < H2; ++i) out[seat][head] += w3_[static_cast<std::size_t>(head * H2 + i)] * h2[seat][i];
        }
}

void Net::priors(const Position& position, const Layout& layout, const Action* actions, int count, float* out) const {
    const PolicyView view(position, layout);
    ActionRows rows;
    for (int i = 0; i < count; ++i) {
        view.rows(actions[i], rows);
        std::int32_t sum = 0;
        for (int at = 0; at < rows.count; ++at) sum += policy_[rows.rows[at]];
        out[i] = static_cast<float>(sum) / WEIGHT;
    }
}

void Net::judge(const Position& position, const Layout& layout, Estimate& out) const {
    Features features;
    extract(position, layout, features);
    std::int32_t raw[MAX_SEATS][2];
    outputs(features, layout.players, raw);
    std::int32_t best = raw[0][0];
    for (int seat = 1; seat < layout.players; ++seat) best = std::max(best, raw[seat][0]);
    double shares[MAX_SEATS], total = 0;
    for (int seat = 0; seat < layout.players; ++seat)
        total += shares[seat] = power(static_cast<double>(raw[seat][0] - best) / (ONE * WEIGHT));
    for (int seat = 0; seat < layout.players; ++seat) {
        const int absolute = (position.mover + seat) % layout.players;
        out.share[absolute] = static_cast<float>(shares[seat] / total);
        out.points[absolute] = static_cast<float>(raw[seat][1]) * (static_cast<float>(POINTS) / (ONE * WEIGHT));
    }
}

}  // namespace aqua
