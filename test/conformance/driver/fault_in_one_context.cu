// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// alone: its fault ends contexts
// A kernel's fault and the other contexts of the process: what they still do before and after the faulty one is destroyed.
#include "../gate.h"
#include "driver.h"

__global__ void trap() { __trap(); }
__global__ void store(int *to, int value) { *to = value; }

static void show_work(const char *title, CUcontext context) {
  std::printf("-- %s\n", title);
  if (show("cuCtxSetCurrent", cuCtxSetCurrent(context)) != CUDA_SUCCESS) return;
  CUdeviceptr memory = 0;
  SHOW(cuMemAlloc(&memory, 4));
  SHOW(cuMemsetD32(memory, 7, 1));
  unsigned value = 0;
  SHOW(cuMemcpyDtoH(&value, memory, 4));
  std::printf("value %u\n", value);
  CUstream stream = nullptr;
  SHOW(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  SHOW(cuStreamQuery(nullptr));
  SHOW(cuCtxSynchronize());
}

int main() {
  CUcontext primary = use_primary();
  CUcontext bystander = make_context();
  CUcontext faulty = make_context();
  CUmodule module = own_module();
  SHOW(cuLaunchKernel(function_of(module, "_Z4trapv"), 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  SHOW(cuCtxSynchronize());
  SHOW(cuCtxSynchronize());
  show_work("the faulty context", faulty);
  show_work("another context", bystander);
  show_work("the primary context", primary);

  std::printf("-- afterwards\n");
  SHOW(cuCtxDestroy(faulty));
  show_work("another context", bystander);
  show_work("the primary context", primary);
  CUcontext fresh = nullptr;
  if (SHOW(cuCtxCreate(&fresh, nullptr, 0, 0)) == CUDA_SUCCESS) show_work("a new context", fresh);
  SHOW(cuCtxDestroy(bystander));
  unsigned flags = 0;
  int active = 0;
  SHOW(cuDevicePrimaryCtxGetState(0, &flags, &active));
  std::printf("active %d\n", active);
  SHOW(cuDevicePrimaryCtxReset(0));
  SHOW(cuDevicePrimaryCtxRetain(&primary, 0));
  show_work("the primary context, made again", primary);
}
