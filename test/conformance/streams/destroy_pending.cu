// SPDX-License-Identifier: Apache-2.0
// Destroying a stream with pending work returns at once; the work is still done and still waited for.
#include "../gate.h"

__global__ void put(int *where, int value) { *where = value; }

int main() {
  prepare_gates();
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word, 1);
  MUST(cudaDeviceSynchronize());
  cudaStream_t stream;
  cudaEvent_t done;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaEventCreate(&done));
  Gate gate(stream);
  put<<<1, 1, 0, stream>>>(word, 2);
  MUST(cudaEventRecord(done, stream));
  SHOW(cudaStreamDestroy(stream));
  SHOW(cudaEventQuery(done));
  gate.open();
  SHOW(cudaEventSynchronize(done));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
}
