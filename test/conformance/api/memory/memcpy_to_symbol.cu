// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyToSymbol: device, constant and managed variables, offsets, directions, what is refused, captures.
#include "../../capturing.h"

static __device__ int numbers[4] = {1, 2, 3, 4};
static __constant__ int table[4] = {5, 6, 7, 8};
static __managed__ int shared_numbers[4] = {9, 10, 11, 12};
static __global__ void read_all(int *out) {
  out[threadIdx.x] = numbers[threadIdx.x];
  out[4 + threadIdx.x] = table[threadIdx.x];
  out[8 + threadIdx.x] = shared_numbers[threadIdx.x];
}

CASES() {
  DeviceArray<int> out(12);
  auto show_all = [&](const char *what) {
    read_all<<<1, 4>>>(out);
    MUST(cudaDeviceSynchronize());
    show_row(what, out.read());
  };
  show_all("initially");
  const int host[4] = {100, 200, 300, 400};
  SHOW(cudaMemcpyToSymbol(numbers, host, 16));
  SHOW(cudaMemcpyToSymbol(table, host + 1, 8, 4));
  SHOW(cudaMemcpyToSymbol(shared_numbers, host, 4, 12));
  show_all("changed");
  DeviceArray<int> device(std::vector<int>{1, 2, 3, 4});
  SHOW(cudaMemcpyToSymbol(numbers, device.get(), 8, 8, cudaMemcpyDeviceToDevice));
  SHOW(cudaMemcpyToSymbol(table, device.get(), 4, 0, cudaMemcpyDefault));
  show_all("from the device");
  SHOW(cudaMemcpyToSymbol(numbers, host, 0));
  SHOW(cudaMemcpyToSymbol(numbers, nullptr, 0));
  SHOW(cudaMemcpyToSymbol(numbers, host, 0, 16));
  std::printf("refused\n");
  static int host_variable = 3;
  SHOW(cudaMemcpyToSymbol(static_cast<const void *>(&host_variable), host, 4, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpyToSymbol(static_cast<const void *>(nullptr), host, 4, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpyToSymbol(numbers, nullptr, 4));
  SHOW(cudaMemcpyToSymbol(numbers, host, 17));
  SHOW(cudaMemcpyToSymbol(numbers, host, 4, 13));
  SHOW(cudaMemcpyToSymbol(numbers, host, 0, 17));
  SHOW(cudaMemcpyToSymbol(numbers, host, 0, 0, static_cast<cudaMemcpyKind>(5)));
  SHOW(cudaMemcpyToSymbol(numbers, host, 0, 0, static_cast<cudaMemcpyKind>(2)));
  SHOW(cudaMemcpyToSymbol(static_cast<const void *>(&host_variable), host, 0, 0, cudaMemcpyHostToDevice));
  for (int kind : {-1, 0, 2, 5})
    std::printf("kind %d: %s\n", kind,
                name_of(cudaMemcpyToSymbol(numbers, host, 4, 0, static_cast<cudaMemcpyKind>(kind))));
  SHOW(cudaMemcpyToSymbol(numbers, host, 4, 0, cudaMemcpyDeviceToDevice));
  show_last_error("after refused calls");
  show_all("unchanged");
  show_captured("16 bytes", [&](cudaStream_t) { return cudaMemcpyToSymbol(numbers, host, 16); });
}
