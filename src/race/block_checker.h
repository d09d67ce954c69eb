// SPDX-License-Identifier: Apache-2.0
// Follows the threads of each block: races inside of a grid, and barriers and masks that are used wrongly.
//
// Two threads race that touch the same byte, one of them writing and not both atomically, if nothing orders them
// (thread_order.h, watched_grid.h). A write of what is there already is no race with another write: of threads that all
// set one flag, all are right.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>

#include "base/mutex.h"
#include "device/block_watch.h"
#include "race/barrier_use.h"
#include "race/block_choice.h"
#include "race/block_memory.h"
#include "race/watched_grid.h"

namespace riffle::race {

struct BlockProblem {
  device::WatchedPlace place;
  std::variant<ThreadRace, BarrierMisuse> what;
};

class BlockChecker final : public device::BlockWatch {
 public:
  /// Called on the stack of the kernel, by many threads.
  using Report = std::function<void(const BlockProblem& problem)>;
  BlockChecker(Report report, bool races, bool barriers)
      : report_(std::move(report)), races_(races), barriers_(barriers) {}

  std::unique_ptr<device::WatchedBlock> watch_block() noexcept override;
  [[nodiscard]] std::span<const device::BlockRange> chosen(
      const device::KernelPayload& launch) noexcept override RIFFLE_EXCLUDES(mutex_);
  /// Nothing is asked about the launch any more; null: it was none of a kernel.
  void has_ended(const device::KernelPayload* launch) RIFFLE_EXCLUDES(mutex_);
  /// What was looked at of kernels of which not everything was, by their names, until now.
  [[nodiscard]] std::map<std::string, BlockCoverage> looked_at() RIFFLE_EXCLUDES(mutex_);

  // For blocks that are followed.
  [[nodiscard]] std::shared_ptr<WatchedGrid> grid_of(const device::KernelPayload* launch)
      RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] bool races() const { return races_; }
  [[nodiscard]] bool barriers() const { return barriers_; }
  void report(const BlockProblem& problem) const { report_(problem); }

 private:
  const Report report_;
  const bool races_;
  const bool barriers_;
  Mutex mutex_;
  std::unordered_map<const device::KernelPayload*, std::shared_ptr<WatchedGrid>> grids_
      RIFFLE_GUARDED_BY(mutex_);
  BlockChoice choice_ RIFFLE_GUARDED_BY(mutex_);
  std::map<std::string, BlockCoverage, std::less<>> looked_at_
      RIFFLE_GUARDED_BY(mutex_);  ///< by name
};

}  // namespace riffle::race
