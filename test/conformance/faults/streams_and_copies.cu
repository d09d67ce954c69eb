// SPDX-License-Identifier: Apache-2.0
// A fault in one stream: what the calls of other streams and the pending work of its own say.
#include "fault.h"

__global__ void fail(int *p) { *p = 1; }
__global__ void put(int *p, int value) { *p = value; }

int main() {
  DeviceArray<int> word(1);
  int host = -1;
  cudaStream_t a, b;
  cudaEvent_t event, before;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreate(&before));
  put<<<1, 1, 0, b>>>(word, 5);
  MUST(cudaEventRecord(before, b));
  MUST(cudaDeviceSynchronize());
  fail<<<1, 1, 0, a>>>(nullptr);
  put<<<1, 1, 0, a>>>(word, 6);
  cudaGetLastError();
  cudaEventRecord(event, a);
  cudaGetLastError();
  SHOW(cudaStreamSynchronize(a));
  SHOW(cudaStreamSynchronize(b));
  SHOW(cudaEventQuery(event));
  SHOW(cudaEventQuery(before));
  SHOW(cudaEventSynchronize(before));
  SHOW(cudaMemcpy(&host, word, 4, cudaMemcpyDeviceToHost));
  show_value("host word", host);
  SHOW(cudaMemcpyAsync(&host, word, 4, cudaMemcpyDeviceToHost, b));
  SHOW(cudaMemsetAsync(word, 0, 4, b));
  put<<<1, 1, 0, b>>>(word, 7);
  show_last_error("after a launch");
  SHOW(cudaEventRecord(event, b));
  SHOW(cudaStreamWaitEvent(b, before, 0));
  SHOW(cudaEventCreate(&event));
  SHOW(cudaEventDestroy(before));
  SHOW(cudaStreamDestroy(a));
  SHOW(cudaFree(word));
  std::size_t bytes;
  SHOW(cudaMemGetInfo(&bytes, &bytes));
  cudaPointerAttributes attributes;
  SHOW(cudaPointerGetAttributes(&attributes, word));
  cudaFuncAttributes function;
  SHOW(cudaFuncGetAttributes(&function, put));
  SHOW(cudaStreamQuery(b));
}
