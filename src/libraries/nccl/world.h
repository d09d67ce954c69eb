// SPDX-License-Identifier: Apache-2.0
// Those who communicate: all ranks of a communicator, as one process sees them. Two kinds: all ranks are in this process
// (local_world.h), or each may be in another (remote_world.h).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "libraries/nccl/call.h"

namespace riffle::nccl {

using Bytes = std::vector<std::byte>;

class World {
 public:
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  virtual ~World() = default;

  /// Puts what one group asks of this world into streams. Waits for no other rank.
  virtual ncclResult_t start(std::span<const CommCall> calls) = 0;
  /// Ends all that the rank takes part in. Streams that wait for it go on.
  virtual void abort(int rank) = 0;
  /// Waits until what the rank has started is done.
  virtual ncclResult_t finish(int rank) = 0;
  /// What has gone wrong behind the rank's back.
  [[nodiscard]] virtual ncclResult_t error(int rank) = 0;
  /// Hands `own` to the members, who all call this, and waits for theirs, in the order of `members`.
  virtual ncclResult_t exchange(int rank, std::span<const int> members, const Bytes& own,
                                std::vector<Bytes>& all) = 0;
  /// A world of some of the ranks, in this order, which all of them call for. `index` is the place of the caller's rank.
  virtual ncclResult_t make_part(int rank, std::span<const int> members, int index,
                                 std::shared_ptr<World>& part) = 0;
};

}  // namespace riffle::nccl
