// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyFromSymbol: device, constant and managed variables, offsets, directions, what is refused, captures.
#include "../../capturing.h"

static __device__ int numbers[4] = {1, 2, 3, 4};
static __constant__ int table[4] = {5, 6, 7, 8};
static __managed__ int shared_numbers[4] = {9, 10, 11, 12};
static __global__ void change() {
  numbers[threadIdx.x] += 100;
  shared_numbers[threadIdx.x] += 100;
}

CASES() {
  int host[4] = {};
  auto show_host = [&](const char *what) { show_row(what, std::vector<int>(host, host + 4)); };
  SHOW(cudaMemcpyFromSymbol(host, numbers, 16));
  show_host("numbers");
  change<<<1, 4>>>();
  SHOW(cudaMemcpyFromSymbol(host, numbers, 8, 8));
  show_host("their second half first");
  SHOW(cudaMemcpyFromSymbol(host, table, 16));
  show_host("table");
  SHOW(cudaMemcpyFromSymbol(host, shared_numbers, 16, 0, cudaMemcpyDefault));
  show_host("managed");
  DeviceArray<int> device(4);
  SHOW(cudaMemcpyFromSymbol(device.get() + 1, numbers, 12, 0, cudaMemcpyDeviceToDevice));
  show_row("on the device", device.read());
  SHOW(cudaMemcpyFromSymbol(host, numbers, 0));
  SHOW(cudaMemcpyFromSymbol(nullptr, numbers, 0));
  std::printf("refused\n");
  static int host_variable = 3;
  SHOW(cudaMemcpyFromSymbol(host, static_cast<const void *>(&host_variable), 4, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpyFromSymbol(host, static_cast<const void *>(nullptr), 4, 0, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpyFromSymbol(nullptr, numbers, 4));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 17));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 4, 13));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 0, 17));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 0, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 0, 0, static_cast<cudaMemcpyKind>(1)));
  SHOW(cudaMemcpyFromSymbol(host, static_cast<const void *>(&host_variable), 0, 0, cudaMemcpyDeviceToHost));
  for (int kind : {-1, 0, 1, 5})
    std::printf("kind %d: %s\n", kind,
                name_of(cudaMemcpyFromSymbol(host, numbers, 4, 0, static_cast<cudaMemcpyKind>(kind))));
  SHOW(cudaMemcpyFromSymbol(host, numbers, 4, 0, cudaMemcpyDeviceToDevice));
  show_last_error("after refused calls");
  show_captured("16 bytes", [&](cudaStream_t) { return cudaMemcpyFromSymbol(host, numbers, 16); });
}
