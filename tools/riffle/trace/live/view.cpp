// SPDX-License-Identifier: Apache-2.0
#include "trace/live/view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "trace/allocations.h"
#include "trace/texts.h"

namespace riffle::tool {
namespace {

constexpr std::size_t kLeastName = 14;  // columns
constexpr std::size_t kMostName = 24;
constexpr std::size_t kLeastOutput = 3;  // lines, with their heading

std::string rate_text(double bytes_per_second) {
  if (bytes_per_second < 1) return "";
  if (bytes_per_second < 1e6) return fmt::format("{:.1f} kB/s", bytes_per_second / 1e3);
  if (bytes_per_second < 1e9) return fmt::format("{:.1f} MB/s", bytes_per_second / 1e6);
  return fmt::format("{:.2f} GB/s", bytes_per_second / 1e9);
}

std::string count_text(double count) {
  if (count < 1e4) return fmt::format("{:.0f}", count);
  if (count < 1e6) return fmt::format("{:.1f}k", count / 1e3);
  return fmt::format("{:.2f}M", count / 1e6);
}

std::string share_text(double share) { return fmt::format("{:.0f} %", share * 100); }

std::string bar(double share, int width) {
  const int full = std::clamp(static_cast<int>(std::lround(share * width)), 0, width);
  return "[" + std::string(static_cast<std::size_t>(full), '#') +
         std::string(static_cast<std::size_t>(width - full), ' ') + "]";
}

std::string copies_text(const LiveFigures& figures) {
  std::string text;
  for (const auto& [name, rate] : figures.copies) {
    if (rate >= 1) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, rate_text(rate));
  }
  return text.empty() ? "none" : text;
}

std::string memory_text_of(const LiveFigures& figures) {
  std::string text;
  for (std::size_t i = 0; i < figures.memory.size(); ++i) {
    if (figures.memory.at(i) != 0)
      text += fmt::format("{} {}, ", allocation_text(static_cast<trace::AllocationKind>(i)),
                          bytes_text(figures.memory.at(i)));
  }
  return text + fmt::format("{} in all, at most {}", bytes_text(figures.memory_in_all),
                            bytes_text(figures.most_memory));
}

std::string doing_text(const std::string& doing, Ns since, Ns now) {
  if (doing.empty() || since < 0) return doing;
  return fmt::format("{}, {}", doing, duration_text(std::max<Ns>(now - since, 0)));
}

std::vector<std::string> head_lines(const std::string& program, const LiveFigures& figures) {
  const auto workers = std::ranges::count_if(figures.threads, &LiveThread::is_worker);
  return {
      fmt::format("riffle trace: {}, {}", program, duration_text(figures.now)),
      fmt::format("operations  {} done, {} queued, {}/s; {} launches/s", figures.done,
                  figures.queued, count_text(figures.operations_per_second),
                  count_text(figures.launches_per_second)),
      "copies      " + copies_text(figures),
      "memory      " + memory_text_of(figures),
      fmt::format("workers     {} {} of {}", bar(figures.workers_busy, 20),
                  share_text(figures.workers_busy), workers),
  };
}

std::string stream_label(const LiveStream& stream, bool shows_device) {
  return shows_device ? fmt::format("{}: {}", stream.device, stream.name) : stream.name;
}

std::string stream_line(const LiveStream& stream, const std::string& name, std::size_t width,
                        Ns now) {
  return fmt::format(
      "{:<{}.{}} {:>5} {:>6} {:>7} {:>10}  {}", name, width, width, share_text(stream.busy),
      count_text(static_cast<double>(stream.queued)), count_text(static_cast<double>(stream.done)),
      rate_text(stream.bytes_per_second), doing_text(stream.doing, stream.since, now));
}

std::string thread_line(const LiveThread& thread, Ns now) {
  return fmt::format("{:<20.20} {:>6}  {}", fmt::format("{:.13} {}", thread.name, thread.id),
                     share_text(thread.busy), doing_text(thread.doing, thread.since, now));
}

/// The `room` of most interest, in their order; their indices.
template <class Items, class Interest>
std::vector<std::size_t> chosen(const Items& items, std::size_t room, Interest&& interest) {
  std::vector<std::size_t> order(items.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (order.size() <= room) return order;
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(-interest(items[i]), i); });
  order.resize(room == 0 ? 0 : room - 1);  // a line for the others
  std::ranges::sort(order);
  return order;
}

