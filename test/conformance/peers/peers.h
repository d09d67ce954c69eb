// SPDX-License-Identifier: Apache-2.0
// What the programs for two devices share. A machine with one device cannot answer: their transcripts need two.
#pragma once

#include "../gate.h"

inline void need_two_devices() {
  int count = 0, can = 0;
  MUST(cudaGetDeviceCount(&count));
  if (count >= 2) MUST(cudaDeviceCanAccessPeer(&can, 0, 1));
  if (count < 2 || can == 0) {
    std::printf("setup failed: needs two devices that reach each other\n");
    std::exit(2);
  }
}

// Gates on both devices: the first launch of a kernel on a device may wait for running work. Their memory is of
// device 0.
inline void prepare_gates_on_both() {
  for (int device : {0, 1, 0}) {
    MUST(cudaSetDevice(device));
    prepare_gates();
    Gate gate(nullptr);
    gate.open();
    MUST(cudaDeviceSynchronize());
  }
}

inline int current_device() {
  int device = -1;
  MUST(cudaGetDevice(&device));
  return device;
}

// Memory of `device` filled with `value`; the current device stays.
inline int *memory_on(int device, int count, int value) {
  const int before = current_device();
  int *memory = nullptr;
  MUST(cudaSetDevice(device));
  MUST(cudaMalloc(&memory, count * sizeof(int)));
  std::vector<int> values(count, value);
  MUST(cudaMemcpy(memory, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  MUST(cudaSetDevice(before));
  return memory;
}

inline int read_one(const int *memory) {
  int value = -1;
  MUST(cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDefault));
  return value;
}
