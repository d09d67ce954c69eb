// SPDX-License-Identifier: Apache-2.0
// A call that waits inside a capture.
// expect: api/call inside capture
#include "case.h"

int main() {
  Streams<1> s;
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s[0], &graph);
  (void)cudaGetLastError();
  return finish();
}
