// SPDX-License-Identifier: Apache-2.0
// The state of an event that several processes use: a page which they all map.
//
// Records count up, whoever makes them; the event is complete when the newest record is. A process
// waits with a host function in its stream, because it cannot see the other's timelines.
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstdint>

#include "base/status.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/observer.h"

namespace riffle::api::cudart {

/// Counted: an event and the operations that record it or wait for it each hold it.
class SharedEvent {
 public:
  /// Null when the system refuses.
  static SharedEvent* create();
  /// Null for a handle that names no event of a live process.
  static SharedEvent* open(const cudaIpcEventHandle_t& handle);
  /// Whether the handle names an event of this process.
  static bool is_own(const cudaIpcEventHandle_t& handle);

  [[nodiscard]] cudaIpcEventHandle_t handle() const;
  void hold() { holders_.fetch_add(1, std::memory_order_relaxed); }
  void let_go();

  /// May throw std::bad_alloc, as all that enqueues.
  void record(engine::Stream& stream);
  /// Later operations of the stream start after the newest record is complete.
  void enqueue_wait(engine::Stream& stream);
  /// Of the newest record; the caller is the host.
  [[nodiscard]] bool is_complete() const;
  void wait() const;

 private:
  struct State;  // in the page

  SharedEvent(State* state, int descriptor, std::uint64_t file)
      : state_(state), descriptor_(descriptor), file_(file) {}
  ~SharedEvent();
  void complete(std::uint64_t record);
  void wait_for(std::uint64_t record) const;
  [[nodiscard]] engine::Signal signal(std::uint64_t record) const;

  State* const state_;
  const int descriptor_;      ///< of its maker; -1 in other processes
  const std::uint64_t file_;  ///< its number
  std::atomic<std::uint32_t> holders_{1};
};

}  // namespace riffle::api::cudart
