// SPDX-License-Identifier: Apache-2.0
#include "race/resources.h"

#include <algorithm>
#include <string>

namespace riffle::race {

using engine::ResourceKind;

const char* name_of(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::kDeviceMemory:
      return "device memory";
    case ResourceKind::kPinnedMemory:
      return "pinned memory";
    case ResourceKind::kManagedMemory:
      return "managed memory";
    case ResourceKind::kRegisteredMemory:
      return "registered memory";
    case ResourceKind::kPooledMemory:
      return "stream-ordered memory";
    case ResourceKind::kStream:
      return "stream";
    case ResourceKind::kEvent:
      return "event";
    case ResourceKind::kGraph:
      return "graph";
    case ResourceKind::kGraphExec:
      return "executable graph";
  }
  return "";
}

bool is_memory(ResourceKind kind) {
  return kind <= ResourceKind::kPooledMemory || kind == ResourceKind::kRegisteredMemory;
}

namespace {

const char* end_of(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::kDeviceMemory:
    case ResourceKind::kManagedMemory:
      return "cudaFree";
    case ResourceKind::kPinnedMemory:
      return "cudaFreeHost";
    case ResourceKind::kRegisteredMemory:
      return "cudaHostUnregister";
    case ResourceKind::kPooledMemory:
      return "cudaFreeAsync";
    case ResourceKind::kStream:
      return "cudaStreamDestroy";
    case ResourceKind::kEvent:
      return "cudaEventDestroy";
    case ResourceKind::kGraph:
      return "cudaGraphDestroy";
    case ResourceKind::kGraphExec:
      return "cudaGraphExecDestroy";
  }
  return "";
}

}  // namespace

void Resources::add(const Resource& resource) {
  if (is_memory(resource.kind))
    memory_[resource.handle] = resource;
  else
    others_[{resource.kind, resource.handle}] = resource;
}

std::optional<Resource> Resources::remove(ResourceKind kind, std::uintptr_t handle,
                                          const CallSite& by) {
  const auto take = [](auto& all, const auto& key) -> std::optional<Resource> {
    const auto found = all.find(key);
    if (found == all.end()) return std::nullopt;
    const Resource taken = found->second;
    all.erase(found);
    return taken;
  };
  if (!is_memory(kind)) return take(others_, std::pair(kind, handle));
  const auto memory = take(memory_, handle);
  if (memory) remember_freed(*memory, by);
  return memory;
}

void Resources::remember_freed(const Resource& memory, const CallSite& by) {
  freed_.push_back(memory);
  freed_.back().is_freed = true;
  freed_.back().freed = by;
  if (freed_.size() > kMostFreed) freed_.pop_front();
}

const Resource* Resources::freed_at(std::uintptr_t begin) const {
  if (memory_at(begin) != nullptr) return nullptr;
  const auto freed = std::ranges::find(freed_.rbegin(), freed_.rend(), begin, &Resource::handle);
  return freed == freed_.rend() ? nullptr : &*freed;
}

const Resource* Resources::nearest(std::uintptr_t begin, std::uintptr_t end) const {
  constexpr std::uintptr_t kNear = std::uintptr_t{1} << 20;
  if (const Resource* const memory = memory_at(begin)) return memory;
  const auto freed =
      std::ranges::find_if(freed_.rbegin(), freed_.rend(),
                           [=](const Resource& each) { return begin - each.handle < each.bytes; });
  if (freed != freed_.rend()) return &*freed;
  const Resource* found = nullptr;
  std::uintptr_t distance = kNear;
  const auto offer = [&](const Resource& memory, std::uintptr_t away) {
    if (away >= distance) return;
    found = &memory;
    distance = away;
  };
  const auto after = memory_.upper_bound(begin);
  if (after != memory_.begin()) {
    const Resource& before = std::prev(after)->second;
    offer(before, begin - (before.handle + before.bytes));
  }
  if (after != memory_.end()) offer(after->second, after->first - std::min(end, after->first));
  return found;
}

MemoryPlace place_in(const Resource& memory, std::uintptr_t address, std::uint64_t bytes) {
  return {.address = address,
          .bytes = bytes,
          .allocation = memory.handle,
          .allocation_bytes = memory.bytes,
          .allocation_kind = std::string(name_of(memory.kind)) + (memory.is_freed ? ", freed" : ""),
          .call = memory.call,
          .freed = memory.freed};
}

const Resource* Resources::memory_at(std::uintptr_t address) const {
  const auto after = memory_.upper_bound(address);
  if (after == memory_.begin()) return nullptr;
  const Resource& before = std::prev(after)->second;
  return address - before.handle < before.bytes ? &before : nullptr;
}

void Resources::clear() {
  memory_.clear();
  freed_.clear();
  others_.clear();
}

std::vector<Finding> Resources::leaks() const {
  struct Group {
    Resource first;
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
  };
  std::map<std::pair<ResourceKind, std::uintptr_t>, Group> groups;
  const auto count = [&](const Resource& resource) {
    if (resource.kind == ResourceKind::kRegisteredMemory) return;  // it is the program's
    Group& group = groups[{resource.kind, resource.call.frames[0]}];
    if (group.count++ == 0) group.first = resource;
    group.bytes += resource.bytes;
  };
  for (const auto& [address, resource] : memory_) count(resource);
  for (const auto& [key, resource] : others_) count(resource);
  std::vector<Finding> all;
  for (const auto& [key, group] : groups) {
    const std::string name = name_of(key.first);
    Finding finding{.tool = "leak", .kind = "leak"};
    const std::string amount =
        is_memory(key.first)
            ? std::to_string(group.bytes) + " bytes of " + name + " in " +
                  std::to_string(group.count) + (group.count == 1 ? " allocation" : " allocations")
            : std::to_string(group.count) + " " + name + (group.count == 1 ? "" : "s");
    finding.text = amount + (group.count == 1 ? " was" : " were") + " never released";
    finding.fix = std::string("call ") + end_of(key.first) + " before the program ends";
    finding.memory = MemoryPlace{.bytes = is_memory(key.first) ? group.bytes : 0,
                                 .allocation = is_memory(key.first) ? group.first.handle : 0,
                                 .allocation_bytes = group.first.bytes,
                                 .allocation_kind = name,
                                 .call = group.first.call};
    all.push_back(std::move(finding));
  }
  return all;
}

}  // namespace riffle::race
