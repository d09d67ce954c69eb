// SPDX-License-Identifier: Apache-2.0
// A collective between processes, as one rank carries it out: messages, and sums of what has come.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include "libraries/nccl/call.h"
#include "libraries/nccl/staging.h"
#include "libraries/nccl/transport.h"

namespace riffle::nccl {

/// A call with its buffers in the staging memory.
struct StagedCall {
  CommCall call;
  StagingBuffer send;
  StagingBuffer recv;
  std::size_t send_bytes = 0;
  std::size_t recv_bytes = 0;
};

/// One rank's messages. Used by one thread.
class Exchange {
 public:
  Exchange(int rank, int size, Transport& transport, cudaStream_t stream)
      : rank_(rank), size_(size), transport_(transport), stream_(stream) {}

  /// All calls of a group; those between two ranks at the same time.
  ncclResult_t run(const std::vector<StagedCall>& calls);
  /// Waits until all ranks have come to the same point.
  bool meet_all();

 private:
  class Messages;
  struct Header;

  ncclResult_t run_collective(const StagedCall& staged);
  ncclResult_t own_factor(const CommCall& call, std::uint64_t& factor);
  ncclResult_t agree(const CommCall& call);
  ncclResult_t copy_own(const std::vector<StagedCall>& calls);
  ncclResult_t reduce_shares(const StagedCall& staged);
  ncclResult_t reduce_scatter(const StagedCall& staged);
  ncclResult_t sum_up(const CommCall& call, const std::vector<const void*>& parts, void* to,
                      std::size_t count);
  void begin_moves(const StagedCall& staged, Messages& messages);

  const int rank_;
  const int size_;
  Transport& transport_;
  const cudaStream_t stream_;
  Staging staging_;
  std::uint64_t collectives_ = 0;
  std::vector<std::uint64_t> factors_;  ///< of the ranks, for the collective that runs
  std::map<std::pair<int, bool>, std::uint64_t> pairs_;  ///< messages by peer, sent or received
};

}  // namespace riffle::nccl
