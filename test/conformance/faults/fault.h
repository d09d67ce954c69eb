// SPDX-License-Identifier: Apache-2.0
// What each program about a fault prints once the fault is pending: which call reports it, what the last error says,
// what still works. One program per kind of fault, because the fault ends the context.
#pragma once

#include "../transcript.h"

inline void show_aftermath() {
  show_last_error("right after the launch");
  SHOW(cudaDeviceSynchronize());
  show_last_error("after synchronising");
  show_last_error("asked again");
  void *p;
  SHOW(cudaMalloc(&p, 64));
  SHOW(cudaMallocHost(&p, 64));
  cudaStream_t stream;
  SHOW(cudaStreamCreate(&stream));
  SHOW(cudaStreamQuery(nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  std::thread([] { SHOW(cudaDeviceSynchronize()); }).join();
  int device = 77, count = 77;
  SHOW(cudaGetDevice(&device));
  SHOW(cudaSetDevice(0));
  SHOW(cudaGetDeviceCount(&count));
  cudaDeviceProp prop;
  SHOW(cudaGetDeviceProperties(&prop, 0));
  SHOW(cudaDeviceSynchronize());
}
