// SPDX-License-Identifier: Apache-2.0
// `mem` and `init`: accesses of kernels to memory that they may not use, or that nothing has written; copies past the end of an
// allocation.
#pragma once

#include <atomic>
#include <deque>
#include <set>
#include <tuple>

#include "race/kernel_memory.h"
#include "race/tool.h"
#include "race/written_memory.h"

namespace riffle::race {

class MemoryTool final : public Tool {
 public:
  /// `race`: the race tool runs too.
  MemoryTool(CheckState& state, bool mem, bool init, bool race);

  /// Kernels ask it before each access.
  [[nodiscard]] device::AccessJudge& judge() { return kernel_memory_; }

  void enqueued(const engine::OperationNotice& notice) override RIFFLE_REQUIRES(check_mutex);
  void finished(const engine::OperationNotice& notice) noexcept override;
  void touched(const engine::OperationNotice& notice, const SharedOperation& operation) override
      RIFFLE_REQUIRES(check_mutex);
  void memory_made(engine::ResourceKind kind, ByteRange memory) override
      RIFFLE_REQUIRES(check_mutex);
  void memory_gone(ByteRange memory) override RIFFLE_REQUIRES(check_mutex) {
    written_.forget(memory);
  }
  void memory_will_go(ByteRange memory) override RIFFLE_REQUIRES(check_mutex) {
    kernel_memory_.will_be_freed(memory);
  }
  void memory_shared() override { written_.forget_all(); }
  void contexts_ended() override RIFFLE_REQUIRES(check_mutex) { written_.forget_all(); }
  void refused_range(std::uintptr_t begin, std::uint64_t bytes) noexcept override
      RIFFLE_EXCLUDES(check_mutex);

 private:
  [[nodiscard]] bool is_wanted(BadAccess::Kind kind) const {
    return kind == BadAccess::Kind::kUnwritten ? init_ : mem_;
  }
  void report(const BadAccess& bad) noexcept RIFFLE_EXCLUDES(check_mutex);
  /// Whether the program freed the memory, in a stream's order, after it had launched the kernel: chance alone says which comes first.
  [[nodiscard]] bool is_matter_of_order(const BadAccess& bad) const RIFFLE_REQUIRES(check_mutex);

  struct Freed {
    ByteRange memory;
    std::uint64_t number;  ///< of the operation
  };
  static constexpr std::size_t kMostFreed = 256;

  CheckState& state_;
  const bool mem_;
  const bool init_;
  const bool race_;
  std::deque<Freed> freed_ RIFFLE_GUARDED_BY(check_mutex);  ///< the newest at the end
  WrittenMemory written_;
  std::atomic<bool> has_library_functions_{false};  ///< of streams
  KernelMemory kernel_memory_;
  std::set<std::tuple<const device::AccessSite*, const abi::KernelRow*, BadAccess::Kind>> reported_
      RIFFLE_GUARDED_BY(check_mutex);
};

}  // namespace riffle::race
