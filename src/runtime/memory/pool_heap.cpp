// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/pool_heap.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "platform/pages.h"

namespace riffle::memory {
namespace {

// Letting go of a pool's last chunk and taking it again is what a program without a release threshold
// does at every synchronisation: the pages of two chunks are kept for it.
constexpr std::size_t kWarmChunks = 2;
// Among free runs that all lack memory, this many are looked at for the one that lacks least.
constexpr int kMostCandidates = 32;

}  // namespace

PoolHeap::PoolHeap(char* base, std::size_t capacity_bytes, std::size_t chunk_bytes, Budget& budget,
                   int descriptor)
    : base_(base),
      capacity_bytes_(capacity_bytes),
      chunk_bytes_(chunk_bytes),
      budget_(budget),
      descriptor_(descriptor),
      chunks_(capacity_bytes / chunk_bytes) {
  free_.reset(0, capacity_bytes);
}

PoolHeap::~PoolHeap() {
  for (std::size_t chunk = 0; chunk < end_chunk_; ++chunk) {
    if (chunks_[chunk] == Chunk::kPresent) release_chunk(chunk);
  }
  drop_warm();
}

std::size_t PoolHeap::missing_chunks(std::size_t offset, std::size_t bytes) const {
  const std::size_t first = offset / chunk_bytes_;
  const std::size_t last = (offset + bytes - 1) / chunk_bytes_;
  std::size_t missing = last >= end_chunk_ ? last + 1 - std::max(first, end_chunk_) : 0;
  for (std::size_t chunk = first; chunk <= last && chunk < end_chunk_; ++chunk) {
    if (chunks_[chunk] != Chunk::kPresent) ++missing;
  }
  return missing;
}

std::optional<std::size_t> PoolHeap::take_present(std::size_t bytes) {
  const auto& runs = free_.by_size();
  for (auto run = runs.lower_bound({bytes, 0}); run != runs.end(); ++run) {
    if (missing_chunks(run->second, bytes) > 0) continue;
    const std::size_t offset = run->second;
    free_.take(offset, bytes);
    return offset;
  }
  return std::nullopt;
}

std::optional<std::size_t> PoolHeap::best_run(std::size_t bytes) const {
  std::optional<std::size_t> best;
  std::size_t least = 0;
  int candidates = 0;
  const auto& runs = free_.by_size();
  for (auto run = runs.lower_bound({bytes, 0}); run != runs.end() && candidates < kMostCandidates;
       ++run, ++candidates) {
    const std::size_t missing = missing_chunks(run->second, bytes);
    if (best && missing >= least) continue;
    best = run->second;
    least = missing;
  }
  return best;
}

Result<std::size_t> PoolHeap::take_grown(std::size_t bytes, std::size_t most_bytes) {
  const auto offset = best_run(bytes);
  if (!offset) return error(Code::kOutOfMemory, "the pool's address range is used up");
  if (auto committed = commit(*offset, bytes, most_bytes); !committed)
    return std::unexpected(committed.error());
  free_.take(*offset, bytes);
  return *offset;
}

std::optional<std::size_t> PoolHeap::take_addresses(std::size_t bytes) {
  const auto run = free_.by_size().lower_bound({bytes, 0});
  if (run == free_.by_size().end()) return std::nullopt;
  const std::size_t offset = run->second;
  free_.take(offset, bytes);
  return offset;
}

Status PoolHeap::commit(std::size_t offset, std::size_t bytes, std::size_t most_bytes) {
  const std::size_t missing = missing_chunks(offset, bytes) * chunk_bytes_;
  if (missing == 0) return {};
  if (reserved_bytes_ + missing > most_bytes) {
    return error(Code::kOutOfMemory, "the pool has reserved " + std::to_string(reserved_bytes_) +
                                         " of at most " + std::to_string(most_bytes) + " bytes");
  }
  if (!budget_.take(missing)) return error(Code::kOutOfMemory, "the device's memory is used up");
  reserved_bytes_ += missing;
  std::size_t left = missing;
  for (std::size_t chunk = offset / chunk_bytes_; left > 0; ++chunk) {
    if (chunks_[chunk] == Chunk::kPresent) continue;
    if (!commit_chunk(chunk)) {  // what was committed stays, free
      budget_.give_back(left);
      reserved_bytes_ -= left;
      return error(Code::kOutOfMemory, "the system refused to make pages accessible");
    }
    left -= chunk_bytes_;
  }
  return {};
}

bool PoolHeap::commit_chunk(std::size_t chunk) {
  if (!platform::commit_pages(chunk_address(chunk), chunk_bytes_)) return false;
  if (chunks_[chunk] == Chunk::kWarm) {
    warm_bytes_ -= chunk_bytes_;
    budget_.pool_warm_bytes.fetch_sub(chunk_bytes_, std::memory_order_relaxed);
  }
  chunks_[chunk] = Chunk::kPresent;
  end_chunk_ = std::max(end_chunk_, chunk + 1);
  return true;
}

void PoolHeap::release_chunk(std::size_t chunk) {
  // Fails when the system has no more mappings to give: the memory stays accessible then, less safe,
  // never wrong.
  (void)mprotect(chunk_address(chunk), chunk_bytes_, PROT_NONE);
  chunks_[chunk] = Chunk::kWarm;
  warm_bytes_ += chunk_bytes_;
  budget_.pool_warm_bytes.fetch_add(chunk_bytes_, std::memory_order_relaxed);
  reserved_bytes_ -= chunk_bytes_;
  budget_.give_back(chunk_bytes_);
  if (warm_bytes_ > kWarmChunks * chunk_bytes_) drop_warm();
}

void PoolHeap::drop_warm() {
  for (std::size_t chunk = 0; chunk < end_chunk_ && warm_bytes_ > 0; ++chunk) {
    if (chunks_[chunk] != Chunk::kWarm) continue;
    if (descriptor_ >= 0) {
      (void)fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                      static_cast<off_t>(chunk * chunk_bytes_), static_cast<off_t>(chunk_bytes_));
    } else {
      platform::discard_pages(chunk_address(chunk), chunk_bytes_);
    }
    chunks_[chunk] = Chunk::kCold;
    warm_bytes_ -= chunk_bytes_;
    budget_.pool_warm_bytes.fetch_sub(chunk_bytes_, std::memory_order_relaxed);
  }
}

