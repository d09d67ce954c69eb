// SPDX-License-Identifier: Apache-2.0
// The host's own accesses to memory that it shares with devices: closes the pages of operations that the host has not
// waited for (host_pages.h), notes who faults there, and hands what was noted to the checker.
//
// Invariants
// 1. The checker's lock is held at each call where it is not said otherwise. A fault may come at any time, also in a thread that
//    holds it: what is called there takes no lock and no memory.
// 2. An access is handed out when all operations that were made before it have ended: until then it is not known
//    whether a kernel of them tells the host something through memory (an atomic, a volatile access).
// 3. What is closed when decides what is noticed. Whether it is a race the history decides, by the declared order.
// 4. Instrumented code (host_uses.h) tells of its accesses before it makes them: what is noted opens the page, so that
//    no access is noted by both ways.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "race/device_pages.h"
#include "race/history.h"
#include "race/host_pages.h"
#include "race/host_uses.h"
#include "race/page_rights.h"
#include "race/pageable_pages.h"
#include "race/resources.h"
#include "race/touches.h"
#include "race/watched_bytes.h"
#include "runtime/engine/observer.h"

namespace riffle::race {

/// An access of the program itself, as it was noticed; or several from one place, between which nothing has changed in the
/// order.
struct HostAccess {
  SharedOperation operation;
  device::AccessKind kind = device::AccessKind::kRead;
  std::vector<ByteRange> ranges;
  /// Copies of pageable memory that it meets, and where.
  struct Meeting {
    PageableUse use;
    std::vector<ByteRange> ranges;
  };
  std::vector<Meeting> meetings;
  std::uintptr_t code_address = 0;
  std::uint64_t epoch = 0;
};

class HostWatch {
 public:
  /// `code_pages`: HostCalls::pages, or null.
  explicit HostWatch(const std::atomic<std::atomic<std::uint8_t>*>* code_pages);

  // ---- Operations ----

  /// By the calling thread's open call.
  void enqueued(const SharedOperation& operation, const engine::OperationNotice& notice,
                const Resources& resources);
  /// `operation`: null for a part of one.
  void started(const engine::OperationNotice& notice, const Operation* operation);
  /// It ends now, and has touched this. True when it may have told the host something through memory.
  [[nodiscard]] bool touched(const SharedOperation& operation, const std::vector<Touch>& touches,
                             const Resources& resources);
  void finished(const engine::OperationNotice& notice, const Operation* operation);
  void host_knows(const SharedClock& host);
  void memory_gone(ByteRange memory);

  // ---- Memory of devices ----

