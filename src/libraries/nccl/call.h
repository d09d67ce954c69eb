// SPDX-License-Identifier: Apache-2.0
// One rank's call of a collective, or of a send or a receive.
#pragma once

#include <cstddef>
#include <cstdint>

#include <nccl.h>

namespace riffle::nccl {

enum class CommKind : std::uint8_t {
  kAllReduce,
  kReduce,
  kReduceScatter,
  kBroadcast,
  kAllGather,
  kAlltoAll,
  kGather,
  kScatter,
  kSend,
  kRecv
};

/// What `+` is, and what each element is multiplied with before.
struct Reduction {
  enum class Operator : std::uint8_t { kSum, kProd, kMax, kMin, kAverage, kScaledSum };
  Operator op = Operator::kSum;
  std::uint64_t factor = 0;                ///< of kScaledSum: the bits of one element...
  const void* factor_on_device = nullptr;  ///< ...or where it is when the work runs
};

struct CommCall {
  CommKind kind = CommKind::kAllReduce;
  const void* send = nullptr;
  void* recv = nullptr;
  std::size_t count = 0;
  ncclDataType_t type = ncclInt8;
  Reduction reduction;
  int peer = 0;  ///< the root, or who sends or receives
  ncclComm_t comm = nullptr;
  int rank = 0;
  cudaStream_t stream = nullptr;
};

[[nodiscard]] std::size_t bytes_of(ncclDataType_t type);
/// How many bytes the call reads and writes in the rank's own buffers.
[[nodiscard]] std::size_t bytes_sent(const CommCall& call, int size);
[[nodiscard]] std::size_t bytes_received(const CommCall& call, int size);
[[nodiscard]] const char* name_of(CommKind kind);
[[nodiscard]] inline bool is_point_to_point(CommKind kind) { return kind >= CommKind::kSend; }
[[nodiscard]] inline bool is_reduction(CommKind kind) { return kind <= CommKind::kReduceScatter; }
[[nodiscard]] inline bool has_root(CommKind kind) {
  return kind == CommKind::kReduce || kind == CommKind::kBroadcast || kind == CommKind::kGather ||
         kind == CommKind::kScatter;
}

}  // namespace riffle::nccl
