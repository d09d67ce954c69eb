// SPDX-License-Identifier: Apache-2.0
// Why streams were idle. Between two operations of a stream there is first the time until the program
// called for the second, then what that one had to wait for, then the time until somebody ran it.
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "trace/analysis.h"
#include "trace/texts.h"

namespace riffle::tool {
namespace {

constexpr Ns kShortest = 1000;       // of a gap that is shown
constexpr Ns kOneIn = 2000;          // of the whole time
constexpr Ns kWorkerLatency = 5000;  // shorter: the price of handing work over

std::string lane_text(const StreamLane& lane) {
  return lane.is_legacy ? "the legacy default stream" : lane.name;
}

class Finder {
 public:
  explicit Finder(const TraceTimeline& timeline)
      : timeline_(timeline),
        shortest_(std::max(kShortest, timeline.end / kOneIn)),
        calls_of_(timeline.threads.size()) {
    for (Index i = 0; i < static_cast<Index>(timeline.calls.size()); ++i)
      calls_of_[timeline.calls[i].thread].push_back(i);
  }

  std::vector<Gap> find() {
    std::vector<Index> newest(timeline_.streams.size(), kNone);
    for (Index i = 0; i < static_cast<Index>(timeline_.operations.size()); ++i) {
      const TracedOperation& operation = timeline_.operations[i];
      if (operation.graph != kNone) continue;
      Index& before = newest[operation.stream];
      // Of the first one, what came before its call is no waiting.
      explain_gap(before != kNone ? timeline_.operations[before].end : operation.enqueued, i);
      before = i;
    }
    std::ranges::sort(gaps_, {}, [](const Gap& gap) { return std::pair(gap.stream, gap.begin); });
    return std::move(gaps_);
  }

 private:
  void explain_gap(Ns from, Index next) {
    const TracedOperation& operation = timeline_.operations[next];
    if (operation.begin - from < shortest_) return;
    Ns at = from;
    if (operation.enqueued > at) {
      const Ns called = std::min(operation.enqueued, operation.begin);
      add_host(at, called, next);
      at = called;
    }
    const auto [first, last] =
        std::ranges::equal_range(timeline_.edges, next, {}, &OrderEdge::after);
    std::vector<OrderEdge> edges(first, last);
    std::ranges::sort(edges, {},
                      [&](const OrderEdge& edge) { return timeline_.operations[edge.before].end; });
    for (const OrderEdge& edge : edges) {
      if (edge.kind == EdgeKind::kOver) continue;
      const Ns until = std::min(timeline_.operations[edge.before].end, operation.begin);
      if (until <= at) continue;
      const auto reason =
          edge.kind == EdgeKind::kEvent ? IdleReason::kEvent : IdleReason::kDefaultStream;
      add({operation.stream, next, at, until, reason, edge.before, wait_text(edge)});
      at = until;
    }
    if (operation.begin - at > kWorkerLatency)
      add({operation.stream, next, at, operation.begin, IdleReason::kWorker, kNone,
           "was ready, but every thread was busy elsewhere"});
  }

  void add(const Gap& gap) {
    if (gap.end - gap.begin >= shortest_) gaps_.push_back(gap);
  }

  std::string wait_text(const OrderEdge& edge) const {
    const TracedOperation& before = timeline_.operations[edge.before];
    const std::string lane = lane_text(timeline_.streams[before.stream]);
    return fmt::format("waited for {}{}: {}", edge.kind == EdgeKind::kEvent ? "an event of " : "",
                       lane, timeline_.names[before.name]);
  }

  /// What the thread that called late had been doing.
  void add_host(Ns begin, Ns end, Index next) {
    const Index call = timeline_.operations[next].call;
    Gap gap{timeline_.operations[next].stream, next, begin, end, IdleReason::kHost, kNone, {}};
    if (call == kNone) {
      gap.text = "nothing was enqueued";
      return add(gap);
    }
    std::map<Index, Ns> by_name;
    const auto& calls = calls_of_[timeline_.calls[call].thread];
    auto at =
        std::ranges::upper_bound(calls, end, {}, [&](Index i) { return timeline_.calls[i].begin; });
    while (at != calls.begin()) {
      const ApiCall& one = timeline_.calls[*--at];
      if (one.end <= begin) break;  // calls inside each other are rare, and end together
      by_name[one.name] += std::min(one.end, end) - std::max(one.begin, begin);
    }
    const auto longest =
        std::ranges::max_element(by_name, {}, [](const auto& entry) { return entry.second; });
    if (longest != by_name.end() && longest->second * 2 > end - begin) {
      gap.cause = longest->first;
      gap.text = fmt::format("had no work: the program was in {}", timeline_.names[longest->first]);
    } else {
      gap.text = "had no work: the program was in its own code";
    }
    add(gap);
  }

  const TraceTimeline& timeline_;
  const Ns shortest_;
  std::vector<std::vector<Index>> calls_of_;
  std::vector<Gap> gaps_;
};

}  // namespace

std::vector<Gap> find_gaps(const TraceTimeline& timeline) { return Finder(timeline).find(); }

std::vector<std::string> explain(const TraceTimeline& timeline, const std::vector<Gap>& gaps) {
  struct Sum {
    Ns total = 0;
    Ns longest = 0;
    int count = 0;
    const Gap* example = nullptr;
  };
  std::map<std::tuple<Index, IdleReason, Index>, Sum> sums;
  for (const Gap& gap : gaps) {
    const bool is_wait =
        gap.reason == IdleReason::kEvent || gap.reason == IdleReason::kDefaultStream;
    const Index cause = is_wait ? timeline.operations[gap.cause].stream : gap.cause;
    Sum& sum = sums[{gap.stream, gap.reason, cause}];
    const Ns ns = gap.end - gap.begin;
    sum.total += ns;
    ++sum.count;
    if (ns > sum.longest) {
      sum.longest = ns;
      sum.example = &gap;
    }
  }
  std::vector<std::pair<Ns, std::string>> found;
  for (const auto& [key, sum] : sums) {
    const auto& [stream, reason, cause] = key;
    const std::string who = lane_text(timeline.streams[stream]);
    const std::string ns = duration_text(sum.total);
    const std::string often = sum.count > 1 ? fmt::format(" ({} times)", sum.count) : "";
    std::string text;
    if (reason == IdleReason::kEvent || reason == IdleReason::kDefaultStream) {
      const std::string whom = lane_text(timeline.streams[cause]);
      text = fmt::format("{} waited {} for {}{}{}; longest {} for {}", who, ns,
                         reason == IdleReason::kEvent ? "an event of " : "", whom, often,
                         duration_text(sum.longest),
                         timeline.names[timeline.operations[sum.example->cause].name]);
    } else if (reason == IdleReason::kHost) {
      text = fmt::format("{} had no work for {}{}: the program was in {}", who, ns, often,
                         cause == kNone ? "its own code" : timeline.names[cause]);
    } else {
      text = fmt::format("{} was ready for {}{} before a thread took its next operation", who, ns,
                         often);
    }
    found.emplace_back(sum.total, std::move(text));
  }
  std::ranges::sort(found, {},
                    [](const auto& entry) { return std::pair(-entry.first, entry.second); });
  std::vector<std::string> texts;
  for (auto& [ns, text] : found) texts.push_back(std::move(text));
  return texts;
}

}  // namespace riffle::tool
