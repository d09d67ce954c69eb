// SPDX-License-Identifier: Apache-2.0
// What a transform reads and writes, in kernels. `riffle check` looks at kernels, not into what a library computes in a
// host function: in a checked run kernels that touch what a transform touches stand before it.
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

namespace riffle::cufft {

/// Elements of one side of a batch: the batch, then the three axes.
struct Touched {
  void* data;
  unsigned element_bytes;  ///< 2, 4, 8 or 16
  std::int64_t count[4];
  std::int64_t distance[4];  ///< in elements
};

cudaError_t witness_reads(const Touched& side, cudaStream_t stream);
/// The elements stay as they are.
cudaError_t witness_changes(const Touched& side, cudaStream_t stream);
/// Writes zeros, for the transform to write over.
cudaError_t witness_writes(const Touched& side, cudaStream_t stream);

}  // namespace riffle::cufft
