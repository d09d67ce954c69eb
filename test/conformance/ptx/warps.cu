// SPDX-License-Identifier: Apache-2.0
// Exchanges between lanes, barriers with numbers, special registers, control flow of asm statements.
#include "../transcript.h"

__global__ void lanes(unsigned *out) {
  const unsigned t = threadIdx.x;
  unsigned r, p, *mine = out + 32 * t;
#define SHUFFLE(mode, b, c)                                                                                              \
  asm volatile("{ .reg .pred q; shfl.sync." mode ".b32 %0|q, %2, " b ", " c ", 0xffffffff; selp.u32 %1, 1, 0, q; }"      \
               : "=r"(r), "=r"(p) : "r"(t * 10 + 1));                                                                    \
  *mine++ = r * 2 + p;
  SHUFFLE("idx", "5", "31") SHUFFLE("idx", "37", "0x1f") SHUFFLE("idx", "3", "0x181f") SHUFFLE("up", "2", "0") SHUFFLE("up", "3", "0x1800")
  SHUFFLE("down", "4", "31") SHUFFLE("down", "9", "0x101f") SHUFFLE("bfly", "1", "31") SHUFFLE("bfly", "16", "0x1c1f") SHUFFLE("bfly", "8", "0x7")
#define VOTE(mode, text) \
  asm volatile("{ .reg .pred a, b; setp.lt.u32 a, %1, 20; vote.sync." mode ".pred b, " text ", 0xffffffff; selp.u32 %0, 1, 0, b; }" : "=r"(r) : "r"(t)); \
  *mine++ = r;
  VOTE("all", "a") VOTE("any", "!a") VOTE("uni", "a") VOTE("all", "!a")
  asm volatile("{ .reg .pred a; setp.eq.u32 a, %1, 3; vote.sync.ballot.b32 %0, !a, 0xffffffff; }" : "=r"(r) : "r"(t & 3));
  *mine++ = r;
  asm volatile("match.any.sync.b64 %0, %1, 0xffffffff;" : "=r"(r) : "l"((unsigned long long)(t / 7) << 33));
  *mine++ = r;
  asm volatile("{ .reg .pred a; match.all.sync.b32 %0|a, %2, 0xffffffff; selp.u32 %1, 1, 0, a; }" : "=r"(r), "=r"(p) : "r"(t / 32));
  *mine++ = r + p;
  asm volatile("{ .reg .pred a; match.all.sync.b64 %0|a, %2, 0xffffffff; selp.u32 %1, 1, 0, a; }" : "=r"(r), "=r"(p) : "l"((unsigned long long)t));
  *mine++ = r + p;
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(t * t)); *mine++ = r;
  asm volatile("redux.sync.min.s32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(int(t) - 12)); *mine++ = r;
  asm volatile("redux.sync.xor.b32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(t * 0x1234567)); *mine++ = r;
  if (t < 12) asm volatile("redux.sync.max.u32 %0, %1, 0xfff;" : "=r"(r) : "r"(t * 5)); else r = 0;
  *mine++ = r;
  asm volatile("{ .reg .pred a; elect.sync %0|a, 0xffffffff; selp.u32 %1, 1, 0, a; }" : "=r"(r), "=r"(p)); *mine++ = r * 2 + p;
}

__global__ void barriers(unsigned *out) {
  __shared__ unsigned box[64];
  const unsigned t = threadIdx.x;
  // The first warp fills, the second waits: barriers 1 and 2 of 64 threads.
  for (unsigned round = 0; round < 3; ++round) {
    if (t < 32) {
      if (round > 0) asm volatile("barrier.sync 2, 64;" ::: "memory");
      box[t] = t * 10 + round;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[round * 32 + t - 32] = box[(t + 5) % 32];
      if (round < 2) asm volatile("bar.arrive 2, %0;" ::"r"(64) : "memory");
    }
  }
  unsigned r, p;
  asm volatile("{ .reg .pred a, b; setp.lt.u32 a, %2, 40; barrier.cta.red.or.pred b, 3, a; selp.u32 %0, 1, 0, b; bar.red.popc.u32 %1, 4, 64, !a; }"
               : "=r"(r), "=r"(p) : "r"(t) : "memory");
  out[96 + t] = r * 100 + p;
  asm volatile("{ .reg .pred a, b; setp.lt.u32 a, %1, 40; bar.red.and.pred b, 5, a; selp.u32 %0, 1, 0, b; }" : "=r"(r) : "r"(t) : "memory");
  out[160 + t] = r;
}

__global__ void __launch_bounds__(128) registers(unsigned *out) {
  extern __shared__ unsigned dynamic[];
  unsigned r, *mine = out + 24 * (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z) + 24 * blockIdx.x);
#define READ(name) asm volatile("mov.u32 %0, " name ";" : "=r"(r)); *mine++ = r;
  READ("%%tid.x") READ("%%tid.y") READ("%%tid.z") READ("%%ntid.x") READ("%%ntid.y") READ("%%ntid.z") READ("%%ctaid.x") READ("%%ctaid.y")
  READ("%%nctaid.x") READ("%%nctaid.z") READ("%%laneid") READ("%%warpid") READ("%%lanemask_eq") READ("%%lanemask_le") READ("%%lanemask_lt") READ("%%lanemask_ge")
  READ("%%lanemask_gt") READ("%%dynamic_smem_size") READ("WARP_SZ") READ("%%cluster_ctaid.x") READ("%%cluster_nctaid.x") READ("%%cluster_ctarank") READ("%%cluster_nctarank") READ("%%clusterid.x")
  dynamic[0] = r;
}

__global__ void control(unsigned *out) {
  const unsigned t = threadIdx.x;
  unsigned r;
  asm volatile("{\n"
               "  .reg .pred %%p<3>;\n"
               "  .reg .u32 %%n<4>;\n"
               "  mov.u32 %%n0, 0;\n"
               "  setp.ge.u32 %%p1, %1, 16;\n"
               "  @%%p1 bra $skip_%=;\n"
               "  add.u32 %%n0, %%n0, 100; // the lower half\n"
               "  /* both */\n"
               "$skip_%=:\n"
               "  setp.eq.u32 %%p2, %1, 7;\n"
               "  @!%%p2 add.u32 %%n0, %%n0, 1;\n"
               "  mov.u32 %0, %%n0;\n"
               "}" : "=r"(r) : "r"(t));
  out[t] = r;
  // Two copies of a statement have labels of their own.
  for (int i = 0; i < 2; ++i)
    asm volatile("{ .reg .pred p; again: add.u32 %0, %0, 3; setp.lt.u32 p, %0, %1; @p bra again; }" : "+r"(r) : "r"(t + 40 * i));
  out[32 + t] = r;
  if (t == 31) asm volatile("exit;");
  out[64 + t] = 1;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %0, 4; @p exit; }" ::"r"(t));
  out[96 + t] = 2;
}

int main() {
  DeviceArray<unsigned> out(24 * 24 * 4 + 1024);
  lanes<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 32; ++t) show_hex_row("lane", std::vector<unsigned>(v.begin() + 32 * t, v.begin() + 32 * t + 23));
  barriers<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  show_hex_row("barriers", std::vector<unsigned>(v.begin(), v.begin() + 224));
  registers<<<2, dim3(3, 4, 2), 48>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  for (int t = 0; t < 48; t += 5) show_hex_row("registers", std::vector<unsigned>(v.begin() + 24 * t, v.begin() + 24 * t + 24));
  MUST(cudaMemset(out, 0, 512));
  control<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  show_hex_row("control", std::vector<unsigned>(v.begin(), v.begin() + 128));
}
