// SPDX-License-Identifier: Apache-2.0
// What a communicator's handle stands for: one rank of a world.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <nccl.h>

#include "libraries/nccl/call.h"
#include "libraries/nccl/errors.h"
#include "libraries/nccl/rendezvous.h"
#include "libraries/nccl/world.h"

struct ncclComm {
  static constexpr std::uint64_t kAlive = 0x6e63636c636f6d6d;

  std::uint64_t mark = kAlive;
  int rank = 0;
  int size = 0;
  int device = 0;
  bool is_blocking = true;
  std::shared_ptr<riffle::nccl::World> world;  ///< not to be looked at before it is set up
  std::atomic<bool> is_set_up{false};          ///< all ranks have met
  /// Of setting it up and of ending it: ncclInProgress while a thread is at it.
  std::atomic<ncclResult_t> state{ncclSuccess};
  std::thread worker;  ///< sets up what does not block
  riffle::nccl::Cancellation meeting;
  bool is_finalized = false;

  std::mutex operators_mutex;
  struct Operator {
    bool is_used = false;
    ncclDataType_t type = ncclInt8;
    riffle::nccl::Reduction reduction;
  };
  std::vector<Operator> operators;  ///< guarded by operators_mutex
};

namespace riffle::nccl {

/// ncclInvalidArgument where the handle is none.
[[nodiscard]] ncclResult_t check_comm(const ncclComm* comm, const char* function);
/// The same, and for one that is being set up or has been finalized.
[[nodiscard]] ncclResult_t check_ready(ncclComm* comm, const char* function);
/// What `op` means for numbers of this type.
[[nodiscard]] ncclResult_t find_reduction(ncclComm& comm, ncclRedOp_t op, ncclDataType_t type,
                                          const char* function, Reduction& reduction);

/// The calling thread's current device, until the end of the scope.
class DeviceScope {
 public:
  explicit DeviceScope(int device) {
    cudaGetDevice(&before_);
    if (before_ != device) cudaSetDevice(device);
    device_ = device;
  }
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;
  ~DeviceScope() {
    if (before_ != device_) cudaSetDevice(before_);
  }

 private:
  int before_ = 0;
  int device_ = 0;
};

}  // namespace riffle::nccl
