// SPDX-License-Identifier: Apache-2.0
#include "trace/summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "trace/allocations.h"

namespace riffle::tool {
namespace {

using trace::MemoryKind;
using trace::TracedOperationType;

/// One row in the making: all samples of one name.
struct Row {
  std::string name;
  std::vector<double> samples;
  double total = 0;

  void add(double sample) {
    samples.push_back(sample);
    total += sample;
  }
};

using Rows = std::map<std::string, Row>;

Row& row_of(Rows& rows, const std::string& name) {
  Row& row = rows[name];
  row.name = name;
  return row;
}

struct Figures {
  double average = 0, median = 0, least = 0, most = 0, deviation = 0;
};

Figures figures_of(std::vector<double> samples) {
  std::ranges::sort(samples);
  const std::size_t count = samples.size();
  Figures result{.least = samples.front(), .most = samples.back()};
  for (const double sample : samples) result.average += sample / static_cast<double>(count);
  result.median = (samples[(count - 1) / 2] + samples[count / 2]) / 2;
  double squares = 0;
  for (const double sample : samples)
    squares += (sample - result.average) * (sample - result.average);
  result.deviation = count > 1 ? std::sqrt(squares / static_cast<double>(count - 1)) : 0;
  return result;
}

std::vector<const Row*> by_total(const Rows& rows) {
  std::vector<const Row*> sorted;
  for (const auto& [name, row] : rows) sorted.push_back(&row);
  std::ranges::sort(sorted, {}, [](const Row* row) { return std::tuple(-row->total, row->name); });
  return sorted;
}

double sum_of(const Rows& rows) {
  double sum = 0;
  for (const auto& [name, row] : rows) sum += row.total;
  return sum;
}

constexpr double kMegabyte = 1e6;

std::string time_table(const std::string& title, const char* count, const char* last,
                       const Rows& rows) {
  if (rows.empty()) return {};
  std::string text = fmt::format("\n ** {}:\n\n", title);
  text += fmt::format(" {:>8}  {:>15}  {:>9}  {:>12}  {:>12}  {:>10}  {:>12}  {:>12}  {}\n",
                      "Time (%)", "Total Time (ns)", count, "Avg (ns)", "Med (ns)", "Min (ns)",
                      "Max (ns)", "StdDev (ns)", last);
  text += fmt::format(
      " {:-<8}  {:-<15}  {:-<9}  {:-<12}  {:-<12}  {:-<10}  {:-<12}  {:-<12}  {:-<40}\n", "", "",
      "", "", "", "", "", "", "");
  const double sum = sum_of(rows);
  for (const Row* const row : by_total(rows)) {
    const Figures f = figures_of(row->samples);
    text += fmt::format(
        " {:>8.1f}  {:>15.0f}  {:>9}  {:>12.1f}  {:>12.1f}  {:>10.0f}  {:>12.0f}  {:>12.1f}  {}\n",
        sum > 0 ? row->total * 100 / sum : 0.0, row->total, row->samples.size(), f.average,
        f.median, f.least, f.most, f.deviation, row->name);
  }
  return text;
}

std::string size_table(const std::string& title, const Rows& rows) {
  if (rows.empty()) return {};
  std::string text = fmt::format("\n ** {}:\n\n", title);
  text +=
      fmt::format(" {:>10}  {:>7}  {:>9}  {:>9}  {:>9}  {:>9}  {:>11}  {}\n", "Total (MB)", "Count",
                  "Avg (MB)", "Med (MB)", "Min (MB)", "Max (MB)", "StdDev (MB)", "Operation");
  text += fmt::format(" {:-<10}  {:-<7}  {:-<9}  {:-<9}  {:-<9}  {:-<9}  {:-<11}  {:-<28}\n", "",
                      "", "", "", "", "", "", "");
  for (const Row* const row : by_total(rows)) {
    const Figures f = figures_of(row->samples);
    text += fmt::format(
        " {:>10.3f}  {:>7}  {:>9.3f}  {:>9.3f}  {:>9.3f}  {:>9.3f}  {:>11.3f}  {}\n", row->total,
        row->samples.size(), f.average, f.median, f.least, f.most, f.deviation, row->name);
  }
  return text;
}

/// What a program had of each kind of memory: riffle's own table, in the manner of the others.
std::string memory_table(const TraceTimeline& timeline) {
  if (timeline.allocations.empty()) return {};
  std::array<std::uint64_t, trace::kAllocationKinds> most{};
  std::array<std::uint64_t, trace::kAllocationKinds> left{};
  for (const MemoryPoint& point : memory_points(timeline)) {
    left = point.bytes;
    for (std::size_t i = 0; i < most.size(); ++i)
      most.at(i) = std::max(most.at(i), point.bytes.at(i));
  }
  std::array<std::uint64_t, trace::kAllocationKinds> total{};
  std::array<std::size_t, trace::kAllocationKinds> count{};
  for (const AllocationSpan& allocation : timeline.allocations) {
    const auto kind = static_cast<std::size_t>(allocation.kind) % trace::kAllocationKinds;
    total.at(kind) += allocation.bytes;
    ++count.at(kind);
  }
  const auto mb = [](std::uint64_t bytes) { return static_cast<double>(bytes) / kMegabyte; };
  std::string text = "\n ** Memory Allocations (by Kind) (riffle_mem_alloc_sum):\n\n";
  text += fmt::format(" {:>10}  {:>7}  {:>12}  {:>12}  {}\n", "Total (MB)", "Count", "At once (MB)",
                      "At end (MB)", "Kind");
  text += fmt::format(" {:-<10}  {:-<7}  {:-<12}  {:-<12}  {:-<28}\n", "", "", "", "", "");
  for (std::size_t i = 0; i < total.size(); ++i) {
    if (count.at(i) == 0) continue;
    text += fmt::format(" {:>10.3f}  {:>7}  {:>12.3f}  {:>12.3f}  {}\n", mb(total.at(i)),
                        count.at(i), mb(most.at(i)), mb(left.at(i)),
                        allocation_text(static_cast<trace::AllocationKind>(i)));
  }
  return text;
}

const char* side(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::kPageable:
    case MemoryKind::kPinned:
      return "Host";
    case MemoryKind::kDevice:
      return "Device";
    case MemoryKind::kManaged:
      return "Unified";
  }
  return "Unknown";
}

std::string memory_operation(const TracedOperation& operation) {
  if (operation.type == TracedOperationType::kFill) return "[CUDA memset]";
  return fmt::format("[CUDA memcpy {}-to-{}]", side(operation.source), side(operation.destination));
}

}  // namespace

