// SPDX-License-Identifier: Apache-2.0
// mma_sync: one or two products of mma.sync.
#pragma once

namespace nvcuda {
namespace wmma {
namespace riffle {

template <typename _Ap, typename _Bp, typename _Cp>
struct instruction;

// D += A * B of a tile, in registers.
#define RIFFLE_INSTRUCTION_4_2(_Ap, _Bp, _Cp, text)                                      \
  template <>                                                                            \
  struct instruction<_Ap, _Bp, _Cp> {                                                    \
    RIFFLE_MATRIX_FN void add(unsigned* d, const unsigned* a, const unsigned* b, bool) { \
      asm("mma.sync.aligned." text                                                       \
          " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"             \
          : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                               \
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));           \
    }                                                                                    \
  };
RIFFLE_INSTRUCTION_4_2(__half, __half, float, "m16n8k16.row.col.f32.f16.f16.f32")
RIFFLE_INSTRUCTION_4_2(__nv_bfloat16, __nv_bfloat16, float, "m16n8k16.row.col.f32.bf16.bf16.f32")
#undef RIFFLE_INSTRUCTION_4_2

// Two halves of k, as hardware does it: sums are cut after each.
template <>
struct instruction<precision::tf32, precision::tf32, float> {
  RIFFLE_MATRIX_FN void add(unsigned* d, const unsigned* a, const unsigned* b, bool) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
          "{%0, %1, %2, %3};"
          : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
          : "r"(a[2 * half]), "r"(a[2 * half + 1]), "r"(b[half]));
    }
  }
};

template <>
struct instruction<__half, __half, __half> {
  RIFFLE_MATRIX_FN void add(unsigned* d, const unsigned* a, const unsigned* b, bool) {
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, "
        "{%0, %1};"
        : "+r"(d[0]), "+r"(d[1])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

#define RIFFLE_INTEGER_INSTRUCTION(_Tp, name)                                                     \
  template <>                                                                                     \
  struct instruction<_Tp, _Tp, int> {                                                             \
    RIFFLE_MATRIX_FN void add(unsigned* d, const unsigned* a, const unsigned* b, bool saturate) { \
      if (saturate) {                                                                             \
        asm("mma.sync.aligned.m16n8k16.row.col.satfinite.s32." name "." name                      \
            ".s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                            \
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                                      \
            : "r"(a[0]), "r"(a[1]), "r"(b[0]));                                                   \
      } else {                                                                                    \
        asm("mma.sync.aligned.m16n8k16.row.col.s32." name "." name                                \
            ".s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                            \
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                                      \
            : "r"(a[0]), "r"(a[1]), "r"(b[0]));                                                   \
      }                                                                                           \
    }                                                                                             \
  };
RIFFLE_INTEGER_INSTRUCTION(signed char, "s8")
RIFFLE_INTEGER_INSTRUCTION(unsigned char, "u8")
#undef RIFFLE_INTEGER_INSTRUCTION

/// Registers of the first `count` words of a fragment.
template <int count, typename Fragment>
RIFFLE_MATRIX_FN void gather(unsigned (&to)[count], const Fragment& f) {
  static_assert(sizeof f.x >= sizeof to);
  __builtin_memcpy(to, f.x, sizeof to);
}

/// Two tiles of 16 x 8 sums. The long factor has 16 rows in a tile; the other has eight columns, and two of them
/// where both sums need different ones (16 x 16).
template <int m, int n, int k, typename _Tp, typename _Cp, typename Long, typename Short,
          typename Sums>
RIFFLE_MATRIX_FN void multiply_tiles(Sums& d, const Long& a, const Short& b, bool saturate) {
  constexpr bool kSquare = m == n;
  constexpr int kElements = 4 / sizeof(typename Long::storage_element_type);
  constexpr int kOfLong = 2 * k / (4 * kElements), kOfShort = kOfLong / 2;
  constexpr int kOfSums = sizeof(_Cp) * 4 / 4;
  unsigned long_side[kSquare ? kOfLong : 2 * kOfLong];
  unsigned short_side[kSquare ? 2 * kOfShort : kOfShort];
  unsigned sums[2 * kOfSums];
  gather(long_side, a);
  gather(short_side, b);
  gather(sums, d);
#pragma unroll
  for (int tile = 0; tile < 2; ++tile) {
    instruction<_Tp, _Tp, _Cp>::add(sums + tile * kOfSums,
                                    long_side + (kSquare ? 0 : tile * kOfLong),
                                    short_side + (kSquare ? tile * kOfShort : 0), saturate);
  }
  __builtin_memcpy(d.x, sums, sizeof sums);
}

/// Infinities become the largest number, NaN becomes zero.
RIFFLE_MATRIX_FN float finite(float x) {
  const float largest = 3.402823466e+38f;
  return x != x ? 0.0f : x > largest ? largest : x < -largest ? -largest : x;
}
RIFFLE_MATRIX_FN __half finite(__half x) {
  const float value = static_cast<float>(x);
  return __half(value != value      ? 0.0f
                : value > 65504.0f  ? 65504.0f
                : value < -65504.0f ? -65504.0f
                                    : value);
}
RIFFLE_MATRIX_FN int finite(int x) { return x; }

template <typename To, typename From>
RIFFLE_MATRIX_FN void convert(To& to, const From& from) {
#pragma unroll
  for (int i = 0; i < static_cast<int>(To::num_elements); ++i)
    to.x[i] = static_cast<typename To::element_type>(from.x[i]);
}

/// Sums are those of C; a float among C and D makes them float.
template <typename _Cp, typename _Dp>
struct sum_type {
  using type = float;
};
template <typename _Tp>
struct sum_type<_Tp, _Tp> {
  using type = _Tp;
};

}  // namespace riffle

template <int m, int n, int k, typename _Tp, typename LayoutA, typename LayoutB, typename _Cp,
          typename _Dp>
RIFFLE_MATRIX_FN void mma_sync(fragment<accumulator, m, n, k, _Dp>& d,
                               const fragment<matrix_a, m, n, k, _Tp, LayoutA>& a,
                               const fragment<matrix_b, m, n, k, _Tp, LayoutB>& b,
                               const fragment<accumulator, m, n, k, _Cp>& c, bool satf = false) {
  using Sum = typename riffle::sum_type<_Cp, _Dp>::type;
  fragment<accumulator, m, n, k, Sum> sums;
  riffle::convert(sums, c);
  if constexpr (m == 8) {
    riffle::multiply_tiles<m, n, k, _Tp, Sum>(sums, b, a, satf);
  } else {
    riffle::multiply_tiles<m, n, k, _Tp, Sum>(sums, a, b, satf);
  }
  if (satf) {
#pragma unroll
    for (int i = 0; i < static_cast<int>(sums.num_elements); ++i)
      sums.x[i] = riffle::finite(sums.x[i]);
  }
  riffle::convert(d, sums);
}

template <typename LayoutA, typename LayoutB>
RIFFLE_MATRIX_FN void mma_sync(fragment<accumulator, 8, 8, 4, double>& d,
                               const fragment<matrix_a, 8, 8, 4, double, LayoutA>& a,
                               const fragment<matrix_b, 8, 8, 4, double, LayoutB>& b,
                               const fragment<accumulator, 8, 8, 4, double>& c) {
  double low = c.x[0], high = c.x[1];
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(low), "+d"(high)
      : "d"(a.x[0]), "d"(b.x[0]));
  d.x[0] = low;
  d.x[1] = high;
}

