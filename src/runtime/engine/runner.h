// SPDX-License-Identifier: Apache-2.0
// Running the operations of a stream that the caller owns (RUNNING), in order, in place.
#pragma once

#include "runtime/engine/calls.h"
#include "runtime/engine/site.h"

namespace riffle::engine {

/// Runs until the stream is drained, blocked, or has had its turn. Gives the stream away.
void run_as_worker(Site& site, Timeline& timeline);

/// Runs up to and including `until`, but no host functions. Gives the stream away.
void run_as_host(Site& site, Timeline& timeline, Ticket until);

/// What a stream whose next operation is run by itself is about to do.
enum class NextStep : std::uint8_t {
  kPassing,       ///< a wait, or to note the time: nothing that anybody sees
  kEnds,          ///< an operation that needs nobody else to end
  kOther,         ///< a kernel that may wait for something, a program
  kHostFunction,  ///< may wait for anything
};
/// Of a stream that the caller owns, with an operation in it.
[[nodiscard]] NextStep next_step(const Timeline& timeline);

/// Runs one operation, on a worker's thread or one like it. Gives the stream away.
void run_next_operation(Site& site, Timeline& timeline);

/// What stands around a host function that a worker's thread runs.
class HostFunctionScope {
 public:
  explicit HostFunctionScope(Site& site);
  ~HostFunctionScope();
  HostFunctionScope(const HostFunctionScope&) = delete;
  HostFunctionScope& operator=(const HostFunctionScope&) = delete;
  /// It has returned. One that ends its thread (pthread_exit) would take with it what the worker holds: it ends the process, as
  /// one that throws does.
  void returned() { has_returned_ = true; }

 private:
  AlwaysInside calls_;
  Site& site_;
  bool has_returned_ = false;
};

/// The stream which this worker's last run made ready, if nobody else took it meanwhile; RUNNING.
[[nodiscard]] Timeline* take_hint(Site& site);

}  // namespace riffle::engine