void PoolHeap::give(std::size_t offset, std::size_t bytes) noexcept {
  dormant_.erase(offset);
  free_.give(offset, bytes);
}

void PoolHeap::let_sleep(std::size_t offset, std::size_t bytes) { dormant_.emplace(offset, bytes); }

void PoolHeap::set_dormant(std::size_t offset, std::size_t bytes) noexcept {
  dormant_.find(offset)->second = bytes;
}

void PoolHeap::set_awake(std::size_t offset) noexcept { dormant_.find(offset)->second = 0; }

// Free and dormant runs together cover the chunk.
bool PoolHeap::is_unused(std::size_t chunk) const {
  const std::size_t end = (chunk + 1) * chunk_bytes_;
  std::size_t position = chunk * chunk_bytes_;
  while (position < end) {
    std::size_t next = position;
    for (const auto* const runs : {&free_.by_offset(), &dormant_}) {
      const auto after = runs->upper_bound(position);
      if (after == runs->begin()) continue;
      const auto run = std::prev(after);
      next = std::max(next, run->first + run->second);
    }
    if (next == position) return false;
    position = next;
  }
  return true;
}

void PoolHeap::release(std::size_t keep_bytes) {
  for (std::size_t chunk = end_chunk_; chunk-- > 0;) {
    if (reserved_bytes_ < chunk_bytes_ || reserved_bytes_ - chunk_bytes_ < keep_bytes) return;
    if (chunks_[chunk] == Chunk::kPresent && is_unused(chunk)) release_chunk(chunk);
  }
}

}  // namespace riffle::memory
