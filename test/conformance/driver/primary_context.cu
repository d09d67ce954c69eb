// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxSetFlags, cuDevicePrimaryCtxGetState,
// cuDevicePrimaryCtxReset: counts, flags, states, and the runtime on the same context.
#include "driver.h"

static void show_state() {
  unsigned flags = 77;
  int active = 77;
  SHOW(cuDevicePrimaryCtxGetState(0, &flags, &active));
  show_row("flags, active", {int(flags), active});
}

int main() {
  MUST(cuInit(0));
  CUcontext context = nullptr, again = nullptr, current = nullptr;
  unsigned flags = 0;
  int active = 0;
  show_state();
  SHOW(cuDevicePrimaryCtxGetState(4096, &flags, &active));
  SHOW(cuDevicePrimaryCtxGetState(0, nullptr, &active));
  SHOW(cuDevicePrimaryCtxGetState(0, &flags, nullptr));
  SHOW(cuDevicePrimaryCtxRelease(0));
  SHOW(cuDevicePrimaryCtxReset(4096));
  SHOW(cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_BLOCKING_SYNC));
  SHOW(cuDevicePrimaryCtxSetFlags(0, 0x7));
  SHOW(cuDevicePrimaryCtxSetFlags(0, 0x1000));
  SHOW(cuDevicePrimaryCtxSetFlags(4096, 0));
  show_state();
  SHOW(cuDevicePrimaryCtxRetain(nullptr, 0));
  SHOW(cuDevicePrimaryCtxRetain(&context, 4096));
  SHOW(cuDevicePrimaryCtxRetain(&context, 0));
  SHOW(cuDevicePrimaryCtxRetain(&again, 0));
  show_truth("one context", context == again && context != nullptr);
  MUST(cuCtxGetCurrent(&current));
  show_truth("not current", current == nullptr);
  show_state();
  SHOW(cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_SPIN));
  show_state();
  SHOW(cuCtxSetCurrent(context));
  flags = 77;
  SHOW(cuCtxGetFlags(&flags));
  show_value("flags", flags);
  SHOW(cuCtxDestroy(context));
  SHOW(cuDevicePrimaryCtxRelease(0));
  SHOW(cuDevicePrimaryCtxRelease(0));
  show_state();
  CUdeviceptr pointer = 0;
  SHOW(cuMemAlloc(&pointer, 64));
  MUST(cuCtxGetCurrent(&current));
  show_truth("still named as current", current == context);
  SHOW(cuCtxSynchronize());
  SHOW(cuDevicePrimaryCtxRetain(&again, 0));
  show_truth("the same again", again == context);
  SHOW(cuMemAlloc(&pointer, 64));
  SHOW(cuDevicePrimaryCtxReset(0));
  SHOW(cuMemAlloc(&pointer, 64));
  show_state();
  SHOW(cuDevicePrimaryCtxRelease(0));
  SHOW(cuDevicePrimaryCtxRelease(0));
  std::printf("runtime\n");
  MUST(cuCtxSetCurrent(nullptr));
  SHOW(cudaFree(nullptr));
  show_state();
  MUST(cuCtxGetCurrent(&current));
  MUST(cuDevicePrimaryCtxRetain(&context, 0));
  show_truth("the runtime's context is the primary one", current == context);
  int *runtime = nullptr;
  SHOW(cudaMalloc(&runtime, 64));
  SHOW(cuMemsetD32(address_of(runtime), 5, 16));
  show_value("value", read<int>(address_of(runtime), 16)[15]);
  SHOW(cuMemFree(address_of(runtime)));
  SHOW(cuMemAlloc(&pointer, 64));
  SHOW(cudaFree(reinterpret_cast<void *>(pointer)));
}
