#include "net.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#if (defined(__x86_64__) || defined(_M_X64)) && defined(__GNUC__)
#define AQUA_X86 1
#include <immintrin.h>
#endif

namespace aqua {

namespace {

using Short = std::int16_t;

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

// What takes the time, for one set of instructions.
struct Kernels {
    const char* name;
    // The bias and some rows of a table, added up. `size` is a multiple of 64.
    void (*add_rows)(const Short* bias, const Short* table, const std::uint16_t* rows, int count, int size, Short* out);
    // A dense layer over `count` vectors that follow each other: out[j] = bias[j] + Σ weights[i][j] * in[i]. The weights
    // of two inputs that follow each other lie side by side (see `paired`), `outputs` is a multiple of 32, `inputs` is even.
    void (*dense)(const Short* weights, const std::int32_t* bias, const Short* in, int count, int outputs, int inputs, std::int32_t* out);
    // The same with 32 outputs, cut to activations.
    void (*dense_cut)(const Short* weights, const std::int32_t* bias, const Short* in, int count, int inputs, Short* out);
};

void add_rows_portable(const Short* bias, const Short* table, const std::uint16_t* rows, int count, int size, Short* out) {
    std::copy_n(bias, size, out);
    for (int at = 0; at < count; ++at) {
        const Short* row = table + static_cast<std::size_t>(rows[at]) * static_cast<std::size_t>(size);
        for (int i = 0; i < size; ++i) out[i] = static_cast<Short>(out[i] + row[i]);
    }
}

void dense_portable(const Short* weights, const std::int32_t* bias, const Short* in, int count, int outputs, int inputs, std::int32_t* out) {
    for (; count; --count, in += inputs, out += outputs) {
        if (out != bias) std::copy_n(bias, outputs, out);
        const Short* row = weights;
        for (int i = 0; i < inputs; i += 2, row += 2 * outputs)
            for (int j = 0; j < outputs; ++j) out[j] += row[2 * j] * in[i] + row[2 * j + 1] * in[i + 1];
    }
}

void dense_cut_portable(const Short* weights, const std::int32_t* bias, const Short* in, int count, int inputs, Short* out) {
    std::int32_t sums[32];
    for (; count; --count, in += inputs, out += 32) {
        dense_portable(weights, bias, in, 1, 32, inputs, sums);
        for (int i = 0; i < 32; ++i) out[i] = cut(sums[i]);
    }
}

constexpr Kernels PORTABLE = {"portable", add_rows_portable, dense_portable, dense_cut_portable};

#ifdef AQUA_X86

std::int32_t two_at(const Short* in) {
    std::int32_t pair;
    std::memcpy(&pair, in, sizeof pair);
    return pair;
}

#define AQUA_TARGET __attribute__((target("avx2")))

AQUA_TARGET void add_rows_avx2(const Short* bias, const Short* table, const std::uint16_t* rows, int count, int size, Short* out) {
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

// 32 outputs of a layer, from `first` on, for a few vectors: the weights are read once for all of them.
template <int Vectors>
AQUA_TARGET inline void sums_avx2(const Short* weights, const std::int32_t* bias, const Short* in, int outputs, int inputs, int first,
                                  __m256i (*sums)[4]) {
    const auto* from = reinterpret_cast<const __m256i*>(bias + first);
    for (int vector = 0; vector < Vectors; ++vector)
        for (int part = 0; part < 4; ++part) sums[vector][part] = _mm256_loadu_si256(from + part);
    for (int i = 0; i < inputs; i += 2) {
        const auto* row = reinterpret_cast<const __m256i*>(weights + i * outputs + 2 * first);
        for (int vector = 0; vector < Vectors; ++vector) {
            const __m256i both = _mm256_set1_epi32(two_at(in + vector * inputs + i));
            for (int part = 0; part < 4; ++part)
                sums[vector][part] = _mm256_add_epi32(sums[vector][part],
                                                      _mm256_madd_epi16(_mm256_loadu_si256(row + part), both));
        }
    }
}

template <int Vectors>
AQUA_TARGET inline void dense_some_avx2(const Short* weights, const std::int32_t* bias, const Short* in, int outputs, int inputs, std::int32_t* out) {
    for (int first = 0; first < outputs; first += 32) {
        __m256i sums[Vectors][4];
        sums_avx2<Vectors>(weights, bias, in, outputs, inputs, first, sums);
        for (int vector = 0; vector < Vectors; ++vector)
            for (int part = 0; part < 4; ++part)
                _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + vector * outputs + first) + part, sums[vector][part]);
    }
}

AQUA_TARGET void dense_avx2(const Short* weights, const std::int32_t* bias, const Short* in, int count, int outputs, int inputs, std::int32_t* out) {
    for (; count > 1; count -= 2, in += 2 * inputs, out += 2 * outputs) dense_some_avx2<2>(weights, bias, in, outputs, inputs, out);
    if (count) dense_some_avx2<1>(weights, bias, in, outputs, inputs, out);
}

// 16 sums cut to activations.
AQUA_TARGET inline __m256i cut_avx2(__m256i low, __m256i high) {
    const __m256i half = _mm256_set1_epi32(Net::WEIGHT / 2);
    low = _mm256_srai_epi32(_mm256_add_epi32(low, half), 8);
    high = _mm256_srai_epi32(_mm256_add_epi32(high, half), 8);
    const __m256i both = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0b11'01'10'00);
    return _mm256_max_epi16(_mm256_min_epi16(both, _mm256_set1_epi16(Net::ONE)), _mm256_setzero_si256());
}

template <int Vectors>
AQUA_TARGET inline void dense_cut_some_avx2(const Short* weights, const std::int32_t* bias, const Short* in, int inputs, Short* out) {
    __m256i sums[Vectors][4];
    sums_avx2<Vectors>(weights, bias, in, 32, inputs, 0, sums);
    for (int vector = 0; vector < Vectors; ++vector) {
        auto* to = reinterpret_cast<__m256i*>(out + vector * 32);
        _mm256_storeu_si256(to, cut_avx2(sums[vector][0], sums[vector][1]));
        _mm256_storeu_si256(to + 1, cut_avx2(sums[vector][2], sums[vector][3]));
    }
}

AQUA_TARGET void dense_cut_avx2(const Short* weights, const std::int32_t* bias, const Short* in, int count, int inputs, Short* out) {
    for (; count > 1; count -= 2, in += 2 * inputs, out += 64) dense_cut_some_avx2<2>(weights, bias, in, inputs, out);
    if (count) dense_cut_some_avx2<1>(weights, bias, in, inputs, out);
}

#undef AQUA_TARGET
#define AQUA_TARGET __attribute__((target("avx512f,avx512bw")))

// Four registers hold 128 sums: a row is read once, from its first cache line to its last.
template <int Size>
AQUA_TARGET inline void add_sized_avx512(const Short* bias, const Short* table, const std::uint16_t* rows, int count, Short* out) {
    constexpr int PARTS = Size / 32;
    __m512i sums[PARTS];
    for (int part = 0; part < PARTS; ++part) sums[part] = _mm512_loadu_si512(bias + 32 * part);
    for (int at = 0; at < count; ++at) {
        const Short* row = table + rows[at] * Size;
        for (int part = 0; part < PARTS; ++part)
            sums[part] = _mm512_add_epi16(sums[part], _mm512_loadu_si512(row + 32 * part));
    }
    for (int part = 0; part < PARTS; ++part) _mm512_storeu_si512(out + 32 * part, sums[part]);
}

AQUA_TARGET void add_rows_avx512(const Short* bias, const Short* table, const std::uint16_t* rows, int count, int size, Short* out) {
    static_assert(Net::A1 == 128 && Net::S == 64 && Net::G == 64);
    if (size == 128)
        add_sized_avx512<128>(bias, table, rows, count, out);
    else
        add_sized_avx512<64>(bias, table, rows, count, out);
}

// 32 outputs of a layer, from `first` on, for a few vectors.
template <int Vectors>
AQUA_TARGET inline void dense_some_avx512(const Short* weights, const std::int32_t* bias, const Short* in, int outputs, int inputs, std::int32_t* out) {
    for (int first = 0; first < outputs; first += 32) {
        __m512i sums[Vectors][2];
        for (int vector = 0; vector < Vectors; ++vector)
            for (int part = 0; part < 2; ++part) sums[vector][part] = _mm512_loadu_si512(bias + first + 16 * part);
        for (int i = 0; i < inputs; i += 2) {
            const Short* row = weights + i * outputs + 2 * first;
            for (int vector = 0; vector < Vectors; ++vector) {
                const __m512i both = _mm512_set1_epi32(two_at(in + vector * inputs + i));
                for (int part = 0; part < 2; ++part)
                    sums[vector][part] = _mm512_add_epi32(sums[vector][part],
                                                          _mm512_madd_epi16(_mm512_loadu_si512(row + 32 * part), both));
            }
        }
        for (int vector = 0; vector < Vectors; ++vector)
            for (int part = 0; part < 2; ++part)
                _mm512_storeu_si512(out + vector * outputs + first + 16 * part, sums[vector][part]);
    }
}

AQUA_TARGET void dense_avx512(const Short* weights, const std::int32_t* bias, const Short* in, int count, int outputs, int inputs, std::int32_t* out) {
    for (; count > 3; count -= 4, in += 4 * inputs, out += 4 * outputs) dense_some_avx512<4>(weights, bias, in, outputs, inputs, out);
    if (count == 3) dense_some_avx512<3>(weights, bias, in, outputs, inputs, out);
    if (count == 2) dense_some_avx512<2>(weights, bias, in, outputs, inputs, out);
    if (count == 1) dense_some_avx512<1>(weights, bias, in, outputs, inputs, out);
}

AQUA_TARGET void dense_cut_avx512(const Short* weights, const std::int32_t* bias, const Short* in, int count, int inputs, Short* out) {
    alignas(64) std::int32_t sums[MAX_OPEN][32];
    dense_avx512(weights, bias, in, count, 32, inputs, sums[0]);
    for (int vector = 0; vector < count; ++vector) {
        const auto* from = reinterpret_cast<const __m256i*>(sums[vector]);
        auto* to = reinterpret_cast<__m256i*>(out + vector * 32);
        _mm256_storeu_si256(to, cut_avx2(_mm256_load_si256(from), _mm256_load_si256(from + 1)));
        _mm256_storeu_si256(to + 1, cut_avx2(_mm256_load_si256(from + 2), _mm256_load_si256(from + 3)));
    }
}

#undef AQUA_TARGET

constexpr Kernels AVX2 = {"avx2", add_rows_avx2, dense_avx2, dense_cut_avx2};
constexpr Kernels AVX512 = {"avx512", add_rows_avx512, dense_avx512, dense_cut_avx512};

#endif

// What this machine can do, the best first.
std::vector<const Kernels*> usable() {
    std::vector<const Kernels*> sets{&PORTABLE};
#ifdef AQUA_X86
    if (__builtin_cpu_supports("avx2")) sets.insert(sets.begin(), &AVX2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) sets.insert(sets.begin(), &AVX512);
#endif
    return sets;
}

const Kernels* kernels = usable().front();

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

// Some columns of a layer [outputs][inputs], less those `minus` further on if that is not 0, as `dense` wants them.
Numbers<Short> paired(const Numbers<Short>& layer, int outputs, int inputs, int first, int count, int minus = 0) {
    Numbers<Short> result(static_cast<std::size_t>(outputs * count));
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < outputs; ++j) {
            const auto at = static_cast<std::size_t>(j * inputs + first + i);
            const int less = minus ? layer[at + static_cast<std::size_t>(minus)] : 0;
            result[static_cast<std::size_t>((i / 2 * outputs + j) * 2 + i % 2)] = static_cast<Short>(layer[at] - less);
        }
    return result;
}

}  // namespace

