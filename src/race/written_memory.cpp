// SPDX-License-Identifier: Apache-2.0
#include "race/written_memory.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace riffle::race {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

/// Calls `each` with each word that has some of the bits [begin, end), and which.
template <class Each>
void for_each_word(std::uint64_t begin, std::uint64_t end, Each&& each) {
  while (begin < end) {
    const std::uint64_t next = std::min((begin & ~std::uint64_t{63}) + 64, end);
    if (!each(begin / 64, (kAll >> (64 - (next - begin))) << begin % 64)) return;
    begin = next;
  }
}

}  // namespace

template <class Each>
void WrittenMemory::for_each(ByteRange bytes, Each&& each) const {
  auto memory = all_.upper_bound(bytes.begin);
  if (memory != all_.begin() && std::prev(memory)->second.end > bytes.begin) --memory;
  for (; memory != all_.end() && memory->first < bytes.end; ++memory) {
    const std::uintptr_t begin = std::max(memory->first, bytes.begin);
    const std::uintptr_t end = std::min(memory->second.end, bytes.end);
    each(memory->first, memory->second, begin - memory->first, end - memory->first);
  }
}

void WrittenMemory::erase(ByteRange memory) {
  auto first = all_.upper_bound(memory.begin);
  if (first != all_.begin() && std::prev(first)->second.end > memory.begin) --first;
  all_.erase(first, all_.lower_bound(memory.end));
}

void WrittenMemory::follow(ByteRange memory) {
  const MutexLock lock(mutex_);
  erase(memory);
  all_.emplace(
      memory.begin,
      Memory{memory.end, std::vector<std::uint64_t>((memory.end - memory.begin + 63) / 64)});
}

void WrittenMemory::forget(ByteRange memory) {
  const MutexLock lock(mutex_);
  erase(memory);
}

void WrittenMemory::forget_all() {
  const MutexLock lock(mutex_);
  all_.clear();
}

void WrittenMemory::set(ByteRange bytes) {
  for_each(bytes, [](std::uintptr_t, Memory& memory, std::uint64_t begin, std::uint64_t end) {
    for_each_word(begin, end, [&](std::uint64_t word, std::uint64_t mask) {
      memory.bits[word] |= mask;
      return true;
    });
  });
}

void WrittenMemory::write(ByteRange bytes) {
  const MutexLock lock(mutex_);
  set(bytes);
}

void WrittenMemory::copy(ByteRange to, ByteRange from) {
  // What is not followed counts as written.
  std::vector<ByteRange> unwritten;
  const MutexLock lock(mutex_);
  for_each(from, [&](std::uintptr_t base, Memory& memory, std::uint64_t begin, std::uint64_t end) {
    for_each_word(begin, end, [&](std::uint64_t word, std::uint64_t mask) {
      for (std::uint64_t left = mask & ~memory.bits[word]; left != 0;) {
        const auto first = static_cast<unsigned>(std::countr_zero(left));
        const auto length = static_cast<unsigned>(std::countr_one(left >> first));
        const std::uintptr_t at = base + word * 64 + first - from.begin + to.begin;
        unwritten.push_back({at, at + length});
        left &= first + length == 64 ? 0 : kAll << (first + length);
      }
      return true;
    });
  });
  set(to);
  for (const ByteRange& bytes : unwritten) {
    for_each(bytes, [](std::uintptr_t, Memory& memory, std::uint64_t begin, std::uint64_t end) {
      for_each_word(begin, end, [&](std::uint64_t word, std::uint64_t mask) {
        memory.bits[word] &= ~mask;
        return true;
      });
    });
  }
}

std::optional<ByteRange> WrittenMemory::first_unwritten(ByteRange bytes) const {
  const MutexLock lock(mutex_);
  return unwritten(bytes);
}

std::optional<ByteRange> WrittenMemory::touch(ByteRange bytes, bool reads, bool writes) {
  const MutexLock lock(mutex_);
  if (reads && unwritten(bytes)) return std::nullopt;
  if (writes) set(bytes);
  return written_around(bytes);
}

std::optional<ByteRange> WrittenMemory::unwritten(ByteRange bytes) const {
  std::optional<ByteRange> found;
  for_each(bytes, [&](std::uintptr_t base, Memory& memory, std::uint64_t begin, std::uint64_t end) {
    if (found) return;
    for_each_word(begin, end, [&](std::uint64_t word, std::uint64_t mask) {
      const std::uint64_t left = mask & ~memory.bits[word];
      if (left == 0) return true;
      const auto first = static_cast<unsigned>(std::countr_zero(left));
      const std::uintptr_t at = base + word * 64 + first;
      found = ByteRange{at, at + static_cast<unsigned>(std::countr_one(left >> first))};
      return false;
    });
  });
  return found;
}

void WrittenMemory::clear_unwritten(std::uintptr_t begin, std::uint64_t* words,
                                    std::size_t count) const {
  const MutexLock lock(mutex_);
  for_each({begin, begin + 64 * count},
           [&](std::uintptr_t base, Memory& memory, std::uint64_t first, std::uint64_t end) {
             for_each_word(first, end, [&](std::uint64_t word, std::uint64_t mask) {
               // Allocations begin at multiples of 64: their words are those of the page.
               words[(base + word * 64 - begin) / 64] &= memory.bits[word] | ~mask;
               return true;
             });
           });
}

ByteRange WrittenMemory::written_around(ByteRange bytes) const {
  constexpr std::uint64_t kMostWords = 256;
  ByteRange all = bytes;
  for_each(bytes, [&](std::uintptr_t base, Memory& memory, std::uint64_t begin, std::uint64_t) {
    if (all.begin != bytes.begin) return;
    std::uint64_t end = (bytes.end - base) / 64;
    const std::uint64_t last = std::min(memory.bits.size(), end + kMostWords);
    while (end < last && memory.bits[end] == kAll) ++end;
    all.end = std::max(bytes.end, std::min(base + end * 64, memory.end));
    static_cast<void>(begin);
  });
  return all;
}

}  // namespace riffle::race
