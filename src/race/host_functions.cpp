// SPDX-License-Identifier: Apache-2.0
#include "race/host_functions.h"

#include <algorithm>
#include <utility>

#include "platform/clock.h"
#include "platform/futex.h"

namespace riffle::race {
namespace {

constexpr std::int64_t kQuietNs = 1'000'000;
constexpr std::int64_t kMostNs = 4'000'000;

thread_local SharedOperation running;
/// It, once it is whole: for handlers of signals.
[[gnu::tls_model("initial-exec")]] constinit thread_local const SharedOperation* running_now =
    nullptr;
constinit const SharedOperation no_function;

}  // namespace

void HostFunctions::note_enqueue() noexcept {
  last_enqueue_ns_.store(platform::now_ns(), std::memory_order_relaxed);
}

void HostFunctions::begin_wait() noexcept {
  waiting_.fetch_add(1);
  if (patient_.load() != 0) platform::futex_wake(&waiting_, INT32_MAX);
}

void HostFunctions::end_wait() noexcept { waiting_.fetch_sub(1); }

void HostFunctions::let_host_go_first() noexcept {
  patient_.fetch_add(1);
  const std::int64_t begin = platform::now_ns();
  for (std::int64_t now = begin; waiting_.load() == 0; now = platform::now_ns()) {
    const std::int64_t quiet = last_enqueue_ns_.load(std::memory_order_relaxed) + kQuietNs;
    const std::int64_t left = std::min(quiet, begin + kMostNs) - now;
    if (left <= 0) break;
    platform::futex_wait_for(waiting_, 0, static_cast<std::uint64_t>(left));
  }
  patient_.fetch_sub(1);
}

void begin_function(SharedOperation function) {
  end_function();
  running = std::move(function);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  running_now = &running;
}

void end_function() {
  running_now = nullptr;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  running = nullptr;
}

const SharedOperation& running_function() {
  return running_now == nullptr ? no_function : *running_now;
}

}  // namespace riffle::race
