// SPDX-License-Identifier: Apache-2.0
// A tool of `riffle check`, one file each (`*_tool.h`): the checker (checker.h) hears of everything from the engine, keeps the order
// of operations, and passes each event on to the tools that are switched on.
#pragma once

#include <vector>

#include "race/check_state.h"
#include "race/operation.h"
#include "runtime/engine/observer.h"

namespace riffle::race {

/// What has no body in a tool does not concern it. Calls come on the thread that does the thing.
class Tool {
 public:
  // ---- Operations ----

  virtual void enqueued(const engine::OperationNotice& /*notice*/) RIFFLE_REQUIRES(check_mutex) {}
  /// It has finished; the lock is not held yet.
  virtual void finished(const engine::OperationNotice& /*notice*/) noexcept {}
  /// It has finished, and is one that touches memory: all that comes before it in the declared order has been passed on.
  virtual void touched(const engine::OperationNotice& /*notice*/,
                       const SharedOperation& /*operation*/) RIFFLE_REQUIRES(check_mutex) {}

  // ---- Memory ----

  /// Not in the order of a stream.
  virtual void memory_made(engine::ResourceKind /*kind*/, ByteRange /*memory*/)
      RIFFLE_REQUIRES(check_mutex) {}
  virtual void memory_gone(ByteRange /*memory*/) RIFFLE_REQUIRES(check_mutex) {}
  /// In the order of a stream: by the next operation of the calling thread.
  virtual void memory_will_go(ByteRange /*memory*/) RIFFLE_REQUIRES(check_mutex) {}
  /// Other processes may write to the program's memory from now on.
  virtual void memory_shared() {}
  /// Contexts have ended, with all that they own.
  virtual void contexts_ended() RIFFLE_REQUIRES(check_mutex) {}

  // ---- Calls ----

  virtual void refused_range(std::uintptr_t /*begin*/, std::uint64_t /*bytes*/) noexcept
      RIFFLE_EXCLUDES(check_mutex) {}
  virtual void wrong_argument_bytes(const char* /*kernel*/, std::uint64_t /*given*/,
                                    std::uint64_t /*needed*/) noexcept
      RIFFLE_EXCLUDES(check_mutex) {}
  /// Before the call counts as left.
  virtual void call_left(const char* /*symbol*/, int /*result*/) noexcept
      RIFFLE_EXCLUDES(check_mutex) {}

  /// The process ends: what can be said only now.
  virtual void end() RIFFLE_REQUIRES(check_mutex) {}

 protected:
  Tool() = default;
  ~Tool() = default;
  Tool(const Tool&) = default;
  Tool& operator=(const Tool&) = default;
};

}  // namespace riffle::race
