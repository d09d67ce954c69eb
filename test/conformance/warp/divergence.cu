// SPDX-License-Identifier: Apache-2.0
// Lanes of one warp on different paths: loops of different length, nested branches, early returns, order of effects.
#include "../transcript.h"

__global__ void collatz(int *out) {
  int n = threadIdx.x + 1, steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  out[threadIdx.x] = steps;
}

__global__ void nested(int *out) {
  int t = threadIdx.x, r = 0;
  for (int i = 0; i < t % 5 + 1; ++i) {
    if (i == 3 && t % 2) break;
    for (int j = 0; j < 10; ++j) {
      if (j > t % 7) break;
      if ((i + j) % 3 == 1) continue;
      r += i * 10 + j;
      if (r > 200) {
        out[t] = -r;
        return;
      }
    }
    switch ((t + i) % 4) {
      case 0:
        r += 1;
      case 1:
        r += 2;
        break;
      case 2:
        r *= 2;
        break;
      default:
        if (t > 20) goto done;
        r -= 1;
    }
  }
done:
  out[t] = r;
}

__global__ void reconverge(unsigned *out) {
  unsigned lane = threadIdx.x;
  unsigned r = 0;
  if (lane < 8) {
    r = lane * 2;
  } else if (lane < 20) {
    for (unsigned i = 0; i < lane; ++i) r += i;
  } else {
    r = lane ^ 31;
  }
  __syncwarp();
  unsigned sum = r;
  for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  out[lane] = sum;
}

__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void recursion(int *out) { out[threadIdx.x] = fib(threadIdx.x % 12); }

int main() {
  DeviceArray<int> out(96);
  collatz<<<1, 96>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("collatz", out.read());
  nested<<<1, 96>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("nested", out.read());
  reconverge<<<1, 32>>>(reinterpret_cast<unsigned *>(out.get()));
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  show_row("sums", {v[0], v[10], v[31]});
  recursion<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  v.resize(64);
  show_row("recursion", v);
}
