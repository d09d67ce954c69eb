// SPDX-License-Identifier: Apache-2.0
// What a library's work reads and writes, in kernels. `riffle check` looks at kernels, not into what a library computes in a
// host function: in a checked run kernels that touch what the work touches stand before it.
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

namespace riffle::libraries {

/// Of the last two axes, where the third counts columns and the fourth rows: with the diagonal, or without.
enum class Part : std::uint8_t { kAll, kLower, kUpper, kBelow, kAbove };

/// Elements of one side: a batch, then three axes.
struct Touched {
  void* data;
  unsigned element_bytes;  ///< 1, 2, 4, 8 or 16
  std::int64_t count[4];
  std::int64_t distance[4];  ///< in elements
  Part part = Part::kAll;
  bool is_array = false;  ///< `data` is an array of the device with the address of each batch
};

/// Whether this is a checked run.
bool is_checked();

cudaError_t witness_reads(const Touched& side, cudaStream_t stream);
/// The elements stay as they are.
cudaError_t witness_changes(const Touched& side, cudaStream_t stream);
/// Writes zeros, for the work to write over.
cudaError_t witness_writes(const Touched& side, cudaStream_t stream);
/// One or the other: the work keeps what is there where the factor, of so many bytes in the device's memory, is not zero.
cudaError_t witness_updates(const Touched& side, const void* factor, unsigned factor_bytes,
                            cudaStream_t stream);

}  // namespace riffle::libraries
