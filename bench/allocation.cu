// SPDX-License-Identifier: Apache-2.0
// What allocation costs: pairs of cudaMallocAsync and cudaFreeAsync, pairs of cudaMalloc and
// cudaFree, and a million allocations that live at once.
#include "bench.h"
#include "check.h"

static double async_pair_ns(cudaStream_t stream, std::size_t bytes, int repetitions) {
  constexpr int kPairs = 10000;
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    samples.add(bench::time_ns([&] {
                  for (int k = 0; k < kPairs; ++k) {
                    void* memory = nullptr;
                    cudaMallocAsync(&memory, bytes, stream);
                    cudaFreeAsync(memory, stream);
                  }
                }) /
                kPairs);
    CHECK(cudaGetLastError());
  }
  return samples.median();
}

static double pair_ns(std::size_t bytes, int repetitions) {
  constexpr int kPairs = 1000;
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    samples.add(bench::time_ns([&] {
                  for (int k = 0; k < kPairs; ++k) {
                    void* memory = nullptr;
                    cudaMalloc(&memory, bytes);
                    cudaFree(memory);
                  }
                }) /
                kPairs);
    CHECK(cudaGetLastError());
  }
  return samples.median();
}

static void million(std::size_t bytes) {
  constexpr std::size_t kCount = 1000000;
  std::vector<void*> all(kCount);
  const double made = bench::time_ns([&] {
    for (void*& memory : all) CHECK(cudaMalloc(&memory, bytes));
  });
  const double freed = bench::time_ns([&] {
    for (void* memory : all) CHECK(cudaFree(memory));
  });
  bench::row_limit("a million live of 256 bytes: allocate and free one", (made + freed) / kCount,
                   1000);
}

int main(int argc, char** argv) {
  const int repetitions = bench::is_quick(argc, argv) ? 5 : 21;
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaStream_t blocking;
  CHECK(cudaStreamCreate(&blocking));
  bench::row_limit("cudaMallocAsync, cudaFreeAsync: 256 bytes",
                   async_pair_ns(stream, 256, repetitions), 100);
  bench::row_limit("the same, 1 MiB", async_pair_ns(stream, 1 << 20, repetitions), 100);
  bench::row_limit("the same, a blocking stream", async_pair_ns(blocking, 1 << 20, repetitions),
                   100);
  bench::row_limit("cudaMalloc, cudaFree: 256 bytes", pair_ns(256, repetitions), 1000);
  bench::row_limit("the same, 1 MiB", pair_ns(1 << 20, repetitions), 1000);
  bench::row_limit("the same, 64 MiB", pair_ns(64 << 20, repetitions), 1000);
  million(256);
  return 0;
}
