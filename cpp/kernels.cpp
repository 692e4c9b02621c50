#include "kernels.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#if (defined(__x86_64__) || defined(_M_X64)) && defined(__GNUC__)
#define AQUA_X86 1
#include <immintrin.h>
#elif defined(__AARCH64EL__) && defined(__ARM_NEON) && defined(__GNUC__)
#define AQUA_NEON 1
#include <arm_neon.h>
// The instructions for sums of four products: unknown to Clang before version 16 unless all is built for them.
#if defined(__ARM_FEATURE_DOTPROD) || !defined(__clang__) || __clang_major__ >= 16
#define AQUA_NEON_DOT 1
#endif
#ifdef __linux__
#include <asm/hwcap.h>
#include <sys/auxv.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#endif
#endif

// Loops over weights: with a few steps at once GCC does not copy sums from register to register.
#ifdef __clang__
#define AQUA_UNROLL
#else
#define AQUA_UNROLL _Pragma("GCC unroll 4")
#endif

namespace aqua {

namespace {

using Short = std::int16_t;

constexpr int OUTPUTS = 32;                          // of a dense layer, computed together
constexpr int HALF = 1 << (WEIGHT_BITS - 1);         // to round
constexpr int WIDE = 128, NARROW = 64;               // the rows of aqueducts, and all others
constexpr Range ACTIVATIONS{0, ACTIVE};

// The layers of aqueducts by two other kernels.
template <auto AddRows, auto DenseCut>
void aqueducts_by(const AqueductLayers& layers, const AqueductRows* rows, int count, Short* out) {
    alignas(64) Short first[MAX_OPEN][WIDE];
    for (int at = 0; at < count; ++at) AddRows(layers.table, rows[at].rows, rows[at].count, ACTIVATIONS, first[at]);
    DenseCut(layers.weights, layers.bias, 0, first[0], count, out, OUTPUTS);
}

template <int Size>
void add_rows_portable(const Short* table, const std::uint16_t* rows, int count, Range range, Short* out) {
    Short sums[Size];
    std::copy_n(table + rows[0] * Size, Size, sums);
    for (int at = 1; at < count; ++at) {
        const Short* row = table + rows[at] * Size;
        for (int i = 0; i < Size; ++i) sums[i] = static_cast<Short>(sums[i] + row[i]);
    }
    for (int i = 0; i < Size; ++i) {
        const Short high = sums[i] > range.most ? range.most : sums[i];
        out[i] = high < range.least ? range.least : high;
    }
}

template <int Inputs>
void dense_portable(const Short* weights, const std::int32_t* bias, const Short* in, std::int32_t* out) {
    std::int32_t sums[OUTPUTS];
    std::copy_n(bias, OUTPUTS, sums);
    for (int i = 0; i < Inputs; i += 2, weights += 2 * OUTPUTS)
        for (int j = 0; j < OUTPUTS; ++j) sums[j] += weights[2 * j] * in[i] + weights[2 * j + 1] * in[i + 1];
    std::copy_n(sums, OUTPUTS, out);
}

template <int Inputs>
void dense_cut_portable(const Short* weights, const std::int32_t* bias, int bias_step, const Short* in, int count, Short* out,
                        int out_step) {
    std::int32_t sums[OUTPUTS];
    for (; count; --count, in += Inputs, bias += bias_step, out += out_step) {
        dense_portable<Inputs>(weights, bias, in, sums);
        for (int i = 0; i < OUTPUTS; ++i) {
            const std::int32_t value = (sums[i] + HALF) >> WEIGHT_BITS;
            out[i] = static_cast<Short>(value < 0 ? 0 : value > ACTIVE ? ACTIVE : value);
        }
    }
}

constexpr Kernels PORTABLE = {
    "portable", aqueducts_by<add_rows_portable<WIDE>, dense_cut_portable<WIDE>>, add_rows_portable<NARROW>,
    dense_portable<WIDE>, dense_cut_portable<32>, dense_cut_portable<64>};

#ifdef AQUA_X86

std::int32_t word_at(const void* in) {
    std::int32_t word;
    std::memcpy(&word, in, sizeof word);
    return word;
}

#define AQUA_TARGET __attribute__((target("avx2")))

// As many sums as eight registers hold: a row of 128 is read once.
template <int Size>
AQUA_TARGET void add_rows_avx2(const Short* table, const std::uint16_t* rows, int count, Range range, Short* out) {
    constexpr int PARTS = Size / 16;
    __m256i sums[PARTS];
    const auto* row = reinterpret_cast<const __m256i*>(table + rows[0] * Size);
    for (int part = 0; part < PARTS; ++part) sums[part] = _mm256_loadu_si256(row + part);
    for (int at = 1; at < count; ++at) {
        row = reinterpret_cast<const __m256i*>(table + rows[at] * Size);
        for (int part = 0; part < PARTS; ++part) sums[part] = _mm256_add_epi16(sums[part], _mm256_loadu_si256(row + part));
    }
    const __m256i least = _mm256_set1_epi16(range.least), most = _mm256_set1_epi16(range.most);
    auto* to = reinterpret_cast<__m256i*>(out);
    for (int part = 0; part < PARTS; ++part)
        _mm256_storeu_si256(to + part, _mm256_max_epi16(_mm256_min_epi16(sums[part], most), least));
}

// 16 outputs, from `first` on, for a few vectors: the weights are read once for all of them, and the sums stay in registers.
template <int Vectors, int Inputs>
AQUA_TARGET inline void sums_avx2(const Short* weights, const std::int32_t* bias, int bias_step, const Short* in, int first,
                                  __m256i (&sums)[Vectors][2]) {
    for (int vector = 0; vector < Vectors; ++vector) {
        const auto* from = reinterpret_cast<const __m256i*>(bias + vector * bias_step + first);
        sums[vector][0] = _mm256_loadu_si256(from);
        sums[vector][1] = _mm256_loadu_si256(from + 1);
    }
    const auto* row = reinterpret_cast<const __m256i*>(weights + 2 * first);
    AQUA_UNROLL
    for (int i = 0; i < Inputs; i += 2, row += OUTPUTS / 8) {
        const __m256i low = _mm256_loadu_si256(row), high = _mm256_loadu_si256(row + 1);
        for (int vector = 0; vector < Vectors; ++vector) {
            const __m256i both = _mm256_set1_epi32(word_at(in + vector * Inputs + i));
            sums[vector][0] = _mm256_add_epi32(sums[vector][0], _mm256_madd_epi16(low, both));
            sums[vector][1] = _mm256_add_epi32(sums[vector][1], _mm256_madd_epi16(high, both));
        }
    }
}

AQUA_TARGET void dense_avx2(const Short* weights, const std::int32_t* bias, const Short* in, std::int32_t* out) {
    for (int first = 0; first < OUTPUTS; first += 16) {
        __m256i sums[1][2];
        sums_avx2<1, WIDE>(weights, bias, 0, in, first, sums);
        auto* to = reinterpret_cast<__m256i*>(out + first);
        _mm256_storeu_si256(to, sums[0][0]);
        _mm256_storeu_si256(to + 1, sums[0][1]);
    }
}

template <int Vectors, int Inputs>
AQUA_TARGET inline void dense_cut_some_avx2(const Short* weights, const std::int32_t* bias, int bias_step, const Short* in,
                                            Short* out, int out_step) {
    const __m256i half = _mm256_set1_epi32(HALF), most = _mm256_set1_epi16(ACTIVE);
    for (int first = 0; first < OUTPUTS; first += 16) {
        __m256i sums[Vectors][2];
        sums_avx2<Vectors, Inputs>(weights, bias, bias_step, in, first, sums);
        for (int vector = 0; vector < Vectors; ++vector) {
            const __m256i low = _mm256_srai_epi32(_mm256_add_epi32(sums[vector][0], half), WEIGHT_BITS);
            const __m256i high = _mm256_srai_epi32(_mm256_add_epi32(sums[vector][1], half), WEIGHT_BITS);
            const __m256i both = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0b11'01'10'00);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + vector * out_step + first),
                                _mm256_max_epi16(_mm256_min_epi16(both, most), _mm256_setzero_si256()));
        }
    }
}

template <int Inputs>
AQUA_TARGET void dense_cut_avx2(const Short* weights, const std::int32_t* bias, int bias_step, const Short* in, int count,
                                Short* out, int out_step) {
    while (count) {
        const int some = count % 4 == 0 || count > 5 ? 4 : count % 3 == 0 || count == 5 ? 3 : count;
        if (some == 4) dense_cut_some_avx2<4, Inputs>(weights, bias, bias_step, in, out, out_step);
        if (some == 3) dense_cut_some_avx2<3, Inputs>(weights, bias, bias_step, in, out, out_step);
        if (some == 2) dense_cut_some_avx2<2, Inputs>(weights, bias, bias_step, in, out, out_step);
        if (some == 1) dense_cut_some_avx2<1, Inputs>(weights, bias, bias_step, in, out, out_step);
        count -= some, in += some * Inputs, bias += some * bias_step, out += some * out_step;
    }
}

#undef AQUA_TARGET
#define AQUA_TARGET __attribute__((target("avx512f,avx512bw")))

template <int Parts>
AQUA_TARGET inline void sum_rows(const Short* table, const std::uint16_t* rows, int count, __m512i (&sums)[Parts]) {
    for (int part = 0; part < Parts; ++part) sums[part] = _mm512_loadu_si512(table + rows[0] * 32 * Parts + 32 * part);
    for (int at = 1; at < count; ++at) {
        const Short* row = table + rows[at] * 32 * Parts;
        for (int part = 0; part < Parts; ++part) sums[part] = _mm512_add_epi16(sums[part], _mm512_loadu_si512(row + 32 * part));
    }
}

template <int Size>
AQUA_TARGET void add_rows_avx512(const Short* table, const std::uint16_t* rows, int count, Range range, Short* out) {
    __m512i sums[Size / 32];
    sum_rows<Size / 32>(table, rows, count, sums);
    const __m512i least = _mm512_set1_epi16(range.least), most = _mm512_set1_epi16(range.most);
    for (int part = 0; part < Size / 32; ++part)
        _mm512_storeu_si512(out + 32 * part, _mm512_max_epi16(_mm512_min_epi16(sums[part], most), least));
}

template <int Vectors, int Inputs>
AQUA_TARGET inline void sums_avx512(const Short* weights, const std::int32_t* bias, int bias_step, const Short* in,
                                    __m512i (&sums)[Vectors][2]) {
    for (int vector = 0; vector < Vectors; ++vector) {
        sums[vector][0] = _mm512_loadu_si512(bias + vector * bias_step);
        sums[vector][1] = _mm512_loadu_si512(bias + vector * bias_step + 16);
    }
    AQUA_UNROLL
    for (int i = 0; i < Inputs; i += 2, weights += 2 * OUTPUTS) {
        const __m512i low = _mm512_loadu_si512(weights), high = _mm512_loadu_si512(weights + 32);
        for (int vector = 0; vector < Vectors; ++vector) {
            const __m512i both = _mm512_set1_epi32(word_at(in + vector * Inputs + i));
            sums[vector][0] = _mm512_add_epi32(sums[vector][0], _mm512_madd_epi16(low, both));
            sums[vector][1] = _mm512_add_epi32(sums[vector][1], _mm512_madd_epi16(high, both));
        }
    }
}

AQUA_TARGET void dense_avx512(const Short* weights, const std::int32_t* bias, const Short* in, std::int32_t* out) {
    __m512i sums[1][2];
    sums_avx512<1, WIDE>(weights, bias, 0, in, sums);
    _mm512_storeu_si512(out, sums[0][0]);
    _mm512_storeu_si512(out + 16, sums[0][1]);
}

template <int Vectors>
AQUA_TARGET inline void store_cut(const __m512i (&sums)[Vectors][2], Short* out, int out_step) {
    constexpr __mmask16 ALL = 0xffff;  // GCC 12 warns of its own header where there is no mask
    const __m512i half = _mm512_set1_epi32(HALF);
    const __m256i most = _mm256_set1_epi16(ACTIVE), zero = _mm256_setzero_si256();
    for (int vector = 0; vector < Vectors; ++vector)
        for (int part = 0; part < 2; ++part) {
            const __m512i value = _mm512_maskz_srai_epi32(ALL, _mm512_add_epi32(sums[vector][part], half), WEIGHT_BITS);
            const __m256i narrow = _mm512_maskz_cvtsepi32_epi16(ALL, value);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + vector * out_step + 16 * part),
                                _mm256_max_epi16(_mm256_min_epi16(narrow, most), zero));
        }
}

