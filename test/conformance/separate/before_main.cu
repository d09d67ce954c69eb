// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Launches from constructors and destructors of the program.
#include "../transcript.h"

__device__ int runs = 0;
__managed__ int host_sees = 5;
__global__ void run(int *out) { *out = ++runs + host_sees; }

struct Early {
  int *out = nullptr;
  Early() {
    SHOW(cudaMallocManaged(&out, sizeof *out));
    run<<<1, 1>>>(out);
    SHOW(cudaDeviceSynchronize());
    std::printf("constructor %d\n", *out);
  }
};
Early early;

int main() {
  run<<<1, 1>>>(early.out);
  SHOW(cudaDeviceSynchronize());
  std::printf("main %d\n", *early.out);
}
