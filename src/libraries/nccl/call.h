// SPDX-License-Identifier: Apache-2.0
// One rank's call of a collective, or of a send or a receive.
#pragma once

#include <cstddef>
#include <cstdint>

#include <nccl.h>

namespace riffle::nccl {

enum class Kind : std::uint8_t {
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

struct Call {
  Kind kind = Kind::kAllReduce;
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
[[nodiscard]] std::size_t bytes_sent(const Call& call, int size);
[[nodiscard]] std::size_t bytes_received(const Call& call, int size);
[[nodiscard]] const char* name_of(Kind kind);
[[nodiscard]] inline bool is_point_to_point(Kind kind) { return kind >= Kind::kSend; }
[[nodiscard]] inline bool is_reduction(Kind kind) { return kind <= Kind::kReduceScatter; }
[[nodiscard]] inline bool has_root(Kind kind) {
  return kind == Kind::kReduce || kind == Kind::kBroadcast || kind == Kind::kGather ||
         kind == Kind::kScatter;
}

}  // namespace riffle::nccl