template <int Vectors, int Inputs>
AQUA_TARGET inline void dense_cut_some_avx512(const Short* weights, const std::int32_t* bias, int bias_step, const Short* in,
                                              Short* out, int out_step) {
    __m512i sums[Vectors][2];
    sums_avx512<Vectors, Inputs>(weights, bias, bias_step, in, sums);
    store_cut<Vectors>(sums, out, out_step);
}

template <int Inputs>
AQUA_TARGET void dense_cut_avx512(const Short* weights, const std::int32_t* bias, int bias_step, const Short* in, int count,
                                  Short* out, int out_step) {
    while (count) {
        const int some = count > 6 ? (count + 1) / 2 : count;
        switch (some) {
            case 6: dense_cut_some_avx512<6, Inputs>(weights, bias, bias_step, in, out, out_step); break;
            case 5: dense_cut_some_avx512<5, Inputs>(weights, bias, bias_step, in, out, out_step); break;
            case 4: dense_cut_some_avx512<4, Inputs>(weights, bias, bias_step, in, out, out_step); break;
            case 3: dense_cut_some_avx512<3, Inputs>(weights, bias, bias_step, in, out, out_step); break;
            case 2: dense_cut_some_avx512<2, Inputs>(weights, bias, bias_step, in, out, out_step); break;
            default: dense_cut_some_avx512<1, Inputs>(weights, bias, bias_step, in, out, out_step);
        }
        count -= some, in += some * Inputs, bias += some * bias_step, out += some * out_step;
    }
}

