// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuDeviceGetDevResource, cuCtxGetDevResource, cuDevSmResourceSplitByCount, cuDevResourceGenerateDesc, cuGreenCtxCreate,
// cuGreenCtxDestroy, cuCtxFromGreenCtx, cuGreenCtxGetDevResource, cuGreenCtxStreamCreate, cuStreamGetGreenCtx, cuGreenCtxGetId,
// cuGreenCtxRecordEvent, cuGreenCtxWaitEvent: a context of some of the device's multiprocessors. No number of those is shown.
#include "../gate.h"
#include "driver.h"

__global__ void store(int *out, int value) { *out = value; }

int main() {
  MUST(cuInit(0));
  CUdevResource all = {}, part = {}, rest = {}, got = {};
  SHOW(cuDeviceGetDevResource(0, nullptr, CU_DEV_RESOURCE_TYPE_SM));
  SHOW(cuDeviceGetDevResource(99, &all, CU_DEV_RESOURCE_TYPE_SM));
  SHOW(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_INVALID));
  SHOW(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
  int processors = 0;
  MUST(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  show_truth("all multiprocessors", all.type == CU_DEV_RESOURCE_TYPE_SM && int(all.sm.smCount) == processors);

  std::printf("-- split\n");
  unsigned groups = 0;
  SHOW(cuDevSmResourceSplitByCount(nullptr, &groups, &all, nullptr, 0, 1));
  show_truth("one group at least", groups >= 1);
  SHOW(cuDevSmResourceSplitByCount(nullptr, nullptr, &all, nullptr, 0, 1));
  SHOW(cuDevSmResourceSplitByCount(&part, &groups, nullptr, &rest, 0, 1));
  groups = 1;
  SHOW(cuDevSmResourceSplitByCount(&part, &groups, &all, &rest, 0, all.sm.smCount + 1));
  groups = 1;
  SHOW(cuDevSmResourceSplitByCount(&part, &groups, &all, &rest, 77, 1));
  groups = 0;
  SHOW(cuDevSmResourceSplitByCount(&part, &groups, &all, &rest, 0, 1));
  groups = 1;
  SHOW(cuDevSmResourceSplitByCount(&part, &groups, &all, &rest, CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING, 1));
  show_value("groups", groups);
  show_truth("no fewer than asked for", part.type == CU_DEV_RESOURCE_TYPE_SM && part.sm.smCount >= 1);
  show_truth("the rest is what is left", part.sm.smCount + (rest.type == CU_DEV_RESOURCE_TYPE_SM ? rest.sm.smCount : 0) == all.sm.smCount);
  groups = 1;
  CUdevResource whole = {};
  SHOW(cuDevSmResourceSplitByCount(&whole, &groups, &all, nullptr, 0, all.sm.smCount));
  show_value("groups of all", groups);

  std::printf("-- descriptors\n");
  CUdevResourceDesc desc = nullptr;
  SHOW(cuDevResourceGenerateDesc(nullptr, &part, 1));
  SHOW(cuDevResourceGenerateDesc(&desc, nullptr, 1));
  CUdevResource empty = {};
  SHOW(cuDevResourceGenerateDesc(&desc, &empty, 1));
  SHOW(cuDevResourceGenerateDesc(&desc, &part, 1));

  std::printf("-- contexts\n");
  CUgreenCtx green = nullptr;
  SHOW(cuGreenCtxCreate(nullptr, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  SHOW(cuGreenCtxCreate(&green, nullptr, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  SHOW(cuGreenCtxCreate(&green, desc, 99, CU_GREEN_CTX_DEFAULT_STREAM));
  SHOW(cuGreenCtxCreate(&green, desc, 0, 0));
  SHOW(cuGreenCtxCreate(&green, desc, 0, 77));
  SHOW(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  SHOW(cuGreenCtxGetDevResource(green, &got, CU_DEV_RESOURCE_TYPE_SM));
  show_truth("its part", got.sm.smCount == part.sm.smCount);
  SHOW(cuGreenCtxGetDevResource(green, nullptr, CU_DEV_RESOURCE_TYPE_SM));
  SHOW(cuGreenCtxGetDevResource(green, &got, CU_DEV_RESOURCE_TYPE_INVALID));
  unsigned long long id = 0, second_id = 0;
  SHOW(cuGreenCtxGetId(green, &id));
  show_truth("an id", id != 0);
  SHOW(cuGreenCtxGetId(green, nullptr));
  CUcontext context = nullptr, again = nullptr, primary = nullptr, current = nullptr;
  SHOW(cuCtxFromGreenCtx(nullptr, green));
  SHOW(cuCtxFromGreenCtx(&context, nullptr));
  SHOW(cuCtxFromGreenCtx(&context, green));
  SHOW(cuCtxFromGreenCtx(&again, green));
  show_truth("the same context", context == again && context != nullptr);
  MUST(cuDevicePrimaryCtxRetain(&primary, 0));
  show_truth("not the primary one", context != primary);
  SHOW(cuCtxSetCurrent(context));
  SHOW(cuCtxGetCurrent(&current));
  show_truth("current", current == context);
  CUdevice device = -1;
  SHOW(cuCtxGetDevice(&device));
  show_value("device", device);
  SHOW(cuCtxGetDevResource(context, &got, CU_DEV_RESOURCE_TYPE_SM));
  show_truth("its part", got.sm.smCount == part.sm.smCount);
  SHOW(cuGreenCtxGetId(nullptr, &second_id));
  show_truth("the same id", id == second_id);
  unsigned version = 0;
  SHOW(cuCtxGetApiVersion(context, &version));

  std::printf("-- streams\n");
  CUstream stream = nullptr, plain = nullptr, primary_stream = nullptr;
  SHOW(cuGreenCtxStreamCreate(nullptr, green, CU_STREAM_NON_BLOCKING, 0));
  SHOW(cuGreenCtxStreamCreate(&stream, nullptr, CU_STREAM_NON_BLOCKING, 0));
  SHOW(cuGreenCtxStreamCreate(&stream, green, 0, 0));
  SHOW(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  SHOW(cuStreamCreate(&plain, CU_STREAM_NON_BLOCKING));
  CUgreenCtx owner = nullptr;
  SHOW(cuStreamGetGreenCtx(stream, &owner));
  show_truth("of the green context", owner == green);
  SHOW(cuStreamGetGreenCtx(plain, &owner));
  show_truth("of the green context", owner == green);
  SHOW(cuStreamGetGreenCtx(nullptr, &owner));
  show_truth("of the green context", owner == green);
  SHOW(cuStreamGetGreenCtx(stream, nullptr));
  CUcontext its = nullptr;
  SHOW(cuStreamGetCtx(stream, &its));
  show_truth("its context", its == context);
  MUST(cuCtxSetCurrent(primary));
  MUST(cuStreamCreate(&primary_stream, CU_STREAM_NON_BLOCKING));
  SHOW(cuStreamGetGreenCtx(primary_stream, &owner));
  show_truth("of none", owner == nullptr);
  SHOW(cuStreamGetGreenCtx(stream, &owner));
  show_truth("of the green context", owner == green);
  SHOW(cuGreenCtxGetId(nullptr, &second_id));
  unsigned flags = 0;
  SHOW(cuStreamGetFlags(stream, &flags));
  show_value("flags", flags);

  std::printf("-- work\n");
  MUST(cudaSetDevice(0));
  prepare_gates();
  CUdeviceptr out = allocate(4);
  MUST(cuCtxSynchronize());  // the stream does not wait for its fill
  int *raw = reinterpret_cast<int *>(out);
  store<<<1, 1, 0, stream>>>(raw, 5);
  SHOW(cuStreamSynchronize(stream));
  show_value("stored", read<int>(out, 1)[0]);
  MUST(cuCtxSetCurrent(context));
  CUdeviceptr own = allocate(4);
  SHOW(cuMemsetD32(own, 9, 1));
  show_value("filled", read<int>(own, 1)[0]);
  SHOW(cuCtxSynchronize());

  std::printf("-- events\n");
  CUevent event, after;
  MUST(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  MUST(cuEventCreate(&after, CU_EVENT_DISABLE_TIMING));
  SHOW(cuGreenCtxRecordEvent(green, nullptr));
  SHOW(cuGreenCtxRecordEvent(nullptr, event));
  SHOW(cuGreenCtxWaitEvent(green, nullptr));
  SHOW(cuGreenCtxWaitEvent(nullptr, event));
  MUST(cuMemsetD32Async(own, 1, 1, plain));
  MUST(cuMemsetD32Async(own, 1, 1, stream));
  MUST(cuCtxSynchronize());
  MUST(cuCtxSetCurrent(primary));
  {
    Gate gate(stream);
    SHOW(cuGreenCtxRecordEvent(green, event));
    SHOW(cuEventQuery(event));
    SHOW(cuCtxRecordEvent(primary, after));
    gate.open();
    SHOW(cuEventSynchronize(event));
    MUST(cuCtxSynchronize());
    MUST(cuStreamSynchronize(stream));
  }
  {
    Gate gate(primary_stream);
    MUST(cuEventRecord(after, primary_stream));
    SHOW(cuGreenCtxRecordEvent(green, event));
    SHOW(cuEventSynchronize(event));
    SHOW(cuGreenCtxWaitEvent(green, after));
    store<<<1, 1, 0, stream>>>(raw, 6);
    SHOW(cuStreamQuery(stream));
    gate.open();
    SHOW(cuStreamSynchronize(stream));
    show_value("stored", read<int>(out, 1)[0]);
  }

  std::printf("-- the end\n");
  SHOW(cuStreamDestroy(stream));
  SHOW(cuStreamDestroy(plain));
  SHOW(cuGreenCtxDestroy(green));
  SHOW(cuGreenCtxDestroy(nullptr));
  SHOW(cuStreamSynchronize(primary_stream));
}
