// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/access_pages.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

#include "base/mutex.h"
#include "device/cpu/access_checks.h"

namespace riffle::device {
namespace {

using abi::AccessBits;
using abi::AccessKind;
using abi::kAccessPageBits;
using abi::kAccessSlots;
using abi::kAccessWords;

constexpr std::uint64_t kPageBytes = std::uint64_t{1} << kAccessPageBits;
constexpr std::uint64_t kNoPage = ~std::uint64_t{0};
/// A thread that has noted so many hands them in before it goes on: threads that read the same have them once then.
// A walk along the columns of a large matrix comes back to each page again and again: who hands in in between does so for each column. So
// a thread that has reached its bound keeps twice as many from then on, up to this.
constexpr std::size_t kMostPagesOfThread = 32'768;  // 205 MB, of 512 MiB of memory
/// Of more, all are forgotten.
constexpr std::size_t kMostSlotsListed = 256;
constexpr AccessKind kKinds[] = {AccessKind::kRead, AccessKind::kWrite, AccessKind::kAtomic};

constexpr std::size_t index_of(AccessKind kind) { return static_cast<std::size_t>(kind); }

void merge_word(AccessBits& into, std::size_t word, std::uint64_t bytes, const AccessSite* site) {
  if (bytes == 0) return;
  if (into.bytes[word] == 0) into.sites[word] = site;
  into.bytes[word] |= bytes;
}

void merge_bits(AccessBits& into, const AccessBits& from) {
  for (std::size_t word = 0; word < std::size(from.bytes); ++word)
    merge_word(into, word, from.bytes[word], from.sites[word]);
}

AccessBits* make_bits(bool has_room_for_plain) {
  const std::size_t bytes = has_room_for_plain ? sizeof(AccessBits) : offsetof(AccessBits, plain);
  auto* const bits = static_cast<AccessBits*>(::operator new(bytes));
  bits->has_room_for_plain = has_room_for_plain;
  return bits;
}

void destroy_bits(AccessBits* bits) { ::operator delete(bits); }

/// Bits that are not in use, for the launches to come: fresh memory costs more than what is noted in it.
class SpareBits {
 public:
  /// Null when there are none.
  AccessBits* take() RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    if (count_ == 0) return nullptr;
    return bits_[--count_];
  }
  /// False when there are enough.
  bool give(AccessBits* bits) RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    if (count_ == kMost) return false;
    bits_[count_++] = bits;
    return true;
  }

 private:
  static constexpr std::size_t kMost = 4096;  // 26 MB
  Mutex mutex_;
  std::array<AccessBits*, kMost> bits_ RIFFLE_GUARDED_BY(mutex_){};
  std::size_t count_ RIFFLE_GUARDED_BY(mutex_) = 0;
};

SpareBits& spare_bits() {
  static auto& spare = *new SpareBits;  // kernels may run until the process has ended
  return spare;
}

/// Ranges of one kind, from bits in the order of addresses.
class Runs {
 public:
  Runs(std::vector<AccessRange>& ranges, AccessKind kind) : ranges_(ranges), kind_(kind) {}

  void add_word(std::uint64_t address, std::uint64_t bytes, const AccessSite* site) {
    if (bytes == ~std::uint64_t{0} && address == open_.end && site == open_.site) {
      open_.end += 64;
      return;
    }
    while (bytes != 0) {
      const int begin = std::countr_zero(bytes);
      const int length = std::countr_one(bytes >> begin);
      add(address + static_cast<unsigned>(begin), static_cast<unsigned>(length), site);
      if (begin + length >= 64) return;
      bytes &= ~std::uint64_t{0} << (begin + length);
    }
  }

  /// After the last word.
  void finish() {
    if (open_.begin != open_.end) ranges_.push_back(open_);
  }

 private:
  void add(std::uint64_t address, std::uint64_t length, const AccessSite* site) {
    if (address != open_.end || site != open_.site) {
      finish();
      open_ = {.begin = address, .end = address, .kind = kind_, .site = site};
    }
    open_.end += length;
  }

  std::vector<AccessRange>& ranges_;
  const AccessKind kind_;
  AccessRange open_;
};

}  // namespace

void AccessPages::GiveBack::operator()(AccessBits* bits) const noexcept {
  if (!spare_bits().give(bits)) destroy_bits(bits);
}

AccessBits* AccessPages::bits(std::uint64_t page, AccessKind kind) noexcept {
  try {
    auto& found = pages_[page][index_of(kind)];
    if (found == nullptr) {
      AccessBits* spare = spare_bits().take();
      if (spare != nullptr && is_checked_ && !spare->has_room_for_plain) {
        destroy_bits(spare);
        spare = nullptr;
      }
      // Sites are read where there are bytes only.
      found.reset(spare != nullptr ? spare : make_bits(is_checked_));
      std::memset(found->bytes, 0, sizeof found->bytes);
      found->has_plain = false;
    }
    return found.get();
  } catch (const std::bad_alloc&) {
    is_complete_ = false;
    return nullptr;
  }
}

