// SPDX-License-Identifier: Apache-2.0
// cudaEventElapsedTime: refused events and states, and that times of one stream add up.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
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
