// SPDX-License-Identifier: Apache-2.0
// What this process does to memory that it shares with others, as lines of the file of findings: `riffle check` compares those of
// several processes when all have ended (tools/riffle/check/interprocess.h).
//
// Streams of two processes are ordered by signals (records of events that both know, collectives), and by the clock of the
// machine: an operation that its process has waited for before the other process made its own counts as known there, because
// processes tell each other in ways that nobody sees.
//
// {"shared": {"in", "id", "file", "actor", "time", "at", "done", "kind": read|write|atomic, "before": [[actor, time], ...],
// "awaits": [[channel, channel, number], ...], "ranges": [[begin, end], ...], "party", "memory"}}: an access.
// Without a file: a kernel that may talk to other processes through atomics.
// {"known": {"in", "at", "ids": [id, ...]}}: the host knows from then on that these have ended.
// {"saw": {"in", "at", "awaits"}}: the host knows from then on what is before these signals, which may be of other processes.
// {"given": {"in", "at", "channel": [channel, channel], "number", "of", "by", "before", "awaits"}}: a signal.
// {"forgotten": {"in", "file", "begin", "end"}}: what comes there later is other memory.
// {"cut": {"in", "at", "of": accesses|signals}}: the rest of them is missing.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "race/check_state.h"
#include "race/history.h"
#include "race/order.h"
#include "runtime/engine/observer.h"

namespace riffle::race {

class Interprocess {
 public:
  Interprocess(CheckState& state, const Order& order) : state_(state), order_(order) {}

  /// Before others can use it. `history`: what has been done to it.
  void share(const engine::SharedMemoryNotice& notice, History& history)
      RIFFLE_REQUIRES(check_mutex);
  /// Freed by its owner, or closed.
  void gone(ByteRange memory) RIFFLE_REQUIRES(check_mutex);
  void touched(const RecordedAccess& access, std::span<const ByteRange> ranges)
      RIFFLE_REQUIRES(check_mutex) {
    if (!memory_.empty()) note(access, ranges);
  }
  /// The host may know of more than before.
  void host_knows() RIFFLE_REQUIRES(check_mutex) {
    if (!unknown_.empty()) tell_known(false);
    if (order_.has_signals()) tell_seen();
  }
  /// What is before it has the clock `before`.
  void gave_signal(const engine::Signal& signal, const SharedClock& before)
      RIFFLE_REQUIRES(check_mutex);
  /// A kernel uses atomics or volatile accesses in memory that the host, and by that other processes, may have too.
  void talked(const SharedOperation& kernel) RIFFLE_REQUIRES(check_mutex) {
    if (memory_.empty()) return;
    write_access({.operation = kernel, .kind = device::AccessKind::kAtomic, .line = nullptr}, 0, "",
                 0);
  }
  /// The process ends, and its operations with it.
  void end() RIFFLE_REQUIRES(check_mutex) { tell_known(true); }

 private:
  // The file may lie in /dev/shm, of which containers have 64 MB by default.
  static constexpr std::uint64_t kMostLines =
      32768;  ///< of accesses, of signals, and of what the host saw
  static constexpr std::size_t kMostBytes = 8 << 20;  ///< of all together
  static constexpr unsigned kMostRanges = 4096;       ///< of one access in one memory

  struct Extent {
    std::uintptr_t end = 0;
    std::uint64_t file = 0;
    std::uint64_t offset = 0;
    bool is_foreign = false;
  };
  struct Unknown {
    std::uint64_t id = 0;
    Actor actor = 0;
    Time time = 0;
  };

  void note(const RecordedAccess& access, std::span<const ByteRange> ranges)
      RIFFLE_REQUIRES(check_mutex);
  void write_access(const RecordedAccess& access, std::uint64_t file, const std::string& ranges,
                    std::uintptr_t place) RIFFLE_REQUIRES(check_mutex);
  void tell_known(bool all) RIFFLE_REQUIRES(check_mutex);
  void tell_seen() RIFFLE_REQUIRES(check_mutex);
  /// False: the limit is reached.
  bool may_write(std::uint64_t& lines, const char* of) RIFFLE_REQUIRES(check_mutex);
  void write_line(const std::string& line) RIFFLE_REQUIRES(check_mutex);
  /// Says once that something is missing.
  void cut(const char* of) RIFFLE_REQUIRES(check_mutex);

  CheckState& state_;
  const Order& order_;
  std::map<std::uintptr_t, Extent> memory_ RIFFLE_GUARDED_BY(check_mutex);  ///< by its begin
  std::vector<Unknown> unknown_ RIFFLE_GUARDED_BY(check_mutex);             ///< to the host
  std::uint64_t accesses_ RIFFLE_GUARDED_BY(check_mutex) = 0;
  std::uint64_t signals_ RIFFLE_GUARDED_BY(check_mutex) = 0;
  std::uint64_t saws_ RIFFLE_GUARDED_BY(check_mutex) = 0;
  std::map<Actor, Time> seen_ RIFFLE_GUARDED_BY(check_mutex);  ///< of channels, by the host
  std::size_t bytes_ RIFFLE_GUARDED_BY(check_mutex) = 0;       ///< of all three
  std::set<std::string_view> cut_ RIFFLE_GUARDED_BY(check_mutex);
};

}  // namespace riffle::race