#undef AQUA_TARGET
#define AQUA_TARGET __attribute__((target("avx512f,avx512bw,avx512vnni")))

// An activation is a byte without a sign, and weights with one mostly fit in a byte, too: four products at once.
template <int Vectors>
AQUA_TARGET inline void dense_bytes(const AqueductLayers& layers, const std::uint8_t (*in)[WIDE], Short* out) {
    __m512i sums[Vectors][2];
    for (int vector = 0; vector < Vectors; ++vector)
        for (int part = 0; part < 2; ++part) sums[vector][part] = _mm512_loadu_si512(layers.bias + 16 * part);
    const std::int8_t* weights = layers.bytes;
    AQUA_UNROLL
    for (int i = 0; i < WIDE; i += 4, weights += 4 * OUTPUTS) {
        const __m512i low = _mm512_loadu_si512(weights), high = _mm512_loadu_si512(weights + 64);
        for (int vector = 0; vector < Vectors; ++vector) {
            const __m512i four = _mm512_set1_epi32(word_at(in[vector] + i));
            sums[vector][0] = _mm512_dpbusd_epi32(sums[vector][0], four, low);
            sums[vector][1] = _mm512_dpbusd_epi32(sums[vector][1], four, high);
        }
    }
    store_cut<Vectors>(sums, out, OUTPUTS);
}