std::vector<std::string> instructions() {
    std::vector<std::string> names{kernels->name};
    for (const Kernels* set : usable())
        if (set != kernels) names.emplace_back(set->name);
    return names;
}

void use_instructions(const std::string& name) {
    for (const Kernels* set : usable())
        if (set->name == name) {
            kernels = set;
            return;
        }
    throw std::invalid_argument("this machine has no such instructions");
}

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
    const Kernels& use = *kernels;
    alignas(64) Short first[MAX_OPEN][A1], second[MAX_OPEN][A2], pooled[MAX_SEATS][A2] = {};
    for (int at = 0; at < features.open; ++at) {
        const auto& rows = features.aqueducts[at];
        use.add_rows(ba_.data(), ea_.data(), rows.rows, rows.count, A1, first[at]);
        cut_all(first[at], A1);
    }
    use.dense_cut(wa_.data(), bb_.data(), first[0], features.open, A1, second[0]);
    for (int at = 0; at < features.open; ++at) {
        Short* pool = pooled[features.owner[at]];
        for (int i = 0; i < A2; ++i) pool[i] = static_cast<Short>(pool[i] + second[at][i]);
    }
    alignas(64) Short seats[MAX_SEATS][S], all[S] = {};
    alignas(64) std::int32_t sums[MAX_SEATS][S], half[S];
    std::fill_n(half, S, WEIGHT / 2);
    use.dense(ws_.data(), half, pooled[0], players, S, A2, sums[0]);
    for (int seat = 0; seat < players; ++seat) {
        Short* own = seats[seat];
        use.add_rows(bs_.data(), es_.data(), features.seats[seat].rows, features.seats[seat].count, S, own);
        for (int i = 0; i < S; ++i) {
            const std::int32_t value = (sums[seat][i] >> 8) + own[i];
            own[i] = static_cast<Short>(value < 0 ? 0 : value > ONE ? ONE : value);
            all[i] = static_cast<Short>(all[i] + own[i]);
        }
    }
    alignas(64) Short board[G], h1[MAX_SEATS][H1], h2[MAX_SEATS][H2];
    alignas(64) std::int32_t common[H1];
    use.add_rows(bg_.data(), eg_.data(), features.board.rows, features.board.count, G, board);
    cut_all(board, G);
    use.dense(board_.data(), b1_.data(), board, 1, H1, G, common);
    use.dense(rivals_.data(), common, all, 1, H1, S, common);
    use.dense_cut(own_.data(), common, seats[0], players, S, h1[0]);
    use.dense_cut(w2_.data(), b2_.data(), h1[0], players, H1, h2[0]);
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
