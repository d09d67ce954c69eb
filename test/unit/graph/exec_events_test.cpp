// SPDX-License-Identifier: Apache-2.0
// Event nodes: order, times, and launches that allocate nothing.
#include "exec_test.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <thread>

#include "platform/clock.h"
#include "runtime/engine/record_time.h"
#include "runtime/engine/schedule.h"

namespace {
std::atomic<std::size_t> allocations{0};

[[maybe_unused]] void* counted(void* memory) {
  ++allocations;
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace

// Sanitizers bring operators of their own.
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
#define COUNTS_ALLOCATIONS 1
void* operator new(std::size_t bytes) { return counted(std::malloc(bytes)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto to = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(to, (bytes + to - 1) / to * to));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#endif

namespace riffle::graph {
namespace {

using engine::Moment;
using engine::Stream;
using engine::StreamKind;

// Events as the API would keep them.
struct FakeEvent {
  Moment moment;
  engine::RecordTime* time = engine::RecordTime::take();
};
std::array<FakeEvent, 2> fake_events;
FakeEvent& fake(std::uintptr_t event) { return fake_events[event - 1]; }
constexpr EventHooks kHooks{
    .moment = [](std::uintptr_t event) { return fake(event).moment; },
    .record_time = [](std::uintptr_t event) { return fake(event).time; },
    .recorded = [](std::uintptr_t event, Moment moment) { fake(event).moment = moment; },
};

TEST_F(GraphExecTest, EventNodesWaitAndRecord) {
  set_event_hooks(kHooks);
  static std::atomic<bool> release{false};
  static std::atomic<int> stage{0};
  release = false;
  stage = 0;
  Stream* const other = context_->create_stream(StreamKind::kNonBlocking, 0);
  other->enqueue_host_function(
      [](void*, Code) {
        while (!release) std::this_thread::yield();
      },
      nullptr, false);
  fake(1).moment = other->record();
  fake(2).moment = {};
  Node* const wait = add(EventWaitParams{{1}});
  Node* const work = add(call([](void*) { stage = 1; }, nullptr), {wait});
  add(EventRecordParams{{2}}, {work});
  const auto exec = instantiate();
  EXPECT_TRUE(exec->launch(*stream_));
  EXPECT_FALSE(fake(2).moment.is_complete());
  EXPECT_EQ(stage.load(), 0);
  release = true;
  engine::wait_for(fake(2).moment);
  EXPECT_EQ(stage.load(), 1);
  fake(1).time->reach(fake(1).time->begin(), platform::now_ns());
  EXPECT_GE(fake(1).time->ns_since(*fake(2).time), 0);
  stream_->synchronize();
}

#if defined(COUNTS_ALLOCATIONS)
TEST_F(GraphExecTest, LaunchingWithEventNodesAllocatesNothing) {
  if (engine::current_schedule() != nullptr) GTEST_SKIP() << "a schedule allocates";
  set_event_hooks(kHooks);
  std::array<int, 4> cells{};
  fake(1).moment = {};
  Node* const wait = add(EventWaitParams{{1}});
  Node* const copy = add(copy_of_value(&cells[1], &cells[0]), {wait});
  Node* const other = add(copy_of_value(&cells[2], &cells[0]), {wait});
  add(EventRecordParams{{2}}, {copy, other});
  const auto exec = instantiate();
  const auto launch_often = [&] {
    for (int i = 0; i < 40; ++i) {
      EXPECT_TRUE(exec->launch(*stream_));
      stream_->synchronize();
    }
  };
  // Threads of the engine get what they keep when they are first needed, which may be late; an
  // allocation of the launch's own would be seen in every round.
  std::size_t allocated = 1;
  for (int round = 0; round < 5 && allocated > 0; ++round) {
    const std::size_t before = allocations.load();
    launch_often();
    allocated = allocations.load() - before;
  }
  EXPECT_EQ(allocated, 0U);
}
#endif

}  // namespace
}  // namespace riffle::graph
