// SPDX-License-Identifier: Apache-2.0
// The addresses of one pool: a contiguous range, free runs of it, and memory behind it by chunk.
//
// A pool reserves memory in chunks of 32 MiB, as hardware does, and an allocation may cross from one
// chunk into the next: that needs one range of addresses. What is free may have memory or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/free_runs.h"
#include "base/status.h"
#include "runtime/memory/budget.h"

namespace riffle::memory {

/// Not thread-safe: its pool holds a lock.
class PoolHeap {
 public:
  /// `descriptor` >= 0: the file in memory that backs the range, mapped already. The range is in
  /// whole chunks. Throws std::bad_alloc, as does everything that takes.
  PoolHeap(char* base, std::size_t capacity_bytes, std::size_t chunk_bytes, Budget& budget,
           int descriptor);
  /// Gives all memory back; the addresses stay reserved.
  ~PoolHeap();
  PoolHeap(const PoolHeap&) = delete;
  PoolHeap& operator=(const PoolHeap&) = delete;

  /// Takes a free run, the smallest that fits, if it has memory already.
  [[nodiscard]] std::optional<std::size_t> take_present(std::size_t bytes);
  /// Takes a free run and puts memory behind it. Errors: kOutOfMemory (addresses used up, more than
  /// `most_bytes` reserved, the budget is used up, the system refuses).
  Result<std::size_t> take_grown(std::size_t bytes, std::size_t most_bytes);
  /// Takes a free run of addresses only.
  [[nodiscard]] std::optional<std::size_t> take_addresses(std::size_t bytes);
  /// Puts memory behind a run that was taken. Errors as above.
  Status commit(std::size_t offset, std::size_t bytes, std::size_t most_bytes);
  /// A run that was taken will be given in one more piece.
  void expect_another_piece() { free_.expect_another_piece(); }
  void give(std::size_t offset, std::size_t bytes) noexcept;

  /// Lets chunks go that no taken run touches, the last ones first, while more than `keep_bytes` are
  /// reserved and at least `keep_bytes` stay. `is_idle`: a taken run that needs no memory.
  void release(std::size_t keep_bytes);
  /// A run that was taken and may be dormant: hold nothing, so that `release` may take its memory.
  /// Dormant at first. Throws std::bad_alloc.
  void let_sleep(std::size_t offset, std::size_t bytes);
  void set_dormant(std::size_t offset, std::size_t bytes) noexcept;
  void set_awake(std::size_t offset) noexcept;

  /// Gives the pages of chunks that were let go back to the system.
  void drop_warm();

  [[nodiscard]] std::size_t reserved_bytes() const { return reserved_bytes_; }
  [[nodiscard]] std::size_t capacity_bytes() const { return capacity_bytes_; }
  [[nodiscard]] std::size_t chunk_bytes() const { return chunk_bytes_; }
  [[nodiscard]] char* base() const { return base_; }

 private:
  // kWarm: let go, but its pages are still there, without access.
  enum class Chunk : std::uint8_t { kCold, kPresent, kWarm };

  [[nodiscard]] std::size_t missing_chunks(std::size_t offset, std::size_t bytes) const;
  [[nodiscard]] std::optional<std::size_t> best_run(std::size_t bytes) const;
  [[nodiscard]] bool is_unused(std::size_t chunk) const;
  bool commit_chunk(std::size_t chunk);
  void release_chunk(std::size_t chunk);
  [[nodiscard]] char* chunk_address(std::size_t chunk) const {
    return base_ + chunk * chunk_bytes_;
  }

  char* const base_;
  const std::size_t capacity_bytes_;
  const std::size_t chunk_bytes_;
  Budget& budget_;
  const int descriptor_;

  std::size_t reserved_bytes_ = 0;
  std::size_t warm_bytes_ = 0;
  std::size_t end_chunk_ = 0;  ///< chunks from here on were never present
  std::vector<Chunk> chunks_;
  FreeRuns free_;
  std::map<std::size_t, std::size_t> dormant_;  ///< offset -> bytes, 0 while awake
};

}  // namespace riffle::memory
