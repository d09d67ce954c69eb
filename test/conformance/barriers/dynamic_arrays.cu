// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory under several names and types is one piece of memory; static arrays are others.
#include "../transcript.h"

extern __shared__ __align__(16) unsigned char bytes[];
template <class T>
__device__ T *dynamic_as() {
  return reinterpret_cast<T *>(bytes);
}

__device__ void helper(int *out) {
  __shared__ int inside_function[32];
  inside_function[threadIdx.x] = threadIdx.x + 100;
  __syncthreads();
  out[threadIdx.x] = inside_function[31 - threadIdx.x];
}

struct Record {
  double d;
  int i;
  short s;
};

__global__ void kernel(int *out) {
  __shared__ Record records[32];
  __shared__ double aligned;
  __shared__ char odd[3];
  float *floats = dynamic_as<float>();
  int *ints = dynamic_as<int>() + 32;
  floats[threadIdx.x] = threadIdx.x * 0.5f;
  ints[threadIdx.x] = threadIdx.x * 7;
  records[threadIdx.x] = {threadIdx.x * 1.5, int(threadIdx.x), short(-int(threadIdx.x))};
  if (threadIdx.x < 3) odd[threadIdx.x] = 'a' + threadIdx.x;
  if (threadIdx.x == 0) aligned = 2.5;
  __syncthreads();
  int j = 31 - threadIdx.x;
  out[threadIdx.x] = int(floats[j] * 2) + ints[j] + int(records[j].d * 2) + records[j].i + records[j].s +
                     odd[threadIdx.x % 3] + int(aligned * 2);
  __syncthreads();
  helper(out + 32);
}

int main() {
  DeviceArray<int> out(64);
  kernel<<<1, 32, 256>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}
