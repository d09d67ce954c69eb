// SPDX-License-Identifier: Apache-2.0
// The critical path, from its end: of all that an operation had to wait for, what came last.
#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "trace/analysis.h"
#include "trace/names.h"
#include "trace/texts.h"

namespace riffle::tool {
namespace {

using trace::TracedOperationType;

constexpr Ns kHandOver = 5000;  // a shorter delay is no reason to look for a busy thread

bool waits(std::string_view call) {
  if (call.find("Synchronize") != std::string_view::npos) return true;
  const std::string_view what = operation_called(call);
  return (what.starts_with("Free") || what.starts_with("MemFree") || what.starts_with("Memcpy")) &&
         what.find("Async") == std::string_view::npos;
}

class Path {
 public:
  explicit Path(const TraceTimeline& timeline)
      : timeline_(timeline),
        before_(timeline.operations.size(), kNone),
        waits_of_(timeline.threads.size()) {
    std::vector<Index> newest(timeline.streams.size(), kNone);
    for (Index i = 0; i < count(); ++i) {
      if (!is_shown(i)) {
        nodes_of_[timeline.operations[i].graph].push_back(i);
        continue;
      }
      Index& last = newest[timeline.operations[i].stream];
      before_[i] = last;
      last = i;
      by_end_.push_back(i);
      by_thread_[timeline.operations[i].thread].push_back(i);
    }
    std::ranges::sort(by_end_, {}, [&](Index i) { return end_of(i); });
    for (Index i = 0; i < static_cast<Index>(timeline.calls.size()); ++i) {
      const ApiCall& call = timeline.calls[i];
      if (waits(timeline.names[call.name])) waits_of_[call.thread].push_back(i);
    }
  }

  std::vector<CriticalStep> find() const {
    std::vector<CriticalStep> steps;
    if (by_end_.empty()) return steps;
    Index at = by_end_.back();
    for (Index passed = 0; at != kNone && passed <= count(); ++passed) {
      const auto [before, link] = cause_of(at);
      add(at, before == kNone ? PathLink::kStart : link, steps);
      at = before;
    }
    std::ranges::reverse(steps);
    return steps;
  }

 private:
  /// An operation; of a graph's launch the nodes instead, as far as they can be followed.
  void add(Index at, PathLink link, std::vector<CriticalStep>& steps) const {
    const auto nodes = nodes_of_.find(at);
    if (nodes == nodes_of_.end()) return steps.push_back({at, link});
    Index node = *std::ranges::max_element(nodes->second, {}, [&](Index i) { return end_of(i); });
    while (node != kNone) {
      const Index before = last_before(node);
      steps.push_back({node, before == kNone ? link : PathLink::kGraph});
      node = before;
    }
  }

  /// Of the nodes that come before this one, the one that ended last.
  [[nodiscard]] Index last_before(Index node) const {
    const auto [first, last] =
        std::ranges::equal_range(timeline_.edges, node, {}, &OrderEdge::after);
    Index found = kNone;
    for (auto edge = first; edge != last; ++edge) {
      if (edge->kind != EdgeKind::kGraph || edge->before >= node) continue;
      if (found == kNone || end_of(edge->before) > end_of(found)) found = edge->before;
    }
    return found;
  }

  [[nodiscard]] Index count() const { return static_cast<Index>(timeline_.operations.size()); }
  [[nodiscard]] Ns end_of(Index i) const { return timeline_.operations[i].end; }
  /// A graph's launch is one operation here.
  [[nodiscard]] bool is_shown(Index i) const { return timeline_.operations[i].graph == kNone; }

