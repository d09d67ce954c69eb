// SPDX-License-Identifier: Apache-2.0
// cudaMemcpy of 256 MiB against memcpy by as many threads and against stores that bypass the
// caches.
#include "bench.h"
#include "check.h"
#include "rivals/rivals.h"

constexpr std::size_t kBytes = std::size_t{256} << 20;

static void measure(const char* name, void* to, const void* from, cudaMemcpyKind kind,
                    int repetitions) {
  float* rival_to = rivals::huge_floats(kBytes / sizeof(float));
  float* rival_from = rivals::huge_floats(kBytes / sizeof(float));
  bench::Samples riffle, threads, streaming;
  for (int i = 0; i < repetitions + 1; ++i) {
    const double riffle_ns = bench::time_ns([&] {
      CHECK(cudaMemcpy(to, from, kBytes, kind));
      CHECK(cudaDeviceSynchronize());
    });
    bench::rest_us(1000);
    const double threads_ns = bench::time_ns([&] { rivals::copy(rival_to, rival_from, kBytes); });
    bench::rest_us(1000);
    const double streaming_ns =
        bench::time_ns([&] { rivals::copy_streaming(rival_to, rival_from, kBytes); });
    bench::rest_us(1000);
    if (i == 0) continue;  // warm-up
    riffle.add(riffle_ns);
    threads.add(threads_ns);
    streaming.add(streaming_ns);
  }
  bench::row_ratio(name, riffle.median(), "memcpy, all cores", threads.median(), 1.0);
  bench::row_ratio(name, riffle.median(), "streaming stores", streaming.median(), 0);
  std::free(rival_to);
  std::free(rival_from);
}

int main(int argc, char** argv) {
  const int repetitions = bench::is_quick(argc, argv) ? 5 : 15;
  std::vector<char> pageable(kBytes, 7);
  char *pinned, *first, *second;
  CHECK(cudaMallocHost(&pinned, kBytes));
  CHECK(cudaMalloc(&first, kBytes));
  CHECK(cudaMalloc(&second, kBytes));
  std::memset(pinned, 0, kBytes);
  CHECK(cudaMemset(first, 0, kBytes));
  CHECK(cudaMemset(second, 0, kBytes));

  measure("cudaMemcpy 256 MiB, pageable to device", first, pageable.data(), cudaMemcpyHostToDevice,
          repetitions);
  measure("cudaMemcpy 256 MiB, device to device", second, first, cudaMemcpyDeviceToDevice,
          repetitions);
  measure("cudaMemcpy 256 MiB, device to pinned", pinned, second, cudaMemcpyDeviceToHost,
          repetitions);
  REQUIRE(std::memcmp(pinned, pageable.data(), kBytes) == 0);
  return 0;
}
