// SPDX-License-Identifier: Apache-2.0
// cudaCtxResetPersistingL2Cache: succeeds, also while streams are busy and while one captures.
#include "../../gate.h"

CASES() {
  prepare_gates();
  SHOW(cudaCtxResetPersistingL2Cache());
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  show_while_busy("busy", stream, [] { return cudaCtxResetPersistingL2Cache(); });
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaCtxResetPersistingL2Cache());
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(stream, &graph));
}
