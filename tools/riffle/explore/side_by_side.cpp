// SPDX-License-Identifier: Apache-2.0
#include "explore/side_by_side.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "trace/texts.h"

namespace riffle::tool::explore {
namespace {

constexpr std::size_t kWidth = 46;         // of a column
constexpr std::size_t kMostEvents = 2000;  // of each run: the comparison is quadratic
constexpr std::size_t kNear = 2;           // lines around a difference

const StreamLane& lane_of(const TraceTimeline& timeline, const TracedOperation& operation) {
  return timeline.streams[static_cast<std::size_t>(operation.stream)];
}

std::string text_of(const TraceTimeline& timeline, const TracedOperation& operation) {
  std::string text = fmt::format("  {}: {}", lane_of(timeline, operation).name,
                                 timeline.names[static_cast<std::size_t>(operation.name)]);
  if (operation.bytes != 0) text += ", " + bytes_text(operation.bytes);
  return text;
}

/// The numbers of the threads that call, in the order in which they were started.
std::vector<std::uint32_t> callers_of(const TraceTimeline& timeline) {
  std::vector<std::uint32_t> all;
  for (const ApiCall& call : timeline.calls)
    if (call.thread != kNone)
      all.push_back(timeline.threads[static_cast<std::size_t>(call.thread)].id);
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

/// Of several callers it says which; another run has other numbers for the same threads.
std::string text_of(const TraceTimeline& timeline, const ApiCall& call,
                    const std::vector<std::uint32_t>& callers) {
  const std::string& name = timeline.names[static_cast<std::size_t>(call.name)];
  if (callers.size() < 2 || call.thread == kNone) return name;
  const std::uint32_t id = timeline.threads[static_cast<std::size_t>(call.thread)].id;
  return fmt::format("host thread {}: {}", std::ranges::find(callers, id) - callers.begin() + 1,
                     name);
}

/// One line of the picture: indices into both lists, or -1.
struct Line {
  std::ptrdiff_t usual = -1;
  std::ptrdiff_t other = -1;
  [[nodiscard]] bool is_same() const { return usual >= 0 && other >= 0; }
};

/// The longest common subsequence in the middle; what differs stands where it is.
std::vector<Line> align(const std::vector<std::string>& usual,
                        const std::vector<std::string>& other) {
  const std::size_t n = std::min(usual.size(), kMostEvents);
  const std::size_t m = std::min(other.size(), kMostEvents);
  std::vector<std::uint16_t> length((n + 1) * (m + 1), 0);
  const auto at = [&](std::size_t i, std::size_t k) -> std::uint16_t& {
    return length[i * (m + 1) + k];
  };
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t k = m; k-- > 0;)
      at(i, k) = usual[i] == other[k] ? static_cast<std::uint16_t>(at(i + 1, k + 1) + 1)
                                      : std::max(at(i + 1, k), at(i, k + 1));
  std::vector<Line> lines;
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < n || k < m) {
    const auto left = static_cast<std::ptrdiff_t>(i);
    const auto right = static_cast<std::ptrdiff_t>(k);
    if (i < n && k < m && usual[i] == other[k]) {
      lines.push_back({left, right});
      ++i;
      ++k;
    } else if (k == m || (i < n && at(i + 1, k) >= at(i, k + 1))) {
      lines.push_back({left, -1});
      ++i;
    } else {
      lines.push_back({-1, right});
      ++k;
    }
  }
  return lines;
}

std::string fit(std::string text) {
  if (text.size() > kWidth) text = text.substr(0, kWidth - 3) + "...";
  return text;
}

}  // namespace

std::vector<std::string> events_of(const TraceTimeline& timeline) {
  struct Event {
    Ns when = 0;
    std::size_t number = 0;  // of several at the same time the call comes first
    std::string text;
  };
  std::vector<Event> events;
  const std::vector<std::uint32_t> callers = callers_of(timeline);
  for (const ApiCall& call : timeline.calls)
    events.push_back({call.begin, events.size(), text_of(timeline, call, callers)});
  for (const TracedOperation& operation : timeline.operations)
    events.push_back({operation.begin, events.size(), text_of(timeline, operation)});
  std::ranges::sort(events, {},
                    [](const Event& event) { return std::pair(event.when, event.number); });
  std::vector<std::string> texts;
  texts.reserve(events.size());
  for (Event& event : events) texts.push_back(std::move(event.text));
  return texts;
}

std::string side_by_side(const std::vector<std::string>& usual,
                         const std::vector<std::string>& other) {
  const std::vector<Line> lines = align(usual, other);
  std::vector<bool> is_near(lines.size(), false);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].is_same()) continue;
    const std::size_t end = std::min(lines.size(), i + kNear + 1);
    for (std::size_t k = i - std::min(i, kNear); k < end; ++k) is_near[k] = true;
  }
  const auto text = [](const std::vector<std::string>& texts, std::ptrdiff_t index) {
    return index < 0 ? std::string() : fit(texts[static_cast<std::size_t>(index)]);
  };
  std::string drawn = fmt::format("    {:<{}}   {}\n", "usual order", kWidth, "this schedule");
  bool skips = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!is_near[i]) {
      if (!std::exchange(skips, true)) drawn += "    ...\n";
      continue;
    }
    skips = false;
    const char mark = lines[i].is_same() ? '|' : lines[i].usual >= 0 ? '<' : '>';
    std::string line = fmt::format("    {:<{}} {} {}", text(usual, lines[i].usual), kWidth, mark,
                                   text(other, lines[i].other));
    line.erase(line.find_last_not_of(' ') + 1);
    drawn += line + '\n';
  }
  return drawn;
}

std::string describe(const Deferral& deferral, const TraceTimeline& now,
                     const TraceTimeline& usual) {
  if (deferral.is_memory != 0)
    return fmt::format("allocation {} takes memory from another place", deferral.decision);
  if (is_host_number(deferral.who))
    return fmt::format("host thread {} is deferred at its point {}", deferral.who - kFirstHost,
                       deferral.ticket);
  // A run that ends early has nothing of what it deferred.
  const auto lane_in = [&](const TraceTimeline& timeline) {
    return std::ranges::find(timeline.streams, deferral.who, &StreamLane::id);
  };
  const TraceTimeline& timeline = lane_in(now) != now.streams.end() ? now : usual;
  const auto lane = lane_in(timeline);
  if (lane == timeline.streams.end()) return "a branch of a graph is deferred";
  std::string text = fmt::format("{} is deferred at its operation {}", lane->name, deferral.ticket);
  const auto index = static_cast<Index>(lane - timeline.streams.begin());
  for (const TracedOperation& operation : timeline.operations) {
    if (operation.stream != index || operation.ticket != deferral.ticket ||
        operation.graph != kNone)
      continue;
    text += ", " + timeline.names[static_cast<std::size_t>(operation.name)];
    if (operation.call == kNone) break;
    const ApiCall& call = timeline.calls[static_cast<std::size_t>(operation.call)];
    text += fmt::format(" ({})", timeline.names[static_cast<std::size_t>(call.name)]);
    break;
  }
  return text;
}

}  // namespace riffle::tool::explore