  [[nodiscard]] std::pair<Index, PathLink> cause_of(Index i) const {
    const TracedOperation& operation = timeline_.operations[i];
    Index cause = before_[i];
    PathLink link = PathLink::kStream;
    Ns when = cause == kNone ? -1 : end_of(cause);
    const auto [first, last] = std::ranges::equal_range(timeline_.edges, i, {}, &OrderEdge::after);
    for (auto edge = first; edge != last; ++edge) {
      if (edge->kind == EdgeKind::kOver) continue;
      if (end_of(edge->before) <= when || edge->before >= i) continue;
      cause = edge->before;
      when = end_of(cause);
      link = edge->kind == EdgeKind::kEvent ? PathLink::kEvent : PathLink::kDefaultStream;
    }
    if (operation.enqueued > when && operation.call != kNone) {
      when = operation.enqueued;
      cause = awaited_before(operation.call);
      link = PathLink::kHost;
    }
    if (operation.begin - when > kHandOver) {
      const Index busy = ran_before(operation);
      if (busy != kNone && end_of(busy) > when && busy != i) return {busy, PathLink::kWorker};
    }
    return {cause, link};
  }

  /// What the calling thread had waited for when it made this call.
  [[nodiscard]] Index awaited_before(Index call_index) const {
    const ApiCall& call = timeline_.calls[call_index];
    const auto& calls = waits_of_[call.thread];
    const auto after = std::ranges::lower_bound(calls, call_index);
    if (after == calls.begin()) return kNone;
    const ApiCall& wait = timeline_.calls[*(after - 1)];
    if (wait.end > call.begin) return kNone;
    const auto later =
        std::ranges::upper_bound(by_end_, wait.end, {}, [&](Index i) { return end_of(i); });
    if (later == by_end_.begin()) return kNone;
    const Index found = *(later - 1);
    return end_of(found) >= wait.begin ? found : kNone;
  }

  /// The operation that the same thread had run just before.
  [[nodiscard]] Index ran_before(const TracedOperation& operation) const {
    const auto& own = by_thread_.at(operation.thread);
    const auto at = std::ranges::lower_bound(
        own, operation.begin, {}, [&](Index i) { return timeline_.operations[i].begin; });
    if (at == own.begin()) return kNone;
    const Index found = *(at - 1);
    return end_of(found) <= operation.begin ? found : kNone;
  }

  const TraceTimeline& timeline_;
  std::vector<Index> before_;                     // in the same stream
  std::map<Index, std::vector<Index>> nodes_of_;  // by the launch of their graph
  std::vector<Index> by_end_;
  std::map<Index, std::vector<Index>> by_thread_;
  std::vector<std::vector<Index>> waits_of_;
};

/// What the path's time went into.
std::vector<std::pair<std::string, std::string>> shares_of(const TraceTimeline& timeline,
                                                           const std::vector<CriticalStep>& path) {
  std::map<std::string, Ns> sums;
  Ns at = path.empty() ? 0 : timeline.operations[path.front().operation].begin;
  const Ns begin = at;
  for (const CriticalStep& step : path) {
    const TracedOperation& operation = timeline.operations[step.operation];
    if (operation.begin > at)
      sums[step.link == PathLink::kHost ? "(the program itself, between its calls)"
                                        : "(until a thread took it)"] += operation.begin - at;
    sums[timeline.names[operation.name]] += operation.end - std::max(at, operation.begin);
    at = std::max(at, operation.end);
  }
  std::vector<std::pair<Ns, std::string>> sorted;
  for (const auto& [name, ns] : sums) sorted.emplace_back(-ns, name);
  std::ranges::sort(sorted);
  std::vector<std::pair<std::string, std::string>> shares;
  for (const auto& [ns, name] : sorted) {
    const double percent =
        at > begin ? -100.0 * static_cast<double>(ns) / static_cast<double>(at - begin) : 0;
    shares.emplace_back(name, fmt::format("{}, {:.1f} %", duration_text(-ns), percent));
  }
  return shares;
}

}  // namespace

std::vector<CriticalStep> critical_path(const TraceTimeline& timeline) {
  return Path(timeline).find();
}

Analysis analyse(const TraceTimeline& timeline) {
  Analysis analysis;
  analysis.figures = figures_of(timeline);
  analysis.gaps = find_gaps(timeline);
  analysis.explanations = explain(timeline, analysis.gaps);
  analysis.critical = critical_path(timeline);
  analysis.critical_shares = shares_of(timeline, analysis.critical);
  return analysis;
}

}  // namespace riffle::tool
