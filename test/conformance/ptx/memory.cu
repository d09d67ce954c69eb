// SPDX-License-Identifier: Apache-2.0
// Loads and stores with all their hints, spaces and vectors; prefetches, policies, asynchronous copies, mbarriers.
#include "../transcript.h"

using Wide = unsigned long long;
__constant__ unsigned constants[8] = {3, 1, 4, 1, 5, 9, 2, 6};

__global__ void loads(unsigned *out, const unsigned *in) {
  __shared__ __align__(16) unsigned box[256];
  const unsigned t = threadIdx.x;
  unsigned r, s, u, v, *mine = out + 48 * t;
  Wide w, x;
  float f, g;
  for (int i = t; i < 256; i += 32) box[i] = i * 0x01030507u;
  __syncthreads();
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(box + 4 * t));
  const unsigned *from = in + 4 * t;
#define LOAD(text) asm volatile(text : "=r"(r) : "l"(from) : "memory"); *mine++ = r;
  LOAD("ld.global.ca.u32 %0, [%1];") LOAD("ld.global.cg.u32 %0, [%1+4];") LOAD("ld.global.cs.s32 %0, [%1+8];") LOAD("ld.global.lu.u32 %0, [%1+12];")
  LOAD("ld.global.cv.u32 %0, [%1];") LOAD("ld.global.nc.u32 %0, [%1+4];") LOAD("ld.global.nc.L1::no_allocate.L2::128B.u32 %0, [%1];")
  LOAD("ld.global.L1::evict_last.u32 %0, [%1];") LOAD("ld.relaxed.gpu.global.u32 %0, [%1+8];") LOAD("ld.acquire.sys.u32 %0, [%1];")
  LOAD("ld.weak.global.u32 %0, [%1];") LOAD("ld.volatile.u32 %0, [%1+4];") LOAD("ldu.global.u32 %0, [%1];") LOAD("ld.global.s8 %0, [%1+3];")
  LOAD("ld.global.u8 %0, [%1+2];") LOAD("ld.global.s16 %0, [%1+6];") LOAD("ld.mmio.relaxed.sys.global.u32 %0, [%1];") LOAD("ld.global.b32 %0, [%1+-0];")
  asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(r), "=r"(s) : "l"(from)); *mine++ = r ^ s;
  asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r), "=r"(s), "=r"(u), "=r"(v) : "l"(from)); *mine++ = r + 2 * s + 3 * u + 4 * v;
  asm volatile("ld.global.v2.u64 {%0, %1}, [%2];" : "=l"(w), "=l"(x) : "l"(from)); *mine++ = unsigned(w >> 32) ^ unsigned(x);
  asm volatile("ld.global.v4.u8 {%0, %1, %2, %3}, [%4];" : "=r"(r), "=r"(s), "=r"(u), "=r"(v) : "l"(from)); *mine++ = r + 256 * s + 65536 * u + (v << 24);
  asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(f), "=f"(g) : "l"(from)); *mine++ = __float_as_uint(f) + __float_as_uint(g);
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r) : "r"(at)); *mine++ = r;
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r), "=r"(s), "=r"(u), "=r"(v) : "r"(at)); *mine++ = r ^ s ^ u ^ v;
  asm volatile("ld.volatile.shared::cta.s16 %0, [%1+2];" : "=r"(r) : "r"(at)); *mine++ = r;
  asm volatile("{ .reg .u64 a; cvta.to.const.u64 a, %1; ld.const.u32 %0, [a+8]; }" : "=r"(r) : "l"(&constants[t % 4])); *mine++ = r;
  asm volatile("{ .reg .u64 a; cvta.to.shared.u64 a, %1; ld.shared.u32 %0, [a]; }" : "=r"(r) : "l"(box + t)); *mine++ = r;
  asm volatile("{ .reg .u64 a; .reg .u32 b; mov.u32 b, %1; cvt.u64.u32 a, b; cvta.shared.u64 a, a; ld.u32 %0, [a]; }" : "=r"(r) : "r"(at)); *mine++ = r;
  unsigned local[4] = {t, t + 1, t + 2, t + 3};
  asm volatile("{ .reg .u64 a; cvta.to.local.u64 a, %1; ld.local.u32 %0, [a+4]; }" : "=r"(r) : "l"(local) : "memory"); *mine++ = r;
#define SPACE(name, pointer) asm volatile("{ .reg .pred p; isspacep." name " p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "l"(pointer)); *mine++ = r;
  SPACE("global", in) SPACE("shared", box) SPACE("shared", in) SPACE("global", box)    
}

