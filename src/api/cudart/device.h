// SPDX-License-Identifier: Apache-2.0
// A virtual device: its context, and the settings that a program may make on it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "api/cudart/stream.h"
#include "base/mutex.h"
#include "base/status.h"
#include "runtime/engine/engine.h"

namespace riffle::api::cudart {

class Device {
 public:
  explicit Device(int index) : index_(index) {}

  [[nodiscard]] int index() const { return index_; }

  /// Null until `initialise`, and between a reset and the next use.
  [[nodiscard]] engine::Context* context() const {
    return context_.load(std::memory_order_acquire);
  }
  /// Creates the context unless it is there. Errors: kNotInitialized (no thread can be started).
  Status initialise() RIFFLE_EXCLUDES(mutex_);
  /// Waits for all work; then streams, events, memory and loaded modules of this device are gone.
  void reset() RIFFLE_EXCLUDES(mutex_);
  /// Counts resets: what was made under another number is gone.
  [[nodiscard]] std::uint64_t generation() const {
    return generation_.load(std::memory_order_acquire);
  }

  [[nodiscard]] StreamObject& legacy() { return legacy_; }
  /// Gives a stream back unless a reset has taken it already.
  void destroy_stream(engine::Stream* stream, std::uint64_t generation) RIFFLE_EXCLUDES(mutex_);

  // Settings; each is one independent value.
  std::atomic<unsigned> flags{cudaDeviceMapHost};
  std::atomic<cudaFuncCache> cache_config{cudaFuncCachePreferNone};
  std::atomic<cudaSharedMemConfig> shared_config{cudaSharedMemBankSizeFourByte};
  std::array<std::atomic<std::size_t>, 7> limits{};  ///< by cudaLimit; 0: the default
  std::atomic<std::uint64_t> peers{0};               ///< bit per device that access is enabled to

 private:
  const int index_;
  std::atomic<engine::Context*> context_{nullptr};  // release in initialise, acquired by context()
  std::atomic<std::uint64_t> generation_{0};
  Mutex mutex_;
  std::unique_ptr<engine::Context> owned_ RIFFLE_GUARDED_BY(mutex_);
  StreamObject legacy_;
};

/// RIFFLE_DEVICES, 1 by default.
[[nodiscard]] int device_count();
/// Null when there is no such device. Devices live as long as the process.
[[nodiscard]] Device* device_at(int index);

/// The calling thread's device, with its context: what every call that may touch streams or memory
/// starts with. Null with `why` set when there is none.
[[nodiscard]] Device* initialise_current(cudaError_t& why);

}  // namespace riffle::api::cudart
