// SPDX-License-Identifier: Apache-2.0
// `race`: operations on the same bytes, and accesses of the host to them, that nothing has ordered.
#pragma once

#include <span>

#include "race/history.h"
#include "race/interprocess.h"
#include "race/tool.h"

namespace riffle::race {

class RaceTool final : public Tool {
 public:
  /// `order`: of the operations that it is told of.
  RaceTool(CheckState& state, const Order& order)
      : state_(state), history_(order), shared_(state, order) {}

  void memory_made(engine::ResourceKind, ByteRange memory) override RIFFLE_REQUIRES(check_mutex) {
    history_.forget(memory);
  }
  void memory_gone(ByteRange memory) override RIFFLE_REQUIRES(check_mutex) {
    history_.forget(memory);
    shared_.gone(memory);
  }
  void end() override RIFFLE_REQUIRES(check_mutex) { shared_.end(); }

  /// With other processes.
  [[nodiscard]] Interprocess& shared() RIFFLE_REQUIRES(check_mutex) { return shared_; }
  void share(const engine::SharedMemoryNotice& notice) RIFFLE_REQUIRES(check_mutex) {
    shared_.share(notice, history_);
  }

  /// Of all bytes on which the same two meet unordered, one finding.
  void touch(const RecordedAccess& access, std::span<const ByteRange> ranges)
      RIFFLE_REQUIRES(check_mutex);

 private:
  CheckState& state_;
  History history_ RIFFLE_GUARDED_BY(check_mutex);
  Interprocess shared_ RIFFLE_GUARDED_BY(check_mutex);
};

}  // namespace riffle::race
