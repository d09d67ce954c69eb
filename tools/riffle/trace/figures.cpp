// SPDX-License-Identifier: Apache-2.0
// How much ran at once.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "trace/analysis.h"
#include "trace/texts.h"

namespace riffle::tool {
namespace {

using trace::TracedOperationType;

enum Class : std::uint8_t { kKernels, kCopies, kOthers, kClasses };

Class class_of(const TracedOperation& operation) {
  if (operation.type == TracedOperationType::kKernel) return kKernels;
  const bool is_copy =
      operation.type == TracedOperationType::kCopy || operation.type == TracedOperationType::kFill;
  return is_copy ? kCopies : kOthers;
}

/// Of all moments: how many operations of each class ran.
struct Sweep {
  Ns busy = 0;
  Ns kernels = 0;
  Ns copies = 0;
  Ns both = 0;   ///< a kernel and a copy
  Ns sum = 0;    ///< of all durations
  int most = 0;  ///< at once

  explicit Sweep(const TraceTimeline& timeline) {
    struct Change {
      Ns at;
      int by;
      Class what;
    };
    std::vector<Change> changes;
    for (const TracedOperation& operation : timeline.operations) {
      if (operation.type == TracedOperationType::kGraph) continue;  // its nodes are there
      changes.push_back({operation.begin, 1, class_of(operation)});
      changes.push_back({operation.end, -1, class_of(operation)});
      sum += operation.duration();
    }
    std::ranges::sort(changes, {},
                      [](const Change& change) { return std::pair(change.at, change.by); });
    std::array<int, kClasses> running{};
    int total = 0;
    Ns before = 0;
    for (const Change& change : changes) {
      const Ns passed = change.at - before;
      before = change.at;
      if (total > 0) busy += passed;
      if (running[kKernels] > 0) kernels += passed;
      if (running[kCopies] > 0) copies += passed;
      if (running[kKernels] > 0 && running[kCopies] > 0) both += passed;
      running.at(change.what) += change.by;
      total += change.by;
      most = std::max(most, total);
    }
  }
};

std::string share(Ns part, Ns whole) {
  return fmt::format(
      "{:.1f} %", whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> figures_of(const TraceTimeline& timeline) {
  if (timeline.operations.empty()) return {{"operations", "none"}};
  const Ns first = timeline.operations.front().begin;
  Ns last = first;
  for (const TracedOperation& operation : timeline.operations) last = std::max(last, operation.end);
  const Sweep sweep(timeline);
  const Ns span = last - first;
  std::vector<std::pair<std::string, std::string>> figures = {
      {"from the first operation to the end of the last", duration_text(span)},
      {"at least one operation running",
       duration_text(sweep.busy) + ", " + share(sweep.busy, span)},
      {"kernels", duration_text(sweep.kernels) + ", " + share(sweep.kernels, span)},
      {"copies and fills", duration_text(sweep.copies) + ", " + share(sweep.copies, span)},
  };
  if (sweep.copies > 0)
    figures.emplace_back("of these, overlapped with a kernel",
                         duration_text(sweep.both) + ", " + share(sweep.both, sweep.copies));
  figures.emplace_back(
      "operations at once, on average while any ran",
      fmt::format(
          "{:.2f}, at most {}",
          sweep.busy > 0 ? static_cast<double>(sweep.sum) / static_cast<double>(sweep.busy) : 0.0,
          sweep.most));
  return figures;
}

}  // namespace riffle::tool
