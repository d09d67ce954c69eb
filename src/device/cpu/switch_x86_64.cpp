// SPDX-License-Identifier: Apache-2.0
// Stack changes for x86-64, System V calling convention.
//
// Only what a callee must keep is saved: rbx, rbp, r12 to r15. MXCSR is compared on entry and on the way
// back: a host thread that helps, or the kernel, may run with flush-to-zero. Fibers never change it.
#if defined(__x86_64__)

#include "device/cpu/switch.h"

#include <cstdint>

asm(R"(
  .text
  .p2align 4
  .globl riffle_device_enter
  .hidden riffle_device_enter
  .type riffle_device_enter, @function
riffle_device_enter:
  .cfi_startproc
  push %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  mov %rsp, %rbp
  .cfi_def_cfa_register %rbp
  push %rbx
  .cfi_offset %rbx, -24
  push %r12
  .cfi_offset %r12, -32
  push %r13
  .cfi_offset %r13, -40
  push %r14
  .cfi_offset %r14, -48
  push %r15
  .cfi_offset %r15, -56
  sub $8, %rsp
  stmxcsr (%rsp)
  mov 16(%r9), %r10d
  mov %r10d, 4(%rsp)
  mov (%rsp), %eax
  and $0xffc0, %eax
  cmp %r10d, %eax
  jne 2f
1:
  mov %r9, %rbx
  mov %rsp, (%r9)
  mov 8(%r9), %rsp
  mov %rdi, %rax
  mov %rsi, %rdi
  mov %rdx, %rsi
  mov %rcx, %rdx
  mov %r8, %rcx
  call *%rax
  mov (%rbx), %rsp
  movq $0, (%rbx)
  xor %eax, %eax
  jmp riffle_device_landing
2:
  ldmxcsr 4(%rsp)
  jmp 1b
  .cfi_endproc
  .size riffle_device_enter, .-riffle_device_enter

  .globl riffle_device_landing
  .hidden riffle_device_landing
  .type riffle_device_landing, @function
riffle_device_landing:
  .cfi_startproc
  .cfi_def_cfa %rsp, 64
  .cfi_offset %rbp, -16
  .cfi_offset %rbx, -24
  .cfi_offset %r12, -32
  .cfi_offset %r13, -40
  .cfi_offset %r14, -48
  .cfi_offset %r15, -56
  mov (%rsp), %ecx
  and $0xffc0, %ecx
  cmp 4(%rsp), %ecx
  jne 4f
3:
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  pop %r15
  .cfi_adjust_cfa_offset -8
  pop %r14
  .cfi_adjust_cfa_offset -8
  pop %r13
  .cfi_adjust_cfa_offset -8
  pop %r12
  .cfi_adjust_cfa_offset -8
  pop %rbx
  .cfi_adjust_cfa_offset -8
  pop %rbp
  .cfi_adjust_cfa_offset -8
  ret
4:
  ldmxcsr (%rsp)
  jmp 3b
  .cfi_endproc
  .size riffle_device_landing, .-riffle_device_landing

  .p2align 4
  .globl riffle_device_land
  .hidden riffle_device_land
  .type riffle_device_land, @function
riffle_device_land:
  .cfi_startproc
  mov %rdi, %rsp
  mov %esi, %eax
  jmp riffle_device_landing
  .cfi_endproc
  .size riffle_device_land, .-riffle_device_land

  .p2align 4
  .globl riffle_device_switch
  .hidden riffle_device_switch
  .type riffle_device_switch, @function
riffle_device_switch:
  .cfi_startproc
  push %rbp
  .cfi_adjust_cfa_offset 8
  push %rbx
  .cfi_adjust_cfa_offset 8
  push %r12
  .cfi_adjust_cfa_offset 8
  push %r13
  .cfi_adjust_cfa_offset 8
  push %r14
  .cfi_adjust_cfa_offset 8
  push %r15
  .cfi_adjust_cfa_offset 8
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  .cfi_adjust_cfa_offset -8
  pop %r14
  .cfi_adjust_cfa_offset -8
  pop %r13
  .cfi_adjust_cfa_offset -8
  pop %r12
  .cfi_adjust_cfa_offset -8
  pop %rbx
  .cfi_adjust_cfa_offset -8
  pop %rbp
  .cfi_adjust_cfa_offset -8
  ret
  .cfi_endproc
  .size riffle_device_switch, .-riffle_device_switch

  .p2align 4
  .globl riffle_device_fiber_start
  .hidden riffle_device_fiber_start
  .type riffle_device_fiber_start, @function
riffle_device_fiber_start:
  .cfi_startproc
  .cfi_undefined %rip
  mov %r12, %rdi
  call *%r13
  ud2
  .cfi_endproc
  .size riffle_device_fiber_start, .-riffle_device_fiber_start
)");

extern "C" void riffle_device_fiber_start();

namespace riffle::device {

void* prepare_stack(void* top, void (*entry)(void*), void* argument) {
  // Popped in this order by riffle_device_switch: r15 r14 r13 r12 rbx rbp, return address.
  auto* slot = static_cast<std::uintptr_t*>(top) - 2;  // keeps 16-alignment at the start routine
  *--slot = reinterpret_cast<std::uintptr_t>(&riffle_device_fiber_start);
  *--slot = 0;
  *--slot = 0;
  *--slot = reinterpret_cast<std::uintptr_t>(argument);
  *--slot = reinterpret_cast<std::uintptr_t>(entry);
  *--slot = 0;
  *--slot = 0;
  return slot;
}

}  // namespace riffle::device

#endif
