// SPDX-License-Identifier: Apache-2.0
// Many streams with little work each: time per operation and memory per stream, from 1 to 10,000
// streams.
#include <unistd.h>

#include "bench.h"
#include "check.h"
#include "rivals/rivals.h"

constexpr int kOperations = 10;

__global__ void empty() {}

enum class Order { kStreamByStream, kRoundRobin };

static double operation_ns(const std::vector<cudaStream_t>& streams, Order order, int repetitions) {
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    samples.add(bench::time_ns([&] {
                  if (order == Order::kStreamByStream) {
                    for (cudaStream_t stream : streams) {
                      for (int k = 0; k < kOperations; ++k) empty<<<1, 1, 0, stream>>>();
                    }
                  } else {
                    for (int k = 0; k < kOperations; ++k) {
                      for (cudaStream_t stream : streams) empty<<<1, 1, 0, stream>>>();
                    }
                  }
                  CHECK(cudaGetLastError());
                  CHECK(cudaDeviceSynchronize());
                }) /
                (static_cast<double>(streams.size()) * kOperations));
  }
  return samples.median();
}

static double resident_bytes() {
  long pages = 0;
  if (std::FILE* statm = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(statm, "%*s %ld", &pages) != 1) pages = 0;
    std::fclose(statm);
  }
  return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

static std::vector<cudaStream_t> create(std::size_t count) {
  std::vector<cudaStream_t> streams(count);
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreate(&stream));
  return streams;
}

static void destroy(const std::vector<cudaStream_t>& streams) {
  for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
}

static void row_bytes(const char* name, double bytes, double most) {
  char value[32], target[32];
  std::snprintf(value, sizeof value, "%.0f bytes", bytes);
  std::snprintf(target, sizeof target, "<= %.0f bytes", most);
  bench::print_row(name, value, "", 0, target, bytes <= most ? "met" : "MISSED");
}

int main(int argc, char** argv) {
  const bool quick = bench::is_quick(argc, argv);
  empty<<<1, 1>>>();
  CHECK(cudaDeviceSynchronize());

  // Memory first: later streams may reuse what earlier ones have left.
  {
    const std::size_t count = 10000;
    const double before = resident_bytes();
    const std::vector<cudaStream_t> streams = create(count);
    const double created = resident_bytes();
    for (cudaStream_t stream : streams) empty<<<1, 1, 0, stream>>>();
    CHECK(cudaDeviceSynchronize());
    const double used = resident_bytes();
    row_bytes("memory of an idle stream, never used", (created - before) / count, 4096);
    row_bytes("memory of an idle stream, used before", (used - before) / count, 4096);
    destroy(streams);
  }

  for (int count : {1, 10, 100, 1000, 10000}) {
    const std::vector<cudaStream_t> streams = create(static_cast<std::size_t>(count));
    operation_ns(streams, Order::kRoundRobin, 2);
    const int repetitions = std::max(quick ? 3 : 7, std::min(quick ? 200 : 2000, 100000 / count));
    const double in_turn = operation_ns(streams, Order::kRoundRobin, repetitions);
    const double one_by_one = operation_ns(streams, Order::kStreamByStream, repetitions);
    const double rival = count <= 100 ? rivals::opencl_many_queues_ns(count, kOperations) : 0;
    const std::string streams_text = std::to_string(count) + (count == 1 ? " stream" : " streams");
    bench::row_limit("10 empty kernels on " + streams_text + ", in turn, each", in_turn, 150,
                     "PoCL", rival);
    bench::row_limit("10 empty kernels on " + streams_text + ", one by one, each", one_by_one, 150);
    destroy(streams);
  }
  return 0;
}
