// SPDX-License-Identifier: Apache-2.0
// What cuBLASLt's descriptors hold. They are plain, and lie in the words that programs see: a descriptor may be a variable of
// the program, copied like any other. What they are at first is what an H200's library says.
#pragma once

#include <cublasLt.h>

#include <bit>
#include <cstdint>
#include <type_traits>

namespace riffle::cublas_lt {

struct MatrixLayout {
  std::uint32_t type;
  std::int32_t order;
  std::uint64_t rows;
  std::uint64_t cols;
  std::int64_t ld;
  std::int32_t batch_count;
  std::int32_t batch_mode;
  std::int64_t batch_stride;
  std::int64_t plane_offset;
};

struct ProductDescription {
  std::int32_t compute_type;
  std::int32_t scale_type;
  std::int32_t pointer_mode;
  std::int32_t transa;
  std::int32_t transb;
  std::int32_t transc;
  std::int32_t fill_mode;
  std::uint32_t epilogue;
  void* bias;
  std::int64_t bias_batch_stride;
  void* aux;
  std::int64_t aux_ld;
  std::int64_t aux_batch_stride;
  std::int64_t alpha_batch_stride;
  std::int32_t multiprocessors;
  std::int32_t aux_type;   ///< -1: D's
  std::int32_t bias_type;  ///< -1: the one that goes with D
  std::int8_t fast_accumulation;
  void* a_scale;
  void* b_scale;
  void* c_scale;
  void* d_scale;
  void* d_amax;
  void* aux_scale;
  void* aux_amax;
  void* d_out_scale;
  std::int32_t
      scale_modes[6];  ///< of A, B, C, D, the auxiliary matrix, D's scales that are written
};

struct Preference {
  std::int32_t search_mode;
  std::uint32_t reduction_mask;
  std::uint64_t workspace_bytes;
  std::uint32_t alignments[4];
  float most_waves;
  std::uint32_t padding;
  std::uint64_t implementations;
};

struct TransformDescription {
  std::int32_t scale_type;
  std::int32_t pointer_mode;
  std::int32_t transa;
  std::int32_t transb;
};

struct MatmulAlgorithm {
  std::uint64_t mark;  ///< kAlgorithmMark: this library has made it
  std::int32_t id;
  std::int32_t configuration[8];  ///< set and told back; there is one way to compute
};
/// The one that there is.
inline constexpr std::int32_t kAlgorithm = 0;
inline constexpr std::uint64_t kAlgorithmMark = 0x4c54616c676f0001;

/// `Held` as it lies in the words of `Opaque`.
template <class Held, class Opaque>
[[nodiscard]] Held& held(Opaque& words) {
  static_assert(sizeof(Held) <= sizeof(Opaque) && std::is_trivially_copyable_v<Held>);
  return reinterpret_cast<Held&>(words);
}
template <class Held, class Opaque>
[[nodiscard]] const Held& held(const Opaque& words) {
  static_assert(sizeof(Held) <= sizeof(Opaque) && std::is_trivially_copyable_v<Held>);
  return reinterpret_cast<const Held&>(words);
}

}  // namespace riffle::cublas_lt
