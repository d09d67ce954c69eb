// SPDX-License-Identifier: Apache-2.0
// What the tools of the checker share: its lock, the kernels that run, what the program has made, and the file of findings.
//
// One lock for everything; under it nothing of the engine is called, and of memory only its registry. Only CheckLock takes it: what
// the host had touched before is noted first.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>
#include <set>
#include <string>
#include <unordered_map>

#include "base/mutex.h"
#include "device/cpu/launch.h"
#include "race/explain.h"
#include "race/resources.h"

namespace riffle::race {

/// Of the process, for the annotations' sake: a checker and its tools name the same lock.
extern Mutex check_mutex;

class CheckState {
 public:
  /// Owns the descriptor of the file of findings.
  explicit CheckState(int descriptor) : descriptor_(descriptor) {}
  CheckState(const CheckState&) = delete;
  CheckState& operator=(const CheckState&) = delete;

  /// What handlers of signals have seen, and have opened pages for: see host_faults.h.
  virtual void take_host_faults() noexcept RIFFLE_REQUIRES(check_mutex) = 0;

  // ---- The program ----

  /// The launch that runs with this payload. Null: not known.
  [[nodiscard]] const Operation* running(const device::KernelPayload* kernel) const
      RIFFLE_REQUIRES(check_mutex) {
    const auto found = running_.find(kernel);
    return found == running_.end() ? nullptr : found->second.get();
  }
  [[nodiscard]] StreamFacts facts_of(const Operation& operation) const
      RIFFLE_REQUIRES(check_mutex) {
    const auto found = streams_.find(operation.stream_id);
    return found == streams_.end() ? StreamFacts{} : found->second.facts;
  }
  [[nodiscard]] Resources& resources() RIFFLE_REQUIRES(check_mutex) { return resources_; }
  /// The bytes, and what they are part of or near to.
  [[nodiscard]] MemoryPlace place_of(std::uintptr_t address, std::uint64_t bytes) const
      RIFFLE_REQUIRES(check_mutex);

  // ---- Findings ----

  /// Findings that are equal to an earlier one are left out.
  void write(const Finding& finding) RIFFLE_REQUIRES(check_mutex);
  void write_line(const std::string& line) RIFFLE_REQUIRES(check_mutex);
  /// The file learns that there is this process, unless it knows.
  void begin() RIFFLE_REQUIRES(check_mutex);
  [[nodiscard]] bool has_begun() const RIFFLE_REQUIRES(check_mutex) { return has_begun_; }
  /// Does what may end in a finding. Without memory for it the finding is missing, which is said once: the program must not end for
  /// it.
  template <class Body>
  bool unless_refused(Body&& body) noexcept {
    try {
      body();
      return true;
    } catch (const std::bad_alloc&) {
      report_missing();
      return false;
    }
  }
  void report_missing() noexcept;

 protected:
  struct KnownStream {
    StreamFacts facts;
    const engine::ContextStreams* context = nullptr;
  };

  ~CheckState() = default;
  /// Of a child process: when it has something to say.
  void begin_later() RIFFLE_REQUIRES(check_mutex) { has_begun_ = false; }

  /// By their payloads; for tools that name kernels.
  std::unordered_map<const device::KernelPayload*, SharedOperation> running_
      RIFFLE_GUARDED_BY(check_mutex);
  std::unordered_map<std::uint64_t, KnownStream> streams_
      RIFFLE_GUARDED_BY(check_mutex);  ///< by id
  Resources resources_ RIFFLE_GUARDED_BY(check_mutex);

 private:
  const int descriptor_;
  bool cannot_write_ RIFFLE_GUARDED_BY(check_mutex) = false;  ///< and has said so
  bool is_line_torn_ RIFFLE_GUARDED_BY(check_mutex) = false;  ///< the last line has no end
  bool has_begun_ RIFFLE_GUARDED_BY(check_mutex) = true;
  std::atomic<bool> has_reported_missing_{false};
  std::set<std::string> reported_ RIFFLE_GUARDED_BY(check_mutex);
};

/// Holds the lock for a scope.
class RIFFLE_SCOPED_CAPABILITY CheckLock {
 public:
  explicit CheckLock(CheckState& state) RIFFLE_ACQUIRE(check_mutex) RIFFLE_NO_THREAD_SAFETY_ANALYSIS
      : lock_(check_mutex) {
    state.take_host_faults();
  }
  ~CheckLock() RIFFLE_RELEASE() RIFFLE_NO_THREAD_SAFETY_ANALYSIS {}
  CheckLock(const CheckLock&) = delete;
  CheckLock& operator=(const CheckLock&) = delete;

 private:
  MutexLock lock_;
};

}  // namespace riffle::race
