// SPDX-License-Identifier: Apache-2.0
// Each thread of each block runs once and knows who it is, in one, two and three dimensions.
#include "../transcript.h"

__global__ void mark(int *hits, unsigned long long *sum) {
  unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned per_block = blockDim.x * blockDim.y * blockDim.z;
  unsigned index = block * per_block + thread;
  hits[index] += 1;
  unsigned long long id = threadIdx.x + 7u * threadIdx.y + 31u * threadIdx.z + 101u * blockIdx.x + 211u * blockIdx.y +
                          307u * blockIdx.z + 3u * warpSize;
  atomicAdd(sum, id);
}

void run(dim3 grid, dim3 block) {
  unsigned n = grid.x * grid.y * grid.z * block.x * block.y * block.z;
  DeviceArray<int> hits(n);
  DeviceArray<unsigned long long> sum(1);
  mark<<<grid, block>>>(hits, sum);
  cudaError_t e = cudaDeviceSynchronize();
  int wrong = 0;
  for (int h : hits.read()) wrong += h != 1;
  std::printf("grid %u %u %u block %u %u %u: %s, wrong %d, sum %llu\n", grid.x, grid.y, grid.z, block.x, block.y,
              block.z, name_of(e), wrong, sum.read()[0]);
}

int main() {
  run(1, 1);
  run(1, 32);
  run(3, 33);
  run(7, 1000);
  run(1000, 1);
  run(dim3(3, 5), dim3(16, 16));
  run(dim3(2, 3, 4), dim3(5, 6, 7));
  run(dim3(1, 1, 70), dim3(1, 1, 64));
  run(dim3(1, 1000), dim3(1, 1024));
  run(70000, 1);
  run(dim3(3, 1, 2), dim3(33, 3, 2));
}
