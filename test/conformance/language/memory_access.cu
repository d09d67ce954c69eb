// SPDX-License-Identifier: Apache-2.0
// Loads and stores with hints, volatile, restrict, alignment of structures, copies within and between spaces.
#include "../transcript.h"

struct alignas(16) Quad {
  int a, b, c, d;
};
__constant__ Quad constant_quads[4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};

__global__ void kernel(const int *__restrict__ in, const Quad *__restrict__ quads, int *out, const float2 *pairs) {
  __shared__ Quad shared[32];
  int t = threadIdx.x;
  int r = __ldg(in + t) + __ldcg(in + t) + __ldca(in + t) + __ldcs(in + t) + __ldcv(in + t);
  Quad q = quads[t % 4], k = constant_quads[(t + 1) % 4];
  int4 wide = __ldg(reinterpret_cast<const int4 *>(quads) + t % 4);
  float2 p = __ldg(pairs + t);
  shared[t] = {q.a + k.a, q.b + k.b, q.c, int(p.x + p.y)};
  __syncwarp();
  Quad s = shared[31 - t];
  __stcg(out + t, r + wide.w);
  __stcs(out + 32 + t, s.a + s.b * 10 + s.c * 100 + s.d * 1000);
  *reinterpret_cast<volatile short *>(out + 64 + t) = short(t);
  reinterpret_cast<char *>(out + 64 + t)[3] = char(t * 3);
}

__global__ void spaces(int *out, int which) {
  __shared__ int s;
  __shared__ const int *pointer;
  int local = 7;
  if (threadIdx.x == 0) s = 5;
  __syncthreads();
  const int *p = which == 0 ? &s : which == 1 ? &local : which == 2 ? &constant_quads[1].b : out + 1;
  out[0] = *p;
  out[2] = __isShared(p) + 2 * __isLocal(p) + 4 * __isGlobal(p) + 8 * __isConstant(p);
  pointer = p;
  __syncthreads();
  out[3] = *pointer;
}

int main() {
  std::vector<int> in(32);
  std::vector<Quad> quads(4);
  std::vector<float2> pairs(32);
  for (int i = 0; i < 32; ++i) {
    in[i] = i * i;
    pairs[i] = make_float2(i, 0.5f * i);
  }
  for (int i = 0; i < 4; ++i) quads[i] = {i, 2 * i, 3 * i, 4 * i};
  DeviceArray<int> din(in), out(96);
  DeviceArray<Quad> dq(quads);
  DeviceArray<float2> dp(pairs);
  kernel<<<1, 32>>>(din, dq, out, dp);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
  for (int which = 0; which < 4; ++which) {
    MUST(cudaMemset(out, 0, 16));
    spaces<<<1, 1>>>(out, which);
    SHOW(cudaDeviceSynchronize());
    auto v = out.read();
    show_row("space", {v[0], v[2], v[3]});
  }
}
