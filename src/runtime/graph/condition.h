// SPDX-License-Identifier: Apache-2.0
// The values that decide what conditional nodes do.
//
// A handle (cudaGraphConditionalHandle) is the address of its value, so that
// cudaGraphSetConditional in device code is a store. The value belongs to the graph: its executable
// graphs, one at a time, find it as the last one left it. It begins as 0, whatever the default.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>

namespace riffle::graph {

struct Condition {
  std::atomic<std::uint32_t> value{0};  ///< device code writes here
  std::uint32_t default_value = 0;
  bool assigns_default = false;  ///< `value` becomes `default_value` at each launch
  bool has_node = false;

  [[nodiscard]] std::uint64_t handle() const { return reinterpret_cast<std::uint64_t>(this); }
};

/// The conditions of a graph and of the bodies inside it, shared with what was instantiated from
/// it: addresses stay valid as long as one of them lives. Built under the graph's rule of one
/// thread at a time.
class ConditionSet {
 public:
  Condition& add(std::uint32_t default_value, bool assigns_default);
  /// Null for a value that is no handle of this set.
  [[nodiscard]] Condition* find(std::uint64_t handle);
  [[nodiscard]] const std::deque<Condition>& all() const { return conditions_; }

 private:
  std::deque<Condition> conditions_;
};

}  // namespace riffle::graph
