// SPDX-License-Identifier: Apache-2.0
// Shared memory and barriers: reversal, transposition, sums, prefix sums, for many block shapes.
#include "../transcript.h"

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

int main() {
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
