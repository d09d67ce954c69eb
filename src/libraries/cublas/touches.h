// SPDX-License-Identifier: Apache-2.0
// What a routine touches, for `riffle check`: told before the routine's work is enqueued, in the same stream.
#pragma once

#include <cstdint>
#include <cstdlib>

#include <cuda_runtime_api.h>

#include "libraries/cublas/handle.h"
#include "libraries/witness.h"

namespace riffle::cublas {

using libraries::Part;
using libraries::Touched;
using Size = std::int64_t;

// ---- Shapes ----

inline Part part_of(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER ? Part::kLower : Part::kUpper;
}
/// Of a triangular matrix: a diagonal of ones is not read.
inline Part part_of(cublasFillMode_t uplo, cublasDiagType_t diag) {
  if (diag == CUBLAS_DIAG_NON_UNIT) return part_of(uplo);
  return uplo == CUBLAS_FILL_MODE_LOWER ? Part::kBelow : Part::kAbove;
}

inline Touched matrix_of_bytes(const void* data, unsigned element_bytes, Size rows, Size cols,
                               Size ld, Part part = Part::kAll) {
  return {.data = const_cast<void*>(data),
          .element_bytes = element_bytes,
          .count = {1, 1, cols, rows},
          .distance = {0, 0, ld, 1},
          .part = part};
}
/// Of a step backwards the elements are the same.
inline Touched vector_of_bytes(const void* data, unsigned element_bytes, Size n, Size increment) {
  const Size count = n <= 0 ? 0 : increment == 0 ? 1 : n;
  return matrix_of_bytes(data, element_bytes, 1, count, std::abs(increment));
}
template <class T>
Touched matrix(const T* data, Size rows, Size cols, Size ld, Part part = Part::kAll) {
  return matrix_of_bytes(data, sizeof(T), rows, cols, ld, part);
}
template <class T>
Touched vector(const T* data, Size n, Size increment = 1) {
  return vector_of_bytes(data, sizeof(T), n, increment);
}
/// What `op` is applied to, so that it has so many rows and columns afterwards.
template <class T>
Touched operand(cublasOperation_t op, const T* data, Size rows, Size cols, Size ld) {
  return op == CUBLAS_OP_N ? matrix(data, rows, cols, ld) : matrix(data, cols, rows, ld);
}
/// One behind the other.
inline Touched batch(Touched one, Size stride, Size count) {
  one.count[0] = stride == 0 && count > 0 ? 1 : count;
  one.distance[0] = stride;
  return one;
}
/// Whose addresses are in an array of the device.
template <class T>
Touched array_of(const T* const addresses[], Touched one, Size count) {
  one.data = const_cast<void*>(static_cast<const void*>(addresses));
  one.count[0] = count;
  one.is_array = true;
  return one;
}

/// Whether so many bytes are all zero.
inline bool is_zero_bytes(const void* factor, unsigned bytes) {
  const auto* const all = static_cast<const unsigned char*>(factor);
  for (unsigned i = 0; i < bytes; ++i)
    if (all[i] != 0) return false;
  return true;
}

// ---- Telling ----

class Touches {
 public:
  Touches(cudaStream_t stream, bool has_host_scalars, bool takes_host_memory = false)
      : stream_(stream),
        has_host_scalars_(has_host_scalars),
        takes_host_memory_(takes_host_memory),
        is_checked_(libraries::is_checked()) {}
  explicit Touches(cublasHandle_t handle)
      : Touches(handle->stream, handle->pointer_mode == CUBLAS_POINTER_MODE_HOST,
                handle->takes_host_memory) {}

  Touches& reads(const Touched& side) {
    if (is_told(side)) static_cast<void>(libraries::witness_reads(side, stream_));
    return *this;
  }
  Touches& writes(const Touched& side) {
    if (is_told(side)) static_cast<void>(libraries::witness_writes(side, stream_));
    return *this;
  }
  Touches& changes(const Touched& side) {
    if (is_told(side)) static_cast<void>(libraries::witness_changes(side, stream_));
    return *this;
  }
  /// What becomes a copy of itself is still needed.
  Touches& copies(const Touched& from, const Touched& to) {
    return from.data == to.data ? changes(to) : reads(from).writes(to);
  }
  /// Where the factor is zero, operands are not read.
  Touches& reads_times(const void* factor, unsigned factor_bytes, const Touched& side) {
    return is_known_zero(factor, factor_bytes) ? *this : reads(side);
  }
  template <class Factor>
  Touches& reads_times(const Factor* factor, const Touched& side) {
    return reads_times(factor, sizeof(Factor), side);
  }
  /// Times the factor, plus something: where the factor is zero, what is there is not read.
  Touches& updates(const Touched& side, const void* factor, unsigned factor_bytes) {
    if (!is_told(side)) return *this;
    if (has_host_scalars_)
      return is_known_zero(factor, factor_bytes) ? writes(side) : changes(side);
    static_cast<void>(libraries::witness_updates(side, factor, factor_bytes, stream_));
    return *this;
  }
  template <class Factor>
  Touches& updates(const Touched& side, const Factor* factor) {
    return updates(side, factor, sizeof(Factor));
  }
  /// Of a result in host memory nothing: the call waits for it.
  Touches& writes_result(const Touched& result) {
    return has_host_scalars_ ? *this : writes(result);
  }

 private:
  /// Kernels do not touch pageable memory.
  [[nodiscard]] bool is_told(const Touched& side) const {
    cudaPointerAttributes attributes{};
    return is_checked_ && (!takes_host_memory_ ||
                           (cudaPointerGetAttributes(&attributes, side.data) == cudaSuccess &&
                            attributes.type != cudaMemoryTypeUnregistered));
  }
  [[nodiscard]] bool is_known_zero(const void* factor, unsigned bytes) const {
    return is_checked_ && has_host_scalars_ && is_zero_bytes(factor, bytes);
  }

  const cudaStream_t stream_;
  const bool has_host_scalars_;
  const bool takes_host_memory_;
  const bool is_checked_;
};

}  // namespace riffle::cublas
