// SPDX-License-Identifier: Apache-2.0
#include "platform/stack.h"

#include <gtest/gtest.h>

#include <cstring>

#include "platform/fault_injection.h"

namespace riffle::platform {
namespace {

struct Seen {
  StackRange range;
  const void* local = nullptr;
  int depth = 0;
  const StackRange* inner = nullptr;
  StackRange inner_range;
};

void look(void* seen_pointer) {
  auto& seen = *static_cast<Seen*>(seen_pointer);
  char local = 0;
  seen.range = current_stack();
  seen.local = &local;
}

TEST(StackTest, FunctionRunsOnTheStackAndReturns) {
  const GuardedStack stack(256 << 10);
  ASSERT_TRUE(stack.is_valid());
  EXPECT_FALSE(current_stack().is_known());
  for (int round = 0; round < 3; ++round) {
    Seen seen;
    call_on_stack(stack.range(), look, &seen);
    EXPECT_EQ(seen.range.low, stack.range().low);
#if !__has_feature(address_sanitizer)  // which may keep locals elsewhere
    EXPECT_TRUE(stack.range().contains(seen.local));
#endif
    EXPECT_FALSE(current_stack().is_known());
  }
}

void nest(void* seen_pointer) {
  auto& seen = *static_cast<Seen*>(seen_pointer);
  Seen inner;
  call_on_stack(*seen.inner, look, &inner);
  seen.inner_range = inner.range;
  seen.range = current_stack();
}

TEST(StackTest, CallsNest) {
  const GuardedStack outer(64 << 10);
  const GuardedStack inner(64 << 10);
  Seen seen;
  seen.inner = &inner.range();
  call_on_stack(outer.range(), nest, &seen);
  EXPECT_EQ(seen.inner_range.low, inner.range().low);
  EXPECT_EQ(seen.range.low, outer.range().low);
}

void use_most(void*) {
  volatile char frame[200 << 10];
  for (std::size_t i = 0; i < sizeof frame; i += 64) frame[i] = 1;
}

TEST(StackTest, AllOfItIsUsable) {
  const GuardedStack stack(256 << 10);
  call_on_stack(stack.range(), use_most, nullptr);
}

TEST(StackTest, GuardLiesDirectlyBelow) {
  const GuardedStack stack(64 << 10);
  const StackRange& range = stack.range();
  EXPECT_TRUE(range.is_in_guard(range.low - 1));
  EXPECT_TRUE(range.is_in_guard(range.guard));
  EXPECT_FALSE(range.is_in_guard(range.low));
  EXPECT_FALSE(range.is_in_guard(range.guard - 1));
  EXPECT_EQ(range.high - range.low, 64 << 10);
}

void overflow(void*) {
  volatile char* const below = static_cast<volatile char*>(__builtin_frame_address(0)) - (80 << 10);
  *below = 1;
}

TEST(StackDeathTest, OverflowFaults) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        const GuardedStack stack(64 << 10);
        call_on_stack(stack.range(), overflow, nullptr);
      },
      "");
}

TEST(StackTest, NoMemoryGivesAnInvalidStack) {
  for (std::uint64_t nth = 1; nth <= 2; ++nth) {
    refuse_requests(Request::kPages, nth);
    EXPECT_FALSE(GuardedStack(64 << 10).is_valid()) << nth;
  }
  refuse_requests(Request::kPages, 0);
}

}  // namespace
}  // namespace riffle::platform
