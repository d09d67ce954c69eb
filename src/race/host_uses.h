// SPDX-License-Identifier: Apache-2.0
// Which bytes operations use that the host has not waited for: what instrumented host code is compared with. Memory that devices
// and the host share is judged by the history when all is known of an operation; here it is enough to know where to look.
//
// Pageable memory is different: the runtime has read or written it when the call returns, and so nothing is in the
// history. But CUDA promises less. What it promises is an order of its own (order.h), in which an asynchronous
// call has waited for nothing.
#pragma once

#include <algorithm>
#include <vector>

#include "race/operation.h"
#include "race/watched_bytes.h"

namespace riffle::race {

/// Bytes of memory that the host shares with devices.
class SharedUses {
 public:
  /// `is_all`: these are all that the operation touches. Then what comes before it and is less need not be remembered.
  void use(const SharedOperation& operation, ByteRange bytes, bool writes, bool is_all);
  void forget(const Operation& operation);
  void forget(ByteRange memory);
  /// What is before `host`, which the host knows.
  void forget_seen(const SharedClock& host);
  /// Calls `visit(operation)` for those that touch some of the bytes.
  template <class Visit>
  void visit(ByteRange bytes, Visit&& visit) const {
    for (const Use& each : uses_)
      if (each.bytes.begin < bytes.end && bytes.begin < each.bytes.end) visit(*each.operation);
  }
  void add_to(std::vector<WatchedBytes::Range>& ranges) const;

 private:
  /// More are not remembered: the oldest go.
  static constexpr std::size_t kMost = 512;
  struct Use {
    SharedOperation operation;
    ByteRange bytes;
    bool writes = false;
  };
  std::vector<Use> uses_;
};

/// Pageable memory of an asynchronous copy.
struct PageableUse {
  SharedOperation operation;
  std::vector<ByteRange> rows;
  bool writes = false;  ///< the copy does

  [[nodiscard]] ByteRange hull() const { return {rows.front().begin, rows.back().end}; }
};

class PageableUses {
 public:
  /// `rows` by address, at least one.
  void use(PageableUse use);
  /// The memory is given back, or another variable's. `is_block`: all that is allocated from its beginning on.
  void gone(ByteRange memory, bool is_block);
  void forget_seen(const SharedClock& host);
  /// Calls `visit(use, bytes)` for what of an access of the host meets another one, one of them writing.
  template <class Visit>
  void visit(ByteRange bytes, bool writes, Visit&& visit) const {
    for (const PageableUse& each : uses_) {
      if (!writes && !each.writes) continue;
      for (const ByteRange& row : each.rows) {
        const ByteRange both{std::max(row.begin, bytes.begin), std::min(row.end, bytes.end)};
        if (both.begin < both.end) visit(each, both);
      }
    }
  }
  void add_to(std::vector<WatchedBytes::Range>& ranges) const;
  [[nodiscard]] bool is_empty() const { return uses_.empty(); }

 private:
  static constexpr std::size_t kMost = 256;
  std::vector<PageableUse> uses_;
};

}  // namespace riffle::race
