// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Green contexts and the parts of a device that they have.
#include "../cases.h"
#include "../gate.h"
#include "driver.h"

__global__ void store(int *out, int value) { *out = value; }

// cuDeviceGetDevResource, cuCtxGetDevResource, cuDevSmResourceSplitByCount, cuDevResourceGenerateDesc, cuGreenCtxCreate,
// cuGreenCtxDestroy, cuCtxFromGreenCtx, cuGreenCtxGetDevResource, cuGreenCtxStreamCreate, cuStreamGetGreenCtx, cuGreenCtxGetId,
// cuGreenCtxRecordEvent, cuGreenCtxWaitEvent: a context of some of the device's multiprocessors. No number of those is shown.
CASE(green_contexts) {
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

static int wrong = 0;

static void expect(const char *what, int line, bool holds) {
  if (holds) return;
  std::printf("line %d: not so: %s\n", line, what);
  wrong = 1;
}

#define EXPECT(...) expect(#__VA_ARGS__, __LINE__, (__VA_ARGS__))
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

// Green contexts, what their documents say beyond green_contexts in golden/driver.txt: what the
// primary context's calls mean for them, what they share with it. Checks itself.
CASE(green_context_rules) {
  CUcontext primary = use_primary();
  prepare_gates();
  primary_means_all(primary);
  fits();
  share_faults();
  std::exit(wrong);
}

static CUdevResource whole_device, rest;

static CUresult split(CUdevResource *parts, unsigned &count, const CUdevResource &of, unsigned size) {
  return cuDevSmResourceSplitByCount(parts, &count, &of, &rest, 0, size);
}

static void put_together(const char *what, std::vector<CUdevResource> parts, unsigned expected) {
  CUdevResourceDesc desc = nullptr;
  CUgreenCtx green = nullptr;
  CUdevResource whole = {};
  std::printf("%s\n", what);
  SHOW(cuDevResourceGenerateDesc(&desc, parts.data(), static_cast<unsigned>(parts.size())));
  SHOW(cuGreenCtxCreate(&green, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  SHOW(cuGreenCtxGetDevResource(green, &whole, CU_DEV_RESOURCE_TYPE_SM));
  std::printf("%s\n", whole.sm.smCount == expected ? "their sum" : "another number");
}

// cuDevSmResourceSplitByCount, cuDevResourceGenerateDesc: which parts can be had, split again and put together. Sizes are told
// in parts of what the device has, as devices differ.
CASE(multiprocessor_parts) {
  use_primary();
  MUST(cuDeviceGetDevResource(0, &whole_device, CU_DEV_RESOURCE_TYPE_SM));
  const unsigned least = whole_device.sm.minSmPartitionSize;
  unsigned count = 0;
  SHOW(cuDevSmResourceSplitByCount(nullptr, &count, &whole_device, nullptr, 0, least));
  std::printf("some groups: %d\n", count > 0);
  CUdevResource parts[2] = {}, other = {}, odd = {};
  count = 1;
  SHOW(split(parts, count, whole_device, 1));
  std::printf("one group of the least: %d\n", count == 1 && parts[0].sm.smCount == least);
  count = 1;
  SHOW(split(parts, count, whole_device, whole_device.sm.smCount));
  std::printf("one of all: %d, rest of type %d\n", count == 1 && parts[0].sm.smCount == whole_device.sm.smCount, rest.type);
  count = 1;
  SHOW(split(parts, count, whole_device, whole_device.sm.smCount + 1));
  odd.type = CU_DEV_RESOURCE_TYPE_SM;
  count = 1;
  std::printf("a made up resource is refused: %d\n", split(parts, count, odd, 0) != CUDA_SUCCESS);
  count = 2;
  SHOW(split(parts, count, whole_device, least));
  std::printf("two: %d\n", count == 2);
  count = 1;
  SHOW(split(&other, count, parts[0], least));
  count = 1;
  SHOW(split(&other, count, whole_device, least));
  put_together("a part", {parts[0]}, least);
  put_together("both", {parts[0], parts[1]}, 2 * least);
  put_together("one twice", {parts[0], parts[0]}, 2 * least);
  put_together("of two splits", {parts[1], other}, 2 * least);
  put_together("all", {whole_device}, whole_device.sm.smCount);
}
