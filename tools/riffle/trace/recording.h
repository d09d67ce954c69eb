// SPDX-License-Identifier: Apache-2.0
// A recording as it lies in its file (src/trace/record.h), checked: what is read may have been cut short or
// be somebody else's file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.h"
#include "trace/record.h"

namespace riffle::tool {

/// What one thread wrote, in its order, without texts and ends of chunks.
struct ThreadRecords {
  std::uint32_t id = 0;
  std::string name;
  std::vector<trace::Record> records;
};

struct Recording {
  std::uint32_t process = 0;
  std::uint64_t lost = 0;
  bool has_ended = false;  ///< by itself: not killed
  std::vector<ThreadRecords> threads;
  std::unordered_map<std::uint32_t, std::string> texts;

  /// Nanoseconds from the recording's begin. Times that a damaged file may hold are cut to what can be added up.
  [[nodiscard]] std::int64_t ns(std::uint64_t ticks) const {
    constexpr double kMost = 1e15;
    const auto since = static_cast<double>(static_cast<std::int64_t>(ticks - first_ticks));
    return static_cast<std::int64_t>(std::clamp(since * ns_per_tick, -kMost, kMost));
  }
  std::uint64_t first_ticks = 0;
  double ns_per_tick = 1;
};

/// Errors: the file cannot be read; it is no recording; nothing was recorded (code kNotReady).
Result<Recording> read_recording(const std::string& path);
/// The same of a file's content.
Result<Recording> parse_recording(std::string_view bytes, const std::string& name);

}  // namespace riffle::tool
