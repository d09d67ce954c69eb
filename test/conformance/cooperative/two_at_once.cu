// SPDX-License-Identifier: Apache-2.0
// Cooperative kernels in two streams that wait for each other, and one that waits for the host.
#include <cooperative_groups.h>

#include "../transcript.h"

namespace cg = cooperative_groups;

__global__ void exchange(volatile int *mine, volatile int *other, int rounds, int *out) {
  auto grid = cg::this_grid();
  for (int r = 1; r <= rounds; ++r) {
    grid.sync();
    if (grid.thread_rank() == 0) {
      *mine = r;
      __threadfence();
      while (*other < r) {
      }
    }
    grid.sync();
    atomicAdd(out, 1);
  }
}
__global__ void for_host(volatile int *flag, int *out) {
  auto grid = cg::this_grid();
  grid.sync();
  if (grid.thread_rank() == grid.size() - 1) {
    flag[1] = 1;
    __threadfence_system();
    while (flag[0] == 0) {
    }
  }
  grid.sync();
  atomicAdd(out, 1);
}

int main() {
  DeviceArray<int> flags(2), out(3);
  int *a = flags.get(), *b = a + 1, *o = out.get(), *o2 = o + 1, *o3 = o + 2, rounds = 50;
  cudaStream_t s, t;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  void *args[] = {&a, &b, &rounds, &o}, *args2[] = {&b, &a, &rounds, &o2};
  SHOW(cudaLaunchCooperativeKernel((void *)exchange, 4, 32, args, 0, s));
  SHOW(cudaLaunchCooperativeKernel((void *)exchange, 5, 64, args2, 0, t));
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
  volatile int *host;
  MUST(cudaHostAlloc((void **)&host, 8, cudaHostAllocMapped));
  host[0] = host[1] = 0;
  void *args3[] = {&host, &o3};
  SHOW(cudaLaunchCooperativeKernel((void *)for_host, 6, 32, args3, 0, s));
  while (host[1] == 0) {
  }
  host[0] = 1;
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}
