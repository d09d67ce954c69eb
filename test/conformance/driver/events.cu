// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuEventCreate, cuEventRecord, cuEventRecordWithFlags, cuEventQuery, cuEventSynchronize, cuEventDestroy,
// cuEventElapsedTime, cuCtxRecordEvent, cuCtxWaitEvent: flags, states, refused handles.
#include "../gate.h"
#include "driver.h"

int main() {
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
