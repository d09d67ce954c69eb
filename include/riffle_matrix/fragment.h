// SPDX-License-Identifier: Apache-2.0
// The fragments of wmma: what each lane holds of a matrix.
//
// Which elements those are is open in C++, but programs find out and rely on it. They are those of mma.sync on
// hardware since sm_80, so that a product is one or two of these instructions. With g = lane / 4, t = lane % 4 and p elements
// in a register of 32 bits:
//   a tile of 16 rows of A    register r: row g + 8 * (r % 2), k = p * t + i + 4 * p * (r / 2)
//   a tile of 8 columns of B  register r: column g, k = p * t + i + 4 * p * r
//   sums of 16 x 8            element e: row g + 8 * (e / 2), column 2 * t + e % 2
// 16x16 takes two tiles of B, 32x8 two of A; 8x32 is 32x8 with A and B, rows and columns changed about. Factors of half
// have every element at least twice, as they had on the first hardware.
#pragma once

#define RIFFLE_MATRIX_FN static __device__ __inline__ __attribute__((always_inline))

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

template <typename _Tp>
struct helper_traits {
  typedef _Tp element_type;
  typedef _Tp storage_element_type;
  typedef _Tp fill_argument_type;
};
template <>
struct helper_traits<experimental::precision::u4> {
  typedef experimental::precision::u4 element_type;
  typedef unsigned int storage_element_type;
  typedef unsigned int fill_argument_type;
};
template <>
struct helper_traits<experimental::precision::s4> {
  typedef experimental::precision::s4 element_type;
  typedef int storage_element_type;
  typedef int fill_argument_type;
};
template <>
struct helper_traits<experimental::precision::b1> {
  typedef experimental::precision::b1 element_type;
  typedef unsigned int storage_element_type;
  typedef unsigned int fill_argument_type;
};
template <>
struct helper_traits<precision::tf32> {
  typedef precision::tf32 element_type;
  typedef float storage_element_type;
  typedef float fill_argument_type;
};

template <typename _Tp, int size, int packed_size = size>
struct __align__(8) __frag_base {
  enum { num_elements = size };
  enum { num_storage_elements = packed_size };
  typedef _Tp element_type;
  typedef typename helper_traits<_Tp>::storage_element_type storage_element_type;
  storage_element_type x[num_storage_elements];
};

template <typename Use, int m, int n, int k, typename _Tp, typename Layout = void>
class fragment;

#define RIFFLE_FACTOR(use, m, n, k, _Tp, layout, ...) \
  template <>                                         \
  class fragment<use, m, n, k, _Tp, layout> : public __frag_base<_Tp, __VA_ARGS__> {};
#define RIFFLE_FACTORS(m, n, k, _Tp, of_a, of_b)         \
  RIFFLE_FACTOR(matrix_a, m, n, k, _Tp, row_major, of_a) \
  RIFFLE_FACTOR(matrix_a, m, n, k, _Tp, col_major, of_a) \
  RIFFLE_FACTOR(matrix_b, m, n, k, _Tp, row_major, of_b) \
  RIFFLE_FACTOR(matrix_b, m, n, k, _Tp, col_major, of_b)
#define RIFFLE_SUMS(m, n, k, _Tp, size) \
  template <>                           \
  class fragment<accumulator, m, n, k, _Tp> : public __frag_base<_Tp, size> {};
// All shapes of 16 x 16, 32 x 8 and 8 x 32 sums with k = 16.
#define RIFFLE_WIDE_FACTORS(_Tp, square, long_side, short_side) \
  RIFFLE_FACTORS(16, 16, 16, _Tp, square, square)               \
  RIFFLE_FACTORS(32, 8, 16, _Tp, long_side, short_side)         \
  RIFFLE_FACTORS(8, 32, 16, _Tp, short_side, long_side)
#define RIFFLE_WIDE_SUMS(_Tp)     \
  RIFFLE_SUMS(16, 16, 16, _Tp, 8) \
  RIFFLE_SUMS(32, 8, 16, _Tp, 8)  \
  RIFFLE_SUMS(8, 32, 16, _Tp, 8)
RIFFLE_WIDE_FACTORS(__half, 16, 16, 16)
RIFFLE_WIDE_FACTORS(__nv_bfloat16, 8, 16, 4)
RIFFLE_WIDE_FACTORS(signed char, 8, 16, 4)
RIFFLE_WIDE_FACTORS(unsigned char, 8, 16, 4)
RIFFLE_WIDE_SUMS(__half)
RIFFLE_WIDE_SUMS(float)
RIFFLE_WIDE_SUMS(int)
RIFFLE_FACTORS(16, 16, 8, precision::tf32, 4, 4)
RIFFLE_SUMS(16, 16, 8, float, 8)
RIFFLE_FACTORS(8, 8, 4, double, 1, 1)
RIFFLE_SUMS(8, 8, 4, double, 2)
#define RIFFLE_PACKED_FACTORS(k, _Tp, size)                 \
  RIFFLE_FACTOR(matrix_a, 8, 8, k, _Tp, row_major, size, 1) \
  RIFFLE_FACTOR(matrix_b, 8, 8, k, _Tp, col_major, size, 1)
RIFFLE_PACKED_FACTORS(32, experimental::precision::u4, 8)
RIFFLE_PACKED_FACTORS(32, experimental::precision::s4, 8)
RIFFLE_PACKED_FACTORS(128, experimental::precision::b1, 32)
RIFFLE_SUMS(8, 8, 32, int, 2)
RIFFLE_SUMS(8, 8, 128, int, 2)
#undef RIFFLE_FACTOR
#undef RIFFLE_FACTORS
#undef RIFFLE_SUMS
#undef RIFFLE_WIDE_FACTORS
#undef RIFFLE_WIDE_SUMS
#undef RIFFLE_PACKED_FACTORS

/// The value that fills one storage element: packed elements all get it.
template <typename _Tp>
struct riffle_fill {
  template <typename _Vp>
  RIFFLE_MATRIX_FN _Vp storage(_Vp value) {
    return value;
  }
};
template <>
struct riffle_fill<experimental::precision::u4> {
  RIFFLE_MATRIX_FN unsigned storage(unsigned value) { return (value & 0xf) * 0x11111111u; }
};
template <>
struct riffle_fill<experimental::precision::s4> {
  RIFFLE_MATRIX_FN int storage(int value) {
    return static_cast<int>((static_cast<unsigned>(value) & 0xf) * 0x11111111u);
  }
};
template <>
struct riffle_fill<experimental::precision::b1> {
  RIFFLE_MATRIX_FN unsigned storage(unsigned value) { return (value & 1) != 0 ? ~0u : 0u; }
};

template <typename _Tp, int size, int packed_size>
RIFFLE_MATRIX_FN void fill_fragment(__frag_base<_Tp, size, packed_size>& f,
                                    const typename helper_traits<_Tp>::fill_argument_type& in) {
#pragma unroll
  for (int i = 0; i < packed_size; ++i) f.x[i] = riffle_fill<_Tp>::storage(in);
}

/// The nearest number with 10 bits of fraction, halves away from zero.
inline __device__ float __float_to_tf32(float in) {
  float out;
  asm("{ .reg .b32 r; cvt.rna.tf32.f32 r, %1; mov.b32 %0, r; }" : "=f"(out) : "f"(in));
  return out;
}

}  // namespace wmma
}  // namespace nvcuda
