// SPDX-License-Identifier: Apache-2.0
// What one thread of a block has loaded, and the others have not, is still there behind barriers.
#include <vector>

#include "../transcript.h"

constexpr int kThreads = 256;

template <int First>
__global__ void keep(const int *in, int *out) {
  __shared__ int sums[kThreads], last[kThreads];
  const int t = threadIdx.x;
  int kept;
  sums[t] = in[t] * 3;
  __syncthreads();
  if (t == First) kept = in[int(blockIdx.x) * 100];
  const int mirrored = sums[kThreads - 1 - t];
  __syncthreads();
  last[t] = mirrored;
  __syncthreads();
  int before;
  if (t == First)
    before = kept;
  else
    before = last[(t + 1) % kThreads];
  out[blockIdx.x * kThreads + t] = (before != mirrored) + before * 2;
}

int main() {
  std::vector<int> values(1024);
  for (int i = 0; i < 1024; ++i) values[i] = (i * 37) % 1009;
  DeviceArray<int> in(values), out(4 * kThreads);
  const auto show = [&](const char *name, auto kernel) {
    kernel<<<4, kThreads>>>(in, out);
    MUST(cudaDeviceSynchronize());
    unsigned hash = 0;
    for (int value : out.read()) hash = hash * 31 + value;
    show_value(name, hash);
    show_value("kept", out.read()[kThreads + (name[0] - '0') * 32]);
  };
  show("0: the first", keep<0>);
  show("1: the first of the second warp", keep<32>);
  show("7: the first of the last warp", keep<224>);
}
