// SPDX-License-Identifier: Apache-2.0
// `block` and `sync`: races between the threads of a grid, and wrong barriers and masks.
#pragma once

#include <set>
#include <tuple>

#include "race/block_checker.h"
#include "race/tool.h"

namespace riffle::race {

class BlockTool final : public Tool {
 public:
  BlockTool(CheckState& state, bool block, bool sync)
      : state_(state),
        blocks_([this](const BlockProblem& problem) { report(problem); }, block, sync) {}

  /// Follows the threads of blocks.
  [[nodiscard]] device::BlockWatch& watch() { return blocks_; }

  void finished(const engine::OperationNotice& notice) noexcept override;
  void end() override RIFFLE_REQUIRES(check_mutex);

 private:
  void report(const BlockProblem& problem) noexcept RIFFLE_EXCLUDES(check_mutex);

  CheckState& state_;
  BlockChecker blocks_;
  /// Pairs of lines of which something was said.
  std::set<
      std::tuple<const abi::KernelRow*, const device::AccessSite*, const device::AccessSite*, int>>
      reported_ RIFFLE_GUARDED_BY(check_mutex);
};

}  // namespace riffle::race