std::string summary_text(const TraceTimeline& timeline) {
  Rows ranges, calls, kernels, times, sizes, functions, layers;
  for (const NvtxRange& range : timeline.ranges) {
    if (!range.is_mark)
      row_of(ranges, (range.is_nested ? "PushPop  :" : "StartEnd  :") + timeline.names[range.name])
          .add(static_cast<double>(range.end - range.begin));
  }
  for (const ApiCall& call : timeline.calls)
    row_of(calls, timeline.names[call.name]).add(static_cast<double>(call.end - call.begin));
  for (const TracedOperation& operation : timeline.operations) {
    const auto ns = static_cast<double>(operation.duration());
    if (operation.type == TracedOperationType::kKernel) {
      row_of(kernels, timeline.names[operation.name]).add(ns);
    } else if (operation.type == TracedOperationType::kCopy ||
               operation.type == TracedOperationType::kFill) {
      const std::string name = memory_operation(operation);
      row_of(times, name).add(ns);
      row_of(sizes, name).add(static_cast<double>(operation.bytes) / kMegabyte);
    } else if (operation.type == TracedOperationType::kHostFunction) {
      row_of(functions, timeline.names[operation.name]).add(ns);
    }
  }
  for (const Layer& layer : timeline.layers)
    row_of(layers, timeline.names[layer.name]).add(static_cast<double>(layer.end - layer.begin));
  std::string text = time_table("NVTX Range Summary (nvtx_sum)", "Instances", "Range", ranges);
  text += time_table("CUDA API Summary (cuda_api_sum)", "Num Calls", "Name", calls);
  text += time_table("CUDA GPU Kernel Summary (cuda_gpu_kern_sum)", "Instances", "Name", kernels);
  text += time_table("CUDA GPU MemOps Summary (by Time) (cuda_gpu_mem_time_sum)", "Count",
                     "Operation", times);
  text += size_table("CUDA GPU MemOps Summary (by Size) (cuda_gpu_mem_size_sum)", sizes);
  text += memory_table(timeline);
  text += time_table("Host Functions in Streams", "Instances", "Name", functions);
  text += time_table("Layers of Inferences", "Instances", "Name", layers);
  if (text.empty()) text = "\n Nothing was recorded: the program did not use CUDA.\n";
  return text + "\n";
}

}  // namespace riffle::tool