AQUA_TARGET void aqueducts_vnni(const AqueductLayers& layers, const AqueductRows* rows, int count, Short* out) {
    if (!layers.bytes) return aqueducts_by<add_rows_avx512<WIDE>, dense_cut_avx512<WIDE>>(layers, rows, count, out);
    alignas(64) std::uint8_t first[MAX_OPEN][WIDE];
    static_assert(ACTIVE == 255);  // then packing cuts
    const __m512i in_order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    for (int at = 0; at < count; ++at) {
        __m512i sums[4];
        sum_rows<4>(layers.table, rows[at].rows, rows[at].count, sums);
        for (int part = 0; part < 2; ++part)
            _mm512_store_si512(first[at] + 64 * part, _mm512_maskz_permutexvar_epi64(0xff, in_order,
                                                          _mm512_packus_epi16(sums[2 * part], sums[2 * part + 1])));
    }
    for (int at = 0; at < count;) {
        const int left = count - at, some = left > 6 ? (left + 1) / 2 : left;
        switch (some) {
            case 6: dense_bytes<6>(layers, first + at, out + at * OUTPUTS); break;
            case 5: dense_bytes<5>(layers, first + at, out + at * OUTPUTS); break;
            case 4: dense_bytes<4>(layers, first + at, out + at * OUTPUTS); break;
            case 3: dense_bytes<3>(layers, first + at, out + at * OUTPUTS); break;
            case 2: dense_bytes<2>(layers, first + at, out + at * OUTPUTS); break;
            default: dense_bytes<1>(layers, first + at, out + at * OUTPUTS);
        }
        at += some;
    }
}

#undef AQUA_TARGET

constexpr Kernels AVX2 = {
    "avx2", aqueducts_by<add_rows_avx2<WIDE>, dense_cut_avx2<WIDE>>, add_rows_avx2<NARROW>,
    dense_avx2, dense_cut_avx2<32>, dense_cut_avx2<64>};
