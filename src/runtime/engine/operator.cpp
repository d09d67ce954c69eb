// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/operator.h"

#include <new>

#include "base/options.h"
#include "platform/clock.h"
#include "platform/futex.h"
#include "platform/pause.h"
#include "platform/thread.h"
#include "runtime/engine/runner.h"

namespace riffle::engine {
namespace {

constinit thread_local bool is_operator [[gnu::tls_model("initial-exec")]] = false;

/// Operations are short, and the other side has nothing else to do: polls about 5 us before it sleeps.
constexpr int kPolls = 200;

}  // namespace

bool Operator::is_current() { return is_operator; }

Operator* Operator::start() {
  auto* const fresh = new (std::nothrow) Operator;
  if (fresh == nullptr) return nullptr;
  if (platform::start_thread("riffle-worker", options().stack_bytes, &Operator::main, fresh))
    return fresh;
  delete fresh;
  return nullptr;
}

void Operator::main(void* self) {
  is_operator = true;
  auto& own = *static_cast<Operator*>(self);
  for (;;) {
    for (int i = 0; i < kPolls && own.is_done(); ++i) platform::cpu_relax();
    while (own.is_done()) platform::futex_wait(own.word_, kDone);
    run_next_operation(own.site_, *own.timeline_);
    own.word_.store(kDone, std::memory_order_release);
    platform::futex_wake(&own.word_, 1);
  }
}

void Operator::begin(Timeline& timeline) {
  timeline_ = &timeline;
  word_.store(kWork, std::memory_order_release);
  platform::futex_wake(&word_, 1);
}

bool Operator::wait_for(std::uint64_t ns) const {
  for (int i = 0; i < kPolls; ++i) {
    if (is_done()) return true;
    platform::cpu_relax();
  }
  const std::int64_t end = platform::now_ns() + static_cast<std::int64_t>(ns);
  while (!is_done()) {
    const std::int64_t left = end - platform::now_ns();
    if (left <= 0) return is_done();
    platform::futex_wait_for(word_, kWork, static_cast<std::uint64_t>(left));
  }
  return true;
}

void Operator::wait() const {
  for (int i = 0; i < kPolls && !is_done(); ++i) platform::cpu_relax();
  while (!is_done()) platform::futex_wait(word_, kWork);
}

}  // namespace riffle::engine
