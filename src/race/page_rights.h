// SPDX-License-Identifier: Apache-2.0
// What the host may do with pages that somebody closes: looked up, and opened, in handlers of signals, with nothing locked and
// nothing allocated.
//
// Invariants
// 1. A page that is closed is said to be closed before it is, and until it is open again: who faults there finds it closed, or
//    somebody else has opened it meanwhile.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "race/operation.h"

namespace riffle::race {

class PageRights {
 public:
  static constexpr unsigned kPageBits = 12;
  static constexpr std::uintptr_t kPageBytes = std::uintptr_t{1} << kPageBits;

  enum class Rights : std::uint8_t {
    kNever,  ///< has not been closed: nobody's that is here
    kAll,
    kRead,
    kNone,
  };

  PageRights() = default;
  ~PageRights();
  PageRights(const PageRights&) = delete;
  PageRights& operator=(const PageRights&) = delete;

  /// Whole pages. kAll also in handlers of signals; others one thread at a time. False where there is no memory to remember it,
  /// which kAll never needs.
  bool set(ByteRange pages, Rights rights) noexcept;

  // Any thread, at any time.
  [[nodiscard]] Rights at(std::uintptr_t address) const noexcept;
  /// The next run of closed pages that meets the bytes; empty: none.
  [[nodiscard]] ByteRange closed_in(ByteRange bytes) const noexcept;
  /// Whether such an access would fault somewhere in these bytes.
  [[nodiscard]] bool denies(ByteRange bytes, bool writes) const noexcept;
  /// The page, which is closed, and its closed neighbours.
  [[nodiscard]] ByteRange closed_around(std::uintptr_t address) const noexcept;

 private:
  static constexpr std::size_t kFan = 4096;  // three levels: addresses of 48 bits
  using Leaf = std::array<std::atomic<Rights>, kFan>;
  using Branch = std::array<std::atomic<Leaf*>, kFan>;

  [[nodiscard]] Leaf* leaf_of(std::uintptr_t page) const noexcept;
  /// Null: there is no memory, or the page is none of this machine.
  [[nodiscard]] Leaf* make_leaf(std::uintptr_t page) noexcept;
  [[nodiscard]] bool is_closed(std::uintptr_t page) const noexcept;

  std::array<std::atomic<Branch*>, kFan> branches_{};
};

}  // namespace riffle::race
