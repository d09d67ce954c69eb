// SPDX-License-Identifier: Apache-2.0
// What follows what in a graph: written once, at its first launch.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "base/mutex.h"
#include "runtime/engine/observer.h"
#include "trace/thread_log.h"

namespace riffle::trace {

/// Any thread. Its lock is a leaf.
class GraphShapeLog {
 public:
  /// Nothing, unless the notice is of a graph's launch, and that graph was never written.
  void write(const engine::OperationNotice& notice, ThreadLog& log) noexcept;

 private:
  Mutex mutex_;
  std::unordered_set<std::uint64_t> written_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::trace
