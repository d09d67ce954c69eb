// SPDX-License-Identifier: Apache-2.0
// What an executable graph has of the engine: further streams for branches that must not hold each
// other up, and fences. Outlives the exec while a launch pends.
#pragma once

#include <atomic>
#include <vector>

#include "base/mutex.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/program.h"

namespace riffle::graph {

class Lanes {
 public:
  explicit Lanes(engine::ContextStreams& context) : context_(context) {}
  ~Lanes();
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  /// Makes the launch fence, a fence per event record, and some streams ahead, so that launches
  /// allocate nothing; `branches`: how many tasks there are that may need one. False when out of
  /// memory.
  [[nodiscard]] bool prepare(std::size_t branches, std::size_t records);

  /// A stream without pending operations; one with some when there is no memory for another, and
  /// null when there is none at all.
  [[nodiscard]] engine::Stream* take() RIFFLE_EXCLUDES(mutex_);
  void give(engine::Stream& lane) RIFFLE_EXCLUDES(mutex_);

  engine::Fence fence;                 ///< a moment per launch
  std::vector<engine::Fence> records;  ///< a moment per launch and event record node

  /// The exec is in the tail of a chain, or runs as part of it: see chain.h. Written under the chain's lock.
  std::atomic<bool> is_in_tail{false};
  std::atomic<bool> runs_in_tail{false};

 private:
  engine::ContextStreams& context_;
  Mutex mutex_;
  std::vector<engine::Stream*> all_ RIFFLE_GUARDED_BY(mutex_);
  std::vector<engine::Stream*> idle_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::graph
