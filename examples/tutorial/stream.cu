// SPDX-License-Identifier: Apache-2.0
// Tutorial, step 1: work is put into a stream, and the host waits for it.
#include <cuda_runtime.h>

#include "../common/check.h"

constexpr int kCount = 1000;
constexpr std::size_t kBytes = kCount * sizeof(int);

__global__ void triple(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 3;
}

int main() {
  int *numbers, *on_device;
  CHECK(cudaMallocHost(&numbers,
                       kBytes));  // pinned: the device copies from it while the host continues
  CHECK(cudaMalloc(&on_device, kBytes));
  for (int i = 0; i < kCount; ++i) numbers[i] = i;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));

  // Three operations, in order. Each call returns at once.
  CHECK(cudaMemcpyAsync(on_device, numbers, kBytes, cudaMemcpyHostToDevice, stream));
  triple<<<(kCount + 255) / 256, 256, 0, stream>>>(on_device, kCount);
  CHECK_LAUNCH();
  CHECK(cudaMemcpyAsync(numbers, on_device, kBytes, cudaMemcpyDeviceToHost, stream));

  // From here on the results are there.
  CHECK(cudaStreamSynchronize(stream));
  std::printf("3 * 7 = %d, 3 * 999 = %d\n", numbers[7], numbers[999]);
  const bool right = numbers[7] == 21 && numbers[999] == 2997;

  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(on_device));
  CHECK(cudaFreeHost(numbers));
  return verdict(right);
}
