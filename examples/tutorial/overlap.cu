// SPDX-License-Identifier: Apache-2.0
// Tutorial, step 2: one stream stands still, another one continues. A host function keeps the first stream busy until
// the host has seen the second one finish: with a single stream this program would never end.
#include <cuda_runtime.h>

#include <atomic>
#include <thread>

#include "../common/check.h"

constexpr int kCount = 1 << 16;
constexpr std::size_t kBytes = kCount * sizeof(float);

__global__ void halve(float* values) { values[blockIdx.x * blockDim.x + threadIdx.x] /= 2; }

/// Runs in its stream and returns when the flag is set. It must not call CUDA functions.
static void CUDART_CB wait_for(void* flag) {
  while (!static_cast<std::atomic<bool>*>(flag)->load()) std::this_thread::yield();
}

static const char* state_of(cudaStream_t stream) {
  const cudaError_t state = cudaStreamQuery(stream);  // asks without waiting
  if (state != cudaErrorNotReady) CHECK(state);
  return state == cudaSuccess ? "finished" : "busy";
}

int main() {
  cudaStream_t streams[2];
  float *numbers[2], *on_device[2];
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaStreamCreate(&streams[i]));
    CHECK(cudaMallocHost(&numbers[i], kBytes));
    CHECK(cudaMalloc(&on_device[i], kBytes));
    for (int k = 0; k < kCount; ++k) numbers[i][k] = 10;
  }
  // A GPU loads a kernel's code at its first use and may wait for all streams then: not while the first one stands still.
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, halve));
  std::atomic<bool> go{false};
  CHECK(cudaLaunchHostFunc(streams[0], wait_for, &go));
  for (int i = 0; i < 2; ++i) {
    CHECK(cudaMemcpyAsync(on_device[i], numbers[i], kBytes, cudaMemcpyHostToDevice, streams[i]));
    halve<<<kCount / 256, 256, 0, streams[i]>>>(on_device[i]);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(numbers[i], on_device[i], kBytes, cudaMemcpyDeviceToHost, streams[i]));
  }
  CHECK(cudaStreamSynchronize(streams[1]));
  std::printf("first stream: %s, second stream: %s\n", state_of(streams[0]), state_of(streams[1]));
  go.store(true);
  CHECK(cudaStreamSynchronize(streams[0]));
  std::printf("first stream: %s, second stream: %s\n", state_of(streams[0]), state_of(streams[1]));

  bool right = true;
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < kCount; ++k) right = right && numbers[i][k] == 5;
    CHECK(cudaFree(on_device[i]));
    CHECK(cudaFreeHost(numbers[i]));
    CHECK(cudaStreamDestroy(streams[i]));
  }
  return verdict(right);
}
