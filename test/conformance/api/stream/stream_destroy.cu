// SPDX-License-Identifier: Apache-2.0
// cudaStreamDestroy: default streams refused; returns at once while work is pending, and the work is done.
#include "../../gate.h"

__global__ void put(int *p, int v) { *p = v; }

CASES() {
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
