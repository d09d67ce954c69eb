// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/pool_space.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>

#include "base/mutex.h"
#include "platform/pages.h"

namespace riffle::memory {
namespace {

constexpr std::size_t kMostRegions = 16;
constexpr std::size_t kMostSpaces = 256;
// Address space costs nothing, but sanitizers have less of it than the processor.
constexpr std::size_t kSpaceBytes = std::size_t{1} << 40;

struct Space {
  std::uintptr_t base = 0;
  std::uintptr_t end = 0;
  unsigned shift = 0;  ///< of a region's size
  std::size_t regions = 0;
  std::array<std::atomic<Pool*>, kMostRegions> owners{};
};

// Never freed: pointers may be looked up until the process ends.
struct Spaces {
  std::array<std::atomic<Space*>, kMostSpaces> all{};
  std::atomic<std::size_t> count{0};  // release after the entry; acquired by pool_at
  Mutex mutex;
};

Spaces& spaces() {
  static Spaces* const instance = new Spaces;
  return *instance;
}

// Smaller and smaller regions when the system refuses (ulimit -v).
Space* reserve_space(unsigned shift, unsigned least_shift) {
  auto space = std::make_unique<Space>();
  for (; shift >= least_shift; --shift) {
    const std::size_t region = std::size_t{1} << shift;
    const std::size_t regions = std::clamp<std::size_t>(kSpaceBytes / region, 2, kMostRegions);
    void* const base = platform::reserve_pages(regions * region, platform::kHugePageBytes);
    if (base == nullptr) continue;
    platform::advise_huge_pages(base, regions * region);
    space->base = reinterpret_cast<std::uintptr_t>(base);
    space->end = space->base + regions * region;
    space->shift = shift;
    space->regions = regions;
    return space.release();
  }
  return nullptr;
}

PoolRegion take_from(Space& space, Pool* owner) {
  for (std::size_t index = 0; index < space.regions; ++index) {
    if (space.owners[index].load(std::memory_order_relaxed) != nullptr) continue;
    space.owners[index].store(owner, std::memory_order_release);
    return {reinterpret_cast<char*>(space.base + (index << space.shift)),
            std::size_t{1} << space.shift};
  }
  return {};
}

}  // namespace

PoolRegion take_region(std::size_t bytes, Pool* owner) {
  constexpr unsigned kLeastShift = 28;  // 256 MiB
  const unsigned shift =
      std::max<unsigned>(static_cast<unsigned>(std::bit_width(bytes - 1)), kLeastShift);
  Spaces& known = spaces();
  const MutexLock lock(known.mutex);
  const std::size_t count = known.count.load(std::memory_order_relaxed);
  for (std::size_t index = 0; index < count; ++index) {
    Space& space = *known.all[index].load(std::memory_order_relaxed);
    if (space.shift != shift) continue;
    if (const PoolRegion region = take_from(space, owner); region.base != nullptr) return region;
  }
  Space* const space = count < kMostSpaces ? reserve_space(shift, kLeastShift) : nullptr;
  if (space == nullptr) return {};
  known.all[count].store(space, std::memory_order_relaxed);
  known.count.store(count + 1, std::memory_order_release);
  return take_from(*space, owner);
}

void give_region(const PoolRegion& region) {
  Spaces& known = spaces();
  const MutexLock lock(known.mutex);
  const auto address = reinterpret_cast<std::uintptr_t>(region.base);
  for (std::size_t index = 0; index < known.count.load(std::memory_order_relaxed); ++index) {
    Space& space = *known.all[index].load(std::memory_order_relaxed);
    if (address < space.base || address >= space.end) continue;
    space.owners[(address - space.base) >> space.shift].store(nullptr, std::memory_order_release);
  }
}

Pool* pool_at(const void* address) {
  const Spaces& known = spaces();
  const auto value = reinterpret_cast<std::uintptr_t>(address);
  const std::size_t count = known.count.load(std::memory_order_acquire);
  for (std::size_t index = 0; index < count; ++index) {
    const Space& space = *known.all[index].load(std::memory_order_relaxed);
    if (value < space.base || value >= space.end) continue;
    return space.owners[(value - space.base) >> space.shift].load(std::memory_order_acquire);
  }
  return nullptr;
}

}  // namespace riffle::memory
