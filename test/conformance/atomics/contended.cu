// SPDX-License-Identifier: Apache-2.0
// Many threads on one word, in global and in shared memory: nothing is lost, old values are all different.
#include "../transcript.h"

__global__ void global_words(int *add, unsigned *inc, unsigned long long *wide, int *least, int *most, unsigned *bits,
                             float *f, double *d, unsigned *seen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int old = atomicAdd(add, 1);
  atomicAdd(&seen[old], 1);
  atomicInc(inc, 999);
  atomicAdd(wide, (unsigned long long)i << 20);
  atomicMin(least, (i * 7919) % 10007 - 5000);
  atomicMax(most, (i * 7919) % 10007 - 5000);
  atomicXor(bits, 1u << (i % 31));
  atomicAdd(f, 0.5f);
  atomicAdd(d, 0.25);
}

__global__ void shared_words(int *out) {
  __shared__ int histogram[16];
  __shared__ unsigned long long wide;
  __shared__ float f;
  if (threadIdx.x < 16) histogram[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    wide = 0;
    f = 0;
  }
  __syncthreads();
  atomicAdd(&histogram[threadIdx.x * threadIdx.x % 16], 1);
  atomicAdd(&wide, 1ull << 33);
  atomicAdd(&f, 1.0f);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], histogram[threadIdx.x]);
  if (threadIdx.x == 0) {
    atomicAdd(&out[16], int(wide >> 33));
    atomicAdd(&out[17], int(f));
  }
}

__global__ void cas_loop(float *product, int *count) {
  auto *word = reinterpret_cast<int *>(product);
  int old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __float_as_int(__int_as_float(assumed) * (threadIdx.x % 2 ? 2.0f : 0.5f)));
  } while (assumed != old);
  atomicAdd_system(count, 1);
  atomicAdd_block(count + 1, 1);
}

int main() {
  constexpr int n = 64 * 256;
  DeviceArray<int> ints(4);
  DeviceArray<unsigned> unsigneds(4), seen(n);
  DeviceArray<unsigned long long> wide(1);
  DeviceArray<float> f(1);
  DeviceArray<double> d(1);
  global_words<<<64, 256>>>(ints, unsigneds, wide, ints + 1, ints + 2, unsigneds + 1, f, d, seen);
  SHOW(cudaDeviceSynchronize());
  show_row("add, min, max", {ints.read()[0], ints.read()[1], ints.read()[2]});
  show_row("inc, bits", {int(unsigneds.read()[0]), int(unsigneds.read()[1])});
  show_value("wide", static_cast<long long>(wide.read()[0]));
  show_bits("float", f.read()[0]);
  show_bits("double", d.read()[0]);
  int once = 0;
  for (unsigned s : seen.read()) once += s == 1;
  show_value("old values seen exactly once", once);
  DeviceArray<int> out(18);
  shared_words<<<20, 1000>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("shared", out.read());
  float one = 1.0f;
  MUST(cudaMemcpy(f, &one, 4, cudaMemcpyHostToDevice));
  DeviceArray<int> count(2);
  cas_loop<<<1, 1024>>>(f, count);
  SHOW(cudaDeviceSynchronize());
  show_bits("product", f.read()[0]);
  show_row("counts", count.read());
}
