// SPDX-License-Identifier: Apache-2.0
// Asking for an event, waiting for it, and the time between two.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

namespace event_query_ {
static void inside(void *event) { SHOW(cudaEventQuery(static_cast<cudaEvent_t>(event))); }

static void inside_pending(void *event) {
  std::printf("pending, in a host function: %s\n", name_of(cudaEventQuery(static_cast<cudaEvent_t>(event))));
}

// cudaEventQuery: refused events; unrecorded, pending, done; not ready is no last error; in captures.
CASE(event_query) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t event, other, untimed;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreate(&other));
  MUST(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  SHOW(cudaEventQuery(nullptr));
  show_last_error("after a null event");
  SHOW(cudaEventQuery(event));
  {
    Gate gate(stream);
    MUST(cudaEventRecord(event, stream));
    MUST(cudaEventRecord(untimed, stream));
    SHOW(cudaEventQuery(event));
    SHOW(cudaEventQuery(untimed));
    SHOW(cudaEventQuery(other));
    std::thread([&] { SHOW(cudaEventQuery(event)); }).join();
    show_last_error("after it was not ready");
  }
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventQuery(untimed));
  show_while_capturing("asked", [&] { return cudaEventQuery(event); });
  cudaGetLastError();
  cudaGraph_t graph;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  MUST(cudaEventRecord(event, stream));
  SHOW(cudaEventQuery(event));
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventRecord(event, stream));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaEventQuery(event));
  MUST(cudaLaunchHostFunc(stream, inside, other));
  SHOW(cudaStreamSynchronize(stream));
  MUST(cudaLaunchHostFunc(stream, inside, nullptr));
  SHOW(cudaStreamSynchronize(stream));
  cudaGetLastError();
  {
    Gate gate(stream);
    MUST(cudaLaunchHostFunc(stream, inside_pending, event));
    MUST(cudaEventRecord(event, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
}
}  // namespace event_query_

namespace event_synchronize_ {
static void inside(void *event) { SHOW(cudaEventSynchronize(static_cast<cudaEvent_t>(event))); }

// cudaEventSynchronize: refused events; waits for its own record only, also when it blocks; in captures.
CASE(event_synchronize) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  SHOW(cudaEventSynchronize(nullptr));
  show_last_error("after a null event");
  cudaEvent_t before, event;
  MUST(cudaEventCreate(&before));
  MUST(cudaEventRecord(before, stream));
  for (unsigned flags : {cudaEventDefault, cudaEventBlockingSync, cudaEventDisableTiming}) {
    std::printf("flags %u\n", flags);
    MUST(cudaEventCreateWithFlags(&event, flags));
    SHOW(cudaEventSynchronize(event));
    show_while_busy("recorded before", stream, [&] { return cudaEventSynchronize(before); });
    show_while_busy("recorded behind", stream, [&] {
      MUST(cudaEventRecord(event, stream));
      return cudaEventSynchronize(event);
    });
    show_while_busy("in another thread", stream, [&] {
      cudaError_t error = cudaErrorUnknown;
      MUST(cudaEventRecord(event, stream));
      std::thread([&] { error = cudaEventSynchronize(event); }).join();
      return error;
    });
    SHOW(cudaEventSynchronize(event));
  }
  show_while_capturing("waited", [&] { return cudaEventSynchronize(event); });
  cudaGetLastError();
  cudaGraph_t graph;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  MUST(cudaEventRecord(event, stream));
  SHOW(cudaEventSynchronize(event));
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaEventSynchronize(event));
  MUST(cudaLaunchHostFunc(stream, inside, before));
  SHOW(cudaStreamSynchronize(stream));
  MUST(cudaLaunchHostFunc(stream, inside, nullptr));
  SHOW(cudaStreamSynchronize(stream));
  cudaStream_t busy;
  MUST(cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking));
  cudaGetLastError();
  {
    Gate gate(busy);
    MUST(cudaEventRecord(before, busy));
    MUST(cudaLaunchHostFunc(stream, inside, before));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // should it wait, then not for ever
  }
  SHOW(cudaStreamSynchronize(stream));
}
}  // namespace event_synchronize_

// cudaEventElapsedTime: refused events and states, and that times of one stream add up.
CASE(event_elapsed_time) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t a, b, c, unrecorded, untimed;
  for (cudaEvent_t *event : {&a, &b, &c, &unrecorded}) MUST(cudaEventCreate(event));
  MUST(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  float ms = 77;
  MUST(cudaEventRecord(a, stream));
  MUST(cudaEventRecord(untimed, stream));
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaEventElapsedTime(nullptr, a, a));
  SHOW(cudaEventElapsedTime(&ms, nullptr, a));
  SHOW(cudaEventElapsedTime(&ms, a, nullptr));
  SHOW(cudaEventElapsedTime(&ms, a, unrecorded));
  SHOW(cudaEventElapsedTime(&ms, unrecorded, a));
  SHOW(cudaEventElapsedTime(&ms, a, untimed));
  SHOW(cudaEventElapsedTime(&ms, untimed, untimed));
  show_last_error("after refused calls");
  {
    Gate gate(stream);
    MUST(cudaEventRecord(b, stream));
    SHOW(cudaEventElapsedTime(&ms, a, b));
    SHOW(cudaEventElapsedTime(&ms, b, a));
    SHOW(cudaEventElapsedTime(&ms, b, untimed));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  show_last_error("after it was not ready");
  MUST(cudaEventRecord(c, stream));
  MUST(cudaStreamSynchronize(stream));
  float ab = 0, bc = 0, ac = 0, ba = 0;
  SHOW(cudaEventElapsedTime(&ab, a, b));
  SHOW(cudaEventElapsedTime(&bc, b, c));
  SHOW(cudaEventElapsedTime(&ac, a, c));
  SHOW(cudaEventElapsedTime(&ba, b, a));
  show_truth("positive", ab >= 4 && bc >= 0);
  show_truth("the whole is its parts", ac - ab - bc < 0.01f && ab + bc - ac < 0.01f);
  show_truth("backwards is negative", ba == -ab);
  show_while_capturing("asked", [&] { return cudaEventElapsedTime(&ms, a, b); });
  cudaGraph_t graph;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  MUST(cudaEventRecord(b, stream));
  SHOW(cudaEventElapsedTime(&ms, a, b));
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaEventElapsedTime(&ms, a, b));
}
