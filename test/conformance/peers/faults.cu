// SPDX-License-Identifier: Apache-2.0
// devices: 2
// A fault on one device: what the other device still does.
#include "peers.h"

__global__ void trap() { __trap(); }
__global__ void store(int *out, int value) { *out = value; }

int main() {
  need_two_devices();
  int *zero = memory_on(0, 1, 3), *one = memory_on(1, 1, 4);
  cudaStream_t stream_zero, stream_one;
  MUST(cudaStreamCreate(&stream_zero));
  store<<<1, 1>>>(zero, 4);
  MUST(cudaDeviceSynchronize());
  MUST(cudaSetDevice(1));
  MUST(cudaStreamCreate(&stream_one));
  trap<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  show_last_error("on device 1");
  MUST(cudaSetDevice(0));
  SHOW(cudaDeviceSynchronize());
  store<<<1, 1, 0, stream_zero>>>(zero, 5);
  show_last_error("launch on device 0");
  SHOW(cudaStreamSynchronize(stream_zero));
  int value = -1;
  SHOW(cudaMemcpy(&value, zero, 4, cudaMemcpyDeviceToHost));
  show_value("zero", value);
  void *memory = nullptr;
  SHOW(cudaMalloc(&memory, 64));
  SHOW(cudaFree(memory));
  SHOW(cudaStreamSynchronize(stream_one));
  SHOW(cudaStreamQuery(stream_one));
  SHOW(cudaMemcpyPeer(zero, 0, one, 1, 4));
  show_last_error("after touching device 1");
  SHOW(cudaDeviceSynchronize());
  int device = 77;
  SHOW(cudaSetDevice(1));
  SHOW(cudaGetDevice(&device));
  show_value("device", device);
  SHOW(cudaMalloc(&memory, 64));
  SHOW(cudaSetDevice(0));
  SHOW(cudaMalloc(&memory, 64));
}
