// SPDX-License-Identifier: Apache-2.0
// Inline PTX of the kinds that programs use most.
#include "../transcript.h"

__global__ void kernel(unsigned *out, const unsigned *in) {
  unsigned t = threadIdx.x, *mine = out + 16 * t, r, s;
  unsigned long long wide;
  asm("mov.u32 %0, %%laneid;" : "=r"(mine[0]));
  asm("add.s32 %0, %1, %2;" : "=r"(mine[1]) : "r"(t), "r"(100u));
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(mine[2]) : "r"(t), "r"(7u), "r"(5u));
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(mine[3]) : "r"(in[t]), "r"(4u), "r"(8u));
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(mine[4]) : "r"(t), "r"(in[t]), "r"(8u), "r"(8u));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(mine[5]) : "r"(t), "r"(in[t]), "r"(0xff00ff00u));
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(mine[6]) : "r"(in[t]), "r"(0xaabbccddu));
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(in[t]), "r"(in[t]));
  mine[7] = unsigned(wide >> 32);
  asm("{ .reg .pred p; setp.gt.u32 p, %1, 10; selp.u32 %0, 1, 2, p; }" : "=r"(mine[8]) : "r"(t));
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(mine[9]) : "l"(in + t) : "memory");
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(mine[10]) : "r"(in[t]), "r"(t), "r"(5u));
  asm("clz.b32 %0, %1;" : "=r"(mine[11]) : "r"(in[t]));
  asm("popc.b32 %0, %1;" : "=r"(mine[12]) : "r"(in[t]));
  asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, 0, 0;" : "=r"(r), "=r"(s) : "r"(in[t]), "r"(0x80000000u));
  mine[13] = r;
  mine[14] = s;
  float f;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(1.5f), "f"(float(t)), "f"(0.25f));
  mine[15] = __float_as_uint(f);
}

int main() {
  std::vector<unsigned> in(32);
  for (int i = 0; i < 32; ++i) in[i] = 0x9e3779b9u * i;
  DeviceArray<unsigned> out(512), device_in(in);
  kernel<<<1, 32>>>(out, device_in);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 32; ++t) show_hex_row("thread", std::vector<unsigned>(v.begin() + 16 * t, v.begin() + 16 * t + 16));
}