constexpr Kernels AVX512 = {
    "avx512", aqueducts_by<add_rows_avx512<WIDE>, dense_cut_avx512<WIDE>>, add_rows_avx512<NARROW>,
    dense_avx512, dense_cut_avx512<32>, dense_cut_avx512<64>};
constexpr Kernels VNNI = {
    "avx512vnni", aqueducts_vnni, add_rows_avx512<NARROW>,
    dense_avx512, dense_cut_avx512<32>, dense_cut_avx512<64>};

#endif

#ifdef AQUA_NEON

// As many sums as sixteen registers hold: a row of 128 is read once.
template <int Parts>
inline void sum_rows_neon(const Short* table, const std::uint16_t* rows, int count, int16x8_t (&sums)[Parts]) {
    for (int part = 0; part < Parts; ++part) sums[part] = vld1q_s16(table + rows[0] * 8 * Parts + 8 * part);
    for (int at = 1; at < count; ++at) {
        const Short* row = table + rows[at] * 8 * Parts;
        for (int part = 0; part < Parts; ++part) sums[part] = vaddq_s16(sums[part], vld1q_s16(row + 8 * part));
    }
}

template <int Size>
void add_rows_neon(const Short* table, const std::uint16_t* rows, int count, Range range, Short* out) {
    int16x8_t sums[Size / 8];
    sum_rows_neon<Size / 8>(table, rows, count, sums);
    const int16x8_t least = vdupq_n_s16(range.least), most = vdupq_n_s16(range.most);
    for (int part = 0; part < Size / 8; ++part) vst1q_s16(out + 8 * part, vmaxq_s16(vminq_s16(sums[part], most), least));
}

// Two of eight inputs, for some outputs of a few vectors.
template <int Pair, int Vectors, int Parts>
inline void add_pair_neon(const Short* row, const int16x8_t (&eight)[Vectors], int32x4_t (&sums)[Vectors][Parts]) {
    for (int part = 0; part < Parts; part += 2) {
        const int16x8_t one = vld1q_s16(row + 8 * part), other = vld1q_s16(row + 8 * part + 8);
        const int16x8_t even = vuzp1q_s16(one, other), odd = vuzp2q_s16(one, other);
        for (int vector = 0; vector < Vectors; ++vector) {
            int32x4_t &low = sums[vector][part], &high = sums[vector][part + 1];
            low = vmlal_laneq_s16(low, vget_low_s16(even), eight[vector], 2 * Pair);
            high = vmlal_high_laneq_s16(high, even, eight[vector], 2 * Pair);
            low = vmlal_laneq_s16(low, vget_low_s16(odd), eight[vector], 2 * Pair + 1);
            high = vmlal_high_laneq_s16(high, odd, eight[vector], 2 * Pair + 1);
        }
    }
}

// Some outputs, from `first` on, for a few vectors: the weights are read once for all of them, and the sums stay in registers.
template <int Vectors, int Inputs, int Parts>
inline void sums_neon(const Short* weights, const std::int32_t* bias, int bias_step, const Short* in, int first,
                      int32x4_t (&sums)[Vectors][Parts]) {
    for (int vector = 0; vector < Vectors; ++vector)
        for (int part = 0; part < Parts; ++part) sums[vector][part] = vld1q_s32(bias + vector * bias_step + first + 4 * part);
    const Short* row = weights + 2 * first;
    for (int i = 0; i < Inputs; i += 8, row += 8 * OUTPUTS) {
        int16x8_t eight[Vectors];
        for (int vector = 0; vector < Vectors; ++vector) eight[vector] = vld1q_s16(in + vector * Inputs + i);
        add_pair_neon<0>(row, eight, sums);
        add_pair_neon<1>(row + 2 * OUTPUTS, eight, sums);
        add_pair_neon<2>(row + 4 * OUTPUTS, eight, sums);
        add_pair_neon<3>(row + 6 * OUTPUTS, eight, sums);
    }
}

void dense_neon(const Short* weights, const std::int32_t* bias, const Short* in, std::int32_t* out) {
    int32x4_t sums[1][OUTPUTS / 4];
    sums_neon<1, WIDE>(weights, bias, 0, in, 0, sums);
    for (int part = 0; part < OUTPUTS / 4; ++part) vst1q_s32(out + 4 * part, sums[0][part]);
}

