// SPDX-License-Identifier: Apache-2.0
// Pages that host and devices share, and which of them the host may not touch yet: those of operations that the host has
// not waited for. Such a page faults; who handles the fault opens it (page_rights.h), and tells this later.
//
// Everybody in the process has the same rights to a page. So while an operation runs, what it has met stays open, for the
// host too; before and behind it is closed.
//
// Invariants
// 1. A page that an operation wants is opened at its first fault there, and not closed until that operation has ended.
// 2. What this opens and closes decides what is noticed, never what is right: any page may be open.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "race/operation.h"
#include "race/page_rights.h"

namespace riffle::race {

class HostPages {
 public:
  static constexpr std::uintptr_t kPageBytes = PageRights::kPageBytes;

  /// What the host may do.
  using Rights = PageRights::Rights;
  /// Asks the system; false when it refuses.
  using SetRights = std::function<bool(ByteRange pages, Rights rights)>;

  explicit HostPages(SetRights set_rights) : set_rights_(std::move(set_rights)) {}

  /// The operation touches these whole pages, and the host has not waited for it. Closes them.
  void use(const SharedOperation& operation, ByteRange pages, bool writes);
  /// What was said of the operation is not so, or is said anew.
  void forget(const Operation& operation);
  /// The host knows by now of all operations for which `is_seen` holds.
  void forget_seen(const std::function<bool(const Stamp&)>& is_seen);
  /// The memory is gone.
  void forget(ByteRange memory);
  /// All are open, as in a child process.
  void open_all();

  /// An operation begins to run; the number is to be handed to `end`.
  [[nodiscard]] std::uint64_t begin();
  void end(std::uint64_t number);

  [[nodiscard]] Rights rights(std::uintptr_t address) const;
  /// For operations that run: the page and its closed neighbours.
  void open_for_operations(std::uintptr_t address);
  /// For the host, until the next operation that uses them.
  void open_for_host(ByteRange pages);
  /// Whether the host would fault somewhere in these bytes.
  [[nodiscard]] bool is_closed(ByteRange bytes, bool writes) const;
  [[nodiscard]] bool has_closed() const { return !closed_.empty(); }

 private:
  /// More are not remembered: the oldest go.
  static constexpr std::size_t kMostUses = 512;
  static constexpr std::uint64_t kNoNumber = UINT64_MAX;

  struct Use {
    SharedOperation operation;
    ByteRange pages;
    bool writes = false;
  };
  /// Open although they are used.
  struct Opened {
    ByteRange pages;
    std::uint64_t newest = kNoNumber;  ///< of those that ran; kNoNumber: for the host
  };
  struct Closed {
    std::uintptr_t end = 0;
    Rights rights = Rights::kAll;
  };

  void refresh(ByteRange pages);
  void set(ByteRange pages, Rights rights);
  void remember(ByteRange pages, Rights rights);
  [[nodiscard]] Rights wanted(ByteRange pages) const;

  const SetRights set_rights_;
  std::vector<Use> uses_;
  std::vector<Opened> opened_;
  std::map<std::uintptr_t, Closed> closed_;  ///< by begin; disjoint
  std::vector<std::uint64_t> running_;
  std::uint64_t newest_ = 0;
};

}  // namespace riffle::race
