// SPDX-License-Identifier: Apache-2.0
// What the program has made and not given back, and where it made it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "race/findings.h"
#include "runtime/engine/observer.h"

namespace riffle::race {

[[nodiscard]] const char* name_of(engine::ResourceKind kind);
[[nodiscard]] bool is_memory(engine::ResourceKind kind);

struct Resource {
  engine::ResourceKind kind = engine::ResourceKind::kDeviceMemory;
  std::uintptr_t handle = 0;
  std::uint64_t bytes = 0;
  CallSite call;
  bool is_freed = false;
  CallSite freed{};  ///< the call that has given it back
};

/// Bytes of it, or near it.
[[nodiscard]] MemoryPlace place_in(const Resource& memory, std::uintptr_t address,
                                   std::uint64_t bytes);

class Resources {
 public:
  void add(const Resource& resource);
  /// What it was; nothing when it is not known. `by`: the call that gives it back.
  std::optional<Resource> remove(engine::ResourceKind kind, std::uintptr_t handle,
                                 const CallSite& by);
  /// The memory that contains the address.
  [[nodiscard]] const Resource* memory_at(std::uintptr_t address) const;
  /// The memory that began there and is gone, if nothing is there now.
  [[nodiscard]] const Resource* freed_at(std::uintptr_t begin) const;
  /// What was there last, if memory is gone; else the memory that is nearest to the bytes, at most a mebibyte away.
  [[nodiscard]] const Resource* nearest(std::uintptr_t begin, std::uintptr_t end) const;
  /// A device was reset: all of it is gone.
  void clear();
  /// One finding for each place in the program that has made some of what is left.
  [[nodiscard]] std::vector<Finding> leaks() const;

 private:
  /// Freed memory that is remembered.
  static constexpr std::size_t kMostFreed = 1024;
  void remember_freed(const Resource& memory, const CallSite& by);

  std::map<std::uintptr_t, Resource> memory_;  ///< by address
  std::deque<Resource> freed_;                 ///< the newest at the end
  std::map<std::pair<engine::ResourceKind, std::uintptr_t>, Resource> others_;
};

}  // namespace riffle::race
