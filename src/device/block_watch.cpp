// SPDX-License-Identifier: Apache-2.0
#include "device/block_watch.h"

#include <atomic>

namespace riffle::device {
namespace {

std::atomic<BlockWatch*> the_watch{nullptr};

}  // namespace

void set_block_watch(BlockWatch* watch) { the_watch.store(watch, std::memory_order_release); }
BlockWatch* block_watch() { return the_watch.load(std::memory_order_acquire); }

std::span<const BlockRange> chosen_blocks(const KernelPayload& launch) noexcept {
  BlockWatch* const watch = block_watch();
  return watch == nullptr ? std::span<const BlockRange>() : watch->chosen(launch);
}

}  // namespace riffle::device
