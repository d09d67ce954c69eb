// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuCtxRecordEvent, cuCtxWaitEvent: all streams of a context, also those made later; other contexts; captures; what is refused.
#include "../gate.h"
#include "driver.h"

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

int main() {
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
