// SPDX-License-Identifier: Apache-2.0
#include "trace/tidy.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace riffle::tool {
namespace {

/// Puts the items at `order` in that order; returns where each one is now.
template <class Item>
std::vector<Index> reorder(std::vector<Item>& items, const std::vector<Index>& order) {
  std::vector<Index> moved(items.size(), kNone);
  std::vector<Item> kept;
  kept.reserve(order.size());
  for (const Index i : order) {
    moved[i] = static_cast<Index>(kept.size());
    kept.push_back(std::move(items[i]));
  }
  items = std::move(kept);
  return moved;
}

void follow(Index& index, const std::vector<Index>& moved) {
  if (index != kNone) index = moved[index];
}

void sort_calls(TraceTimeline& timeline) {
  std::vector<Index> order(timeline.calls.size());
  for (Index i = 0; i < static_cast<Index>(order.size()); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](Index i) { return std::pair(timeline.calls[i].begin, i); });
  const std::vector<Index> moved = reorder(timeline.calls, order);
  for (TracedOperation& operation : timeline.operations) follow(operation.call, moved);
}

void sort_streams(TraceTimeline& timeline) {
  std::vector<bool> is_used(timeline.streams.size());
  for (const TracedOperation& operation : timeline.operations) is_used[operation.stream] = true;
  std::vector<Index> order;
  for (Index i = 0; i < static_cast<Index>(is_used.size()); ++i)
    if (is_used[i]) order.push_back(i);
  std::ranges::sort(order, {}, [&](Index i) {
    const StreamLane& lane = timeline.streams[i];
    return std::tuple(lane.device, !lane.is_legacy, lane.id);
  });
  const std::vector<Index> moved = reorder(timeline.streams, order);
  for (TracedOperation& operation : timeline.operations) follow(operation.stream, moved);
}

}  // namespace

std::vector<Index> keep_shown(TraceTimeline& timeline) {
  std::vector<Index> order;
  for (Index i = 0; i < static_cast<Index>(timeline.operations.size()); ++i) {
    const TracedOperation& operation = timeline.operations[i];
    if (operation.begin >= 0 && operation.type != trace::TracedOperationType::kOther)
      order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](Index i) { return std::pair(timeline.operations[i].begin, i); });
  std::vector<Index> moved = reorder(timeline.operations, order);
  for (TracedOperation& operation : timeline.operations) follow(operation.graph, moved);
  for (Help& help : timeline.helps) follow(help.operation, moved);
  return moved;
}

void sort_lists(TraceTimeline& timeline) {
  sort_streams(timeline);
  sort_calls(timeline);
  std::ranges::sort(timeline.helps, {}, &Help::begin);
  std::ranges::sort(timeline.ranges, {}, [](const NvtxRange& range) {
    return std::tuple(range.thread, range.begin, -range.end);
  });
}

}  // namespace riffle::tool