#define RIFFLE_PACKED_PRODUCT(k, _Tp, call, parameter, condition, first, second)        \
  RIFFLE_MATRIX_FN void call(fragment<accumulator, 8, 8, k, int>& d,                    \
                             const fragment<matrix_a, 8, 8, k, _Tp, row_major>& a,      \
                             const fragment<matrix_b, 8, 8, k, _Tp, col_major>& b,      \
                             const fragment<accumulator, 8, 8, k, int>& c, parameter) { \
    int low = c.x[0], high = c.x[1];                                                    \
    if (condition) {                                                                    \
      asm("mma.sync.aligned." first " {%0, %1}, {%2}, {%3}, {%0, %1};"                  \
          : "+r"(low), "+r"(high)                                                       \
          : "r"(a.x[0]), "r"(b.x[0]));                                                  \
    } else {                                                                            \
      asm("mma.sync.aligned." second " {%0, %1}, {%2}, {%3}, {%0, %1};"                 \
          : "+r"(low), "+r"(high)                                                       \
          : "r"(a.x[0]), "r"(b.x[0]));                                                  \
    }                                                                                   \
    d.x[0] = low;                                                                       \
    d.x[1] = high;                                                                      \
  }
RIFFLE_PACKED_PRODUCT(32, experimental::precision::s4, mma_sync, bool satf = false, satf,
                      "m8n8k32.row.col.satfinite.s32.s4.s4.s32", "m8n8k32.row.col.s32.s4.s4.s32")
RIFFLE_PACKED_PRODUCT(32, experimental::precision::u4, mma_sync, bool satf = false, satf,
                      "m8n8k32.row.col.satfinite.s32.u4.u4.s32", "m8n8k32.row.col.s32.u4.u4.s32")
#define RIFFLE_BIT_OPERATION                               \
  experimental::bmmaBitOp op = experimental::bmmaBitOpXOR, \
                          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC
RIFFLE_PACKED_PRODUCT(128, experimental::precision::b1, bmma_sync, RIFFLE_BIT_OPERATION,
                      op == experimental::bmmaBitOpAND, "m8n8k128.row.col.s32.b1.b1.s32.and.popc",
                      "m8n8k128.row.col.s32.b1.b1.s32.xor.popc")
#undef RIFFLE_BIT_OPERATION
#undef RIFFLE_PACKED_PRODUCT

}  // namespace wmma
}  // namespace nvcuda

#undef RIFFLE_MATRIX_FN
