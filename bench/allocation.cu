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
  std::printf("%-40s %10.0f ns each, freed %6.0f ns each\n", "a million live of 256 bytes",
              made / kCount, freed / kCount);
}

int main(int argc, char** argv) {
  const int repetitions = bench::is_quick(argc, argv) ? 5 : 21;
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaStream_t blocking;
  CHECK(cudaStreamCreate(&blocking));
  for (const std::size_t bytes : {std::size_t{256}, std::size_t{1} << 20, std::size_t{64} << 20}) {
    std::printf("%-28s %10zu B %8.0f ns\n", "malloc/free async, non-blocking", bytes,
                async_pair_ns(stream, bytes, repetitions));
  }
  std::printf("%-28s %10d B %8.0f ns\n", "malloc/free async, blocking", 1 << 20,
              async_pair_ns(blocking, 1 << 20, repetitions));
  std::printf("%-28s %10d B %8.0f ns\n", "malloc/free async, legacy", 1 << 20,
              async_pair_ns(nullptr, 1 << 20, repetitions));
  for (const std::size_t bytes : {std::size_t{256}, std::size_t{1} << 20, std::size_t{64} << 20}) {
    std::printf("%-28s %10zu B %8.0f ns\n", "malloc/free", bytes, pair_ns(bytes, repetitions));
  }
  million(256);
  return 0;
}
