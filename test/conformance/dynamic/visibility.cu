// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// What a child sees of its parent's writes, and a tail launch of the children's.
#include "../transcript.h"

__global__ void sum(const int *in, int n, int *out) {
  int i = threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}
__global__ void add_one(int *p) { p[threadIdx.x] += 1; }
__global__ void before_barrier(int *data, int *out) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) sum<<<1, 256>>>(data, 256, out);
}
__global__ void chain(int *data, int *out) {
  data[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < 10; ++i) add_one<<<1, 256>>>(data);
    sum<<<1, 256, 0, cudaStreamTailLaunch>>>(data, 256, out);
  }
}
__global__ void until_zero(int *counter, int *steps) {
  if (threadIdx.x != 0) return;
  ++*steps;
  if (--*counter > 0) until_zero<<<1, 32, 0, cudaStreamTailLaunch>>>(counter, steps);
}
__device__ int quick[1024];
__global__ void sort(int *a, int left, int right, int depth) {
  if (depth > 12 || right - left < 8) {
    for (int i = left + 1; i <= right; ++i) {
      int v = a[i], j = i - 1;
      for (; j >= left && a[j] > v; --j) a[j + 1] = a[j];
      a[j + 1] = v;
    }
    return;
  }
  int pivot = a[(left + right) / 2], i = left, j = right;
  while (i <= j) {
    while (a[i] < pivot) ++i;
    while (a[j] > pivot) --j;
    if (i <= j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  if (left < j) sort<<<1, 1, 0, s>>>(a, left, j, depth + 1);
  cudaStreamDestroy(s);
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  if (i < right) sort<<<1, 1, 0, s>>>(a, i, right, depth + 1);
  cudaStreamDestroy(s);
}

int main() {
  DeviceArray<int> data(256), out(3);
  before_barrier<<<1, 256>>>(data.get(), out.get());
  chain<<<1, 256>>>(data.get(), out.get() + 1);
  SHOW(cudaDeviceSynchronize());
  show_row("sums", out.read());
  int start = 500;
  MUST(cudaMemcpy(data, &start, 4, cudaMemcpyHostToDevice));
  until_zero<<<1, 32>>>(data.get(), out.get() + 2);
  SHOW(cudaDeviceSynchronize());
  show_row("steps", out.read());
  std::vector<int> values(1024);
  unsigned seed = 1;
  for (int &v : values) v = (seed = seed * 1103515245 + 12345) >> 16;
  DeviceArray<int> array(values);
  sort<<<1, 1>>>(array.get(), 0, 1023, 0);
  SHOW(cudaDeviceSynchronize());
  auto sorted = array.read();
  int wrong = 0;
  for (int i = 1; i < 1024; ++i) wrong += sorted[i - 1] > sorted[i];
  show_value("out of order", wrong);
}
