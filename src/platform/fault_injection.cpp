// SPDX-License-Identifier: Apache-2.0
#include "platform/fault_injection.h"

#include <array>
#include <atomic>

namespace riffle::platform {
namespace {

struct Counter {
  std::atomic<std::uint64_t> made{0};
  std::atomic<std::uint64_t> first_refused{0};
  std::atomic<std::uint64_t> end_refused{0};
};

constinit std::array<Counter, static_cast<std::size_t>(Request::kCount)> counters;

Counter& counter_of(Request kind) { return counters[static_cast<std::size_t>(kind)]; }

}  // namespace

void refuse_requests(Request kind, std::uint64_t nth, std::uint64_t count) {
  Counter& counter = counter_of(kind);
  counter.end_refused.store(0);
  counter.made.store(0);
  counter.first_refused.store(nth);
  counter.end_refused.store(nth == 0 ? 0 : nth + count);
}

std::uint64_t requests_made(Request kind) { return counter_of(kind).made.load(); }

bool is_refused(Request kind) {
  Counter& counter = counter_of(kind);
  const std::uint64_t number = counter.made.fetch_add(1, std::memory_order_relaxed) + 1;
  return number >= counter.first_refused.load(std::memory_order_relaxed) &&
         number < counter.end_refused.load(std::memory_order_relaxed);
}

}  // namespace riffle::platform
