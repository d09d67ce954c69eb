// SPDX-License-Identifier: Apache-2.0
#include "race/host_uses.h"

#include <utility>

namespace riffle::race {
namespace {

bool is_in(const SharedClock& host, const Stamp& stamp) {
  return time_in(host, stamp.actor) >= stamp.time;
}

bool meet(const ByteRange& left, const ByteRange& right) {
  return left.begin < right.end && right.begin < left.end;
}

template <class Uses>
void drop_oldest(Uses& uses, std::size_t most) {
  if (uses.size() > most)
    uses.erase(uses.begin(), uses.begin() + static_cast<std::ptrdiff_t>(most / 2));
}

}  // namespace

// ---- Memory that is shared with devices ----

void SharedUses::use(const SharedOperation& operation, ByteRange bytes, bool writes, bool is_all) {
  if (bytes.begin >= bytes.end) return;
  // Who has waited for this one has waited for those before it.
  if (is_all)
    std::erase_if(uses_, [&](const Use& known) {
      return bytes.begin <= known.bytes.begin && known.bytes.end <= bytes.end &&
             (writes || !known.writes) && known.operation != operation &&
             operation->stamp.is_after(known.operation->stamp);
    });
  uses_.push_back({operation, bytes, writes});
  drop_oldest(uses_, kMost);
}

void SharedUses::forget(const Operation& operation) {
  std::erase_if(uses_, [&](const Use& each) { return each.operation.get() == &operation; });
}

void SharedUses::forget(ByteRange memory) {
  std::erase_if(uses_, [&](const Use& each) { return meet(each.bytes, memory); });
}

void SharedUses::forget_seen(const SharedClock& host) {
  std::erase_if(uses_, [&](const Use& each) { return is_in(host, each.operation->stamp); });
}

void SharedUses::add_to(std::vector<WatchedBytes::Range>& ranges) const {
  for (const Use& each : uses_) ranges.push_back({each.bytes, each.writes});
}

// ---- Pageable memory ----

void PageableUses::use(PageableUse use) {
  uses_.push_back(std::move(use));
  drop_oldest(uses_, kMost);
}

void PageableUses::gone(ByteRange memory, bool is_block) {
  std::erase_if(uses_, [&](const PageableUse& each) {
    return meet(each.hull(), is_block ? ByteRange{memory.begin, memory.begin + 1} : memory);
  });
}

void PageableUses::forget_seen(const SharedClock& host) {
  std::erase_if(uses_,
                [&](const PageableUse& each) { return is_in(host, each.operation->promised); });
}

void PageableUses::add_to(std::vector<WatchedBytes::Range>& ranges) const {
  for (const PageableUse& each : uses_) ranges.push_back({each.hull(), each.writes});
}

}  // namespace riffle::race
