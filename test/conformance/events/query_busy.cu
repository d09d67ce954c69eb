// SPDX-License-Identifier: Apache-2.0
// An event is pending until the work before its record is done, and covers nothing after it.
#include "../gate.h"

int main() {
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
