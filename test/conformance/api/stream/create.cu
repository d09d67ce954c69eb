// SPDX-License-Identifier: Apache-2.0
// Streams of each kind, made and destroyed.
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
