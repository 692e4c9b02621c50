#include "net.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#if (defined(__x86_64__) || defined(_M_X64)) && defined(__GNUC__)
#define AQUA_AVX2 1
#include <immintrin.h>
#endif

namespace aqua {

namespace {

using Short = std::int16_t;

// The bias and some rows of a table, added up. `size` is a multiple of 64.
void add_rows_portable(const Short* bias, const Short* table, const std::uint16_t* rows, int count, int size, Short* out) {
    std::copy_n(bias, size, out);
    for (int at = 0; at < count; ++at) {
        const Short* row = table + static_cast<std::size_t>(rows[at]) * static_cast<std::size_t>(size);
        for (int i = 0; i < size; ++i) out[i] = static_cast<Short>(out[i] + row[i]);
    }
}

// A dense layer: out[j] += Σ weights[i][j] * in[i]. The weights of two inputs that follow each other lie side by side
// (see `paired`), `outputs` is a multiple of 32, `inputs` is even.
void dense_portable(const Short* weights, const Short* in, int outputs, int inputs, std::int32_t* out) {
    for (int i = 0; i < inputs; i += 2, weights += 2 * outputs)
        for (int j = 0; j < outputs; ++j) out[j] += weights[2 * j] * in[i] + weights[2 * j + 1] * in[i + 1];
}

#ifdef AQUA_AVX2

__attribute__((target("avx2"))) void add_rows_avx2(const Short* bias, const Short* table, const std::uint16_t* rows,
                                                   int count, int size, Short* out) {
    for (int first = 0; first < size; first += 64) {
        const auto* from = reinterpret_cast<const __m256i*>(bias + first);
        __m256i a = _mm256_loadu_si256(from), b = _mm256_loadu_si256(from + 1), c = _mm256_loadu_si256(from + 2),
                d = _mm256_loadu_si256(from + 3);
        for (int at = 0; at < count; ++at) {
            const auto* row = reinterpret_cast<const __m256i*>(
                table + static_cast<std::size_t>(rows[at]) * static_cast<std::size_t>(size) + first);
            a = _mm256_add_epi16(a, _mm256_loadu_si256(row));
            b = _mm256_add_epi16(b, _mm256_loadu_si256(row + 1));
            c = _mm256_add_epi16(c, _mm256_loadu_si256(row + 2));
            d = _mm256_add_epi16(d, _mm256_loadu_si256(row + 3));
        }
        auto* to = reinterpret_cast<__m256i*>(out + first);
        _mm256_storeu_si256(to, a);
        _mm256_storeu_si256(to + 1, b);
        _mm256_storeu_si256(to + 2, c);
        _mm256_storeu_si256(to + 3, d);
    }
}

__attribute__((target("avx2"))) void dense_avx2(const Short* weights, const Short* in, int outputs, int inputs,
                                                std::int32_t* out) {
    for (int first = 0; first < outputs; first += 32) {
        auto* to = reinterpret_cast<__m256i*>(out + first);
        __m256i a = _mm256_loadu_si256(to), b = _mm256_loadu_si256(to + 1), c = _mm256_loadu_si256(to + 2),
                d = _mm256_loadu_si256(to + 3);
        for (int i = 0; i < inputs; i += 2) {
            std::int32_t pair;
            std::memcpy(&pair, in + i, sizeof pair);
            const __m256i both = _mm256_set1_epi32(pair);
            const auto* row = reinterpret_cast<const __m256i*>(weights + static_cast<std::size_t>(i) * static_cast<std::size_t>(outputs) + 2 * first);
            a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_loadu_si256(row), both));
            b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_loadu_si256(row + 1), both));
            c = _mm256_add_epi32(c, _mm256_madd_epi16(_mm256_loadu_si256(row + 2), both));
            d = _mm256_add_epi32(d, _mm256_madd_epi16(_mm256_loadu_si256(row + 3), both));
        }
        _mm256_storeu_si256(to, a);
        _mm256_storeu_si256(to + 1, b);
        _mm256_storeu_si256(to + 2, c);
        _mm256_storeu_si256(to + 3, d);
    }
}

bool has_avx2() { return __builtin_cpu_supports("avx2"); }
#else
bool has_avx2() { return false; }
constexpr auto add_rows_avx2 = add_rows_portable;
constexpr auto dense_avx2 = dense_portable;
#endif

bool fast = has_avx2();

void add_rows(const Short* bias, const Short* table, const std::uint16_t* rows, int count, int size, Short* out) {
    (fast ? add_rows_avx2 : add_rows_portable)(bias, table, rows, count, size, out);
}

void dense(const std::vector<Short>& weights, const Short* in, int outputs, int inputs, std::int32_t* out) {
    (fast ? dense_avx2 : dense_portable)(weights.data(), in, outputs, inputs, out);
}

void cut_all(Short* values, int count) {
    for (int i = 0; i < count; ++i) {
        const Short high = values[i] > Net::ONE ? Short{Net::ONE} : values[i];
        values[i] = high < 0 ? Short{0} : high;
    }
}

Short cut(std::int32_t sum) {
    const std::int32_t value = (sum + Net::WEIGHT / 2) >> 8;
    return static_cast<Short>(value < 0 ? 0 : value > Net::ONE ? Net::ONE : value);
}

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

}  // namespace

