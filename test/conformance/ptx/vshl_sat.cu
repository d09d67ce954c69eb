// SPDX-License-Identifier: Apache-2.0
// Saturated vshl: which of the bits that leave the register it sees.
#include "../transcript.h"

constexpr int kValues = 15, kShifts = 36;
__constant__ unsigned values[kValues] = {0,      1,       2,          0x7f,       0x80,       0xff,       0x7fff,    0x8000,
                                         0xffff, 0x10000, 0x40000000, 0x7fffffff, 0x80000000, 0xc0000000, 0xffffffff};

#define KERNEL(name, instruction)                                            \
  __global__ void name(unsigned *out) {                                      \
    const unsigned a = values[blockIdx.x], b = threadIdx.x;                  \
    unsigned result;                                                         \
    asm(instruction ";" : "=r"(result) : "r"(a), "r"(b));                    \
    out[blockIdx.x * kShifts + b] = result;                                  \
  }
KERNEL(u_u_clamp, "vshl.u32.u32.u32.sat.clamp %0, %1, %2")
KERNEL(u_u_wrap, "vshl.u32.u32.u32.sat.wrap %0, %1, %2")
KERNEL(s_s_clamp, "vshl.s32.s32.u32.sat.clamp %0, %1, %2")
KERNEL(s_s_wrap, "vshl.s32.s32.u32.sat.wrap %0, %1, %2")
KERNEL(u_s_clamp, "vshl.u32.s32.u32.sat.clamp %0, %1, %2")
KERNEL(s_u_clamp, "vshl.s32.u32.u32.sat.clamp %0, %1, %2")
KERNEL(u_u_h, "vshl.u32.u32.u32.sat.clamp %0, %1.h0, %2.b0")
KERNEL(s_s_h, "vshl.s32.s32.u32.sat.clamp %0, %1.h0, %2.b0")
KERNEL(s_s_h1, "vshl.s32.s32.u32.sat.clamp %0, %1.h1, %2.h0")
KERNEL(u_s_b, "vshl.u32.s32.u32.sat.clamp %0, %1.b3, %2.b0")

static void run(const char *name, void (*kernel)(unsigned *)) {
  DeviceArray<unsigned> out(kValues * kShifts);
  kernel<<<kValues, kShifts>>>(out);
  SHOW(cudaDeviceSynchronize());
  const std::vector<unsigned> results = out.read();
  for (int i = 0; i < kValues; ++i)
    show_hex_row(name, {results.begin() + i * kShifts, results.begin() + (i + 1) * kShifts});
}
#define RUN(kernel) run(#kernel, kernel)

int main() {
  RUN(u_u_clamp);
  RUN(u_u_wrap);
  RUN(s_s_clamp);
  RUN(s_s_wrap);
  RUN(u_s_clamp);
  RUN(s_u_clamp);
  RUN(u_u_h);
  RUN(s_s_h);
  RUN(s_s_h1);
  RUN(u_s_b);
}
