// SPDX-License-Identifier: Apache-2.0
#include "platform/stack.h"

#include <utility>

#include "platform/pages.h"

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define RIFFLE_ASAN 1
#include <sanitizer/common_interface_defs.h>
#else
#define RIFFLE_ASAN 0
#endif

// Calls function(argument) with the stack pointer at `top`. The frame pointer keeps the old stack,
// so that debuggers and unwinders find the way back. ThreadSanitizer needs no word of this: calls
// and returns stay paired on one thread.
extern "C" void riffle_call_with_stack_pointer(void* top, void (*function)(void*), void* argument);
__asm__(R"(
.text
.local riffle_call_with_stack_pointer
.p2align 4
.type riffle_call_with_stack_pointer, @function
riffle_call_with_stack_pointer:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rdi, %rsp
  movq %rdx, %rdi
  callq *%rsi
  movq %rbp, %rsp
  popq %rbp
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
.size riffle_call_with_stack_pointer, .-riffle_call_with_stack_pointer
)");

namespace riffle::platform {
namespace {

// In the static TLS block: read on every wait, also where the library was loaded late.
constinit thread_local StackRange this_stack [[gnu::tls_model("initial-exec")]];

#if RIFFLE_ASAN
struct SwitchedCall {
  void (*function)(void*);
  void* argument;
};

void switched_call(void* call) {
  const void* old_low = nullptr;
  std::size_t old_bytes = 0;
  __sanitizer_finish_switch_fiber(nullptr, &old_low, &old_bytes);
  const auto* const switched = static_cast<SwitchedCall*>(call);
  switched->function(switched->argument);
  void* fake_stack = nullptr;  // kept: this stack is used again
  __sanitizer_start_switch_fiber(&fake_stack, old_low, old_bytes);
}
#endif

}  // namespace

GuardedStack::GuardedStack(std::size_t bytes) {
  bytes = round_up(bytes, kPageBytes);
  auto* const start = static_cast<std::byte*>(reserve_pages(bytes + kGuardBytes));
  if (start == nullptr) return;
  if (!commit_pages(start + kGuardBytes, bytes)) {
    release_pages(start, bytes + kGuardBytes);
    return;
  }
  range_ = {.low = start + kGuardBytes, .high = start + kGuardBytes + bytes, .guard = start};
}

GuardedStack::~GuardedStack() {
  if (is_valid()) release_pages(range_.guard, static_cast<std::size_t>(range_.high - range_.guard));
}

GuardedStack::GuardedStack(GuardedStack&& other) noexcept
    : range_(std::exchange(other.range_, {})) {}

GuardedStack& GuardedStack::operator=(GuardedStack&& other) noexcept {
  std::swap(range_, other.range_);
  return *this;
}

StackRange current_stack() { return this_stack; }

StackRange set_current_stack(const StackRange& range) { return std::exchange(this_stack, range); }

void call_on_stack(const StackRange& stack, void (*function)(void*), void* argument) {
  const StackRange before = set_current_stack(stack);
#if RIFFLE_ASAN
  SwitchedCall call{function, argument};
  void* fake_stack = nullptr;
  __sanitizer_start_switch_fiber(&fake_stack, stack.low,
                                 static_cast<std::size_t>(stack.high - stack.low));
  riffle_call_with_stack_pointer(stack.high, switched_call, &call);
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#else
  riffle_call_with_stack_pointer(stack.high, function, argument);
#endif
  set_current_stack(before);
}

}  // namespace riffle::platform
