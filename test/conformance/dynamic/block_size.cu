// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Kernels with __block_size__ launched by kernels.
#include "../transcript.h"

__global__ void __block_size__((32, 1, 1)) line(int *threads) { atomicAdd(threads, 1); }

__global__ void parent(int *threads, int *errors, unsigned width) {
  line<<<3, width>>>(threads);
  *errors = cudaGetLastError();
}

int main() {
  for (unsigned width : {1u, 32u, 16u, 33u}) {
    DeviceArray<int> threads(1), errors(1);
    parent<<<1, 1>>>(threads, errors, width);
    show_value("width", width);
    SHOW(cudaDeviceSynchronize());
    show(" in the kernel", static_cast<cudaError_t>(errors.read()[0]));
    show_row(" threads", threads.read());
  }
}
