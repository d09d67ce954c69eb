// SPDX-License-Identifier: Apache-2.0
// devices: 2
// A reset ends one device's memory, variables and settings; the other device's stay, and its work goes on.
#include "peers.h"

__device__ int variable = 1;
__global__ void set_variable(int value) { variable = value; }
__global__ void get_variable(int *out) { *out = variable; }
__global__ void use_heap(int **keep) {
  *keep = static_cast<int *>(malloc(64));
  **keep = 1234;
}
__global__ void read_heap(int **kept, int *out) { *out = **kept; }

static int get_on(int device, int *out) {
  MUST(cudaSetDevice(device));
  get_variable<<<1, 1>>>(out);
  MUST(cudaDeviceSynchronize());
  return read_one(out);
}

int main() {
  need_two_devices();
  prepare_gates_on_both();
  int *zero = memory_on(0, 1, 3), *one = memory_on(1, 1, 4);
  int **kept = reinterpret_cast<int **>(memory_on(0, 2, 0));
  for (int device = 0; device < 2; ++device) {
    MUST(cudaSetDevice(device));
    set_variable<<<1, 1>>>(10 + device);
    MUST(cudaDeviceSynchronize());
    MUST(cudaDeviceSetLimit(cudaLimitStackSize, 2048 + 1024 * device));
    MUST(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  }
  show_value("variable on 0", get_on(0, zero));
  show_value("variable on 1", get_on(1, one));
  MUST(cudaSetDevice(0));
  use_heap<<<1, 1>>>(kept);
  MUST(cudaDeviceSynchronize());
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  show_while_busy("reset of the other device", stream, [&] {
    MUST(cudaSetDevice(1));
    return cudaDeviceReset();
  });
  MUST(cudaSetDevice(0));
  SHOW(cudaStreamSynchronize(stream));
  read_heap<<<1, 1>>>(kept, zero);
  SHOW(cudaDeviceSynchronize());
  show_value("heap of 0", read_one(zero));
  show_value("variable on 0", get_on(0, zero));
  std::size_t value = 0;
  cudaFuncCache cache = cudaFuncCachePreferEqual;
  MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  MUST(cudaDeviceGetCacheConfig(&cache));
  show_value("stack on 0", static_cast<long long>(value));
  show_value("cache on 0", cache);
  MUST(cudaSetDevice(1));
  MUST(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  MUST(cudaDeviceGetCacheConfig(&cache));
  show_value("stack on 1", static_cast<long long>(value));
  show_value("cache on 1", cache);
  cudaPointerAttributes attributes = {};
  SHOW(cudaPointerGetAttributes(&attributes, one));
  show_value("type of memory on 1", attributes.type);
  SHOW(cudaFree(one));
  one = memory_on(1, 1, 0);
  show_value("variable on 1", get_on(1, one));
}