void add_rest(std::vector<std::string>& lines, std::size_t all, std::size_t shown,
              const char* what) {
  if (shown < all) lines.push_back(fmt::format("... {} more {}", all - shown, what));
}

void add_streams(std::vector<std::string>& lines, const LiveFigures& figures, std::size_t room) {
  if (figures.streams.empty() || room < 2) return;
  const bool shows_device = figures.streams.back().device != 0;
  std::size_t width = kLeastName;
  for (const LiveStream& stream : figures.streams)
    width = std::clamp(stream_label(stream, shows_device).size(), width, kMostName);
  lines.push_back(fmt::format("{:<{}} {:>5} {:>6} {:>7} {:>10}  {}", "STREAM", width, "BUSY",
                              "QUEUED", "DONE", "RATE", "NOW"));
  const auto order = chosen(figures.streams, room - 1, [](const LiveStream& stream) {
    return stream.busy + (stream.queued != 0 ? 1 : 0);
  });
  for (const std::size_t i : order) {
    const LiveStream& stream = figures.streams[i];
    lines.push_back(stream_line(stream, stream_label(stream, shows_device), width, figures.now));
  }
  add_rest(lines, figures.streams.size(), order.size(), "streams");
}

void add_threads(std::vector<std::string>& lines, const LiveFigures& figures, std::size_t room) {
  if (figures.threads.empty() || room < 2) return;
  lines.push_back(fmt::format("{:<20} {:>6}  {}", "THREAD", "BUSY", "NOW"));
  const auto order = chosen(figures.threads, room - 1, [](const LiveThread& thread) {
    return thread.busy + (thread.doing.empty() ? 0 : 1);
  });
  for (const std::size_t i : order) lines.push_back(thread_line(figures.threads[i], figures.now));
  add_rest(lines, figures.threads.size(), order.size(), "threads");
}

}  // namespace

std::string cut_text(const std::string& text, std::size_t columns) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
    if (begins && width++ == columns) return text.substr(0, i);
  }
  return text;
}

std::vector<std::string> view_lines(const std::string& program, const LiveFigures& figures,
                                    ViewSize size, const std::vector<std::string>& output) {
  std::vector<std::string> lines = head_lines(program, figures);
  const std::size_t wanted_output =
      output.empty() ? 0 : std::min(output.size() + 1, std::max(kLeastOutput, size.rows / 4));
  const std::size_t used = lines.size() + wanted_output;
  const std::size_t room = size.rows > used ? size.rows - used : 0;
  // Streams first: threads may have what they leave, but no less than a third.
  const std::size_t for_threads =
      std::max(room / 3, room - std::min(room, figures.streams.size() + 1));
  add_streams(lines, figures, room - for_threads);
  add_threads(lines, figures, for_threads);
  if (!output.empty() && lines.size() + 2 <= size.rows) {
    const std::size_t left = std::min(size.rows - lines.size() - 1, output.size());
    lines.emplace_back("OUTPUT");
    lines.insert(lines.end(), output.end() - static_cast<std::ptrdiff_t>(left), output.end());
  }
  if (lines.size() > size.rows) lines.resize(size.rows);
  for (std::string& line : lines) line = cut_text(line, size.columns);
  return lines;
}

std::string view_line(const LiveFigures& figures) {
  std::string text = fmt::format(
      "{}: {} operations done, {} queued; {} launches/s; copies {}; workers {}; memory {}",
      duration_text(figures.now), figures.done, figures.queued,
      count_text(figures.launches_per_second), copies_text(figures),
      share_text(figures.workers_busy), bytes_text(figures.memory_in_all));
  for (const LiveStream& stream : figures.streams) {
    if (!stream.doing.empty())
      text +=
          fmt::format("; {}: {}", stream.name, doing_text(stream.doing, stream.since, figures.now));
  }
  return text;
}

}  // namespace riffle::tool
