// SPDX-License-Identifier: Apache-2.0
#include "race/kernel_memory.h"

#include <algorithm>

#include "platform/pages.h"
#include "runtime/memory/image_storage.h"
#include "runtime/memory/registry.h"

namespace riffle::race {
namespace {

const void* pointer_to(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

/// Where the next allocation may begin, at the earliest.
std::uintptr_t next_start(std::uintptr_t address) {
  return (address / memory::kAlignment + 1) * memory::kAlignment;
}

}  // namespace

void KernelMemory::will_be_freed(ByteRange memory) {
  const MutexLock lock(mutex_);
  ending_.emplace(memory.begin, memory.end);
}

void KernelMemory::was_freed(ByteRange memory) {
  const MutexLock lock(mutex_);
  const auto [first, end] = ending_.equal_range(memory.begin);
  const auto found =
      std::find_if(first, end, [&](const auto& entry) { return entry.second == memory.end; });
  if (found != end) ending_.erase(found);
}

std::optional<ByteRange> KernelMemory::memory_at(std::uintptr_t address) const {
  if (const auto found = memory::registry().find_for_graph(pointer_to(address))) {
    const auto begin = reinterpret_cast<std::uintptr_t>(found->base);
    return ByteRange{begin, begin + found->bytes};
  }
  const MutexLock lock(mutex_);
  for (auto after = ending_.upper_bound(address); after != ending_.begin();) {
    --after;
    if (address < after->second) return ByteRange{after->first, after->second};
  }
  return std::nullopt;
}

/// Only of the memory that is handed out here: other memory is asked for when it is met.
void KernelMemory::fill_plain(std::uintptr_t begin, std::uint64_t* words,
                              std::size_t count) noexcept {
  std::fill_n(words, count, 0);
  const std::uintptr_t end = begin + 64 * count;
  for (std::uintptr_t at = begin; at < end;) {
    if (!memory::registry().is_own_address(pointer_to(at))) return;
    const auto memory = memory_at(at);
    const std::uintptr_t last = memory ? std::min(memory->end, end) : at;
    if (memory) device::set_bits(words, at - begin, last - begin);
    at = memory && memory->end % memory::kAlignment == 0 ? memory->end : next_start(last);
  }
  if (written_ != nullptr) written_->clear_unwritten(begin, words, count);
}

device::AddressRange KernelMemory::judge(const device::PendingAccess& access,
                                         const device::Accessor& who) noexcept {
  device::AddressRange plain;
  for (std::uintptr_t at = access.begin; at < access.end;) {
    const auto memory = memory_at(at);
    if (memory) {
      plain = {std::min(memory->begin, access.begin), memory->end};
      at = memory->end;
      continue;
    }
    BadAccess bad{
        .kind = BadAccess::Kind::kOutOfBounds, .access = access, .who = who, .object = {}};
    bad.access.begin = at;
    if (!memory::registry().is_own_address(pointer_to(at))) {
      if (const auto known = device::device_memory_at(at); known.begin < known.end) return known;
      if (who.launches() || memory::is_image(pointer_to(at))) return {access.begin, access.end};
      bad.kind = platform::readable_bytes(pointer_to(at), 1) != 0 ? BadAccess::Kind::kHostMemory
                                                                  : BadAccess::Kind::kNoMemory;
    } else {
      // Up to where memory begins again.
      while (bad.access.begin < access.end && !memory_at(bad.access.begin))
        bad.access.begin = std::min(access.end, next_start(bad.access.begin));
      bad.access.end = bad.access.begin;
      bad.access.begin = at;
    }
    report_(bad);
    return {};
  }
  return written_ == nullptr ? plain : judge_written(access, who, plain);
}

device::AddressRange KernelMemory::admit(const device::PendingAccess& access) noexcept {
  const auto memory = memory_at(access.begin);
  if (!memory || access.end > memory->end) return {};
  if (written_ == nullptr) return {memory->begin, memory->end};
  const auto around = written_->touch({access.begin, access.end}, access.reads, access.writes);
  if (!around) return {};
  return {std::max(around->begin, memory->begin), std::min(around->end, memory->end)};
}

device::AddressRange KernelMemory::judge_written(const device::PendingAccess& access,
                                                 const device::Accessor& who,
                                                 device::AddressRange memory) {
  const ByteRange bytes{access.begin, access.end};
  auto around = written_->touch(bytes, access.reads, access.writes);
  if (!around) {
    const ByteRange unwritten = written_->first_unwritten(bytes).value_or(bytes);
    BadAccess bad{.kind = BadAccess::Kind::kUnwritten, .access = access, .who = who, .object = {}};
    bad.access.begin = unwritten.begin;
    bad.access.end = unwritten.end;
    report_(bad);
    if (!access.writes) return {};
    around = written_->touch(bytes, false, true);
  }
  return {std::max(around->begin, memory.begin), std::min(around->end, memory.end)};
}

void KernelMemory::condemn(device::AccessFault fault, const device::PendingAccess& access,
                           const device::AddressRange& object,
                           const device::Accessor& who) noexcept {
  using Kind = BadAccess::Kind;
  const Kind kind = fault == device::AccessFault::kMisaligned ? Kind::kMisaligned
                    : fault == device::AccessFault::kShared   ? Kind::kShared
                                                              : Kind::kLocal;
  report_({.kind = kind, .access = access, .who = who, .object = object});
}

}  // namespace riffle::race
