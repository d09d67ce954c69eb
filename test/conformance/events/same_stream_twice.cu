// SPDX-License-Identifier: Apache-2.0
// Recording an event again moves it: the query answers for the newest record.
#include "../gate.h"

int main() {
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
