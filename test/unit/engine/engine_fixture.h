// SPDX-License-Identifier: Apache-2.0
// What the engine's tests share: operations made of lambdas, and a context that must end clean.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "runtime/engine/engine.h"
#include "runtime/engine/schedule.h"

namespace riffle::engine {

/// Enqueues `body(first, end)`, which returns Code, as a range operation. `body` is copied to the
/// heap and freed by the operation's release.
template <class Body>
Ticket enqueue_range(Stream& stream, std::uint64_t units, Body body, Cost* cost = nullptr) {
  RangeOperation operation;
  operation.units = units;
  operation.cost = cost;
  operation.payload_bytes = sizeof(Body*);
  operation.run = [](const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
    return (**static_cast<Body* const*>(payload))(first, end);
  };
  operation.release = [](const void* payload) noexcept {
    delete *static_cast<Body* const*>(payload);
  };
  auto* const heap = new Body(std::move(body));
  return stream.enqueue(operation, [heap](void* payload) { *static_cast<Body**>(payload) = heap; });
}

/// One unit that cannot fail.
template <class Body>
Ticket enqueue_one(Stream& stream, Body body, Cost* cost = nullptr) {
  return enqueue_range(
      stream, 1,
      [body = std::move(body)](std::uint64_t, std::uint64_t) mutable {
        body();
        return Code::kOk;
      },
      cost);
}

/// A host function made of a lambda.
template <class Body>
Ticket enqueue_host(Stream& stream, Body body, bool even_after_fault = false) {
  auto* const heap = new Body(std::move(body));
  return stream.enqueue_host_function(
      [](void* user, Code status) {
        const std::unique_ptr<Body> owned(static_cast<Body*>(user));
        (*owned)(status);
      },
      heap, even_after_fault);
}

/// Holds a stream, on a worker, until it is opened or gone: whoever runs the stream looks for more then, and finds all that was
/// enqueued meanwhile.
class Gate {
 public:
  explicit Gate(Stream& stream) {
    enqueue_host(stream, [state = state_](Code) {
      state->has_come = true;
      state->has_come.notify_one();
      state->is_open.wait(false);
    });
  }
  ~Gate() { open(); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void wait_until_held() { state_->has_come.wait(false); }
  void open() {
    state_->is_open = true;
    state_->is_open.notify_one();
  }

 private:
  struct State {
    std::atomic<bool> has_come{false}, is_open{false};
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

/// A schedule has neither workers nor keeper, and each operation takes far longer: what tests them has nothing to test.
inline bool is_scheduled() { return current_schedule() != nullptr; }

class EngineTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(context, nullptr); }

  Stream& stream(StreamKind kind = StreamKind::kNonBlocking, int priority = 0) {
    Stream* const fresh = context->create_stream(kind, priority);
    EXPECT_NE(fresh, nullptr);
    return *fresh;
  }

  std::unique_ptr<ContextStreams> context = ContextStreams::create();
};

}  // namespace riffle::engine