namespace {

// Reads the arrays of a weight file one after another.
class Arrays {
   public:
    explicit Arrays(const char* from) : from_(from) {}
    template <class Number>
    std::vector<Number> next(int count) {
        std::vector<Number> numbers(static_cast<std::size_t>(count));
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

// Some columns of a layer [outputs][inputs], less those `minus` further on if that is not 0, as `dense` wants them.
std::vector<Short> paired(const std::vector<Short>& layer, int outputs, int inputs, int first, int count, int minus = 0) {
    std::vector<Short> result(static_cast<std::size_t>(outputs * count));
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < outputs; ++j) {
            const auto at = static_cast<std::size_t>(j * inputs + first + i);
            const int less = minus ? layer[at + static_cast<std::size_t>(minus)] : 0;
            result[static_cast<std::size_t>((i / 2 * outputs + j) * 2 + i % 2)] = static_cast<Short>(layer[at] - less);
        }
    return result;
}

// A dense layer with its bias.
void layer(const std::vector<Short>& weights, const std::vector<std::int32_t>& bias, const Short* in, int outputs,
           int inputs, std::int32_t* out) {
    std::copy(bias.begin(), bias.end(), out);
    dense(weights, in, outputs, inputs, out);
}

}  // namespace

const char* instructions() { return fast ? "avx2" : "portable"; }

void force_portable(bool portable) { fast = !portable && has_avx2(); }

Net::Net(const std::string& file) {
    if (file.size() < HEADER || std::memcmp(file.data(), "AQUANET\x01", 8) != 0)
        throw std::invalid_argument("this is not a weight file");
    if (word(file.data() + 8) != 1) throw std::invalid_argument("the weight file has another version");
    const int shape[13] = {AQUEDUCT_ROWS, AQUEDUCT_SLOTS, SEAT_ROWS, SEAT_SLOTS, BOARD_ROWS, BOARD_SLOTS, A1, A2, S, G, H1, H2, POLICY_ROWS};
    for (int i = 0; i < 13; ++i)
        if (word(file.data() + 12 + 4 * i) != static_cast<std::uint32_t>(shape[i]))
            throw std::invalid_argument("the weight file is of a network of another shape");
    if (file.size() != HEADER + PAYLOAD) throw std::invalid_argument("the weight file is cut off or too long");
    Arrays arrays(file.data() + HEADER);
    ba_ = arrays.next<Short>(A1);
    ea_ = arrays.next<Short>(AQUEDUCT_ROWS * A1);
    wa_ = paired(arrays.next<Short>(A2 * A1), A2, A1, 0, A1);
    bb_ = arrays.next<std::int32_t>(A2);
    bs_ = arrays.next<Short>(S);
    es_ = arrays.next<Short>(SEAT_ROWS * S);
    ws_ = paired(arrays.next<Short>(S * A2), S, A2, 0, A2);
    bg_ = arrays.next<Short>(G);
    eg_ = arrays.next<Short>(BOARD_ROWS * G);
    const auto w1 = arrays.next<Short>(H1 * X);
    own_ = paired(w1, H1, X, 0, S, S);
    rivals_ = paired(w1, H1, X, S, S);
    board_ = paired(w1, H1, X, 2 * S, G);
    b1_ = arrays.next<std::int32_t>(H1);
    w2_ = paired(arrays.next<Short>(H2 * H1), H2, H1, 0, H1);
    b2_ = arrays.next<std::int32_t>(H2);
    w3_ = arrays.next<Short>(2 * H2);
    b3_ = arrays.next<std::int32_t>(2);
    policy_ = arrays.next<Short>(POLICY_ROWS);
}

void Net::outputs(const Features& features, int players, std::int32_t (*out)[2]) const {
    alignas(64) Short pooled[MAX_SEATS][A2] = {};
    alignas(64) Short first[A1];
    alignas(64) std::int32_t sums[S];
    for (int at = 0; at < features.open; ++at) {
        const auto& rows = features.aqueducts[at];
        add_rows(ba_.data(), ea_.data(), rows.rows, rows.count, A1, first);
        cut_all(first, A1);
        layer(wa_, bb_, first, A2, A1, sums);
        Short* pool = pooled[features.owner[at]];
        for (int i = 0; i < A2; ++i) pool[i] = static_cast<Short>(pool[i] + cut(sums[i]));
    }
    alignas(64) Short seats[MAX_SEATS][S], all[S] = {};
    for (int seat = 0; seat < players; ++seat) {
        Short* own = seats[seat];
        add_rows(bs_.data(), es_.data(), features.seats[seat].rows, features.seats[seat].count, S, own);
        std::fill_n(sums, S, WEIGHT / 2);
        dense(ws_, pooled[seat], S, A2, sums);
        for (int i = 0; i < S; ++i) {
            const std::int32_t value = (sums[i] >> 8) + own[i];
            own[i] = static_cast<Short>(value < 0 ? 0 : value > ONE ? ONE : value);
            all[i] = static_cast<Short>(all[i] + own[i]);
        }
    }
    alignas(64) Short board[G], h1[H1], h2[H2];
    alignas(64) std::int32_t common[H1];
    add_rows(bg_.data(), eg_.data(), features.board.rows, features.board.count, G, board);
    cut_all(board, G);
    layer(board_, b1_, board, H1, G, common);
    dense(rivals_, all, H1, S, common);
    for (int seat = 0; seat < players; ++seat) {
        std::copy_n(common, H1, sums);
        dense(own_, seats[seat], H1, S, sums);
        for (int i = 0; i < H1; ++i) h1[i] = cut(sums[i]);
        layer(w2_, b2_, h1, H2, H1, sums);
        for (int i = 0; i < H2; ++i) h2[i] = cut(sums[i]);
        for (int head = 0; head < 2; ++head) {
            out[seat][head] = b3_[static_cast<std::size_t>(head)];
            for (int i = 0; i < H2; ++i) out[seat][head] += w3_[static_cast<std::size_t>(head * H2 + i)] * h2[i];
        }
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
