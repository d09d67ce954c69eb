// SPDX-License-Identifier: Apache-2.0
// Tells AddressSanitizer and ThreadSanitizer about every switch between stacks; nothing in other builds.
//
// Both keep books per stack at function entry and exit. So a function that is entered on one stack and left
// on another, or never, is RIFFLE_UNINSTRUMENTED, and the announcements are always inlined.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RIFFLE_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define RIFFLE_TSAN 1
#endif
#endif

#if defined(RIFFLE_ASAN) || defined(RIFFLE_TSAN)
#define RIFFLE_UNINSTRUMENTED [[clang::disable_sanitizer_instrumentation]]
#else
#define RIFFLE_UNINSTRUMENTED
#endif

#if defined(RIFFLE_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(RIFFLE_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace riffle::device::sanitizer {

#if defined(RIFFLE_ASAN) || defined(RIFFLE_TSAN)
inline constexpr bool kEnabled = true;
#else
inline constexpr bool kEnabled = false;
#endif

/// What the sanitizers know about one stack.
struct StackContext {
  const void* bottom = nullptr;
  std::size_t size_bytes = 0;
  void* fake_stack = nullptr;
  void* tsan_fiber = nullptr;
};

/// Right before the switch. `leaving_for_good` frees the fake stack of `from`.
[[gnu::always_inline]] inline void before_switch([[maybe_unused]] StackContext& from,
                                                 [[maybe_unused]] const StackContext& to,
                                                 [[maybe_unused]] bool leaving_for_good) {
#if defined(RIFFLE_ASAN)
  __sanitizer_start_switch_fiber(leaving_for_good ? nullptr : &from.fake_stack, to.bottom,
                                 to.size_bytes);
#endif
#if defined(RIFFLE_TSAN)
  if (to.tsan_fiber != nullptr) __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
}

/// Right after arriving on `here`; writes where we came from when `came_from` is given.
[[gnu::always_inline]] inline void after_switch([[maybe_unused]] StackContext& here,
                                                [[maybe_unused]] StackContext* came_from) {
#if defined(RIFFLE_ASAN)
  const void* bottom = nullptr;
  std::size_t size_bytes = 0;
  __sanitizer_finish_switch_fiber(here.fake_stack, &bottom, &size_bytes);
  here.fake_stack = nullptr;
  if (came_from != nullptr) {
    came_from->bottom = bottom;
    came_from->size_bytes = size_bytes;
  }
#endif
}

/// After a landing on `here` that no switch announced (a fault took it).
[[gnu::always_inline]] inline void after_landing([[maybe_unused]] StackContext& here) {
#if defined(RIFFLE_ASAN)
  void* abandoned = nullptr;
  __sanitizer_start_switch_fiber(&abandoned, here.bottom, here.size_bytes);
  __sanitizer_finish_switch_fiber(here.fake_stack, nullptr, nullptr);
  here.fake_stack = nullptr;
#endif
#if defined(RIFFLE_TSAN)
  if (here.tsan_fiber != nullptr) __tsan_switch_to_fiber(here.tsan_fiber, 0);
#endif
}

inline void create(StackContext& context, [[maybe_unused]] const void* bottom,
                   [[maybe_unused]] std::size_t size_bytes) {
  context.bottom = bottom;
  context.size_bytes = size_bytes;
#if defined(RIFFLE_TSAN)
  context.tsan_fiber = __tsan_create_fiber(0);
#endif
}

inline void destroy([[maybe_unused]] StackContext& context) {
#if defined(RIFFLE_TSAN)
  if (context.tsan_fiber != nullptr) __tsan_destroy_fiber(context.tsan_fiber);
  context.tsan_fiber = nullptr;
#endif
}

/// Forgets what abandoned frames left behind on a stack that nobody is on.
inline void renew([[maybe_unused]] StackContext& context) {
#if defined(RIFFLE_ASAN)
  __asan_unpoison_memory_region(context.bottom, context.size_bytes);
#endif
#if defined(RIFFLE_TSAN)
  destroy(context);
  context.tsan_fiber = __tsan_create_fiber(0);
#endif
}

inline void remember_current([[maybe_unused]] StackContext& context) {
#if defined(RIFFLE_TSAN)
  context.tsan_fiber = __tsan_get_current_fiber();
#endif
}

}  // namespace riffle::device::sanitizer