void AccessPages::add(std::uint64_t begin, std::uint64_t bytes, AccessKind kind,
                      const AccessSite* site) noexcept {
  const std::uint64_t end = begin + bytes;
  AccessBits* page = nullptr;
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t word_end = std::min((at & ~std::uint64_t{63}) + 64, end);
    if (page == nullptr || at % kPageBytes == 0) page = bits(at >> kAccessPageBits, kind);
    if (page == nullptr) return;
    const std::uint64_t length = word_end - at;
    const std::uint64_t ones = length == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1;
    const std::size_t word = at / 64 % kAccessWords;
    page->bytes[word] |= ones << at % 64;
    page->sites[word] = site;
    at = word_end;
  }
}

void AccessPages::merge(AccessPages& other) noexcept {
  is_complete_ = is_complete_ && other.is_complete_;
  try {
    for (auto& [number, page] : other.pages_) {
      Page& mine = pages_[number];
      for (std::size_t kind = 0; kind < abi::kAccessKinds; ++kind) {
        if (page[kind] == nullptr) continue;
        if (mine[kind] == nullptr)
          mine[kind] = std::move(page[kind]);
        else
          merge_bits(*mine[kind], *page[kind]);
      }
    }
  } catch (const std::bad_alloc&) {
    is_complete_ = false;
  }
  other.pages_.clear();
  other.is_complete_ = true;
}

std::vector<std::uint64_t> AccessPages::page_numbers() const {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(pages_.size());
  for (const auto& [number, page] : pages_) numbers.push_back(number);
  return numbers;
}

void AccessPages::carry_extra_words() {
  for (const std::uint64_t number : page_numbers()) {
    for (const AccessKind kind : kKinds) {
      AccessBits* const page = pages_[number][index_of(kind)].get();
      if (page == nullptr) continue;
      for (std::size_t extra = 0; extra < abi::kAccessExtraWords; ++extra) {
        const std::size_t word = kAccessWords + extra;
        if (page->bytes[word] == 0) continue;
        if (AccessBits* const next = bits(number + 1, kind))
          merge_word(*next, extra, page->bytes[word], page->sites[word]);
        page->bytes[word] = 0;
      }
    }
  }
}

std::vector<AccessRange> AccessPages::ranges() {
  carry_extra_words();
  std::vector<std::uint64_t> numbers = page_numbers();
  std::ranges::sort(numbers);
  std::vector<AccessRange> all;
  for (const AccessKind kind : kKinds) append_runs(all, kind, numbers);
  return all;
}

void AccessPages::append_runs(std::vector<AccessRange>& ranges, AccessKind kind,
                              const std::vector<std::uint64_t>& numbers) const {
  Runs runs(ranges, kind);
  for (const std::uint64_t number : numbers) {
    const AccessBits* const page = pages_.at(number)[index_of(kind)].get();
    if (page == nullptr) continue;
    for (std::size_t word = 0; word < kAccessWords; ++word)
      runs.add_word(number * kPageBytes + word * 64, page->bytes[word], page->sites[word]);
  }
  runs.finish();
}

AccessNotes::AccessNotes() {
  for (auto& of_kind : slots)
    for (abi::AccessSlot& slot : of_kind) slot = {.page = kNoPage, .bits = nullptr};
  used_slots_.reserve(kMostSlotsListed);
}

AccessNotes::~AccessNotes() {
  if (is_left()) hand_in_notes(*launch_, *this);
}

void AccessNotes::begin(const KernelPayload& launch, std::uint64_t block_shared_bytes,
                        bool is_checked) noexcept {
  // Once taken, they are of a launch that has ended, wherever the next one's payload lies.
  if (!is_left() || launch_ != &launch) {
    if (is_left()) hand_in_notes(*launch_, *this);
    forget_slots();
  }
  launch_ = &launch;
  shared_bytes = block_shared_bytes;
  is_checked_ = is_checked;
  pages_.set_checked(is_checked);
}

void AccessNotes::finish() noexcept {
  if (is_left() || leave_notes(*launch_, *this)) return;
  pages_.set_incomplete();
  hand_in();
}

void AccessNotes::forget_slots() noexcept {
  const auto forget = [&](std::uint64_t slot) {
    for (auto& of_kind : slots) of_kind[slot].page = kNoPage;
  };
  if (all_slots_used_)
    for (std::uint64_t slot = 0; slot < kAccessSlots; ++slot) forget(slot);
  else
    for (const std::uint16_t slot : used_slots_) forget(slot);
  used_slots_.clear();
  all_slots_used_ = false;
}

