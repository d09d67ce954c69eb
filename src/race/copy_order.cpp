// SPDX-License-Identifier: Apache-2.0
#include "race/copy_order.h"

#include <algorithm>

#include "compiler/abi/order_flags.h"

namespace riffle::race {

void CopyOrder::begin(std::uint32_t threads) {
  if (is_used_) threads_.clear();
  is_used_ = false;
  if (threads_.size() < threads) threads_.resize(threads);
}

void CopyOrder::commit(std::uint32_t thread) {
  is_used_ = true;
  threads_[thread].groups.push_back(order_.step());
}

void CopyOrder::await(std::uint32_t thread, std::uint64_t groups) {
  is_used_ = true;
  Copies& copies = threads_[thread];
  if (groups == abi::kAllCopies) {
    copies.groups.clear();
    const std::uint32_t now = order_.step();
    return add(copies, {.issued = now, .time = now});
  }
  if (copies.groups.size() <= groups) return;
  const auto awaited = copies.groups.end() - static_cast<std::ptrdiff_t>(groups);
  add(copies, {.issued = *std::prev(awaited), .time = order_.now()});
  copies.groups.erase(copies.groups.begin(), awaited);
}

void CopyOrder::arrive(std::uint32_t thread, std::uintptr_t barrier) {
  is_used_ = true;
  const std::uint32_t number = order_.number_of(barrier);
  const std::uint32_t now = order_.step();
  add(threads_[thread], {.issued = now, .time = now, .place = number});
}

/// What all threads know of one end is all there is to know of those before it. Of too many at one place the oldest two are one:
/// whoever knows of the first counts as knowing of both.
void CopyOrder::add(Copies& copies, const End& end) const {
  std::vector<End>& ends = copies.ends;
  for (const End& each : ends)
    if (is_known_to_all(each)) copies.known = std::max(copies.known, each.issued);
  std::erase_if(ends, [&](const End& each) { return each.issued <= copies.known; });
  const auto is_there = [&](const End& each) { return each.place == end.place; };
  // Whoever looks there next learns of all since the last look.
  const auto last = std::find_if(ends.rbegin(), ends.rend(), is_there);
  if (last != ends.rend() && end.place != kOwn && order_.last_look(end.place) < last->time) {
    *last = end;
    return;
  }
  if (std::ranges::count_if(ends, is_there) >= kMostEnds) {
    const auto oldest = std::ranges::find_if(ends, is_there);
    std::find_if(oldest + 1, ends.end(), is_there)->time = oldest->time;
    ends.erase(oldest);
  }
  ends.push_back(end);
}

bool CopyOrder::knows(std::uint32_t thread, std::uint32_t other, std::uint32_t time) const {
  const Copies& copies = threads_[other];
  if (time <= copies.known) return true;
  return std::any_of(copies.ends.rbegin(), copies.ends.rend(), [&](const End& end) {
    if (end.issued < time) return false;
    return end.place == kOwn ? order_.knows(thread, other, end.time)
                             : order_.knows_place(thread, end.place, end.time);
  });
}

bool CopyOrder::has_end(std::uint32_t thread, std::uint32_t time) const {
  const Copies& copies = threads_[thread];
  return time <= copies.known ||
         std::ranges::any_of(copies.ends, [&](const End& end) { return end.issued >= time; });
}

}  // namespace riffle::race
