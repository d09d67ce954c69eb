// SPDX-License-Identifier: Apache-2.0
// Tutorial, step 3: an event makes one stream wait for another, and two events measure time.
#include <cuda_runtime.h>

#include "../common/check.h"

constexpr int kCount = 1 << 11;
constexpr std::size_t kBytes = kCount * sizeof(int);

__global__ void number(int* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[i] = i;
}

__global__ void square(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (in[i] % 100) * (in[i] % 100);
}

int main() {
  int *numbers, *squares, *result;
  CHECK(cudaMalloc(&numbers, kBytes));
  CHECK(cudaMalloc(&squares, kBytes));
  CHECK(cudaMallocHost(&result, kBytes));
  cudaStream_t producer, consumer;
  CHECK(cudaStreamCreate(&producer));
  CHECK(cudaStreamCreate(&consumer));
  cudaEvent_t begin, numbered, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&numbered));
  CHECK(cudaEventCreate(&end));

  CHECK(cudaEventRecord(begin, producer));
  number<<<kCount / 256, 256, 0, producer>>>(numbers);
  CHECK_LAUNCH();
  CHECK(cudaEventRecord(numbered, producer));
  CHECK(cudaStreamWaitEvent(consumer, numbered));  // the consumer waits, the host does not
  square<<<kCount / 256, 256, 0, consumer>>>(numbers, squares);
  CHECK_LAUNCH();
  CHECK(cudaMemcpyAsync(result, squares, kBytes, cudaMemcpyDeviceToHost, consumer));
  CHECK(cudaEventRecord(end, consumer));

  CHECK(cudaEventSynchronize(end));
  float ms;
  CHECK(cudaEventElapsedTime(&ms, begin, end));
  std::printf("12 * 12 = %d\n", result[12]);
  std::puts(ms > 0 && ms < 60000 ? "the events measured a time" : "the events measured nothing");
  bool right = ms > 0;
  for (int i = 0; i < kCount; ++i) right = right && result[i] == (i % 100) * (i % 100);

  for (cudaEvent_t event : {begin, numbered, end}) CHECK(cudaEventDestroy(event));
  for (cudaStream_t stream : {producer, consumer}) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFreeHost(result));
  CHECK(cudaFree(squares));
  CHECK(cudaFree(numbers));
  return verdict(right);
}
