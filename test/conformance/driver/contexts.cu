// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Contexts, their settings and their events.
#include "../cases.h"
#include "driver.h"
#include "../gate.h"

#include <thread>

static CUcontext current() {
  CUcontext context;
  MUST(cuCtxGetCurrent(&context));
  return context;
}

// cuCtxCreate, cuCtxDestroy, cuCtxPushCurrent, cuCtxPopCurrent, cuCtxSetCurrent, cuCtxGetCurrent, cuCtxGetDevice,
// cuCtxGetDevice_v2, cuCtxGetId, cuCtxSynchronize, cuCtxSynchronize_v2, cuCtxGetApiVersion, cuCtxAttach, cuCtxDetach: the stack of a thread, and what ends
// with a context.
CASE(contexts) {
  MUST(cuInit(0));
  CUcontext a = nullptr, b = nullptr, popped = nullptr;
  SHOW(cuCtxCreate(nullptr, nullptr, 0, 0));
  SHOW(cuCtxCreate(&a, nullptr, 0, 4096));
  SHOW(cuCtxCreate(&a, nullptr, 0x7, 0));
  SHOW(cuCtxCreate(&a, nullptr, 0x10000, 0));
  SHOW(cuCtxCreate(&a, nullptr, CU_CTX_SCHED_YIELD, 0));
  show_truth("current", current() == a);
  unsigned flags = 77;
  SHOW(cuCtxGetFlags(&flags));
  show_value("flags", flags);
  SHOW(cuCtxCreate(&b, nullptr, 0, 0));
  show_truth("current, another", current() == b && a != b);
  unsigned version = 0;
  SHOW(cuCtxGetApiVersion(b, &version));
  SHOW(cuCtxGetApiVersion(nullptr, &version));
  SHOW(cuCtxGetApiVersion(b, nullptr));
  unsigned long long id_a = 0, id_b = 0, id = 0;
  SHOW(cuCtxGetId(a, &id_a));
  SHOW(cuCtxGetId(b, &id_b));
  SHOW(cuCtxGetId(nullptr, &id));
  SHOW(cuCtxGetId(a, nullptr));
  show_truth("ids", id == id_b && id_a != id_b);
  CUdevice device = -7;
  SHOW(cuCtxGetDevice(&device));
  SHOW(cuCtxGetDevice(nullptr));
  show_value("device", device);
  device = -7;
  SHOW(cuCtxGetDevice_v2(&device, a));
  show_value("device", device);
  SHOW(cuCtxGetDevice_v2(&device, nullptr));
  SHOW(cuCtxSynchronize());
  SHOW(cuCtxSynchronize_v2(a));
  SHOW(cuCtxSynchronize_v2(nullptr));
  SHOW(cuCtxGetCurrent(nullptr));
  SHOW(cuCtxPopCurrent(&popped));
  show_truth("b, then a", popped == b && current() == a);
  SHOW(cuCtxPopCurrent(nullptr));
  show_truth("none", current() == nullptr);
  SHOW(cuCtxPopCurrent(&popped));
  SHOW(cuCtxPushCurrent(nullptr));
  SHOW(cuCtxPushCurrent(a));
  SHOW(cuCtxPushCurrent(b));
  SHOW(cuCtxPushCurrent(a));
  show_truth("a", current() == a);
  SHOW(cuCtxSetCurrent(b));
  show_truth("b", current() == b);
  SHOW(cuCtxSetCurrent(nullptr));
  show_truth("b below", current() == b);
  SHOW(cuCtxPopCurrent(&popped));
  show_truth("b", popped == b);
  SHOW(cuCtxPopCurrent(&popped));
  show_truth("a", popped == a);
  SHOW(cuCtxPopCurrent(&popped));
  SHOW(cuCtxSetCurrent(a));
  std::thread([&] {
    show_truth("another thread has none", current() == nullptr);
    SHOW(cuCtxSetCurrent(a));
    SHOW(cuCtxSetCurrent(nullptr));
    show_truth("none", current() == nullptr);
  }).join();

  std::printf("memory\n");
  CUdeviceptr in_a = allocate(64), in_b = 0;
  MUST(cuMemsetD32(in_a, 7, 16));
  MUST(cuCtxSynchronize());
  SHOW(cuCtxSetCurrent(b));
  in_b = allocate(64);
  SHOW(cuMemcpyDtoD(in_b, in_a, 64));
  show_value("copied across contexts", read<int>(in_b, 16)[3]);
  CUcontext owner = nullptr;
  SHOW(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, in_a));
  show_truth("a's", owner == a);
  SHOW(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, in_b));
  show_truth("b's", owner == b);
  CUstream stream = nullptr;
  SHOW(cuStreamCreate(&stream, 0));
  SHOW(cuStreamGetCtx(stream, &owner));
  show_truth("b's", owner == b);
  SHOW(cuStreamGetCtx(nullptr, &owner));
  show_truth("b's", owner == b);
  SHOW(cuCtxSetCurrent(a));
  SHOW(cuStreamSynchronize(stream));
  SHOW(cuMemsetD8Async(in_b, 1, 64, stream));
  SHOW(cuMemFree(in_b));
  SHOW(cuCtxDestroy(nullptr));
  SHOW(cuCtxDestroy(b));
  show_truth("a", current() == a);
  SHOW(cuMemcpyDtoH(&id, in_a, 8));
  SHOW(cuCtxDestroy(a));
  show_truth("none", current() == nullptr);
  std::printf("a destroyed context below\n");
  a = make_context();
  b = make_context();
  SHOW(cuCtxDestroy(a));
  show_truth("b", current() == b);
  SHOW(cuCtxDestroy(b));
  show_truth("a is still there by name", current() == a);
  in_a = 0;
  SHOW(cuMemAlloc(&in_a, 64));
  SHOW(cuCtxSynchronize());
  SHOW(cuCtxPopCurrent(&popped));
  show_truth("none", current() == nullptr);
  std::printf("attach\n");
  a = make_context();
  SHOW(cuCtxAttach(&b, 1));
  SHOW(cuCtxAttach(nullptr, 0));
  SHOW(cuCtxAttach(&b, 0));
  show_truth("the current one", a == b);
  SHOW(cuCtxDetach(a));
  show_truth("a", current() == a);
  SHOW(cuCtxDetach(a));
  show_truth("none", current() == nullptr);
}

