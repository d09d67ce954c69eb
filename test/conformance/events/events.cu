// SPDX-License-Identifier: Apache-2.0
// Events: order, states, times, refusals.
#include "../cases.h"
#include "../gate.h"

// Events: refused flags and handles.
CASE(arguments) {
  cudaEvent_t event = nullptr;
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  SHOW(cudaEventCreate(nullptr));
  SHOW(cudaEventCreateWithFlags(&event, 8));
  SHOW(cudaEventCreateWithFlags(&event, 0xff));
  SHOW(cudaEventCreateWithFlags(&event, cudaEventInterprocess));
  show_truth("handle untouched", event == nullptr);
  SHOW(cudaEventQuery(nullptr));
  SHOW(cudaEventSynchronize(nullptr));
  SHOW(cudaEventRecord(nullptr, stream));
  SHOW(cudaEventDestroy(nullptr));
  SHOW(cudaStreamWaitEvent(stream, nullptr, 0));
  float ms = 0;
  SHOW(cudaEventElapsedTime(&ms, nullptr, nullptr));
  show_last_error("after bad handles");
  MUST(cudaEventCreate(&event));
  SHOW(cudaEventRecordWithFlags(event, stream, 2));
  SHOW(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
  SHOW(cudaStreamWaitEvent(stream, event, 2));
  SHOW(cudaStreamWaitEvent(stream, event, cudaEventWaitExternal));
  SHOW(cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault));
  SHOW(cudaEventSynchronize(event));
  MUST(cudaEventDestroy(event));
  SHOW(cudaEventCreateWithFlags(&event, cudaEventBlockingSync | cudaEventDisableTiming));
  SHOW(cudaEventDestroy(event));
}

// An event that was never recorded is complete; waiting for it does nothing.
CASE(unrecorded) {
  prepare_gates();
  cudaEvent_t event;
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaEventCreate(&event));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventSynchronize(event));
  SHOW(cudaStreamWaitEvent(stream, event, 0));
  SHOW(cudaStreamSynchronize(stream));
  float ms = -7;
  SHOW(cudaEventElapsedTime(&ms, event, event));
  SHOW(cudaEventDestroy(event));
}

// An event is pending until the work before its record is done, and covers nothing after it.
CASE(query_busy) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t before, after;
  MUST(cudaEventCreate(&before));
  MUST(cudaEventCreate(&after));
  MUST(cudaEventRecord(before, stream));
  {
    Gate gate(stream);
    MUST(cudaEventRecord(after, stream));
    SHOW(cudaEventSynchronize(before));
    SHOW(cudaEventQuery(before));
    SHOW(cudaEventQuery(after));
    show_last_error("after a pending query");
  }
  SHOW(cudaEventSynchronize(after));
  SHOW(cudaEventQuery(after));
}

// Recording an event again moves it: the query answers for the newest record.
CASE(same_stream_twice) {
  prepare_gates();
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  Gate gate(a);
  MUST(cudaEventRecord(event, a));
  SHOW(cudaEventQuery(event));
  MUST(cudaEventRecord(event, b));
  SHOW(cudaEventSynchronize(event));
  SHOW(cudaEventQuery(event));
  MUST(cudaEventRecord(event, a));
  SHOW(cudaEventQuery(event));
  gate.open();
  SHOW(cudaEventSynchronize(event));
}

__global__ void put(int *where, int value) { *where = value; }

// A wait is for the record made before it: later records of the event and its destruction change nothing.
CASE(wait_binds) {
  prepare_gates();
  cudaStream_t slow, fast, waiter;
  for (cudaStream_t *s : {&slow, &fast, &waiter}) MUST(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  DeviceArray<int> word(1);
  put<<<1, 1, 0, waiter>>>(word, 1);
  MUST(cudaDeviceSynchronize());

  // Re-recorded behind a gate after the wait: the wait must not feel it.
  MUST(cudaEventRecord(event, fast));
  MUST(cudaStreamWaitEvent(waiter, event, 0));
  {
    Gate gate(slow);
    MUST(cudaEventRecord(event, slow));
    put<<<1, 1, 0, waiter>>>(word, 2);
    SHOW(cudaStreamSynchronize(waiter));
    SHOW(cudaEventQuery(event));
  }
  MUST(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);

  // Re-recorded on an idle stream after the wait: the wait still holds.
  {
    Gate gate(slow);
    MUST(cudaEventRecord(event, slow));
    MUST(cudaStreamWaitEvent(waiter, event, 0));
    MUST(cudaEventRecord(event, fast));
    put<<<1, 1, 0, waiter>>>(word, 3);
    SHOW(cudaEventSynchronize(event));
    SHOW(cudaStreamQuery(waiter));
    SHOW(cudaEventDestroy(event));
    SHOW(cudaStreamQuery(waiter));
    gate.open();
    SHOW(cudaStreamSynchronize(waiter));
  }
  show_value("word", word.read()[0]);
}

__global__ void hop(int *value, int expected, int *wrong) {
  if (*value != expected) *wrong += 1;
  *value = expected + 1;
}

// A chain of a hundred hops between two streams by events.
CASE(cross_stream_chain) {
  prepare_gates();
  DeviceArray<int> value(1), wrong(1);
  cudaStream_t streams[2];
  for (auto &s : streams) MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  hop<<<1, 1, 0, streams[0]>>>(value, 0, wrong);
  MUST(cudaDeviceSynchronize());
  std::vector<cudaEvent_t> events(101);
  for (auto &e : events) MUST(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
  Gate gate(streams[1]);
  for (int i = 1; i <= 100; ++i) {
    MUST(cudaEventRecord(events[i], streams[i % 2]));
    MUST(cudaStreamWaitEvent(streams[(i + 1) % 2], events[i], 0));
    hop<<<1, 1, 0, streams[(i + 1) % 2]>>>(value, i, wrong);
  }
  gate.open();
  SHOW(cudaDeviceSynchronize());
  show_value("value", value.read()[0]);
  show_value("wrong", wrong.read()[0]);
}

// An event may be destroyed while its record is pending and while a stream waits for it.
CASE(destroy_pending) {
  prepare_gates();
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  Gate gate(a);
  MUST(cudaEventRecord(event, a));
  MUST(cudaStreamWaitEvent(b, event, 0));
  SHOW(cudaEventDestroy(event));
  SHOW(cudaStreamQuery(b));
  gate.open();
  SHOW(cudaStreamSynchronize(b));
}

// Elapsed time: who may be asked, in which order.
CASE(elapsed_time) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaEvent_t start, end, untimed;
  MUST(cudaEventCreate(&start));
  MUST(cudaEventCreate(&end));
  MUST(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  float ms = -1;
  SHOW(cudaEventElapsedTime(&ms, start, end));
  MUST(cudaEventRecord(start, stream));
  MUST(cudaEventRecord(untimed, stream));
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaEventElapsedTime(&ms, start, end));
  SHOW(cudaEventElapsedTime(&ms, start, untimed));
  SHOW(cudaEventElapsedTime(nullptr, start, start));
  show_last_error("after bad questions");
  {
    Gate gate(stream);
    MUST(cudaEventRecord(end, stream));
    SHOW(cudaEventElapsedTime(&ms, start, end));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaEventElapsedTime(&ms, start, end));
  show_truth("at least 15 ms", ms >= 15);
  SHOW(cudaEventElapsedTime(&ms, end, start));
  show_truth("negative when asked backwards", ms <= -15);
  SHOW(cudaEventElapsedTime(&ms, start, start));
  show_truth("zero to itself", ms == 0);
  show_last_error("at the end");
}
