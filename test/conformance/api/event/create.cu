// SPDX-License-Identifier: Apache-2.0
// Events, made and destroyed.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

namespace event_create_ {
static void inside(void *) {
  cudaEvent_t event = nullptr;
  SHOW(cudaEventCreate(&event));
  show_truth("untouched", event == nullptr);
}

// cudaEventCreate: a null pointer; an event that tells time, ready before its first record, new each time.
CASE(event_create) {
  SHOW(cudaEventCreate(nullptr));
  show_last_error("after a null pointer");
  cudaEvent_t first = nullptr, second = nullptr;
  SHOW(cudaEventCreate(&first));
  std::thread([&] { SHOW(cudaEventCreate(&second)); }).join();
  show_truth("two events", first != nullptr && second != nullptr && first != second);
  SHOW(cudaEventQuery(first));
  SHOW(cudaEventSynchronize(first));
  SHOW(cudaEventRecord(first, nullptr));
  SHOW(cudaEventRecord(second, nullptr));
  SHOW(cudaEventSynchronize(second));
  float ms = -1;
  SHOW(cudaEventElapsedTime(&ms, first, second));
  show_truth("a time", ms >= 0);
  SHOW(cudaEventDestroy(first));
  SHOW(cudaEventDestroy(second));
  show_while_capturing("created", [] {
    cudaEvent_t event;
    const cudaError_t error = cudaEventCreate(&event);
    if (error == cudaSuccess) MUST(cudaEventDestroy(event));
    return error;
  });
  std::vector<cudaEvent_t> many(1000);
  for (auto &event : many) MUST(cudaEventCreate(&event));
  for (auto &event : many) MUST(cudaEventDestroy(event));
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
}  // namespace event_create_

// cudaEventCreateWithFlags: three flags, what goes with what, every other bit refused.
CASE(event_create_with_flags) {
  SHOW(cudaEventCreateWithFlags(nullptr, cudaEventDefault));
  SHOW(cudaEventCreateWithFlags(nullptr, 0xff));
  for (unsigned flags = 0; flags < 9; ++flags) {
    cudaEvent_t event = nullptr;
    const cudaError_t error = cudaEventCreateWithFlags(&event, flags);
    std::printf("flags %u: %s%s\n", flags, name_of(error), error != cudaSuccess && event == nullptr ? ", untouched" : "");
    if (error != cudaSuccess) continue;
    float ms = -1;
    MUST(cudaEventRecord(event, nullptr));
    MUST(cudaEventSynchronize(event));
    SHOW(cudaEventElapsedTime(&ms, event, event));
    cudaIpcEventHandle_t handle;
    SHOW(cudaIpcGetEventHandle(&handle, event));
    SHOW(cudaEventDestroy(event));
  }
  for (unsigned flags : {0x10u, 0x100u, 0x80000000u, 0xffffffffu}) {
    cudaEvent_t event = nullptr;
    std::printf("flags %x: %s\n", flags, name_of(cudaEventCreateWithFlags(&event, flags)));
  }
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  show_while_capturing("created", [] {
    cudaEvent_t event;
    return cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  });
}

namespace event_destroy_ {
__global__ void put(int *word, int value) { *word = value; }
static void inside(void *event) { SHOW(cudaEventDestroy(static_cast<cudaEvent_t>(event))); }

// cudaEventDestroy: a null event; returns at once with a record or a wait pending, which both stay.
CASE(event_destroy) {
  prepare_gates();
  DeviceArray<int> word(1);
  cudaStream_t stream, waiting;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&waiting, cudaStreamNonBlocking));
  put<<<1, 1, 0, waiting>>>(word, 1);
  MUST(cudaStreamSynchronize(waiting));
  cudaEvent_t event;
  SHOW(cudaEventDestroy(nullptr));
  show_last_error("after a null event");
  MUST(cudaEventCreate(&event));
  SHOW(cudaEventDestroy(event));
  MUST(cudaEventCreate(&event));
  show_while_busy("with a record pending", stream, [&] {
    MUST(cudaEventRecord(event, stream));
    MUST(cudaStreamWaitEvent(waiting, event, 0));
    put<<<1, 1, 0, waiting>>>(word, 2);
    return cudaEventDestroy(event);
  });
  show_value("word", word.read()[0]);
  MUST(cudaEventCreate(&event));
  {
    Gate gate(stream);
    MUST(cudaEventRecord(event, stream));
    MUST(cudaStreamWaitEvent(waiting, event, 0));
    SHOW(cudaEventDestroy(event));
    SHOW(cudaStreamQuery(waiting));
  }
  SHOW(cudaStreamSynchronize(waiting));
  show_while_capturing("destroyed", [] {
    cudaEvent_t other;
    MUST(cudaEventCreate(&other));
    return cudaEventDestroy(other);
  });
  cudaGraph_t graph;
  MUST(cudaEventCreate(&event));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(event, stream));
  SHOW(cudaEventDestroy(event));
  SHOW(cudaStreamEndCapture(stream, &graph));
  MUST(cudaEventCreate(&event));
  MUST(cudaLaunchHostFunc(stream, inside, event));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventDestroy(event));
}
}  // namespace event_destroy_