template <int Vectors, int Parts>
inline void store_cut_neon(const int32x4_t (&sums)[Vectors][Parts], Short* out, int out_step) {
    const int32x4_t half = vdupq_n_s32(HALF);
    const uint16x8_t most = vdupq_n_u16(ACTIVE);
    for (int vector = 0; vector < Vectors; ++vector)
        for (int part = 0; part < Parts; part += 2) {  // narrowing cuts below
            const uint16x4_t low = vqshrun_n_s32(vaddq_s32(sums[vector][part], half), WEIGHT_BITS);
            const uint16x8_t both = vqshrun_high_n_s32(low, vaddq_s32(sums[vector][part + 1], half), WEIGHT_BITS);
            vst1q_s16(out + vector * out_step + 4 * part, vreinterpretq_s16_u16(vminq_u16(both, most)));
        }
}

template <int Vectors, int Inputs>
inline void dense_cut_some_neon(const Short* weights, const std::int32_t* bias, int bias_step, const Short* in, Short* out,
                                int out_step) {
    constexpr int TOGETHER = Vectors > 2 ? 16 : 32;  // there are 32 registers
    for (int first = 0; first < OUTPUTS; first += TOGETHER) {
        int32x4_t sums[Vectors][TOGETHER / 4];
        sums_neon<Vectors, Inputs>(weights, bias, bias_step, in, first, sums);
        store_cut_neon(sums, out + first, out_step);
    }
}

template <int Inputs>
void dense_cut_neon(const Short* weights, const std::int32_t* bias, int bias_step, const Short* in, int count, Short* out,
                    int out_step) {
    while (count) {
        const int some = count % 4 == 0 || count > 5 ? 4 : count % 3 == 0 || count == 5 ? 3 : count;
        if (some == 4) dense_cut_some_neon<4, Inputs>(weights, bias, bias_step, in, out, out_step);
        if (some == 3) dense_cut_some_neon<3, Inputs>(weights, bias, bias_step, in, out, out_step);
        if (some == 2) dense_cut_some_neon<2, Inputs>(weights, bias, bias_step, in, out, out_step);
        if (some == 1) dense_cut_some_neon<1, Inputs>(weights, bias, bias_step, in, out, out_step);
        count -= some, in += some * Inputs, bias += some * bias_step, out += some * out_step;
    }
}

constexpr Kernels NEON = {
    "neon", aqueducts_by<add_rows_neon<WIDE>, dense_cut_neon<WIDE>>, add_rows_neon<NARROW>,
    dense_neon, dense_cut_neon<32>, dense_cut_neon<64>};

#ifdef AQUA_NEON_DOT

#ifdef __ARM_FEATURE_DOTPROD
#define AQUA_TARGET
#else
#define AQUA_TARGET __attribute__((target("arch=armv8.2-a+dotprod")))
#endif

// Four of sixteen inputs, bytes with a sign, for all outputs of a few vectors.
template <int Four, int Vectors>
AQUA_TARGET inline void add_four_dot(const std::int8_t* weights, const int8x16_t (&sixteen)[Vectors],
                                     int32x4_t (&sums)[Vectors][OUTPUTS / 4]) {
    for (int part = 0; part < OUTPUTS / 4; ++part) {
        const int8x16_t row = vld1q_s8(weights + 16 * part);
        for (int vector = 0; vector < Vectors; ++vector)
            sums[vector][part] = vdotq_laneq_s32(sums[vector][part], row, sixteen[vector], Four);
    }
}

template <int Vectors>
AQUA_TARGET inline void add_dots(const std::int8_t* weights, const std::int8_t (*in)[WIDE],
                                 int32x4_t (&sums)[Vectors][OUTPUTS / 4]) {
    for (int i = 0; i < WIDE; i += 16, weights += 16 * OUTPUTS) {
        int8x16_t sixteen[Vectors];
        for (int vector = 0; vector < Vectors; ++vector) sixteen[vector] = vld1q_s8(in[vector] + i);
        add_four_dot<0>(weights, sixteen, sums);
        add_four_dot<1>(weights + 4 * OUTPUTS, sixteen, sums);
        add_four_dot<2>(weights + 8 * OUTPUTS, sixteen, sums);
        add_four_dot<3>(weights + 12 * OUTPUTS, sixteen, sums);
    }
}

