// SPDX-License-Identifier: Apache-2.0
// A grid while its blocks run, as their calls of the API see it: streams, events and last errors of its threads.
//
// CUDA promises order in a block's NULL stream and in streams that a kernel makes, and nothing between them. All of
// them share a few streams of the engine: what waits was submitted after what it waits for, so that sharing cannot
// make a circle.
//
// Invariants
// 1. Calls come from any worker that runs blocks, any number at once.
// 2. No call touches the program's memory while it holds the lock: a fault there would keep it locked.
// 3. Whatever a call leaves behind is owned here, since a fault ends kernels without destructors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <vector>

#include "base/dim3.h"
#include "base/mutex.h"
#include "base/status.h"
#include "runtime/engine/engine.h"
#include "runtime/module/module.h"

namespace riffle::graph {
class Chain;  // of a room above: only handed through
}

namespace riffle::dynamic {

/// Streams with a meaning, as device code names them: CUDA's numbers. Others are made by create_stream.
inline constexpr std::uintptr_t kNullStream = 0;
inline constexpr std::uintptr_t kTailLaunch = 3;
inline constexpr std::uintptr_t kFireAndForget = 4;

struct ChildLaunch {
  module::Kernel* kernel = nullptr;
  Dim3 grid;
  Dim3 block;
  std::uint32_t dynamic_shared_bytes = 0;
};

struct alignas(16) PayloadPiece {
  std::byte bytes[16];
};

/// What runs when the grid and its children are complete: a kernel, or a copy or fill.
struct Tail {
  module::Kernel* kernel = nullptr;
  std::vector<PayloadPiece> payload;  ///< a device::KernelPayload with its arguments
  std::function<void(engine::Stream&)> enqueue;
};

/// When what `enqueue` puts into a stream that is made for it is complete.
[[nodiscard]] engine::Moment run_in_own_stream(engine::ContextStreams& context,
                                               const std::function<void(engine::Stream&)>& enqueue);

class Grid {
 public:
  /// `graph`: what the launch of the graph belongs to that the kernel is part of; null if it is part of none.
  explicit Grid(engine::ContextStreams& context, graph::Chain* graph = nullptr)
      : context_(context), graph_(graph) {}
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  [[nodiscard]] graph::Chain* graph() const { return graph_; }

  // `stream` is what device code says; `block` the linear index of the calling block. Throw std::bad_alloc.

  /// Room for the arguments of a launch, 64-aligned; until `launch` takes it back.
  [[nodiscard]] void* take_buffer(std::size_t bytes) RIFFLE_EXCLUDES(mutex_);
  /// Launches with the arguments that lie in `buffer`. Errors: kInvalidConfiguration, kInvalidValue (the stream, the
  /// buffer), kLaunchPendingCountExceeded (`most_pending` of the device are not complete).
  Code launch(const ChildLaunch& child, void* buffer, std::uintptr_t stream, std::uint64_t block,
              std::size_t most_pending) RIFFLE_EXCLUDES(mutex_);
  /// A copy or fill, that `enqueue` puts into the engine's stream. Errors: kInvalidValue (the stream).
  Code enqueue(std::uintptr_t stream, std::uint64_t block,
               std::function<void(engine::Stream&)> enqueue) RIFFLE_EXCLUDES(mutex_);

  [[nodiscard]] std::uintptr_t create_stream() RIFFLE_EXCLUDES(mutex_);
  Code destroy_stream(std::uintptr_t stream) RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] std::uintptr_t create_event() RIFFLE_EXCLUDES(mutex_);
  Code destroy_event(std::uintptr_t event) RIFFLE_EXCLUDES(mutex_);
  Code record(std::uintptr_t event, std::uintptr_t stream, std::uint64_t block)
      RIFFLE_EXCLUDES(mutex_);
  Code wait(std::uintptr_t stream, std::uintptr_t event, std::uint64_t block)
      RIFFLE_EXCLUDES(mutex_);

  /// The API's codes; 0 is none. Of a thread by its block and linear index.
  void set_last_error(std::uint64_t block, std::uint32_t thread, int code) RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] int last_error(std::uint64_t block, std::uint32_t thread) RIFFLE_EXCLUDES(mutex_);

  /// The blocks have run. When all that they launched is complete, but for tail launches; null if that is nothing.
  [[nodiscard]] engine::Moment finish() RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] std::list<Tail> take_tails() RIFFLE_EXCLUDES(mutex_);

 private:
  static constexpr std::size_t kLanes = 64;
  static constexpr std::uintptr_t kFirstHandle = 16;
  static constexpr std::size_t kBufferBytes = 448;  ///< longer ones are not used again

  struct FreeBuffer {
    void operator()(std::byte* room) const;
  };
  struct Buffer {
    std::unique_ptr<std::byte, FreeBuffer> room;
    bool is_usual = false;
    bool is_taken = false;
  };
  struct DeviceStream {
    std::size_t lane = 0;
    bool is_live = false;
  };
  struct DeviceEvent {
    engine::Moment moment;
    bool is_live = false;
  };

  /// Null for what is no stream, kTailLaunch included.
  engine::Stream* find_lane(std::uintptr_t stream, std::uint64_t block) RIFFLE_REQUIRES(mutex_);
  engine::Stream& lane(std::size_t number) RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] DeviceStream* find_stream(std::uintptr_t stream) RIFFLE_REQUIRES(mutex_);
  [[nodiscard]] DeviceEvent* find_event(std::uintptr_t event) RIFFLE_REQUIRES(mutex_);
  void give_buffer(std::size_t index) RIFFLE_REQUIRES(mutex_);
  Code launch_taken(const ChildLaunch& child, const void* arguments, std::uintptr_t stream,
                    std::uint64_t block, std::size_t most_pending) RIFFLE_REQUIRES(mutex_);
  engine::Moment join_lanes() RIFFLE_REQUIRES(mutex_);

  engine::ContextStreams& context_;
  graph::Chain* const graph_;
  Mutex mutex_;
  std::array<engine::Stream*, kLanes> lanes_ RIFFLE_GUARDED_BY(mutex_) = {};
  std::size_t next_lane_ RIFFLE_GUARDED_BY(mutex_) = 1;  // a block's NULL stream has the first
  std::list<Tail> tails_ RIFFLE_GUARDED_BY(mutex_);
  std::vector<DeviceStream> streams_ RIFFLE_GUARDED_BY(mutex_);
  std::vector<DeviceEvent> events_ RIFFLE_GUARDED_BY(mutex_);
  std::vector<Buffer> buffers_ RIFFLE_GUARDED_BY(mutex_);
  std::vector<std::size_t> free_buffers_ RIFFLE_GUARDED_BY(mutex_);
  std::map<std::pair<std::uint64_t, std::uint32_t>, int> last_errors_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::dynamic