__global__ void stores(unsigned *to) {
  __shared__ __align__(16) unsigned box[256];
  const unsigned t = threadIdx.x;
  unsigned *mine = to + 16 * t;
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(box + 4 * t));
  asm volatile("st.global.wb.u32 [%0], %1;" ::"l"(mine), "r"(t) : "memory");
  asm volatile("st.global.cg.u32 [%0+4], %1;" ::"l"(mine), "r"(t + 1) : "memory");
  asm volatile("st.global.cs.u32 [%0+8], %1;" ::"l"(mine), "r"(t + 2) : "memory");
  asm volatile("st.global.wt.u32 [%0+12], %1;" ::"l"(mine), "r"(t + 3) : "memory");
  asm volatile("st.release.gpu.global.u32 [%0+16], %1;" ::"l"(mine), "r"(t + 4) : "memory");
  asm volatile("st.relaxed.sys.u32 [%0+20], %1;" ::"l"(mine), "r"(t + 5) : "memory");
  asm volatile("st.global.u8 [%0+24], %1;" ::"l"(mine), "r"(t + 0x1ff) : "memory");
  asm volatile("st.global.L1::no_allocate.u16 [%0+26], %1;" ::"l"(mine), "h"((unsigned short)(t + 7)) : "memory");
  asm volatile("st.global.v2.f32 [%0+32], {%1, %2};" ::"l"(mine), "f"(1.5f), "f"(-2.0f) : "memory");
  asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(at), "r"(t * 5), "r"(t * 6) : "memory");
  asm volatile("st.shared.u64 [%0+8], %1;" ::"r"(at), "l"((Wide)t << 33 | 9) : "memory");
  Wide policy;
  asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 0.5;" : "=l"(policy));
  asm volatile("st.global.L2::cache_hint.u32 [%0+40], %1, %2;" ::"l"(mine), "r"(t + 10), "l"(policy) : "memory");
  unsigned r;
  asm volatile("ld.global.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(r) : "l"(mine + 10), "l"(policy) : "memory");
  mine[11] = r * 2;
  asm volatile("prefetch.global.L1 [%0]; prefetch.global.L2::evict_last [%0]; prefetchu.L1 [%0];" ::"l"(mine));
  asm volatile("fence.proxy.async; fence.acq_rel.cta; fence.sc.gpu; membar.cta; membar.gl; membar.sys;" ::: "memory");
  __syncwarp();
  mine[12] = box[4 * t], mine[13] = box[4 * t + 1], mine[14] = box[4 * t + 2], mine[15] = box[4 * t + 3];
}

__global__ void copies(unsigned *out, const unsigned *in) {
  __shared__ __align__(16) unsigned box[4][128];
  __shared__ __align__(8) Wide barrier;
  const unsigned t = threadIdx.x;
  const unsigned to[4] = {unsigned(__cvta_generic_to_shared(box[0] + 4 * t)), unsigned(__cvta_generic_to_shared(box[1] + 4 * t)),
                          unsigned(__cvta_generic_to_shared(box[2] + 4 * t)), unsigned(__cvta_generic_to_shared(box[3] + 4 * t))};
  const unsigned gate = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) box[i][4 * t + j] = 0xeeeeeeee;
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(gate), "r"(32) : "memory");
  __syncthreads();
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to[0]), "l"(in + 4 * t) : "memory");
  asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, %2;" ::"r"(to[1]), "l"(in + 4 * t), "r"(t % 9) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %2, 8; @p cp.async.ca.shared.global [%0], [%1], 4; }" ::"r"(to[2]), "l"(in + 4 * t), "r"(t) : "memory");
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %2, 8; cp.async.cg.shared.global [%0], [%1], 16, p; }" ::"r"(to[3]), "l"(in + 4 * t), "r"(t) : "memory");
  asm volatile("cp.async.wait_group 1; cp.async.wait_group 0; cp.async.wait_all;" ::: "memory");
  Wide state;
  unsigned done, parity_done, pending;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(gate) : "memory");
  asm volatile("{ .reg .pred p; again: mbarrier.test_wait.shared.b64 p, [%1], %2; @!p bra again; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(gate), "l"(state) : "memory");
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(parity_done) : "r"(gate) : "memory");
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
  __syncthreads();
  asm volatile("{ .reg .b64 s; mbarrier.arrive.release.cta.shared::cta.b64 s, [%0], 1; }" ::"r"(gate) : "memory");
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(gate) : "memory");
  unsigned *mine = out + 24 * t;
  for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) *mine++ = box[i][4 * t + j];
  *mine++ = done, *mine++ = parity_done, *mine++ = pending > 0 && pending <= 32;
  __syncthreads();
  if (t == 0) asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(gate) : "memory");
}

int main() {
  std::vector<unsigned> in(256);
  for (int i = 0; i < 256; ++i) in[i] = 0x9e3779b9u * i + 0x80;
  DeviceArray<unsigned> out(48 * 32), from(in);
  loads<<<1, 32>>>(out, from);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 32; t += 3) show_hex_row("loads", std::vector<unsigned>(v.begin() + 48 * t, v.begin() + 48 * t + 40));
  MUST(cudaMemset(out, 0, 48 * 32 * 4));
  stores<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  for (int t = 0; t < 32; t += 3) show_hex_row("stores", std::vector<unsigned>(v.begin() + 16 * t, v.begin() + 16 * t + 16));
  copies<<<1, 32>>>(out, from);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  for (int t = 0; t < 32; t += 1) show_hex_row("copies", std::vector<unsigned>(v.begin() + 24 * t, v.begin() + 24 * t + 19));
}