/// In the middle of a share.
void AccessNotes::hand_in() noexcept {
  forget_slots();
  add_accesses(*launch_, pages_);
}

void AccessNotes::note_page(std::uint64_t address, AccessKind kind) noexcept {
  if (pages_.page_count() >= most_pages_) {
    hand_in();
    most_pages_ = std::min(2 * most_pages_, kMostPagesOfThread);
  }
  const std::uint64_t page = address >> kAccessPageBits;
  AccessBits* const bits = pages_.bits(page, kind);
  AccessJudge* const judge = is_checked_ ? access_judge() : nullptr;
  if (judge != nullptr && bits != nullptr && !bits->has_plain) {
    judge->fill_plain(page << kAccessPageBits, bits->plain, std::size(bits->plain));
    bits->has_plain = true;
  }
  if (used_slots_.size() < used_slots_.capacity())
    used_slots_.push_back(static_cast<std::uint16_t>(page % kAccessSlots));
  else
    all_slots_used_ = true;
  slots[index_of(kind)][page % kAccessSlots] = {.page = page,
                                                .bits = bits != nullptr ? bits : &spare_};
}

void AccessNotes::note_range(std::uint64_t begin, std::uint64_t bytes, AccessKind kind,
                             const AccessSite* site) noexcept {
  note(begin, bytes, kind, site);
  if (is_checked_ && !is_plain(kind, {begin, begin + bytes}))
    check_range(*this, begin, bytes, kind, site);
}

AccessBits* AccessNotes::known_bits(AccessKind kind, std::uint64_t page) const noexcept {
  const abi::AccessSlot& slot = slots[index_of(kind)][page % kAccessSlots];
  return slot.page == page && slot.bits->has_plain ? slot.bits : nullptr;
}

bool AccessNotes::is_plain(AccessKind kind, const AddressRange& bytes) const noexcept {
  for (std::uintptr_t at = bytes.begin; at < bytes.end;) {
    const AccessBits* const bits = known_bits(kind, at >> kAccessPageBits);
    if (bits == nullptr) return false;
    const std::uintptr_t end = std::min((at & ~std::uintptr_t{63}) + 64, bytes.end);
    const std::uint64_t ones = (~std::uint64_t{0} >> (64 - (end - at))) << at % 64;
    if ((ones & ~bits->plain[at / 64 % kAccessWords]) != 0) return false;
    at = end;
  }
  return true;
}

/// And in the next one's first words, as that page has them; elsewhere it may be asked again.
void AccessNotes::set_plain(AccessKind kind, std::uintptr_t at,
                            const AddressRange& bytes) noexcept {
  AccessBits* const bits = known_bits(kind, at >> kAccessPageBits);
  if (bits == nullptr) return;
  const std::uintptr_t base = at >> kAccessPageBits << kAccessPageBits;
  const std::uintptr_t begin = std::max(bytes.begin, base);
  const std::uintptr_t end = std::min(bytes.end, base + 64 * std::size(bits->plain));
  if (begin < end) set_bits(bits->plain, begin - base, end - base);
}

void set_bits(std::uint64_t* words, std::uint64_t begin, std::uint64_t end) {
  const auto set = [&](std::uint64_t from, std::uint64_t to) {
    if (from < to) words[from / 64] |= (~std::uint64_t{0} >> (64 - (to - from))) << from % 64;
  };
  // Mostly whole pages.
  const std::uint64_t first = (begin + 63) / 64, last = end / 64;
  if (first > last) return set(begin, end);
  set(begin, first * 64);
  std::fill(words + first, words + last, ~std::uint64_t{0});
  set(last * 64, end);
}

void AccessNotes::note(std::uint64_t begin, std::uint64_t bytes, AccessKind kind,
                       const AccessSite* site) noexcept {
  // Lanes of a packet, and loops over neighbours, are mostly in pages that have slots.
  const std::uint64_t end = begin + bytes;
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t page = at >> kAccessPageBits;
    const abi::AccessSlot& slot = slots[index_of(kind)][page % kAccessSlots];
    if (slot.page != page) note_page(at, kind);
    AccessBits& bits = *slot.bits;
    for (const std::uint64_t page_end = std::min(end, (page + 1) << kAccessPageBits);
         at < page_end;) {
      const std::uint64_t word_end = std::min((at & ~std::uint64_t{63}) + 64, page_end);
      const std::size_t word = at / 64 % kAccessWords;
      bits.bytes[word] |= (~std::uint64_t{0} >> (64 - (word_end - at))) << at % 64;
      bits.sites[word] = site;
      at = word_end;
    }
  }
}

}  // namespace riffle::device
