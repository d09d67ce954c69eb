// SPDX-License-Identifier: Apache-2.0
// Callbacks and host functions run once, in stream order, and hold up what follows in their stream only.
#include "../gate.h"

__global__ void put(int *where, int value) { *where = value; }

static std::atomic<int> step{0};
static std::atomic<bool> go{false};
static int *pinned;

void CUDART_CB callback(cudaStream_t, cudaError_t status, void *data) {
  std::printf("callback %d: status %s, step %d, word %d\n", *static_cast<int *>(data), name_of(status), step++, *pinned);
}
void function(void *data) {
  std::printf("function %d: step %d, word %d\n", *static_cast<int *>(data), step++, *pinned);
}
void wait_for_go(void *) {
  while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

int main() {
  prepare_gates();
  MUST(cudaHostAlloc(&pinned, 4, cudaHostAllocMapped));
  *pinned = 0;
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  put<<<1, 1, 0, a>>>(pinned, 1);
  MUST(cudaDeviceSynchronize());
  int numbers[] = {0, 1, 2, 3, 4, 5};
  put<<<1, 1, 0, a>>>(pinned, 10);
  MUST(cudaStreamAddCallback(a, callback, &numbers[0], 0));
  put<<<1, 1, 0, a>>>(pinned, 11);
  MUST(cudaLaunchHostFunc(a, function, &numbers[1]));
  MUST(cudaLaunchHostFunc(a, function, &numbers[2]));
  put<<<1, 1, 0, a>>>(pinned, 12);
  MUST(cudaStreamAddCallback(a, callback, &numbers[3], 0));
  SHOW(cudaStreamSynchronize(a));

  MUST(cudaLaunchHostFunc(a, wait_for_go, nullptr));
  put<<<1, 1, 0, a>>>(pinned, 13);
  SHOW(cudaStreamQuery(a));
  put<<<1, 1, 0, b>>>(pinned, 20);
  SHOW(cudaStreamSynchronize(b));
  show_value("word", *pinned);
  go = true;
  SHOW(cudaStreamSynchronize(a));
  show_value("word", *pinned);
}
