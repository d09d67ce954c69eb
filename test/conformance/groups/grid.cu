// SPDX-License-Identifier: Apache-2.0
// A barrier for the whole grid in a cooperative launch.
#include <cooperative_groups.h>

#include "../transcript.h"

namespace cg = cooperative_groups;

__global__ void kernel(int *data, int *out, int rounds) {
  auto grid = cg::this_grid();
  int i = grid.thread_rank(), n = grid.size();
  for (int r = 0; r < rounds; ++r) {
    int next = data[(i + 1) % n];
    grid.sync();
    data[i] = next + 1;
    grid.sync();
  }
  if (i == 0) *out = grid.is_valid() * 1000 + int(grid.num_blocks());
}

int main() {
  std::vector<int> in(8 * 64);
  for (int i = 0; i < 512; ++i) in[i] = i;
  DeviceArray<int> data(in), out(1);
  int *d = data, *o = out, rounds = 10;
  void *args[] = {&d, &o, &rounds};
  SHOW(cudaLaunchCooperativeKernel((void *)kernel, 8, 64, args, 0, 0));
  SHOW(cudaDeviceSynchronize());
  int wrong = 0;
  auto v = data.read();
  for (int i = 0; i < 512; ++i) wrong += v[i] != (i + 10) % 512 + 10;
  show_row("wrong, out", {wrong, out.read()[0]});
}