template <int Vectors>
AQUA_TARGET inline void dense_dot(const std::int8_t* weights, const int32x4_t (&bias)[1][OUTPUTS / 4],
                                  const std::int8_t (*in)[WIDE], Short* out) {
    int32x4_t sums[Vectors][OUTPUTS / 4];
    for (int vector = 0; vector < Vectors; ++vector)
        for (int part = 0; part < OUTPUTS / 4; ++part) sums[vector][part] = bias[0][part];
    add_dots(weights, in, sums);
    store_cut_neon(sums, out, OUTPUTS);
}

// An activation is a byte without a sign, a weight is one with a sign, and products of the two came later to these
// processors: 128 is taken from every activation. What is then missing from a sum is added to the bias.
AQUA_TARGET void aqueducts_dot(const AqueductLayers& layers, const AqueductRows* rows, int count, Short* out) {
    if (!layers.bytes) return aqueducts_by<add_rows_neon<WIDE>, dense_cut_neon<WIDE>>(layers, rows, count, out);
    alignas(64) std::int8_t first[MAX_OPEN][WIDE], none[1][WIDE];
    static_assert(ACTIVE == 255);  // then narrowing cuts
    const uint8x16_t taken = vdupq_n_u8(128);
    for (int at = 0; at < count; ++at) {
        int16x8_t sums[WIDE / 8];
        sum_rows_neon<WIDE / 8>(layers.table, rows[at].rows, rows[at].count, sums);
        for (int part = 0; part < WIDE / 16; ++part) {
            const uint8x16_t bytes = vqmovun_high_s16(vqmovun_s16(sums[2 * part]), sums[2 * part + 1]);
            vst1q_s8(first[at] + 16 * part, vreinterpretq_s8_u8(veorq_u8(bytes, taken)));
        }
    }
    std::fill_n(none[0], WIDE, std::int8_t{-128});  // activations of 0: the sum is the bias
    int32x4_t bias[1][OUTPUTS / 4] = {};
    add_dots(layers.bytes, none, bias);
    for (int part = 0; part < OUTPUTS / 4; ++part) bias[0][part] = vsubq_s32(vld1q_s32(layers.bias + 4 * part), bias[0][part]);
    for (int at = 0; at < count;) {
        const int left = count - at, some = left == 4 ? 2 : left > 3 ? 3 : left;
        if (some == 3) dense_dot<3>(layers.bytes, bias, first + at, out + at * OUTPUTS);
        if (some == 2) dense_dot<2>(layers.bytes, bias, first + at, out + at * OUTPUTS);
        if (some == 1) dense_dot<1>(layers.bytes, bias, first + at, out + at * OUTPUTS);
        at += some;
    }
}

#undef AQUA_TARGET

constexpr Kernels NEON_DOT = {
    "neondot", aqueducts_dot, add_rows_neon<NARROW>,
    dense_neon, dense_cut_neon<32>, dense_cut_neon<64>};

#if defined(__linux__) && !defined(HWCAP_ASIMDDP)
#define HWCAP_ASIMDDP (1 << 20)  // older headers do not have it
#endif

bool has_dot() {
#ifdef __ARM_FEATURE_DOTPROD
    return true;
#elif defined(__linux__)
    return getauxval(AT_HWCAP) & HWCAP_ASIMDDP;
#elif defined(__APPLE__)
    int there = 0;
    std::size_t size = sizeof there;
    return sysctlbyname("hw.optional.arm.FEAT_DotProd", &there, &size, nullptr, 0) == 0 && there;
#else
    return false;
#endif
}

#endif

#endif

// What this machine can do, the best first.
std::vector<const Kernels*> usable() {
    std::vector<const Kernels*> sets{&PORTABLE};
#ifdef AQUA_X86
    if (__builtin_cpu_supports("avx2")) sets.insert(sets.begin(), &AVX2);
    const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
    if (wide) sets.insert(sets.begin(), &AVX512);
    if (wide && __builtin_cpu_supports("avx512vnni")) sets.insert(sets.begin(), &VNNI);
#endif
#ifdef AQUA_NEON
    sets.insert(sets.begin(), &NEON);
#endif
#ifdef AQUA_NEON_DOT
    if (has_dot()) sets.insert(sets.begin(), &NEON_DOT);
#endif
    return sets;
}

}  // namespace

const Kernels* kernels = usable().front();

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

}  // namespace aqua
