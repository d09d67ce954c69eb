// SPDX-License-Identifier: Apache-2.0
// The arithmetic and the copies of collectives, as kernels: riffle check sees what they touch, riffle trace their names.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

#include "libraries/nccl/call.h"

namespace riffle::nccl {

/// As many as there may be devices.
constexpr int kMostRanks = 64;

/// to[...][i] = from[0][i] + from[1][i] + ...
struct ReduceArguments {
  const void* from[kMostRanks];
  void* to[kMostRanks];
  /// Of a scaled sum: each source's factor, or where it is.
  std::uint64_t factor[kMostRanks];
  const void* factor_on_device[kMostRanks];
  std::size_t count;
  int sources;
  int targets;
};

/// to[k][...] = from[k][...]
struct CopyArguments {
  const void* from[kMostRanks];
  void* to[kMostRanks];
  std::size_t bytes;
  int copies;
};

/// `op` is no average: that is a scaled sum, or a sum of integers that is divided by `divisor`.
cudaError_t reduce(CommKind kind, ncclDataType_t type, Reduction::Operator op, int divisor,
                   const ReduceArguments& arguments, cudaStream_t stream);
cudaError_t copy(CommKind kind, const CopyArguments& arguments, cudaStream_t stream);

}  // namespace riffle::nccl
