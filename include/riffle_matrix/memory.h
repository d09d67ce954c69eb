// SPDX-License-Identifier: Apache-2.0
// Loading and storing fragments. Matrices begin at a multiple of 32 bytes and their rows (columns) at multiples of 16, so
// that narrow elements can be had by words of 32 bits.
#pragma once

namespace nvcuda {
namespace wmma {
namespace riffle {

RIFFLE_MATRIX_FN unsigned lane() { return __nvvm_read_ptx_sreg_laneid(); }

RIFFLE_MATRIX_FN unsigned word_at(const void* base, unsigned long long byte) {
  return *reinterpret_cast<const unsigned*>(static_cast<const char*>(base) + byte);
}

/// Loads `registers` words. `outer` counts rows of A or columns of B, which lie `ldm` elements apart if `along_k`: then the
/// elements of a register are neighbours.
template <int registers, int bytes, bool along_k, typename Outer, typename Depth>
RIFFLE_MATRIX_FN void load_registers(unsigned (&to)[registers], const void* p, unsigned ldm,
                                     Outer outer, Depth depth) {
  constexpr int kElements = 4 / bytes;
#pragma unroll
  for (int r = 0; r < registers; ++r) {
    const unsigned o = outer(r);
    const unsigned k = depth(r);
    if (along_k) {
      to[r] = word_at(p, (static_cast<unsigned long long>(o) * ldm + k) * bytes);
      continue;
    }
    to[r] = 0;
#pragma unroll
    for (int i = 0; i < kElements; ++i) {
      // The word that holds the element, and its place there.
      const unsigned place = o % kElements;
      const unsigned word =
          word_at(p, (static_cast<unsigned long long>(k + i) * ldm + (o - place)) * bytes);
      const unsigned element =
          kElements == 1 ? word : (word >> (8 * bytes * place)) & ((1u << (8 * bytes % 32)) - 1);
      to[r] |= element << (8 * bytes * i % 32);
    }
  }
}

/// The elements of `f` from its registers; those of half repeat.
template <int registers, typename Fragment>
RIFFLE_MATRIX_FN void spread(Fragment& f, const unsigned (&from)[registers]) {
#pragma unroll
  for (int at = 0; at < static_cast<int>(sizeof f.x); at += 4 * registers)
    __builtin_memcpy(reinterpret_cast<char*>(f.x) + at, from,
                     sizeof f.x < sizeof from ? sizeof f.x : sizeof from);
}

/// A factor whose outer extent (m of A, n of B) is `extent`. Tiles of 16 are those of A in mma.sync, which a long side
/// is made of; `pairs` says that, else tiles of 8.
template <int extent, bool pairs, int k, int bytes, bool along_k, typename Fragment>
RIFFLE_MATRIX_FN void load_factor(Fragment& f, const void* p, unsigned ldm) {
  constexpr int kElements = 4 / bytes;
  constexpr int kSteps = k / (4 * kElements);  // registers along k
  constexpr int kRegisters = extent / 8 * kSteps;
  const unsigned g = lane() / 4;
  const unsigned t = lane() % 4;
  unsigned registers[kRegisters];
  load_registers<kRegisters, bytes, along_k>(
      registers, p, ldm,
      [=](int r) {
        const int tile = pairs ? r % 2 + 2 * (r / (2 * kSteps)) : r / kSteps;
        return g + 8u * static_cast<unsigned>(tile);
      },
      [=](int r) {
        const int step = pairs ? r % (2 * kSteps) / 2 : r % kSteps;
        return kElements * t + 4u * kElements * static_cast<unsigned>(step);
      });
  spread(f, registers);
}

/// Calls visit(element, row, column) for the sums of a lane.
template <int m, int n, typename Visit>
RIFFLE_MATRIX_FN void for_own_sums(Visit visit) {
  const unsigned g = lane() / 4;
  const unsigned t = lane() % 4;
  constexpr int kCount = m * n / 32;
#pragma unroll
  for (int e = 0; e < kCount; ++e) {
    const unsigned near = 2 * t + e % 2;
    const unsigned half = g + 8u * (e / 2 % 2);
    const unsigned tile = e / 4;
    if (m == 8 && n == 32) {
      visit(e, near, half + 16 * tile);
    } else if (m == 32) {
      visit(e, half + 16 * tile, near);
    } else {
      visit(e, half, near + 8 * tile);
    }
  }
}

template <typename _Tp>
struct is_packed {
  static constexpr bool value = false;
};
template <>
struct is_packed<experimental::precision::u4> {
  static constexpr bool value = true;
  static constexpr unsigned in_byte = 2;
};
template <>
struct is_packed<experimental::precision::s4> : is_packed<experimental::precision::u4> {};
template <>
struct is_packed<experimental::precision::b1> {
  static constexpr bool value = true;
  static constexpr unsigned in_byte = 8;
};

template <typename Layout>
struct by_rows {
  static constexpr bool value = false;
};
template <>
struct by_rows<row_major> {
  static constexpr bool value = true;
};

/// Doubles are one element of a lane, as words.
template <bool along_k>
RIFFLE_MATRIX_FN double double_at(const void* p, unsigned ldm) {
  const unsigned g = lane() / 4;
  const unsigned t = lane() % 4;
  const unsigned long long at = along_k ? static_cast<unsigned long long>(g) * ldm + t
                                        : static_cast<unsigned long long>(t) * ldm + g;
  return static_cast<const double*>(p)[at];
}

}  // namespace riffle

template <int m, int n, int k, typename _Tp, typename Layout>
RIFFLE_MATRIX_FN void load_matrix_sync(
    fragment<matrix_a, m, n, k, _Tp, Layout>& a,
    const typename fragment<matrix_a, m, n, k, _Tp, Layout>::storage_element_type* p,
    unsigned ldm) {
  using Element = typename fragment<matrix_a, m, n, k, _Tp, Layout>::storage_element_type;
  constexpr bool along_k = riffle::by_rows<Layout>::value;
  if constexpr (riffle::is_packed<_Tp>::value) {
    const unsigned byte =
        (riffle::lane() / 4 * ldm) / riffle::is_packed<_Tp>::in_byte + 4 * (riffle::lane() % 4);
    a.x[0] = static_cast<Element>(riffle::word_at(p, byte));
  } else if constexpr (sizeof(Element) == 8) {
    a.x[0] = riffle::double_at<along_k>(p, ldm);
  } else {
    riffle::load_factor<m, (m > 8), k, sizeof(Element), along_k>(a, p, ldm);
  }
}

template <int m, int n, int k, typename _Tp, typename Layout>
RIFFLE_MATRIX_FN void load_matrix_sync(
    fragment<matrix_b, m, n, k, _Tp, Layout>& b,
    const typename fragment<matrix_b, m, n, k, _Tp, Layout>::storage_element_type* p,
    unsigned ldm) {
  using Element = typename fragment<matrix_b, m, n, k, _Tp, Layout>::storage_element_type;
  constexpr bool along_k = !riffle::by_rows<Layout>::value;
  if constexpr (riffle::is_packed<_Tp>::value) {
    const unsigned byte =
        (riffle::lane() / 4 * ldm) / riffle::is_packed<_Tp>::in_byte + 4 * (riffle::lane() % 4);
    b.x[0] = static_cast<Element>(riffle::word_at(p, byte));
  } else if constexpr (sizeof(Element) == 8) {
    b.x[0] = riffle::double_at<along_k>(p, ldm);
  } else {
    riffle::load_factor<n, (n == 32), k, sizeof(Element), along_k>(b, p, ldm);
  }
}

// Packed elements are given by an address without a type.
#define RIFFLE_PACKED_LOAD(use, k, _Tp, layout)                                                 \
  RIFFLE_MATRIX_FN void load_matrix_sync(fragment<use, 8, 8, k, _Tp, layout>& f, const void* p, \
                                         unsigned ldm) {                                        \
    using Element = fragment<use, 8, 8, k, _Tp, layout>::storage_element_type;                  \
    load_matrix_sync(f, static_cast<const Element*>(p), ldm);                                   \
  }
RIFFLE_PACKED_LOAD(matrix_a, 32, experimental::precision::u4, row_major)
RIFFLE_PACKED_LOAD(matrix_a, 32, experimental::precision::s4, row_major)
RIFFLE_PACKED_LOAD(matrix_a, 128, experimental::precision::b1, row_major)
RIFFLE_PACKED_LOAD(matrix_b, 32, experimental::precision::u4, col_major)
RIFFLE_PACKED_LOAD(matrix_b, 32, experimental::precision::s4, col_major)
RIFFLE_PACKED_LOAD(matrix_b, 128, experimental::precision::b1, col_major)
#undef RIFFLE_PACKED_LOAD

template <int m, int n, int k, typename _Tp>
RIFFLE_MATRIX_FN void load_matrix_sync(fragment<accumulator, m, n, k, _Tp>& c, const _Tp* p,
                                       unsigned ldm, layout_t layout) {
  riffle::for_own_sums<m, n>([&](int e, unsigned row, unsigned column) {
    const unsigned outer = layout == mem_row_major ? row : column;
    const unsigned inner = layout == mem_row_major ? column : row;
    c.x[e] = p[static_cast<unsigned long long>(outer) * ldm + inner];
  });
}

template <int m, int n, int k, typename _Tp>
RIFFLE_MATRIX_FN void store_matrix_sync(_Tp* p, const fragment<accumulator, m, n, k, _Tp>& d,
                                        unsigned ldm, layout_t layout) {
  riffle::for_own_sums<m, n>([&](int e, unsigned row, unsigned column) {
    const unsigned outer = layout == mem_row_major ? row : column;
    const unsigned inner = layout == mem_row_major ? column : row;
    p[static_cast<unsigned long long>(outer) * ldm + inner] = d.x[e];
  });
}

}  // namespace wmma
}  // namespace nvcuda
