// SPDX-License-Identifier: Apache-2.0
// Runs schedule after schedule until one differs or the budget ends.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "explore/trial.h"

namespace riffle::tool::explore {

struct SearchBudget {
  std::uint64_t first = 1;  ///< number of the first schedule
  std::uint64_t count = 1000;
  std::chrono::milliseconds time{60'000};
  unsigned jobs = 1;
};

/// How the schedule with a number is written: seeds count up from `seed`; every second one has a bounded depth, or all of
/// them if one is given.
struct Numbering {
  std::uint64_t seed = 1;
  unsigned depth = 0;           ///< 0: mixed
  std::uint32_t decisions = 1;  ///< of the usual order
  [[nodiscard]] std::string schedule(std::uint64_t number) const;
};

struct Found {
  std::uint64_t number = 0;
  std::string schedule;
  std::string difference;
  Outcome outcome;
};

struct SearchResult {
  std::optional<Found> found;  ///< the one with the least number
  std::uint64_t runs = 0;
  std::uint64_t next = 1;    ///< all before it were run
  std::uint64_t orders = 0;  ///< that were different
  Unsteered unsteered;       ///< of all runs
  std::uint64_t unsteered_runs = 0;
  SteadyClock::duration duration{};
  bool was_interrupted = false;
};

/// `progress` is called now and then. Error: a process cannot be started.
Result<SearchResult> search(const Subject& subject, const Outcome& usual,
                            const Numbering& numbering, const SearchBudget& budget,
                            const std::function<void(const SearchResult&)>& progress);

}  // namespace riffle::tool::explore
