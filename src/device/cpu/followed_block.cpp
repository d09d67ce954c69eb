// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/followed_block.h"

#include <algorithm>

#include "device/cpu/block_executor.h"
#include "device/cpu/launch.h"

namespace riffle::device {
namespace {

/// Whether the block is to be looked at, where the launch has other code for others.
bool is_chosen(const KernelPayload& payload, const abi::Frame& frame) {
  if (payload.followed == nullptr) return true;
  const std::uint64_t block =
      frame.block_index[0] +
      payload.grid.x *
          (frame.block_index[1] + std::uint64_t{payload.grid.y} * frame.block_index[2]);
  return std::ranges::any_of(chosen_blocks(payload), [block](const BlockRange& range) {
    return range.first <= block && block < range.end;
  });
}

}  // namespace

WatchedBlock* begin_watch(std::unique_ptr<WatchedBlock>& watched, const BlockExecutor& executor,
                          const abi::Frame& frame, ParameterBits parameters) noexcept {
  BlockWatch* const watch = block_watch();
  const AccessNotes* const notes = BlockExecutor::notes();
  if (watch == nullptr || notes == nullptr ||
      (executor.kernel->flags & abi::kKernelFollowsThreads) == 0 ||
      !is_chosen(notes->launch(), frame))
    return nullptr;
  if (watched == nullptr) watched = watch->watch_block();
  if (watched == nullptr) return nullptr;
  const abi::GridLaunch& launch = *executor.launch;
  watched->begins({.launch = &notes->launch(),
                   .kernel = executor.kernel,
                   .grid = {launch.grid[0], launch.grid[1], launch.grid[2]},
                   .extent = {launch.block[0], launch.block[1], launch.block[2]},
                   .block = {frame.block_index[0], frame.block_index[1], frame.block_index[2]},
                   .threads = launch.threads,
                   .shared = reinterpret_cast<std::uintptr_t>(frame.shared),
                   .shared_bytes = notes->shared_bytes,
                   .arguments = launch.arguments,
                   .parameters = parameters});
  return watched.get();
}

void FollowedBlock::begin(const BlockExecutor& executor, const abi::Frame& frame,
                          const abi::SharedVariable* variables, ParameterBits parameters) noexcept {
  frame_ = &frame;
  watching_ = begin_watch(watched_, executor, frame, parameters);
  asking_ = watching_ != nullptr && watching_->asks_for_accesses() ? watching_ : nullptr;
  if (AccessNotes* const notes = BlockExecutor::notes())
    notes->unasked_parameters =
        asking_ == nullptr ? ~std::uint64_t{0} : asking_->unasked_parameters();
  if (watching_ != nullptr && variables != nullptr) watching_->has_variables(variables);
}

void FollowedBlock::end() noexcept {
  if (watching_ != nullptr) watching_->finishes();
  abandon();
}

PacketAccess FollowedBlock::access(const abi::FollowedPacket& what, std::uint64_t mask,
                                   const void* values) const noexcept {
  PacketAccess all{.first = frame_->thread & ((1U << abi::kPacketShift) - 1),
                   .mask = mask,
                   .stride = what.stride,
                   .bytes = what.bytes,
                   .values = static_cast<const unsigned char*>(values),
                   .site = what.site};
  set_what(all, what.what);
  return all;
}

void FollowedBlock::packet(const abi::FollowedPacket& what, std::uint64_t address,
                           std::uint64_t mask, const void* values) const noexcept {
  if (asking_ == nullptr || mask == 0) return;
  PacketAccess all = access(what, mask, values);
  all.begin = address;
  asking_->touches_together(all);
}

void FollowedBlock::lanes(const abi::FollowedPacket& what, const std::uint64_t* addresses,
                          std::uint64_t mask, const void* values) const noexcept {
  if (asking_ == nullptr || mask == 0) return;
  PacketAccess all = access(what, mask, values);
  all.addresses = addresses;
  asking_->touches_together(all);
}

void FollowedBlock::warp(std::uint64_t mask) const noexcept {
  constexpr std::uint32_t kLanes = 32;
  const std::uint32_t first = frame_->thread & ((1U << abi::kPacketShift) - 1);
  if (watching_ != nullptr && mask != 0)
    watching_->passes_warp(first / kLanes, static_cast<std::uint32_t>(mask));
}

}  // namespace riffle::device
