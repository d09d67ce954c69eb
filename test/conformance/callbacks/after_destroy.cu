// SPDX-License-Identifier: Apache-2.0
// A callback queued in a stream that is then destroyed still runs.
#include "../gate.h"

static std::atomic<int> calls{0};
void function(void *) { ++calls; }

int main() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  Gate gate(stream);
  MUST(cudaLaunchHostFunc(stream, function, nullptr));
  SHOW(cudaStreamDestroy(stream));
  show_value("calls", calls);
  gate.open();
  SHOW(cudaDeviceSynchronize());
  show_value("calls", calls);
}
