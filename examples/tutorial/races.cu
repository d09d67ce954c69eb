// SPDX-License-Identifier: Apache-2.0
// Tutorial, step 5: a race. One stream adds up a buffer, another one fills the buffer for the next round. The consumer waits
// for the producer, but the producer does not wait for the consumer; with --fixed it does.
#include <cuda_runtime.h>

#include <cstring>

#include "../common/check.h"

constexpr int kCount = 1 << 11;
constexpr int kRounds = 3;
constexpr std::size_t kBytes = kCount * sizeof(int);

__global__ void fill(int* values, int value) {
  values[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void add(int* sums, const int* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i] += values[i];
}

int main(int argc, char** argv) {
  const bool fixed = argc > 1 && std::strcmp(argv[1], "--fixed") == 0;
  int *buffer, *sums, *result;
  CHECK(cudaMalloc(&buffer, kBytes));
  CHECK(cudaMalloc(&sums, kBytes));
  CHECK(cudaMallocHost(&result, kBytes));
  cudaStream_t producer, consumer;
  CHECK(cudaStreamCreate(&producer));
  CHECK(cudaStreamCreate(&consumer));
  cudaEvent_t filled, added;
  CHECK(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&added, cudaEventDisableTiming));
  CHECK(cudaMemsetAsync(sums, 0, kBytes, consumer));

  for (int round = 1; round <= kRounds; ++round) {
    if (fixed) CHECK(cudaStreamWaitEvent(producer, added));  // not recorded yet: no wait
    fill<<<kCount / 256, 256, 0, producer>>>(buffer, round);
    CHECK_LAUNCH();
    CHECK(cudaEventRecord(filled, producer));
    CHECK(cudaStreamWaitEvent(consumer, filled));
    add<<<kCount / 256, 256, 0, consumer>>>(sums, buffer);
    CHECK_LAUNCH();
    CHECK(cudaEventRecord(added, consumer));
  }
  CHECK(cudaMemcpyAsync(result, sums, kBytes, cudaMemcpyDeviceToHost, consumer));
  CHECK(cudaStreamSynchronize(consumer));
  std::printf("1 + 2 + 3 = %d\n", result[0]);
  bool right = true;
  for (int i = 0; i < kCount; ++i) right = right && result[i] == 6;

  for (cudaEvent_t event : {filled, added}) CHECK(cudaEventDestroy(event));
  for (cudaStream_t stream : {producer, consumer}) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFreeHost(result));
  CHECK(cudaFree(sums));
  CHECK(cudaFree(buffer));
  return verdict(right);
}
