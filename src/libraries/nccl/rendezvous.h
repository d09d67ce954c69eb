// SPDX-License-Identifier: Apache-2.0
// Where the ranks of a new communicator meet: the id that one of them has made tells where that is (id_server.h).
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include <nccl.h>

#include "libraries/nccl/world.h"

namespace riffle::nccl {

/// Lets another thread end a meeting.
class Cancellation {
 public:
  void cancel();
  [[nodiscard]] bool is_cancelled();
  /// The connection that is to be closed; -1: none.
  void set_connection(int descriptor);

 private:
  std::mutex mutex_;
  bool is_cancelled_ = false;  ///< guarded by mutex_
  int descriptor_ = -1;        ///< guarded by mutex_
};

[[nodiscard]] ncclResult_t make_id(ncclUniqueId& id);
/// Waits until all ranks have come.
[[nodiscard]] ncclResult_t meet(const ncclUniqueId& id, int rank, int size, int device,
                                Cancellation& cancellation, std::shared_ptr<World>& world);
/// Of this process alone: `size` ranks at once, with devices that are different.
[[nodiscard]] std::shared_ptr<World> make_local_world(std::vector<int> devices);

}  // namespace riffle::nccl
