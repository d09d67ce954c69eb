// SPDX-License-Identifier: Apache-2.0
// A best-fit heap in one reserved range. Its books are kept outside of that range, so that a kernel that
// writes past its allocation harms other kernels' data, as on a device, but never the process.
#include "device/cpu/heap.h"

#include <sys/mman.h>

#include <array>
#include <bit>
#include <new>
#include <optional>
#include <unordered_map>

#include "base/free_runs.h"
#include "base/mutex.h"
#include "device/cpu/device_heap.h"
#include "device/cpu/limits.h"
#include "device/cpu/stack_probe.h"

namespace riffle::device {
namespace {

constexpr std::uint64_t kGapBytes =
    16;  ///< after each allocation: a write just past its end harms nobody

class Heap {
 public:
  void* allocate(std::uint64_t bytes, std::uint64_t alignment) RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (bytes == 0 || bytes > limit_bytes_ || !std::has_single_bit(alignment) || !ensure_range())
      return nullptr;
    bytes =
        (bytes + kHeapAlignmentBytes - 1) / kHeapAlignmentBytes * kHeapAlignmentBytes + kGapBytes;
    const auto run = find_run(bytes, alignment);
    if (!run) return nullptr;
    const std::uint64_t before = padding(*run, alignment);
    const auto used = used_.emplace(*run + before, bytes).first;
    try {
      if (before != 0) free_.expect_another_piece();
      free_.take(*run, before + bytes);
    } catch (const std::bad_alloc&) {
      used_.erase(used);
      return nullptr;
    }
    if (before != 0) free_.give(*run, before);
    return base_ + *run + before;
  }

  HeapFree free(void* pointer) RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto base = reinterpret_cast<std::uintptr_t>(base_);
    if (base_ == nullptr || address < base || address >= base + range_bytes_)
      return HeapFree::kForeign;
    const auto found = used_.find(address - base);
    if (found == used_.end()) return HeapFree::kNotAllocated;
    free_.give(found->first, found->second);
    used_.erase(found);
    return HeapFree::kDone;
  }

  AddressRange range() RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    const auto base = reinterpret_cast<std::uintptr_t>(base_);
    return {base, base + range_bytes_};
  }

  bool set_limit(std::size_t bytes) RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (is_settled_) return false;
    limit_bytes_ = bytes;
    return true;
  }

  void settle() RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    is_settled_ = true;
  }

  std::size_t limit() RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return limit_bytes_;
  }

  void reset() RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (base_ != nullptr) munmap(base_, range_bytes_);
    base_ = nullptr;
    range_bytes_ = 0;
    used_.clear();
    free_.clear();
    limit_bytes_ = kHeapBytesDefault;
    is_settled_ = false;
  }

 private:
  bool ensure_range() RIFFLE_REQUIRES(mutex_) {
    if (base_ != nullptr) return true;
    void* range = mmap(nullptr, limit_bytes_, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) return false;
    const std::uint64_t bytes = limit_bytes_ / kHeapAlignmentBytes * kHeapAlignmentBytes;
    try {
      free_.reset(0, bytes);
    } catch (const std::bad_alloc&) {
      munmap(range, limit_bytes_);
      return false;
    }
    base_ = static_cast<unsigned char*>(range);
    range_bytes_ = bytes;
    is_settled_ = true;
    return true;
  }

  /// From the start of a run to the first aligned address.
  std::uint64_t padding(std::size_t run, std::uint64_t alignment) RIFFLE_REQUIRES(mutex_) {
    return -(reinterpret_cast<std::uintptr_t>(base_) + run) & (alignment - 1);
  }

  /// The smallest free run with room for them.
  std::optional<std::size_t> find_run(std::uint64_t bytes, std::uint64_t alignment)
      RIFFLE_REQUIRES(mutex_) {
    for (auto run = free_.by_size().lower_bound({bytes, 0}); run != free_.by_size().end(); ++run) {
      if (padding(run->second, alignment) <= run->first - bytes) return run->second;
    }
    return std::nullopt;
  }

  Mutex mutex_;
  unsigned char* base_ RIFFLE_GUARDED_BY(mutex_) = nullptr;
  std::uint64_t range_bytes_ RIFFLE_GUARDED_BY(mutex_) = 0;
  std::size_t limit_bytes_ RIFFLE_GUARDED_BY(mutex_) = kHeapBytesDefault;
  bool is_settled_ RIFFLE_GUARDED_BY(mutex_) = false;
  std::unordered_map<std::uint64_t, std::uint64_t> used_
      RIFFLE_GUARDED_BY(mutex_);  ///< offset -> bytes
  FreeRuns free_ RIFFLE_GUARDED_BY(mutex_);
};

std::array<Heap, kMaxDevices>& heaps() {
  static auto* const all = new std::array<Heap, kMaxDevices>;
  return *all;
}

Heap& heap_of(int device) { return heaps()[static_cast<std::size_t>(device)]; }

}  // namespace

void* heap_allocate(int device, std::uint64_t bytes, std::uint64_t alignment) {
  probe_stack();
  try {
    return heap_of(device).allocate(bytes, alignment);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

HeapFree heap_free(int device, void* pointer) {
  probe_stack();
  return heap_of(device).free(pointer);
}

AddressRange heap_around(std::uintptr_t address) {
  for (Heap& heap : heaps()) {
    const AddressRange range = heap.range();
    if (address >= range.begin && address < range.end) return range;
  }
  return {};
}

bool set_heap_bytes(int device, std::size_t bytes) { return heap_of(device).set_limit(bytes); }
void settle_heap(int device) { heap_of(device).settle(); }
std::size_t heap_bytes(int device) { return heap_of(device).limit(); }
void reset_heap(int device) { heap_of(device).reset(); }

}  // namespace riffle::device
