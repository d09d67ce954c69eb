// SPDX-License-Identifier: Apache-2.0
// How a program stands at a moment, as the live view shows it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "trace/record.h"
#include "trace/timeline.h"

namespace riffle::tool {

struct LiveStream {
  std::string name;
  int device = 0;
  std::uint64_t queued = 0;  ///< operations that are not complete, with the one that runs
  std::uint64_t done = 0;
  double busy = 0;              ///< share of the last second
  double bytes_per_second = 0;  ///< of copies and fills
  std::string doing;            ///< the operation that runs, or what the next one waits for
  Ns since = -1;
  bool is_waiting = false;
};

struct LiveThread {
  std::uint32_t id = 0;
  std::string name;
  bool is_worker = false;
  double busy = 0;    ///< with operations, of the last second
  std::string doing;  ///< an operation, or a call of the API
  Ns since = -1;
};

struct LiveFigures {
  Ns now = 0;  ///< since the recording began
  std::uint64_t queued = 0;
  std::uint64_t done = 0;
  double operations_per_second = 0;
  double launches_per_second = 0;
  /// By what they do: "H2D", in bytes per second; those that there were.
  std::vector<std::pair<std::string, double>> copies;
  std::array<std::uint64_t, trace::kAllocationKinds> memory{};  ///< bytes in use now
  std::uint64_t memory_in_all = 0;
  std::uint64_t most_memory = 0;
  double workers_busy = 0;  ///< all of them together: 1 is every one all the time
  std::uint64_t lost = 0;
  std::vector<LiveStream> streams;  ///< by device and number
  std::vector<LiveThread> threads;  ///< hosts first
};

}  // namespace riffle::tool
