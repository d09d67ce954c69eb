// SPDX-License-Identifier: Apache-2.0
// flags: --extended-lambda
// Lambdas in kernels and as kernel arguments.
#include "../transcript.h"

template <class F>
__global__ void apply(int *out, F f) {
  out[threadIdx.x] = f(threadIdx.x);
}

template <class F>
__device__ int sum_of(int n, F f) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += f(i);
  return s;
}

__global__ void inside(int *out) {
  int t = threadIdx.x, calls = 0;
  auto f = [t, &calls](int x) {
    ++calls;
    return x * t;
  };
  auto generic = [](auto a, auto b) { return a + b; };
  int s = sum_of(5, f) + sum_of(t % 3, [=](int i) { return i + t; });
  out[t] = s * 100 + calls + generic(1, 2) + int(generic(0.5f, 0.5));
}

struct Big {
  int data[20];
};

int main() {
  DeviceArray<int> out(32);
  int a = 7;
  Big big = {};
  big.data[19] = 1000;
  apply<<<1, 32>>>(out, [a, big] __device__(int i) { return a * i + big.data[19]; });
  SHOW(cudaDeviceSynchronize());
  show_row("captured", out.read());
  int *p = out;
  apply<<<1, 32>>>(out, [=] __device__(int i) { return p[i] + 1; });
  SHOW(cudaDeviceSynchronize());
  show_row("pointer captured", out.read());
  apply<<<1, 32>>>(out, [] __host__ __device__(int i) { return i ^ 5; });
  SHOW(cudaDeviceSynchronize());
  show_row("host and device", out.read());
  inside<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("inside", out.read());
}