// cuCtxSetLimit, cuCtxGetLimit, cuCtxSetCacheConfig, cuCtxGetCacheConfig, cuCtxSetFlags, cuCtxGetFlags,
// cuCtxGetSharedMemConfig, cuCtxSetSharedMemConfig, cuCtxGetStreamPriorityRange, cuCtxResetPersistingL2Cache,
// cuCtxGetExecAffinity, cuCtxEnablePeerAccess, cuCtxDisablePeerAccess: what each context keeps, and what is refused.
CASE(context_settings) {
  MUST(cuInit(0));
  CUcontext a = make_context(CU_CTX_SCHED_SPIN), b = make_context();
  std::size_t value = 0;
  for (int limit = -1; limit <= 10; ++limit) {
    std::printf("limit %d\n", limit);
    SHOW(cuCtxGetLimit(&value, static_cast<CUlimit>(limit)));
  }
  SHOW(cuCtxGetLimit(nullptr, CU_LIMIT_STACK_SIZE));
  SHOW(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
  SHOW(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
  show_value("stack", value);
  SHOW(cuCtxSetCurrent(a));
  SHOW(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
  show_value("stack of the other", value);
  SHOW(cuCtxSetLimit(static_cast<CUlimit>(99), 1));
  SHOW(cuCtxSetLimit(CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, 2));
  SHOW(cuCtxSetLimit(CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 32));
  SHOW(cuCtxSetLimit(CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 1000));
  CUfunc_cache config = CU_FUNC_CACHE_PREFER_EQUAL;
  SHOW(cuCtxGetCacheConfig(nullptr));
  SHOW(cuCtxGetCacheConfig(&config));
  show_value("cache", config);
  SHOW(cuCtxSetCacheConfig(static_cast<CUfunc_cache>(77)));
  SHOW(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
  SHOW(cuCtxGetCacheConfig(&config));
  show_value("cache", config);
  unsigned flags = 77;
  SHOW(cuCtxGetFlags(nullptr));
  SHOW(cuCtxGetFlags(&flags));
  show_value("flags", flags);
  SHOW(cuCtxSetFlags(CU_CTX_SCHED_BLOCKING_SYNC));
  SHOW(cuCtxSetFlags(0x7));
  SHOW(cuCtxSetFlags(0x1000));
  SHOW(cuCtxSetFlags(CU_CTX_SYNC_MEMOPS));
  SHOW(cuCtxGetFlags(&flags));
  show_value("flags", flags);
  SHOW(cuCtxSetFlags(CU_CTX_LMEM_RESIZE_TO_MAX));
  SHOW(cuCtxGetFlags(&flags));
  show_value("flags", flags);
  CUsharedconfig shared = CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
  SHOW(cuCtxGetSharedMemConfig(nullptr));
  SHOW(cuCtxGetSharedMemConfig(&shared));
  show_value("banks", shared);
  SHOW(cuCtxSetSharedMemConfig(static_cast<CUsharedconfig>(77)));
  SHOW(cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE));
  int least = 77, greatest = 77;
  SHOW(cuCtxGetStreamPriorityRange(nullptr, nullptr));
  SHOW(cuCtxGetStreamPriorityRange(&least, &greatest));
  show_row("priorities", {least, greatest});
  SHOW(cuCtxResetPersistingL2Cache());
  CUexecAffinityParam affinity = {};
  SHOW(cuCtxGetExecAffinity(nullptr, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
  SHOW(cuCtxGetExecAffinity(&affinity, static_cast<CUexecAffinityType>(77)));
  SHOW(cuCtxEnablePeerAccess(nullptr, 0));
  SHOW(cuCtxEnablePeerAccess(a, 0));
  SHOW(cuCtxEnablePeerAccess(b, 0));
  SHOW(cuCtxEnablePeerAccess(b, 1));
  SHOW(cuCtxDisablePeerAccess(nullptr));
  SHOW(cuCtxDisablePeerAccess(b));
  SHOW(cuCtxDestroy(b));
  SHOW(cuCtxDestroy(a));
}

static CUstream new_stream() {
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  return stream;
}

static CUevent new_event() {
  CUevent event;
  MUST(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  return event;
}

// cuCtxRecordEvent, cuCtxWaitEvent: all streams of a context, also those made later; other contexts; captures; what is refused.
CASE(context_events) {
  CUcontext primary = use_primary();
  MUST(cudaSetDevice(0));
  prepare_gates();
  CUstream first = new_stream(), second = new_stream();
  CUevent event = new_event(), after = new_event();
  CUdeviceptr memory = allocate(4);
  MUST(cuMemsetD8Async(memory, 1, 4, second));
  MUST(cuCtxSynchronize());

  std::printf("-- record\n");
  SHOW(cuCtxRecordEvent(primary, event));
  SHOW(cuEventSynchronize(event));
  SHOW(cuEventQuery(event));
  {
    Gate gate(first);
    SHOW(cuCtxRecordEvent(primary, event));
    SHOW(cuEventQuery(event));
    SHOW(cuStreamQuery(second));
    gate.open();
    SHOW(cuEventSynchronize(event));
  }
  {
    Gate gate(nullptr);
    SHOW(cuCtxRecordEvent(nullptr, event));
    SHOW(cuEventQuery(event));
    gate.open();
    MUST(cuCtxSynchronize());
  }

  std::printf("-- wait\n");
  {
    Gate gate(first);
    MUST(cuEventRecord(event, first));
    SHOW(cuCtxWaitEvent(primary, event));
    MUST(cuMemsetD8Async(memory, 2, 4, second));
    MUST(cuEventRecord(after, second));
    SHOW(cuEventQuery(after));
    CUstream later = new_stream();
    MUST(cuMemsetD8Async(memory, 3, 4, later));
    SHOW(cuStreamQuery(later));
    gate.open();
    SHOW(cuEventSynchronize(after));
    MUST(cuCtxSynchronize());
    MUST(cuStreamDestroy(later));
  }
  CUevent never = new_event();
  SHOW(cuCtxWaitEvent(primary, never));
  SHOW(cuCtxWaitEvent(nullptr, event));

  std::printf("-- another context\n");
  CUcontext made = make_context();
  CUevent its = new_event();
  CUstream its_stream = new_stream();
  SHOW(cuCtxRecordEvent(primary, its));
  SHOW(cuCtxRecordEvent(made, event));
  SHOW(cuCtxRecordEvent(made, its));
  SHOW(cuCtxWaitEvent(made, event));
  SHOW(cuCtxWaitEvent(primary, its));
  SHOW(cuStreamSynchronize(its_stream));
  CUcontext popped;
  MUST(cuCtxPopCurrent(&popped));
  SHOW(cuCtxRecordEvent(made, its));
  SHOW(cuCtxDestroy(made));
  SHOW(cuCtxRecordEvent(made, event));
  SHOW(cuCtxWaitEvent(made, event));

  std::printf("-- refused\n");
  SHOW(cuCtxRecordEvent(primary, nullptr));
  SHOW(cuCtxWaitEvent(primary, nullptr));

  std::printf("-- captures\n");
  CUgraph graph = nullptr;
  for (CUstreamCaptureMode mode : {CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_RELAXED}) {
    MUST(cuStreamBeginCapture(first, mode));
    SHOW(cuCtxRecordEvent(primary, event));
    SHOW(cuStreamEndCapture(first, &graph));
    MUST(cuStreamBeginCapture(first, mode));
    SHOW(cuCtxWaitEvent(primary, after));
    SHOW(cuStreamEndCapture(first, &graph));
  }
  SHOW(cuEventQuery(event));
  SHOW(cuCtxSynchronize());
}
