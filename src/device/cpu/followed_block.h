// SPDX-License-Identifier: Apache-2.0
// The block of a followed kernel whose threads do not run by themselves (abi::AccessRuntime::follow_begin): packets and
// loops over threads.
#pragma once

#include <memory>

#include "compiler/abi/access_abi.h"
#include "compiler/abi/device_abi.h"
#include "device/block_watch.h"

namespace riffle::device {

class BlockExecutor;

/// Who follows the block of `frame` that the worker begins, made at the first one; null: nobody.
[[nodiscard]] WatchedBlock* begin_watch(std::unique_ptr<WatchedBlock>& watched,
                                        const BlockExecutor& executor, const abi::Frame& frame,
                                        ParameterBits parameters = {}) noexcept;

class FollowedBlock {
 public:
  void begin(const BlockExecutor& executor, const abi::Frame& frame,
             const abi::SharedVariable* variables, ParameterBits parameters) noexcept;
  void end() noexcept;
  /// After a landing: the block is gone.
  void abandon() { watching_ = asking_ = nullptr; }

  void packet(const abi::FollowedPacket& what, std::uint64_t address, std::uint64_t mask,
              const void* values) const noexcept;
  void lanes(const abi::FollowedPacket& what, const std::uint64_t* addresses, std::uint64_t mask,
             const void* values) const noexcept;
  void barrier() const noexcept {
    if (watching_ != nullptr) watching_->passes_barrier();
  }
  void warp(std::uint64_t mask) const noexcept;

 private:
  [[nodiscard]] PacketAccess access(const abi::FollowedPacket& what, std::uint64_t mask,
                                    const void* values) const noexcept;

  std::unique_ptr<WatchedBlock> watched_;  ///< kept from block to block
  WatchedBlock* watching_ = nullptr;       ///< that, while its block runs
  WatchedBlock* asking_ = nullptr;         ///< the same, if it asks for accesses
  const abi::Frame* frame_ = nullptr;
};

}  // namespace riffle::device
