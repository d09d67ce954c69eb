// SPDX-License-Identifier: Apache-2.0
// What order between streams costs: recording an event, waiting for it in another stream, and the
// legacy default stream's rule when there are many other streams.
#include "bench.h"
#include "check.h"

__global__ void empty() {}

static double record_ns(cudaStream_t stream, unsigned flags, int repetitions) {
  constexpr int kRecords = 500;
  cudaEvent_t event;
  CHECK(cudaEventCreateWithFlags(&event, flags));
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    samples.add(bench::time_ns([&] {
                  for (int k = 0; k < kRecords; ++k) cudaEventRecord(event, stream);
                }) /
                kRecords);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
  }
  CHECK(cudaEventDestroy(event));
  return samples.median();
}

// A kernel in one stream, then one in the other after it, and so on; the host never waits between.
static double hop_ns(cudaStream_t a, cudaStream_t b, int repetitions) {
  constexpr int kHops = 500;
  cudaEvent_t event;
  CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    samples.add(bench::time_ns([&] {
                  for (int k = 0; k < kHops; ++k) {
                    empty<<<1, 1, 0, k % 2 == 0 ? a : b>>>();
                    cudaEventRecord(event, k % 2 == 0 ? a : b);
                    cudaStreamWaitEvent(k % 2 == 0 ? b : a, event, 0);
                  }
                  CHECK(cudaStreamSynchronize(kHops % 2 == 0 ? a : b));
                }) /
                kHops);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
  }
  CHECK(cudaEventDestroy(event));
  return samples.median();
}

static double legacy_ns(int repetitions) {
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    samples.add(bench::time_ns([&] {
      empty<<<1, 1>>>();
      CHECK(cudaStreamSynchronize(nullptr));
    }));
  }
  return samples.median();
}

int main(int argc, char** argv) {
  const bool quick = bench::is_quick(argc, argv);
  cudaStream_t a, b;
  CHECK(cudaStreamCreate(&a));
  CHECK(cudaStreamCreate(&b));
  for (int i = 0; i < 1000; ++i) empty<<<1, 1, 0, a>>>();  // compiles, warms up
  CHECK(cudaDeviceSynchronize());

  const int repetitions = quick ? 50 : 500;
  bench::row_limit("cudaEventRecord, no timing", record_ns(a, cudaEventDisableTiming, repetitions),
                   30);
  bench::row_limit("cudaEventRecord", record_ns(a, cudaEventDefault, repetitions), 30);
  bench::row_limit("event and wait between two streams, a hop", hop_ns(a, b, repetitions), 200);

  const int launches = quick ? 2000 : 20000;
  legacy_ns(launches);
  const double alone = legacy_ns(launches);
  std::vector<cudaStream_t> idle(1000);
  for (cudaStream_t& stream : idle) {
    CHECK(cudaStreamCreate(&stream));
    empty<<<1, 1, 0, stream>>>();
  }
  CHECK(cudaDeviceSynchronize());
  const double crowded = legacy_ns(launches);
  bench::row_ratio("legacy launch and wait, 1,000 idle blocking streams", crowded, "without them",
                   alone, 1.3);
  for (cudaStream_t stream : idle) CHECK(cudaStreamDestroy(stream));
  return 0;
}