  void device_memory_made(ByteRange memory);
  /// An operation is about to come.
  void open_device_memory();
  /// The program goes on; without the lock, whether there is anything to do then.
  void close_device_memory();
  [[nodiscard]] bool wants_to_close_device_memory() const noexcept {
    return wants_to_close_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_device_memory(std::uintptr_t address) const {
    return device_pages_.contains(address);
  }

  // ---- Calls ----

  /// Of what the thread's call has enqueued.
  struct CallState {
    std::uint32_t changes = 0;  ///< for `wait_for_change`
    bool is_pending = false;
    bool is_running = false;
    /// What has not begun stands behind host functions, which may wait for the host to go on.
    bool is_held = false;
  };
  /// Whether there is anything; without the lock.
  [[nodiscard]] static bool has_made();
  [[nodiscard]] CallState state_of_call() const;
  /// A host function of a graph lets the host go first: the launch's call does not stay for it.
  /// Whether a call stays.
  bool begin_giving_way(std::uint64_t stream_id);
  void end_giving_way(std::uint64_t stream_id);
  /// Without the lock.
  void wait_for_change(std::uint32_t seen, std::int64_t nanoseconds) noexcept;
  /// The call ends: from now on the host must not touch what is pending.
  void host_goes_on();

  // ---- In handlers of signals, without the lock ----

  [[nodiscard]] PageRights::Rights rights(std::uintptr_t address) const noexcept {
    return rights_.at(address);
  }
  [[nodiscard]] bool is_denied(ByteRange bytes, bool writes) const noexcept {
    return has_closed_.load(std::memory_order_relaxed) && rights_.denies(bytes, writes);
  }
  /// Opens what of these pages is closed; or with all closed neighbours, as for operations. It is to be noted, or told to
  /// `open_for_operations`, before long.
  void open_at_fault(ByteRange bytes, bool with_neighbours) noexcept;
  /// Somebody else should have opened the page by now.
  static void open_again(std::uintptr_t address) noexcept;

  // ---- The host's accesses ----

  /// It is not the program that touches them there.
  void open_for_operations(ByteRange bytes);
  /// Makes part of what was noted a moment ago; false: it is the first access from its place since the order has changed.
  /// `function`: the host function whose access it is, or null.
  [[nodiscard]] bool note_more(std::uintptr_t code_address, device::AccessKind kind,
                               ByteRange bytes, const Operation* function);
  void note(HostAccess access, ByteRange bytes);
  /// The order has changed: other accesses stand somewhere else.
  void order_has_changed() { ++epoch_; }
  /// Those that can be judged; `all`: the rest too.
  [[nodiscard]] std::vector<HostAccess> take(bool all);

  // ---- Instrumented code ----

  /// Where such code finds out what it has to tell of; null: there is none in the program.
  [[nodiscard]] std::atomic<std::uint8_t>* code_pages() const {
    return code_pages_ == nullptr ? nullptr : code_pages_->load(std::memory_order_acquire);
  }
  /// Without the lock.
  [[nodiscard]] bool may_meet(ByteRange bytes, bool writes) const noexcept {
    return watched_.may_meet(bytes, writes);
  }
  /// Calls `visit(operation)` for those that use some of the bytes, pageable ones too.
  template <class Visit>
  void visit_uses(ByteRange bytes, Visit&& visit) const {
    shared_uses_.visit(bytes, visit);
    pageable_uses_.visit(bytes, true,
                         [&](const PageableUse& use, ByteRange) { visit(*use.operation); });
  }
  /// `closes`: the thread's open call makes it, and closes the pages when it ends, unless there is instrumented code.
  void use_pageable(PageableUse use, bool closes);
  void pageable_gone(ByteRange memory, bool is_block);
  /// What the host knows in the order that CUDA promises, or may know.
  void host_was_promised(const SharedClock& host);
  /// The host may know of what is before this, whatever it has waited for.
  void host_may_know(const SharedClock& host);

  /// A child process has these pages too.
  void open_all() {
    pages_.open_all();
    pageable_pages_.open_all();
    device_pages_.open_all();
  }

 private:
  /// More than these at once are not noted.
  static constexpr std::size_t kMostAccesses = 4096;
  static constexpr std::size_t kMostRanges = 64;
  /// Of one access. Later ones are not noted.
  static constexpr std::size_t kMostPieces = 4096;
  using Part = std::tuple<const void*, std::uint64_t, std::uint64_t>;

  void note_change();
  void watch_bytes();
  void add_bytes(HostAccess& access, ByteRange bytes) const;
  void open_for(const HostAccess& access, ByteRange bytes);

  bool set_rights(ByteRange pages, PageRights::Rights rights) noexcept;
  void open_pageable(ByteRange pages) noexcept;
  [[nodiscard]] static bool has_made_pageable();
  /// What the thread's call has made.
  void close_pageable();

  const std::atomic<std::atomic<std::uint8_t>*>* const code_pages_;
  PageRights rights_;
  HostPages pages_;
  PageablePages pageable_pages_;
  DevicePages device_pages_;
  SharedUses shared_uses_;
  PageableUses pageable_uses_;
  WatchedBytes watched_;  ///< of both, for all threads
  std::uint64_t epoch_ = 0;
  std::set<std::uint64_t> unfinished_;        ///< numbers of operations
  std::map<Part, std::uint64_t> running_;     ///< what pages_.begin() gave
  std::set<std::uint64_t> started_;           ///< numbers of those that are unfinished
  std::multiset<std::uint64_t> in_function_;  ///< streams whose host function runs
  std::multiset<std::uint64_t>
      giving_way_;  ///< streams of graphs' host functions that let the host go first
  std::set<std::uint64_t> stalled_;  ///< streams that did not go on while a call stayed for them
  std::deque<HostAccess> accesses_;
  // Written with the lock held; read without it.
  std::atomic<bool> has_closed_{false};
  std::atomic<bool> wants_to_close_{false};  ///< device_pages_
  std::atomic<std::uint32_t> changes_{0};    ///< grows
  std::atomic<std::uint32_t> waiting_{0};
};

}  // namespace riffle::race
