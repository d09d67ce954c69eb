// SPDX-License-Identifier: Apache-2.0
// What a profiler in the process is told, by libcupti.so.13: calls, and operations when they have ended. Nothing of the engine
// is seen here: the two libraries share this header alone.
#pragma once

#include <array>
#include <cstdint>

namespace riffle::trace {

enum class ActivityType : std::uint8_t { kKernel, kCopy, kFill, kWait };
enum class ActivityMemory : std::uint8_t { kPageable, kPinned, kDevice, kManaged };

/// An operation, or a node of a graph. Pointers are valid during the call.
struct OperationActivity {
  ActivityType type = ActivityType::kKernel;
  ActivityMemory source = ActivityMemory::kPageable;
  ActivityMemory destination = ActivityMemory::kPageable;
  std::uint32_t correlation = 0;  ///< of the call that enqueued it; 0: none was seen
  std::uint64_t stream = 0;
  std::uint32_t context = 0;
  std::int32_t device = 0;
  std::uint64_t queued_ns = 0;
  std::uint64_t begin_ns = 0;
  std::uint64_t end_ns = 0;
  const char* symbol = nullptr;  ///< of that call; null: none was seen
  const char* name = nullptr;    ///< of a kernel, mangled
  std::array<std::uint32_t, 3> grid{};
  std::array<std::uint32_t, 3> block{};
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint32_t local_bytes_per_thread = 0;
  bool is_cooperative = false;
  std::uint64_t bytes = 0;       ///< of a copy or a fill
  std::uint32_t value = 0;       ///< of a fill
  std::uint64_t graph_node = 0;  ///< 0: no node of a graph
  std::uint32_t graph = 0;
};

/// Calls nest, and are told on the thread that makes them, outside of the engine's locks.
struct CallActivity {
  const char* symbol = nullptr;
  std::uint32_t correlation = 0;
  std::int32_t result = 0;
  std::uint32_t context = 0;  ///< the thread's, when it is left; 0: none
  std::uint64_t begin_ns = 0;
  const char* kernel = nullptr;  ///< that the call has launched last; null: none
};

/// Implemented by the profiler. Lives as long as the process.
class ActivitySink {
 public:
  /// The clock of all times.
  virtual std::uint64_t now_ns() noexcept = 0;
  virtual void call_entered(const CallActivity& call) noexcept = 0;
  virtual void call_left(const CallActivity& call) noexcept = 0;
  /// From inside of the engine, on any thread: must not call it, nor wait for anybody who may.
  virtual void operation_ended(const OperationActivity& operation) noexcept = 0;

 protected:
  ~ActivitySink() = default;
};

/// libcudart.so.13's symbol of this name: from now on the sink is told. Once in a process; false: there is one already, or no
/// memory for it.
using AttachActivitySink = bool (*)(ActivitySink* sink);
inline constexpr const char* kAttachActivitySink = "riffle_attach_activity_sink";

}  // namespace riffle::trace
