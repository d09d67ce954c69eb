// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Green contexts, what their documents say beyond green_contexts in golden/driver.txt: what the
// primary context's calls mean for them, what they share with it. Checks itself.
#include "../gate.h"
#include "driver.h"

static int wrong = 0;

static void expect(const char *what, int line, bool holds) {
  if (holds) return;
  std::printf("line %d: not so: %s\n", line, what);
  wrong = 1;
}
#define EXPECT(...) expect(#__VA_ARGS__, __LINE__, (__VA_ARGS__))

__global__ void store(int *out, int value) { *out = value; }
__global__ void fault(int *out) { *out = 1; }

static CUdevResource all_of_device() {
  CUdevResource all;
  MUST(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
  return all;
}

static CUgreenCtx make_green(CUdevResource *resources, unsigned count) {
  CUdevResourceDesc desc;
  CUgreenCtx green;
  MUST(cuDevResourceGenerateDesc(&desc, resources, count));
  MUST(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  return green;
}

static void primary_means_all(CUcontext primary) {
  CUdevResource all = all_of_device();
  CUgreenCtx green = make_green(&all, 1), owner = nullptr;
  CUcontext context, found;
  CUstream stream, primary_stream;
  CUevent event;
  MUST(cuCtxFromGreenCtx(&context, green));
  MUST(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  EXPECT(cuStreamGetCtx_v2(stream, &found, &owner) == CUDA_SUCCESS && found == primary && owner == green);
  MUST(cuStreamCreate(&primary_stream, CU_STREAM_NON_BLOCKING));
  MUST(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  {
    Gate gate(stream);
    EXPECT(cuCtxRecordEvent(primary, event) == CUDA_SUCCESS);
    EXPECT(cuEventQuery(event) == CUDA_ERROR_NOT_READY);
    gate.open();
    EXPECT(cuCtxSynchronize() == CUDA_SUCCESS);
    EXPECT(cuStreamQuery(stream) == CUDA_SUCCESS);
    EXPECT(cuEventQuery(event) == CUDA_SUCCESS);
  }
  {
    Gate gate(primary_stream);
    MUST(cuEventRecord(event, primary_stream));
    EXPECT(cuCtxWaitEvent(primary, event) == CUDA_SUCCESS);
    MUST(cuLaunchHostFunc(stream, [](void *) {}, nullptr));
    EXPECT(cuStreamQuery(stream) == CUDA_ERROR_NOT_READY);
    gate.open();
    MUST(cuStreamSynchronize(stream));
  }
  MUST(cuStreamDestroy(primary_stream));
  // Memory and modules outlive it: they are the primary context's.
  MUST(cuCtxSetCurrent(context));
  CUdeviceptr kept = allocate(4);
  EXPECT(cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_CONTEXT, kept) == CUDA_SUCCESS && found == primary);
  CUmodule module = own_module();
  MUST(cuCtxSetCurrent(primary));
  MUST(cuStreamDestroy(stream));
  EXPECT(cuGreenCtxDestroy(green) == CUDA_SUCCESS);
  EXPECT(cuGreenCtxDestroy(green) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
  unsigned long long id = 0;
  EXPECT(cuGreenCtxGetId(green, &id) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
  int *raw = reinterpret_cast<int *>(kept), value = 7;
  void *arguments[] = {&raw, &value};
  MUST(cuLaunchKernel(function_of(module, "_Z5storePii"), 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT(read<int>(kept, 1)[0] == 7);
  MUST(cuModuleUnload(module));
}

// A cooperative grid must fit on the multiprocessors that the context has.
static void fits() {
  CUdevResource all = all_of_device(), part;
  unsigned groups = 1;
  if (all.sm.smCount < 2) return;
  MUST(cuDevSmResourceSplitByCount(&part, &groups, &all, nullptr, 0, 1));
  CUgreenCtx green = make_green(&part, 1);
  CUcontext context, primary;
  MUST(cuCtxGetCurrent(&primary));
  MUST(cuCtxFromGreenCtx(&context, green));
  MUST(cuCtxSetCurrent(context));
  CUmodule module = own_module();
  CUfunction function = function_of(module, "_Z5storePii");
  int most = 0, value = 3;
  MUST(cuOccupancyMaxActiveBlocksPerMultiprocessor(&most, function, 64, 0));
  const unsigned blocks = static_cast<unsigned>(most) * part.sm.smCount;
  int *raw = reinterpret_cast<int *>(allocate(4));
  void *arguments[] = {&raw, &value};
  EXPECT(cuLaunchCooperativeKernel(function, blocks, 1, 1, 64, 1, 1, 0, nullptr, arguments) == CUDA_SUCCESS);
  EXPECT(cuLaunchCooperativeKernel(function, blocks + 1, 1, 1, 64, 1, 1, 0, nullptr, arguments) ==
         CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
  MUST(cuCtxSynchronize());
  MUST(cuCtxSetCurrent(primary));
  EXPECT(cuLaunchCooperativeKernel(function, blocks + 1, 1, 1, 64, 1, 1, 0, nullptr, arguments) == CUDA_SUCCESS);
  MUST(cuCtxSynchronize());
  MUST(cuGreenCtxDestroy(green));
}

// Last: what is left of the context cannot be used.
static void share_faults() {
  CUdevResource all = all_of_device();
  CUgreenCtx green = make_green(&all, 1), other = make_green(&all, 1);
  CUstream stream, another;
  MUST(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  MUST(cuGreenCtxStreamCreate(&another, other, CU_STREAM_NON_BLOCKING, 0));
  fault<<<1, 1, 0, stream>>>(nullptr);
  EXPECT(cuStreamSynchronize(stream) == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT(cuStreamSynchronize(another) == CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT(cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS);
}

int main() {
  CUcontext primary = use_primary();
  prepare_gates();
  primary_means_all(primary);
  fits();
  share_faults();
  return wrong;
}
