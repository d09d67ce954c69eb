// SPDX-License-Identifier: Apache-2.0
#include "race/node_places.h"

#include <utility>

namespace riffle::race {

void NodePlaces::made(std::uint64_t node, const CallSite& call) {
  if (call.frames[0] != 0) put(node, std::make_shared<const CallSite>(call));
}

void NodePlaces::copied(std::uint64_t node, std::uint64_t from) {
  if (std::shared_ptr<const CallSite> place = of(from); place != nullptr)
    put(node, std::move(place));
}

std::shared_ptr<const CallSite> NodePlaces::of(std::uint64_t node) const {
  const auto found = places_.find(node);
  return found == places_.end() ? nullptr : found->second;
}

void NodePlaces::put(std::uint64_t node, std::shared_ptr<const CallSite> place) {
  places_[node] = std::move(place);
  while (places_.size() > kMostNodes && oldest_ < node) places_.erase(oldest_++);
}

}  // namespace riffle::race
