// SPDX-License-Identifier: Apache-2.0
// Calls through pointers: tables of device functions, pointers handed over from the host, different per thread.
#include "../transcript.h"

using Function = int (*)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ int negate(int x) { return -x; }
__device__ Function table[3] = {twice, square, negate};
__device__ Function chosen = square;
__constant__ Function constant_table[2] = {negate, twice};

struct Member {
  int base;
  __device__ int add(int x) const { return base + x; }
  __device__ int sub(int x) const { return base - x; }
};

__global__ void kernel(int *out, Function from_host) {
  int t = threadIdx.x;
  int r = table[t % 3](t + 1);
  r += from_host(t) * 1000;
  r += constant_table[t & 1](t) * 1000000;
  Function local = t < 16 ? twice : negate;
  out[t] = r + local(t);
  Member m = {50};
  int (Member::*method)(int) const = t % 2 ? &Member::add : &Member::sub;
  out[32 + t] = (m.*method)(t);
}

int main() {
  Function f;
  MUST(cudaMemcpyFromSymbol(&f, chosen, sizeof f));
  DeviceArray<int> out(64);
  kernel<<<1, 32>>>(out, f);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}
