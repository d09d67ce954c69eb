// SPDX-License-Identifier: Apache-2.0
// Blocks that pass data through global memory: the last block sums up, a ticket orders them.
#include "../transcript.h"

__device__ unsigned finished = 0;

__global__ void last_block_sums(const int *in, int *partial, int *result) {
  __shared__ int s;
  __shared__ bool last;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s;
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int total = 0;
    for (int i = 0; i < gridDim.x; ++i) total += static_cast<volatile int *>(partial)[i];
    *result = total;
  }
}

__global__ void producer_consumer(volatile int *data, volatile int *flag, int *out) {
  // Two warps of one block: one waits for the other by polling.
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x * 5;
    __threadfence();
    __syncwarp();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[threadIdx.x - 32] = data[threadIdx.x - 32];
  }
}

int main() {
  std::vector<int> ones(128 * 100, 1);
  DeviceArray<int> in(ones), partial(100), result(1);
  for (int i = 0; i < 3; ++i) {
    MUST(cudaMemset(result, 0, 4));
    last_block_sums<<<100, 128>>>(in, partial, result);
    SHOW(cudaDeviceSynchronize());
    show_value("total", result.read()[0]);
  }
  DeviceArray<int> data(32), flag(1), out(32);
  producer_consumer<<<1, 64>>>(data, flag, out);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}
