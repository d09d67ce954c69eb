// SPDX-License-Identifier: Apache-2.0
// Writes of what is there already: no race with the write that put it there.
#include <chrono>
#include <cstring>
#include <thread>

#include "race/block_memory.h"

namespace riffle::race {

/// Whether it is what the other one has written. Of threads that go on together nothing is in memory yet.
bool BlockMemory::writes_same(const ThreadRecord& other, const ThreadRecord& now,
                              const device::PacketAccess& access) const {
  if (access.values == nullptr || !access.writes || access.reads) return false;
  const std::uint32_t own = now.thread - access.first;
  const void* there = reinterpret_cast<const void*>(access.address(own));
  const std::uint32_t lane = other.thread - access.first;
  if (other.block == now.block && lane < own && (access.mask >> lane & 1) != 0 &&
      access.address(lane) == access.address(own))
    there = access.values + access.bytes * lane;
  return std::memcmp(there, access.values + access.bytes * own, access.bytes) == 0;
}

/// A block that runs on another worker tells of its write first: it may not be in memory yet. So it is given some time, though not
/// for ever: a launch in which blocks race soon has enough of it.
bool BlockMemory::will_be_same(const ThreadRecord& other, const ThreadRecord& now,
                               const device::PacketAccess& access) {
  if (writes_same(other, now, access)) return true;
  if (other.block == now.block || access.values == nullptr || access.reads) return false;
  if (grid_->waits.fetch_add(1, std::memory_order_relaxed) >= WatchedGrid::kMostWaits) return false;
  for (const int microseconds : {1, 10, 100, 1000, 5000}) {
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
    if (writes_same(other, now, access)) return true;
  }
  return false;
}

}  // namespace riffle::race
