// SPDX-License-Identifier: Apache-2.0
// What an operation costs while somebody records it: prints nanoseconds for an empty kernel, launched and run, the least of many
// bursts. observers.py runs it with and without riffle trace.
#include "bench.h"
#include "check.h"

__global__ void empty() {}

int main(int argc, char** argv) {
  constexpr int kBurst = 1000;
  const int repetitions = bench::is_quick(argc, argv) ? 50 : 200;
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    samples.add(bench::time_ns([&] {
                  for (int k = 0; k < kBurst; ++k) empty<<<1, 1>>>();
                  CHECK(cudaDeviceSynchronize());
                }) /
                kBurst);
  }
  CHECK(cudaGetLastError());
  std::printf("%.2f\n", samples.least());
}
