// SPDX-License-Identifier: Apache-2.0
// Shared memory between barriers.
#include "../cases.h"

#include <vector>

__global__ void reverse(const int *in, int *out, int n) {
  __shared__ int s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

__global__ void transpose(const int *in, int *out) {
  __shared__ int tile[16][17];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void sum(const int *in, int *out) {
  extern __shared__ int s[];
  unsigned i = threadIdx.x;
  s[i] = in[blockIdx.x * blockDim.x + i];
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (i < stride) s[i] += s[i + stride];
    __syncthreads();
  }
  if (i == 0) out[blockIdx.x] = s[0];
}

__global__ void scan(int *data, int n) {
  __shared__ int s[2][256];
  int i = threadIdx.x, from = 0;
  s[0][i] = i < n ? data[i] : 0;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    s[1 - from][i] = s[from][i] + (i >= d ? s[from][i - d] : 0);
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) data[i] = s[from][i];
}

// Shared memory and barriers: reversal, transposition, sums, prefix sums, for many block shapes.
CASE(shared_memory) {
  std::vector<int> in(1024);
  for (int i = 0; i < 1024; ++i) in[i] = i * i % 1000;
  DeviceArray<int> a(in), b(1024);
  for (int n : {1, 2, 31, 32, 33, 64, 100, 256, 1000, 1024}) {
    reverse<<<1, n>>>(a, b, n);
    MUST(cudaDeviceSynchronize());
    auto out = b.read();
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += out[i] != in[n - 1 - i];
    std::printf("reverse %d: wrong %d\n", n, wrong);
  }
  transpose<<<1, dim3(16, 16)>>>(a, b);
  MUST(cudaDeviceSynchronize());
  int wrong = 0;
  auto out = b.read();
  for (int i = 0; i < 256; ++i) wrong += out[i] != in[i % 16 * 16 + i / 16];
  show_value("transpose: wrong", wrong);
  for (int n : {1, 2, 32, 64, 128, 256}) {
    sum<<<4, n, n * 4>>>(a, b);
    MUST(cudaDeviceSynchronize());
    out = b.read();
    std::printf("sums of %d: %d %d %d %d\n", n, out[0], out[1], out[2], out[3]);
  }
  scan<<<1, 256>>>(a, 200);
  MUST(cudaDeviceSynchronize());
  out = a.read();
  show_row("scan", {out[0], out[1], out[100], out[199], out[200]});
}

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

// Dynamic shared memory under several names and types is one piece of memory; static arrays are others.
CASE(dynamic_arrays) {
  DeviceArray<int> out(64);
  kernel<<<1, 32, 256>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}

constexpr int kThreads = 256;

template <int First>
__global__ void keep(const int *in, int *out) {
  __shared__ int sums[kThreads], last[kThreads];
  const int t = threadIdx.x;
  int kept;
  sums[t] = in[t] * 3;
  __syncthreads();
  if (t == First) kept = in[int(blockIdx.x) * 100];
  const int mirrored = sums[kThreads - 1 - t];
  __syncthreads();
  last[t] = mirrored;
  __syncthreads();
  int before;
  if (t == First)
    before = kept;
  else
    before = last[(t + 1) % kThreads];
  out[blockIdx.x * kThreads + t] = (before != mirrored) + before * 2;
}

// What one thread of a block has loaded, and the others have not, is still there behind barriers.
CASE(first_thread_keeps) {
  std::vector<int> values(1024);
  for (int i = 0; i < 1024; ++i) values[i] = (i * 37) % 1009;
  DeviceArray<int> in(values), out(4 * kThreads);
  const auto show = [&](const char *name, auto kernel) {
    kernel<<<4, kThreads>>>(in, out);
    MUST(cudaDeviceSynchronize());
    unsigned hash = 0;
    for (int value : out.read()) hash = hash * 31 + value;
    show_value(name, hash);
    show_value("kept", out.read()[kThreads + (name[0] - '0') * 32]);
  };
  show("0: the first", keep<0>);
  show("1: the first of the second warp", keep<32>);
  show("7: the first of the last warp", keep<224>);
}
