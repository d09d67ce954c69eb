// SPDX-License-Identifier: Apache-2.0
#include "device/block_watch.h"

#include <atomic>

#include "compiler/abi/follow_flags.h"
#include "compiler/abi/order_flags.h"

namespace riffle::device {
namespace {

std::atomic<BlockWatch*> the_watch{nullptr};

}  // namespace

void set_block_watch(BlockWatch* watch) { the_watch.store(watch, std::memory_order_release); }
BlockWatch* block_watch() { return the_watch.load(std::memory_order_acquire); }

void set_what(PacketAccess& access, std::uint32_t what) noexcept {
  access.reads = (what & abi::kFollowedReads) != 0;
  access.writes = (what & abi::kFollowedWrites) != 0;
  access.is_atomic = (what & abi::kFollowedAtomic) != 0;
  access.is_volatile = (what & abi::kFollowedVolatile) != 0;
  access.is_unread = (what & abi::kFollowedUnread) != 0;
  access.is_untold = (what & abi::kFollowedUntold) != 0;
  access.is_release = (what & abi::kFollowedReleases) != 0;
  access.is_acquire = (what & abi::kFollowedAcquires) != 0;
  access.is_copy = (what & abi::kFollowedCopies) != 0;
  if ((what & abi::kFollowedSteps) == 0) return;
  access.step = (what & abi::kFollowedFences) != 0    ? OrderStep::kFence
                : (what & abi::kFollowedCommits) != 0 ? OrderStep::kCommit
                : (what & abi::kFollowedAwaits) != 0  ? OrderStep::kAwait
                                                      : OrderStep::kArrive;
}

std::span<const BlockRange> chosen_blocks(const KernelPayload& launch) noexcept {
  BlockWatch* const watch = block_watch();
  return watch == nullptr ? std::span<const BlockRange>() : watch->chosen(launch);
}

}  // namespace riffle::device
