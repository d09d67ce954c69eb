// SPDX-License-Identifier: Apache-2.0
// `race`: operations on the same bytes, and accesses of the host to them, that nothing has ordered.
#pragma once

#include <span>

#include "race/history.h"
#include "race/tool.h"

namespace riffle::race {

class RaceTool final : public Tool {
 public:
  /// `order`: of the operations that it is told of.
  RaceTool(CheckState& state, const Order& order) : state_(state), history_(order) {}

  void memory_made(engine::ResourceKind, ByteRange memory) override RIFFLE_REQUIRES(check_mutex) {
    history_.forget(memory);
  }
  void memory_gone(ByteRange memory) override RIFFLE_REQUIRES(check_mutex) {
    history_.forget(memory);
  }

  /// Of all bytes on which the same two meet unordered, one finding.
  void touch(const Access& access, std::span<const ByteRange> ranges) RIFFLE_REQUIRES(check_mutex);

 private:
  CheckState& state_;
  History history_ RIFFLE_GUARDED_BY(check_mutex);
};

}  // namespace riffle::race
