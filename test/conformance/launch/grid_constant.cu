// SPDX-License-Identifier: Apache-2.0
// __grid_constant__ arguments, arguments that kernels change for themselves, addresses of arguments.
#include "../transcript.h"

struct Config {
  int scale, offset, table[6];
};

__device__ int lookup(const Config *c, int i) { return c->table[i % 6] * c->scale + c->offset; }

__global__ void constant(const __grid_constant__ Config config, int *out) { out[threadIdx.x] = lookup(&config, threadIdx.x); }
__global__ void changed(Config config, int n, int *out) {
  config.scale += threadIdx.x;
  config.table[threadIdx.x % 6] = 1000;
  n += config.scale;
  out[threadIdx.x] = lookup(&config, threadIdx.x) + n;
}

int main() {
  Config config = {2, 100, {1, 2, 3, 4, 5, 6}};
  DeviceArray<int> out(32);
  constant<<<1, 32>>>(config, out);
  SHOW(cudaDeviceSynchronize());
  show_row("constant", out.read());
  changed<<<1, 32>>>(config, 5, out);
  SHOW(cudaDeviceSynchronize());
  show_row("changed", out.read());
}
