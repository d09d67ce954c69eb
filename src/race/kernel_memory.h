// SPDX-License-Identifier: Apache-2.0
// What kernels touch that they may not: behind the end of an allocation, what was freed, the host's memory; and what they
// read that nothing has written.
//
// Judged is whether the bytes are somebody's when the kernel comes to them; whose, and whether in the right order, is
// the history's matter. What a stream has still to free is memory until then.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "base/mutex.h"
#include "device/access_judge.h"
#include "race/operation.h"
#include "race/written_memory.h"

namespace riffle::race {

struct BadAccess {
  enum class Kind : std::uint8_t {
    kOutOfBounds,  ///< of an allocation, or in what was freed
    kHostMemory,
    kNoMemory,
    kMisaligned,
    kShared,
    kLocal,
    kUnwritten,
  };
  Kind kind = Kind::kOutOfBounds;
  device::PendingAccess access;  ///< the bytes that are wrong
  device::Accessor who;
  device::AddressRange object;  ///< of kShared and kLocal; kMisaligned: its end is the alignment
};

class KernelMemory final : public device::AccessJudge {
 public:
  /// Called on the stack of the kernel, by many threads.
  using Report = std::function<void(const BadAccess& access)>;
  /// `written`: null, or what was written, which kernels' writes are added to.
  KernelMemory(Report report, WrittenMemory* written)
      : report_(std::move(report)), written_(written) {}

  void fill_plain(std::uintptr_t begin, std::uint64_t* words, std::size_t count) noexcept override
      RIFFLE_EXCLUDES(mutex_);
  device::AddressRange judge(const device::PendingAccess& access,
                             const device::Accessor& who) noexcept override RIFFLE_EXCLUDES(mutex_);
  device::AddressRange admit(const device::PendingAccess& access) noexcept override
      RIFFLE_EXCLUDES(mutex_);
  void condemn(device::AccessFault fault, const device::PendingAccess& access,
               const device::AddressRange& object, const device::Accessor& who) noexcept override;

  /// A stream will free it, and has.
  void will_be_freed(ByteRange memory) RIFFLE_EXCLUDES(mutex_);
  void was_freed(ByteRange memory) RIFFLE_EXCLUDES(mutex_);

 private:
  [[nodiscard]] std::optional<ByteRange> memory_at(std::uintptr_t address) const
      RIFFLE_EXCLUDES(mutex_);

  [[nodiscard]] device::AddressRange judge_written(const device::PendingAccess& access,
                                                   const device::Accessor& who,
                                                   device::AddressRange memory);

  const Report report_;
  WrittenMemory* const written_;
  mutable Mutex mutex_;
  std::multimap<std::uintptr_t, std::uintptr_t> ending_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::race
