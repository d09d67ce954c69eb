// SPDX-License-Identifier: Apache-2.0
// The same calls fail, and the program looks, in each way that programs have; and what calls answer where nothing is wrong.
// flags: -O1 -lcuda
// tools: api
// devices: 2
#include <cuda.h>

#include <string>
#include <vector>

#include "case.h"

__global__ void store(int* place) { *place = 1; }

int failures = 0;
#define CHECK(call)                        \
  do {                                     \
    const cudaError_t result = (call);     \
    if (result != cudaSuccess) ++failures; \
  } while (0)
static void check(cudaError_t result) {
  if (result != cudaSuccess) ++failures;
}
__attribute__((noinline)) static cudaError_t give_back(void* memory) { return cudaFree(memory); }
static cudaError_t kept = cudaSuccess;
/// The host's stack, which is no allocation.
static void* wrong_pointer() {
  static int number;
  return &number;
}

int main() {
  CHECK(cudaFree(wrong_pointer()));
  check(cudaFree(wrong_pointer()));
  check(give_back(wrong_pointer()));
  if (cudaFree(wrong_pointer())) ++failures;
  kept = cudaFree(wrong_pointer());
  std::vector<cudaError_t> all;
  all.push_back(cudaFree(wrong_pointer()));
  const std::string text = cudaGetErrorString(cudaFree(wrong_pointer()));
  const bool is_good = cudaFree(wrong_pointer()) == cudaSuccess;
  failures += is_good ? 0 : 1;
  if (cuMemFree(1) != CUDA_SUCCESS) ++failures;
  // Not the result, but the last error.
  cudaFree(wrong_pointer());
  CHECK(cudaGetLastError());
  // The launch's own result, and the last error, asked later.
  int* place = nullptr;
  void* arguments[] = {&place};
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(&store), 1, 2000, arguments, 0, nullptr));
  store<<<1, 2000>>>(place);
  nothing<<<1, 1>>>();
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaPeekAtLastError());
  store<<<1, 2000>>>(place);
  std::thread([] { CHECK(cudaGetLastError()); }).join();
  // Answers.
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  hold(stream);
  cudaStreamQuery(stream);
  let_go();
  cudaStreamSynchronize(stream);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaDeviceDisablePeerAccess(1);
  cudaDeviceDisablePeerAccess(1);
  static char memory[8192];
  cudaHostRegister(memory, sizeof memory, 0);
  cudaHostRegister(memory, sizeof memory, 0);
  cudaHostUnregister(memory);
  cudaHostUnregister(memory);
  CHECK(cudaStreamDestroy(stream));
  // A fault that some call is asked for.
  store<<<1, 1>>>(nullptr);
  cudaStreamSynchronize(nullptr);
  CHECK(cudaDeviceSynchronize());
  cudaFree(nullptr);
  std::printf("%d %s %d\n", failures, text.c_str(), kept == all[0]);
  return 0;
}
