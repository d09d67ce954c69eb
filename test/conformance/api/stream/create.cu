// SPDX-License-Identifier: Apache-2.0
// Streams of each kind, made and destroyed, and what they say of themselves.
#include "../../cases.h"
#include "../../gate.h"

#include <climits>

// cudaStreamCreate: a blocking stream of priority 0 on the current device; last error kept by success.
CASE(stream_create) {
  SHOW(cudaStreamCreate(nullptr));
  cudaStream_t stream = nullptr, second = nullptr;
  SHOW(cudaStreamCreate(&stream));
  show_truth("a handle", stream != nullptr && stream != cudaStreamLegacy && stream != cudaStreamPerThread);
  show_last_error("from the refused call");
  unsigned flags = 77;
  int priority = 77, device = 77;
  SHOW(cudaStreamGetFlags(stream, &flags));
  SHOW(cudaStreamGetPriority(stream, &priority));
  SHOW(cudaStreamGetDevice(stream, &device));
  show_row("flags, priority, device", {int(flags), priority, device});
  SHOW(cudaStreamQuery(stream));
  SHOW(cudaStreamCreate(&second));
  show_truth("another handle", stream != second);
  SHOW(cudaStreamDestroy(second));
  SHOW(cudaStreamDestroy(stream));
}

// cudaStreamCreateWithFlags: two kinds of stream, every other bit refused.
CASE(stream_create_with_flags) {
  SHOW(cudaStreamCreateWithFlags(nullptr, cudaStreamDefault));
  cudaStream_t stream = nullptr;
  for (unsigned flags : {2u, 3u, 4u, 0x80000000u}) {
    std::printf("flags %x\n", flags);
    SHOW(cudaStreamCreateWithFlags(&stream, flags));
    show_truth("untouched", stream == nullptr);
  }
  for (unsigned flags : {cudaStreamDefault, cudaStreamNonBlocking}) {
    unsigned seen = 77;
    SHOW(cudaStreamCreateWithFlags(&stream, flags));
    SHOW(cudaStreamGetFlags(stream, &seen));
    show_value("flags", seen);
    SHOW(cudaStreamDestroy(stream));
  }
}

// cudaStreamCreateWithPriority: priorities are clamped to the device's range, flags checked.
CASE(stream_create_with_priority) {
  int least, greatest;
  MUST(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t stream = nullptr;
  SHOW(cudaStreamCreateWithPriority(nullptr, cudaStreamDefault, 0));
  SHOW(cudaStreamCreateWithPriority(&stream, 2, 0));
  show_truth("untouched", stream == nullptr);
  for (int wanted : {INT_MIN, greatest - 1, greatest, greatest + 1, least, least + 1, INT_MAX}) {
    int priority = 77;
    unsigned flags = 77;
    MUST(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, wanted));
    MUST(cudaStreamGetPriority(stream, &priority));
    MUST(cudaStreamGetFlags(stream, &flags));
    show_truth("clamped", priority == (wanted < greatest ? greatest : wanted > least ? least : wanted));
    show_value("flags", flags);
    MUST(cudaStreamDestroy(stream));
  }
}

// cudaStreamGetDevice: the device that a stream belongs to.
CASE(stream_get_device) {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  for (cudaStream_t s : {stream, cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    int device = 77;
    SHOW(cudaStreamGetDevice(s, &device));
    show_value("device", device);
  }
  int device = 77;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamGetDevice(stream, &device));
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(stream, &graph));
}

// cudaStreamGetFlags: of created and default streams; refused on a capturing one, which ends the capture.
CASE(stream_get_flags) {
  cudaStream_t blocking, free_stream;
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
  SHOW(cudaStreamGetFlags(blocking, nullptr));
  SHOW(cudaStreamGetFlags(nullptr, nullptr));
  for (cudaStream_t stream : {blocking, free_stream, cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    unsigned flags = 77;
    SHOW(cudaStreamGetFlags(stream, &flags));
    show_value("flags", flags);
  }
  unsigned flags = 77;
  MUST(cudaStreamBeginCapture(free_stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaStreamGetFlags(free_stream, &flags));
  show_value("flags", flags);
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(free_stream, &graph));
}

// cudaStreamGetId: unique for the life of the program, one for NULL and legacy, one per thread for per-thread.
CASE(stream_get_id) {
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  unsigned long long id = 0, again = 0, null_id = 0, legacy_id = 0;
  SHOW(cudaStreamGetId(stream, nullptr));
  SHOW(cudaStreamGetId(stream, &id));
  SHOW(cudaStreamGetId(stream, &again));
  show_truth("stable", id == again);
  SHOW(cudaStreamGetId(nullptr, &null_id));
  SHOW(cudaStreamGetId(cudaStreamLegacy, &legacy_id));
  show_truth("NULL is legacy", null_id == legacy_id);
  show_truth("the stream is not legacy", id != legacy_id);
  MUST(cudaStreamDestroy(stream));
  cudaStream_t next;
  MUST(cudaStreamCreate(&next));
  SHOW(cudaStreamGetId(next, &again));
  show_truth("never reused", id != again);
}

// cudaStreamGetPriority: also of default streams, of a capturing one, and after the attribute changed it.
CASE(stream_get_priority) {
  int least, greatest;
  MUST(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t stream;
  MUST(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
  int priority = 77;
  SHOW(cudaStreamGetPriority(stream, nullptr));
  SHOW(cudaStreamGetPriority(stream, &priority));
  show_truth("greatest", priority == greatest);
  cudaStreamAttrValue value = {};
  value.priority = least;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributePriority, &value));
  SHOW(cudaStreamGetPriority(stream, &priority));
  show_truth("least", priority == least);
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    priority = 77;
    SHOW(cudaStreamGetPriority(s, &priority));
    show_value("priority", priority);
  }
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaStreamGetPriority(stream, &priority));
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(stream, &graph));
}

__global__ void put(int *p, int v) { *p = v; }

// cudaStreamDestroy: default streams refused; returns at once while work is pending, and the work is done.
CASE(stream_destroy) {
  prepare_gates();
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  SHOW(cudaStreamDestroy(nullptr));
  SHOW(cudaStreamDestroy(cudaStreamLegacy));
  SHOW(cudaStreamDestroy(cudaStreamPerThread));
  show_last_error("after refused calls");
  for (unsigned flags : {cudaStreamDefault, cudaStreamNonBlocking}) {
    cudaStream_t stream;
    MUST(cudaStreamCreateWithFlags(&stream, flags));
    show_while_busy("destroy while busy", stream, [&] {
      put<<<1, 1, 0, stream>>>(word, 5 + int(flags));
      return cudaStreamDestroy(stream);
    });
    show_value("word", word.read()[0]);
  }
  std::printf("while capturing\n");
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  put<<<1, 1, 0, stream>>>(word, 99);
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
}
