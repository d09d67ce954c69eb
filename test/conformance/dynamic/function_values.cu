// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true --extended-lambda
// Kernels launched through pointers and from functions that are not inlined, and devices functions as arguments.
#include "../transcript.h"

__global__ void one(int *out) { atomicAdd(out, 1); }
__global__ void ten(int *out) { atomicAdd(out, 10); }
typedef void (*Kernel)(int *);
__device__ Kernel table[2] = {one, ten};

__device__ __noinline__ void launch(Kernel kernel, int *out, int n) { kernel<<<n, 1>>>(out); }
__device__ __noinline__ int recursive(int n, int *out) {
  if (n == 0) return 0;
  one<<<1, n>>>(out);
  return 1 + recursive(n - 1, out);
}
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
typedef int (*Function)(int);
__global__ void apply(int *out, Function function) { atomicAdd(out, function(100)); }
__global__ void parent(int *out, int which) {
  launch(table[which], out, 3);
  launch(which ? one : ten, out + 1, 2);
  out[2] = recursive(4, out + 3);
  apply<<<1, 1>>>(out + 4, which ? twice : thrice);
}
struct Functor {
  int n;
  __device__ int operator()(int x) const { return x + n; }
};
template <class F>
__global__ void each(int *out, F f) {
  out[threadIdx.x] = f(threadIdx.x);
}
__global__ void lambdas(int *out) {
  each<<<1, 4>>>(out, Functor{7});
  int k = 5;
  auto f = [=] __device__(int x) { return x * k; };
  each<<<1, 4>>>(out + 4, f);
}

int main() {
  DeviceArray<int> out(8);
  parent<<<1, 1>>>(out.get(), 0);
  parent<<<1, 1>>>(out.get(), 1);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
  lambdas<<<1, 1>>>(out.get());
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}
