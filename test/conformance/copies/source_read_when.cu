// SPDX-License-Identifier: Apache-2.0
// When the source of an asynchronous copy is read: pageable memory at the call, pinned memory when the copy runs.
#include "../gate.h"

int main() {
  prepare_gates();
  DeviceArray<int> word(2);
  int *pinned;
  MUST(cudaMallocHost(&pinned, sizeof(int)));
  int pageable = 1;
  *pinned = 1;
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaMemcpyAsync(word, &pageable, sizeof(int), cudaMemcpyHostToDevice, s));
  MUST(cudaMemcpyAsync(word + 1, pinned, sizeof(int), cudaMemcpyHostToDevice, s));
  MUST(cudaStreamSynchronize(s));
  {
    Gate gate(s);
    pageable = 10;
    *pinned = 10;
    MUST(cudaMemcpyAsync(word, &pageable, sizeof(int), cudaMemcpyHostToDevice, s));
    MUST(cudaMemcpyAsync(word + 1, pinned, sizeof(int), cudaMemcpyHostToDevice, s));
    pageable = 20;
    *pinned = 20;
  }
  MUST(cudaStreamSynchronize(s));
  show_row("pageable, pinned", word.read());
}
