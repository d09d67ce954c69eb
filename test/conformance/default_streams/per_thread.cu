// SPDX-License-Identifier: Apache-2.0
// The default stream of each thread.
#include "../cases.h"
#include "../gate.h"

__global__ void put(int *where, int value) { *where = value; }

// cudaStreamPerThread: a blocking stream, one for each thread.
CASE(per_thread_handle) {
  prepare_gates();
  DeviceArray<int> word(2);
  put<<<1, 1, 0, cudaStreamPerThread>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  cudaStream_t a;
  MUST(cudaStreamCreate(&a));

  std::printf("gate in this thread's stream\n");
  {
    Gate gate(cudaStreamPerThread);
    SHOW(cudaStreamQuery(cudaStreamPerThread));
    put<<<1, 1, 0, a>>>(word, 1);
    SHOW(cudaStreamSynchronize(a));
    std::thread([&] {
      SHOW(cudaStreamQuery(cudaStreamPerThread));
      put<<<1, 1, 0, cudaStreamPerThread>>>(word, 2);
      SHOW(cudaStreamSynchronize(cudaStreamPerThread));
    }).join();
    put<<<1, 1>>>(word + 1, 3);
    SHOW(cudaStreamQuery(nullptr));
  }
  SHOW(cudaDeviceSynchronize());

  std::printf("gate in the legacy stream\n");
  {
    Gate gate(nullptr);
    put<<<1, 1, 0, cudaStreamPerThread>>>(word, 4);
    SHOW(cudaStreamQuery(cudaStreamPerThread));
  }
  SHOW(cudaDeviceSynchronize());
  show_row("words", word.read());
}

// The per-thread stream's work survives its thread, and the legacy stream still waits for it.
CASE(per_thread_exit) {
  prepare_gates();
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word, 0);
  MUST(cudaDeviceSynchronize());
  Gate *gate = nullptr;
  std::thread([&] {
    gate = new Gate(cudaStreamPerThread);
    put<<<1, 1, 0, cudaStreamPerThread>>>(word, 7);
  }).join();
  SHOW(cudaStreamQuery(nullptr));
  SHOW(cudaStreamQuery(cudaStreamPerThread));
  gate->open();
  SHOW(cudaStreamSynchronize(nullptr));
  show_value("word", word.read()[0]);
  delete gate;
}
