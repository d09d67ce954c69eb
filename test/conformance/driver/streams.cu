// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Streams, events and captures.
#include "../cases.h"
#include "../gate.h"
#include "driver.h"

static void CUDA_CB told(CUstream stream, CUresult status, void *at) {
  *static_cast<int *>(at) = stream != nullptr && status == CUDA_SUCCESS ? 1 : 2;
}

// cuStreamCreate, cuStreamCreateWithPriority, cuStreamDestroy, cuStreamGetPriority, cuStreamGetFlags, cuStreamGetId,
// cuStreamGetDevice, cuStreamGetCtx, cuStreamGetCtx_v2, cuStreamWaitEvent, cuStreamAddCallback, cuStreamQuery,
// cuStreamSynchronize, cuStreamAttachMemAsync, cuStreamCopyAttributes, cuStreamGetAttribute, cuStreamSetAttribute: streams of both APIs are one.
CASE(streams) {
  CUcontext context = use_primary(), owner = nullptr;
  prepare_gates();
  CUstream stream = nullptr, urgent = nullptr;
  SHOW(cuStreamCreate(nullptr, 0));
  SHOW(cuStreamCreate(&stream, 77));
  SHOW(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  SHOW(cuStreamCreateWithPriority(nullptr, 0, 0));
  SHOW(cuStreamCreateWithPriority(&urgent, 77, 0));
  SHOW(cuStreamCreateWithPriority(&urgent, 0, -1000));
  int priority = 77, device = 77;
  unsigned flags = 77;
  unsigned long long id = 0, other = 0;
  SHOW(cuStreamGetPriority(urgent, &priority));
  SHOW(cuStreamGetPriority(urgent, nullptr));
  SHOW(cuStreamGetFlags(stream, &flags));
  SHOW(cuStreamGetFlags(stream, nullptr));
  SHOW(cuStreamGetDevice(stream, &device));
  show_row("priority, flags, device", {priority, int(flags), device});
  SHOW(cuStreamGetPriority(nullptr, &priority));
  SHOW(cuStreamGetFlags(nullptr, &flags));
  show_row("of the default stream: priority, flags", {priority, int(flags)});
  SHOW(cuStreamGetFlags(CU_STREAM_PER_THREAD, &flags));
  show_value("flags per thread", flags);
  SHOW(cuStreamGetId(stream, &id));
  SHOW(cuStreamGetId(urgent, &other));
  show_truth("ids", id != other);
  SHOW(cuStreamGetId(stream, nullptr));
  MUST(cudaStreamGetId(stream, &other));
  show_truth("the runtime's id", id == other);
  SHOW(cuStreamGetCtx(stream, &owner));
  show_truth("its context", owner == context);
  SHOW(cuStreamGetCtx(stream, nullptr));
  CUgreenCtx green = reinterpret_cast<CUgreenCtx>(&owner);
  owner = nullptr;
  SHOW(cuStreamGetCtx_v2(stream, &owner, &green));
  show_truth("its context, no green one", owner == context && green == nullptr);
  SHOW(cuStreamQuery(stream));
  {
    Gate gate(stream);
    SHOW(cuStreamQuery(stream));
    SHOW(cudaStreamQuery(stream));
    gate.open();
    SHOW(cuStreamSynchronize(stream));
  }
  int mark = 0;
  SHOW(cuStreamAddCallback(stream, told, &mark, 0));
  SHOW(cuStreamAddCallback(stream, told, &mark, 1));
  SHOW(cuStreamAddCallback(stream, nullptr, &mark, 0));
  SHOW(cuStreamSynchronize(stream));
  show_value("called", mark);
  CUevent event = nullptr;
  MUST(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  SHOW(cuStreamWaitEvent(stream, event, 0));
  SHOW(cuStreamWaitEvent(stream, nullptr, 0));
  SHOW(cuStreamWaitEvent(stream, event, 77));
  SHOW(cuStreamWaitEvent(nullptr, event, 0));
  CUdeviceptr managed = 0;
  MUST(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
  SHOW(cuStreamAttachMemAsync(stream, managed, 0, CU_MEM_ATTACH_HOST));
  SHOW(cuStreamAttachMemAsync(stream, managed, 0, CU_MEM_ATTACH_SINGLE));
  SHOW(cuStreamAttachMemAsync(stream, 0, 0, CU_MEM_ATTACH_SINGLE));
  SHOW(cuStreamAttachMemAsync(stream, managed, 0, 77));
  CUstreamAttrValue value = {};
  SHOW(cuStreamGetAttribute(stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  value.syncPolicy = CU_SYNC_POLICY_YIELD;
  SHOW(cuStreamSetAttribute(stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  value.syncPolicy = CU_SYNC_POLICY_AUTO;
  SHOW(cuStreamGetAttribute(stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  show_value("policy", value.syncPolicy);
  SHOW(cuStreamSetAttribute(stream, static_cast<CUstreamAttrID>(99), &value));
  SHOW(cuStreamGetAttribute(stream, CU_STREAM_ATTRIBUTE_PRIORITY, &value));
  SHOW(cuStreamCopyAttributes(urgent, stream));
  SHOW(cuStreamGetAttribute(urgent, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  show_value("policy", value.syncPolicy);
  SHOW(cuStreamDestroy(nullptr));
  SHOW(cuStreamDestroy(CU_STREAM_LEGACY));
  SHOW(cuStreamDestroy(CU_STREAM_PER_THREAD));
  SHOW(cuStreamDestroy(stream));
  cudaStream_t runtime = nullptr;
  MUST(cudaStreamCreate(&runtime));
  SHOW(cuStreamQuery(runtime));
  SHOW(cuStreamDestroy(runtime));
  SHOW(cudaStreamDestroy(urgent));
}

// cuStreamWaitValue32, cuStreamWaitValue64, cuStreamWriteValue32, cuStreamWriteValue64, cuStreamBatchMemOp: conditions, order,
// what is refused.
CASE(stream_values) {
  use_primary();
  CUstream stream, other;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  MUST(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
  CUdeviceptr a = allocate(64);
  MUST(cuCtxSynchronize());
  SHOW(cuStreamWriteValue32(stream, a, 7, CU_STREAM_WRITE_VALUE_DEFAULT));
  SHOW(cuStreamWriteValue64(stream, a + 8, 0x123456789aull, 0));
  MUST(cuStreamSynchronize(stream));
  show_hex_row("values", read<unsigned>(a, 4));
  SHOW(cuStreamWaitValue32(stream, a, 7, CU_STREAM_WAIT_VALUE_EQ));
  SHOW(cuStreamWaitValue32(stream, a, 5, CU_STREAM_WAIT_VALUE_GEQ));
  SHOW(cuStreamWaitValue32(stream, a, 2, CU_STREAM_WAIT_VALUE_AND));
  SHOW(cuStreamWaitValue32(stream, a, 2, CU_STREAM_WAIT_VALUE_NOR));
  SHOW(cuStreamWaitValue64(stream, a + 8, 0x123456789aull, CU_STREAM_WAIT_VALUE_EQ));
  SHOW(cuStreamSynchronize(stream));
  SHOW(cuStreamWaitValue32(stream, a, 100, CU_STREAM_WAIT_VALUE_EQ));
  SHOW(cuStreamQuery(stream));
  SHOW(cuStreamWriteValue32(other, a, 100, 0));
  SHOW(cuStreamSynchronize(stream));
  SHOW(cuStreamWriteValue32(stream, a + 2, 1, 0));
  SHOW(cuStreamWriteValue64(stream, a + 4, 1, 0));
  SHOW(cuStreamWriteValue32(stream, 0, 1, 0));
  SHOW(cuStreamWriteValue32(stream, a, 1, 77));
  SHOW(cuStreamWaitValue32(stream, a, 1, 77));
  SHOW(cuStreamWaitValue32(stream, a + 2, 1, 0));
  SHOW(cuStreamWaitValue32(stream, 0, 1, 0));
  CUstreamBatchMemOpParams ops[2] = {};
  ops[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  ops[0].writeValue.address = a;
  ops[0].writeValue.value = 55;
  ops[1].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  ops[1].waitValue.address = a;
  ops[1].waitValue.value = 55;
  ops[1].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
  SHOW(cuStreamBatchMemOp(stream, 2, ops, 0));
  SHOW(cuStreamBatchMemOp(stream, 0, ops, 0));
}

// cuEventCreate, cuEventRecord, cuEventRecordWithFlags, cuEventQuery, cuEventSynchronize, cuEventDestroy,
// cuEventElapsedTime, cuCtxRecordEvent, cuCtxWaitEvent: flags, states, refused handles.
CASE(events) {
  CUcontext context = use_primary();
  prepare_gates();
  CUevent event = nullptr, start = nullptr, untimed = nullptr;
  SHOW(cuEventCreate(nullptr, 0));
  SHOW(cuEventCreate(&event, 77));
  SHOW(cuEventCreate(&event, CU_EVENT_INTERPROCESS));
  SHOW(cuEventCreate(&event, CU_EVENT_BLOCKING_SYNC));
  SHOW(cuEventCreate(&start, CU_EVENT_DEFAULT));
  SHOW(cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING));
  float ms = -1;
  SHOW(cuEventQuery(event));
  SHOW(cuEventSynchronize(event));
  SHOW(cuEventElapsedTime(&ms, start, event));
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  SHOW(cuEventRecord(start, stream));
  {
    Gate gate(stream);
    SHOW(cuEventRecord(event, stream));
    SHOW(cuEventQuery(event));
    SHOW(cuEventElapsedTime(&ms, start, event));
    gate.open();
  }
  SHOW(cuEventSynchronize(event));
  SHOW(cuEventQuery(event));
  SHOW(cuEventElapsedTime(&ms, start, event));
  show_truth("not negative", ms >= 0);
  SHOW(cuEventElapsedTime(nullptr, start, event));
  SHOW(cuEventElapsedTime(&ms, nullptr, event));
  SHOW(cuEventElapsedTime(&ms, untimed, event));
  SHOW(cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_DEFAULT));
  SHOW(cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_EXTERNAL));
  SHOW(cuEventRecordWithFlags(event, stream, 77));
  MUST(cuStreamSynchronize(stream));
  SHOW(cuEventRecord(nullptr, stream));
  SHOW(cuEventQuery(nullptr));
  SHOW(cuEventSynchronize(nullptr));
  SHOW(cuEventDestroy(nullptr));
  CUcontext other = make_context();
  CUstream foreign;
  MUST(cuStreamCreate(&foreign, 0));
  SHOW(cuEventRecord(event, foreign));
  SHOW(cuStreamWaitEvent(foreign, event, 0));
  SHOW(cuEventQuery(event));
  SHOW(cuEventSynchronize(event));
  CUevent made_there;
  MUST(cuEventCreate(&made_there, 0));
  SHOW(cuEventRecord(made_there, foreign));
  SHOW(cuEventSynchronize(made_there));
  SHOW(cuEventElapsedTime(&ms, event, made_there));
  SHOW(cuCtxDestroy(other));
  MUST(cuCtxSetCurrent(context));
  SHOW(cuEventDestroy(event));
  cudaEvent_t runtime = nullptr;
  MUST(cudaEventCreate(&runtime));
  SHOW(cuEventRecord(runtime, stream));
  SHOW(cudaEventSynchronize(runtime));
  SHOW(cudaEventRecord(start, stream));
  SHOW(cuEventSynchronize(start));
  SHOW(cuEventElapsedTime(&ms, runtime, start));
  SHOW(cudaEventDestroy(start));
  SHOW(cuEventDestroy(runtime));
}

// cuStreamBeginCapture, cuStreamBeginCaptureToGraph, cuThreadExchangeStreamCaptureMode, cuStreamEndCapture,
// cuStreamIsCapturing, cuStreamGetCaptureInfo, cuStreamUpdateCaptureDependencies: and what calls do in a captured stream.
CASE(capture) {
  use_primary();
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUdeviceptr a = allocate(64);
  int host[16];
  CUstreamCaptureStatus status;
  CUgraph graph = nullptr, seen = nullptr;
  SHOW(cuStreamBeginCapture(nullptr, CU_STREAM_CAPTURE_MODE_GLOBAL));
  SHOW(cuStreamBeginCapture(stream, static_cast<CUstreamCaptureMode>(77)));
  SHOW(cuStreamEndCapture(stream, &graph));
  SHOW(cuStreamIsCapturing(stream, &status));
  show_value("status", status);
  SHOW(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  SHOW(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  SHOW(cuStreamIsCapturing(stream, &status));
  show_value("status", status);
  SHOW(cuMemsetD32Async(a, 3, 16, stream));
  SHOW(cuMemsetD16Async(a, 3, 4, stream));
  SHOW(cuMemcpyDtoHAsync(host, a, 64, stream));
  cuuint64_t id = 0;
  const CUgraphNode *dependencies = nullptr;
  std::size_t count = 0;
  SHOW(cuStreamGetCaptureInfo(stream, &status, &id, &seen, &dependencies, nullptr, &count));
  show_row("status, dependencies", {int(status), int(count)});
  SHOW(cuStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
  SHOW(cuStreamEndCapture(stream, &graph));
  show_truth("the graph that was shown", seen == graph);
  MUST(cuGraphGetNodes(graph, nullptr, &count));
  show_value("nodes", count);
  SHOW(cuStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0, CU_STREAM_CAPTURE_MODE_GLOBAL));
  SHOW(cuMemsetD8Async(a, 3, 16, stream));
  SHOW(cuStreamEndCapture(stream, &graph));
  MUST(cuGraphGetNodes(graph, nullptr, &count));
  show_value("nodes", count);
  for (CUstreamCaptureMode mode : {CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_RELAXED}) {
    std::printf("mode %d\n", int(mode));
    const auto show_in_capture = [&](const char *what, auto call) {
      MUST(cuStreamBeginCapture(stream, mode));
      const CUresult result = call();
      CUgraph made = nullptr;
      const CUresult end = cuStreamEndCapture(stream, &made);
      std::printf("%s: %s, then %s\n", what, name_of(result), name_of(end));
      std::fflush(stdout);
    };
    CUdeviceptr p = 0;
    show_in_capture("allocate", [&] { return cuMemAlloc(&p, 64); });
    show_in_capture("fill, synchronous", [&] { return cuMemsetD8(a, 1, 64); });
    show_in_capture("copy, synchronous", [&] { return cuMemcpyDtoH(host, a, 64); });
    show_in_capture("context", [&] { return cuCtxSynchronize(); });
    show_in_capture("stream", [&] { return cuStreamSynchronize(stream); });
    show_in_capture("query", [&] { return cuStreamQuery(stream); });
    show_in_capture("module", [&] { CUmodule m; return cuModuleLoadData(&m, "rubbish"); });
    show_in_capture("no bytes", [&] { return cuMemsetD8(a, 1, 0); });
    show_in_capture("attributes", [&] { int v; return cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, a); });
  }
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  SHOW(cuThreadExchangeStreamCaptureMode(&mode));
  show_value("before", mode);
}
