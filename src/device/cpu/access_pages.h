// SPDX-License-Identifier: Apache-2.0
// Which bytes were touched, as bits: what instrumented code fills in (compiler/abi/access_abi.h), what the parts of a launch
// are merged in, and what its summary is made from.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "compiler/abi/access_abi.h"
#include "device/access.h"
#include "device/access_judge.h"

namespace riffle::device {

/// Not thread-safe.
class AccessPages {
 public:
  /// The bits of a page (an address >> abi::kAccessPageBits) for one kind; null when out of memory.
  [[nodiscard]] abi::AccessBits* bits(std::uint64_t page, abi::AccessKind kind) noexcept;
  /// Adds `bytes` from `begin` on, of any number.
  void add(std::uint64_t begin, std::uint64_t bytes, abi::AccessKind kind,
           const AccessSite* site) noexcept;
  /// Takes all that `other` has, which is empty then.
  void merge(AccessPages& other) noexcept;
  /// As a summary's ranges: runs of bytes that follow each other and have the same site.
  [[nodiscard]] std::vector<AccessRange> ranges();

  [[nodiscard]] bool is_empty() const { return pages_.empty() && is_complete_; }
  [[nodiscard]] std::size_t page_count() const { return pages_.size(); }
  /// False: some were not noted, for want of memory.
  [[nodiscard]] bool is_complete() const { return is_complete_; }
  void set_incomplete() { is_complete_ = false; }
  /// Whether pages made from now on have room for AccessBits::plain.
  void set_checked(bool is_checked) { is_checked_ = is_checked; }
  template <class Function>
  void for_each_page(Function&& function) const {
    for (const auto& [number, page] : pages_) function(number);
  }

 private:
  struct GiveBack {
    void operator()(abi::AccessBits* bits) const noexcept;
  };
  using Page = std::array<std::unique_ptr<abi::AccessBits, GiveBack>, abi::kAccessKinds>;
  void carry_extra_words();
  [[nodiscard]] std::vector<std::uint64_t> page_numbers() const;
  void append_runs(std::vector<AccessRange>& ranges, abi::AccessKind kind,
                   const std::vector<std::uint64_t>& numbers) const;

  std::unordered_map<std::uint64_t, Page> pages_;
  bool is_complete_ = true;
  bool is_checked_ = false;
};

/// One thread's notes of the launch that it runs a share of. It is the table that instrumented code knows.
class AccessNotes : public abi::AccessTable {
 public:
  AccessNotes();
  ~AccessNotes();
  AccessNotes(const AccessNotes&) = delete;
  AccessNotes& operator=(const AccessNotes&) = delete;
  /// A share of the launch. `shared_bytes`: of a block. `is_checked`: there is somebody to ask before the launch touches
  /// memory.
  void begin(const KernelPayload& launch, std::uint64_t block_shared_bytes,
             bool is_checked) noexcept;
  [[nodiscard]] const KernelPayload& launch() const { return *launch_; }
  /// The share has ended. What was noted stays here: the next share may well touch the same.
  void finish() noexcept;

  // For access.h, under its lock.
  [[nodiscard]] AccessPages& pages() { return pages_; }
  [[nodiscard]] bool is_left() const { return is_left_.load(std::memory_order_relaxed); }
  void set_left(bool is_left) { is_left_.store(is_left, std::memory_order_relaxed); }

  /// Makes the slot of `address` that of its page.
  void note_page(std::uint64_t address, abi::AccessKind kind) noexcept;
  void note(std::uint64_t begin, std::uint64_t bytes, abi::AccessKind kind,
            const AccessSite* site) noexcept;
  /// The same, and checks it.
  void note_range(std::uint64_t begin, std::uint64_t bytes, abi::AccessKind kind,
                  const AccessSite* site) noexcept;

  /// Whether the bytes may be touched with no question (AccessBits::plain), as far as is known.
  [[nodiscard]] bool is_plain(abi::AccessKind kind, const AddressRange& bytes) const noexcept;
  /// In the page of `at`.
  void set_plain(abi::AccessKind kind, std::uintptr_t at, const AddressRange& bytes) noexcept;

 private:
  void hand_in() noexcept;
  void forget_slots() noexcept;
  [[nodiscard]] abi::AccessBits* known_bits(abi::AccessKind kind,
                                            std::uint64_t page) const noexcept;

  const KernelPayload* launch_ = nullptr;
  bool is_checked_ = false;
  AccessPages pages_;
  std::atomic<bool> is_left_{
      false};  ///< set by the thread, also cleared by who takes the notes when it runs no share
  std::vector<std::uint16_t> used_slots_;
  bool all_slots_used_ = false;
  std::size_t most_pages_ = 4096;  ///< 26 MB; then they are handed in
  abi::AccessBits spare_{};        ///< of pages for which there is no memory
};

}  // namespace riffle::device
