// SPDX-License-Identifier: Apache-2.0
// Stack changes for AArch64, AAPCS64 calling convention: x19 to x30 and d8 to d15 are the callee's to keep.
// FPCR is compared on entry, for the reason that MXCSR is on x86-64.
#if defined(__aarch64__)

#include "device/cpu/switch.h"

#include <cstdint>

asm(R"(
  .macro RIFFLE_SAVE
  sub sp, sp, #176
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  .endm
  .macro RIFFLE_RESTORE
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #176
  .endm

  .text
  .p2align 4
  .globl riffle_device_enter
  .hidden riffle_device_enter
  .type riffle_device_enter, %function
riffle_device_enter:
  RIFFLE_SAVE
  mrs x9, fpcr
  str x9, [sp, #160]
  ldr w10, [x5, #16]
  cmp x9, x10
  beq 1f
  msr fpcr, x10
1:
  mov x19, x5
  mov x9, sp
  str x9, [x5]
  ldr x10, [x5, #8]
  mov sp, x10
  mov x9, x0
  mov x0, x1
  mov x1, x2
  mov x2, x3
  mov x3, x4
  blr x9
  ldr x9, [x19]
  str xzr, [x19]
  mov sp, x9
  mov w0, #0
  b riffle_device_landing
  .size riffle_device_enter, .-riffle_device_enter

  .globl riffle_device_landing
  .hidden riffle_device_landing
  .type riffle_device_landing, %function
riffle_device_landing:
  ldr x9, [sp, #160]
  msr fpcr, x9
  RIFFLE_RESTORE
  ret
  .size riffle_device_landing, .-riffle_device_landing

  .globl riffle_device_land
  .hidden riffle_device_land
  .type riffle_device_land, %function
riffle_device_land:
  mov sp, x0
  mov w0, w1
  b riffle_device_landing
  .size riffle_device_land, .-riffle_device_land

  .p2align 4
  .globl riffle_device_switch
  .hidden riffle_device_switch
  .type riffle_device_switch, %function
riffle_device_switch:
  RIFFLE_SAVE
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  RIFFLE_RESTORE
  ret
  .size riffle_device_switch, .-riffle_device_switch

  .globl riffle_device_fiber_start
  .hidden riffle_device_fiber_start
  .type riffle_device_fiber_start, %function
riffle_device_fiber_start:
  mov x0, x19
  blr x20
  brk #1
  .size riffle_device_fiber_start, .-riffle_device_fiber_start
)");

extern "C" void riffle_device_fiber_start();

namespace riffle::device {

void* prepare_stack(void* top, void (*entry)(void*), void* argument) {
  auto* frame = static_cast<std::uintptr_t*>(top) - 24;  // 192 bytes: 176 and alignment
  for (int slot = 0; slot < 24; ++slot) frame[slot] = 0;
  frame[0] = reinterpret_cast<std::uintptr_t>(argument);                     // x19
  frame[1] = reinterpret_cast<std::uintptr_t>(entry);                        // x20
  frame[11] = reinterpret_cast<std::uintptr_t>(&riffle_device_fiber_start);  // x30
  return frame;
}

}  // namespace riffle::device

#endif
