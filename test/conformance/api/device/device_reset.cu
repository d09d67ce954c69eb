// SPDX-License-Identifier: Apache-2.0
// cudaDeviceReset: memory, variables and settings of the device are as at first, its last error and number stay.
#include "../../gate.h"

__device__ int variable = 5;
__global__ void copy_variable(int *to) { *to = variable; }
__global__ void change_variable() { variable = 9; }

static void show_type(const char *what, const void *pointer) {
  cudaPointerAttributes attributes = {};
  MUST(cudaPointerGetAttributes(&attributes, pointer));
  std::printf("%s: type %d\n", what, static_cast<int>(attributes.type));
}

CASES() {
  SHOW(cudaDeviceReset());
  void *device, *pinned, *managed, *ordered;
  MUST(cudaMalloc(&device, 1 << 20));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  MUST(cudaMallocAsync(&ordered, 4096, nullptr));
  MUST(cudaMemset(ordered, 7, 4096));
  static int registered[4096];
  MUST(cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault));
  change_variable<<<1, 1>>>();
  MUST(cudaDeviceSynchronize());
  MUST(cudaSetDeviceFlags(cudaDeviceScheduleYield));
  SHOW(cudaSetDevice(-1));
  SHOW(cudaDeviceReset());
  SHOW(cudaPeekAtLastError());
  show_last_error("of before the reset");
  int number = 77;
  SHOW(cudaGetDevice(&number));
  show_value("device", number);
  show_type("device memory", device);
  show_type("pinned memory", pinned);
  show_type("managed memory", managed);
  show_type("stream-ordered memory", ordered);
  show_type("registered memory", registered);
  SHOW(cudaFree(device));
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaHostUnregister(registered));
  SHOW(cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault));
  cudaGetLastError();

  int *word;
  int value = 77;
  SHOW(cudaMalloc(&word, sizeof(int)));
  copy_variable<<<1, 1, 0, cudaStreamPerThread>>>(word);
  SHOW(cudaStreamSynchronize(cudaStreamPerThread));
  SHOW(cudaMemcpy(&value, word, sizeof value, cudaMemcpyDeviceToHost));
  show_value("variable", value);
  std::thread([] { SHOW(cudaDeviceReset()); }).join();
  show_type("memory after another thread's reset", word);
  SHOW(cudaDeviceReset());
  SHOW(cudaDeviceReset());

  // Pools are the device's, not the context's: what came from one outlives it.
  unsigned char byte = 77;
  SHOW(cudaMemcpy(&byte, ordered, 1, cudaMemcpyDeviceToHost));
  show_value("what was written", byte);
  SHOW(cudaFreeAsync(ordered, nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  show_type("stream-ordered memory after its free", ordered);
}
