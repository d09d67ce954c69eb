// SPDX-License-Identifier: Apache-2.0
// 200 arrays of 1 Mi floats in 200 streams, buffers and results allocated inside, against the same
// arithmetic, copies and allocations in OpenMP; and the same with buffers and results that are there
// before. The program is that of examples/multi_kernel.
#include <malloc.h>

#include "bench.h"
#include "check.h"
#include "rivals/rivals.h"

constexpr std::size_t kElements = 1 << 20;
constexpr std::size_t kBytes = kElements * sizeof(float);

__global__ void double_and_halve(float* array, int count) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * gridDim.x;
  const int rounds = (count + threads - 1) / threads;
  for (int round = 0; round < rounds; ++round) {
    const int i = round * threads + thread;
    if (i < count) {
      for (int k = 0; k < 50; ++k) {
        array[i] *= 2.0f;
        array[i] /= 2.0f;
      }
    }
  }
}

using Arrays = std::vector<float*>;

enum class Buffers { kInside, kReady };

static double riffle_ns(const Arrays& inputs, Arrays& buffers, Arrays& results,
                        const std::vector<cudaStream_t>& streams, Buffers when) {
  const std::size_t arrays = inputs.size();
  return bench::time_ns([&] {
    for (std::size_t k = 0; k < arrays; ++k) {
      if (when == Buffers::kInside) CHECK(cudaMalloc(&buffers[k], kBytes));
      CHECK(cudaMemcpyAsync(buffers[k], inputs[k], kBytes, cudaMemcpyHostToDevice, streams[k]));
    }
    for (std::size_t k = 0; k < arrays; ++k) {
      double_and_halve<<<1, 64, 0, streams[k]>>>(buffers[k], static_cast<int>(kElements));
    }
    CHECK(cudaGetLastError());
    for (std::size_t k = 0; k < arrays; ++k) {
      if (when == Buffers::kInside) results[k] = new float[kElements];
      CHECK(cudaMemcpyAsync(results[k], buffers[k], kBytes, cudaMemcpyDeviceToHost, streams[k]));
    }
    CHECK(cudaDeviceSynchronize());
  });
}

static void check(const Arrays& inputs, const Arrays& results) {
  for (std::size_t k = 0; k < inputs.size(); ++k)
    REQUIRE(std::memcmp(inputs[k], results[k], kBytes) == 0);
}

static void check_and_free(const Arrays& inputs, const Arrays& results) {
  check(inputs, results);
  for (float* result : results) delete[] result;
}

int main(int argc, char** argv) {
  const bool quick = bench::is_quick(argc, argv);
  const std::size_t arrays = 200;
  // Large blocks always come fresh from the system and go back there, for both sides: nobody
  // profits from pages that the other has touched.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  Arrays inputs(arrays), buffers(arrays), results(arrays);
  for (std::size_t k = 0; k < arrays; ++k) {
    inputs[k] = new float[kElements];
    for (std::size_t i = 0; i < kElements; ++i) {
      inputs[k][i] = static_cast<float>(static_cast<int>(i * 2654435761u + k)) / 65536.0f;
    }
  }
  std::vector<cudaStream_t> streams(arrays);
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreate(&stream));
  double_and_halve<<<1, 64>>>(nullptr, 0);  // compiles
  CHECK(cudaDeviceSynchronize());

  bench::Samples riffle, openmp, huge, ready;
  for (int i = 0; i < (quick ? 3 : 7); ++i) {
    riffle.add(riffle_ns(inputs, buffers, results, streams, Buffers::kInside));
    check(inputs, results);
    bench::rest_us(1000);
    for (float* result : results) std::memset(result, 0, kBytes);
    ready.add(riffle_ns(inputs, buffers, results, streams, Buffers::kReady));
    check_and_free(inputs, results);
    for (float* buffer : buffers) CHECK(cudaFree(buffer));
    bench::rest_us(1000);
    for (const rivals::Pages pages : {rivals::Pages::kSmall, rivals::Pages::kHuge}) {
      (pages == rivals::Pages::kSmall ? openmp : huge).add(bench::time_ns([&] {
        rivals::double_and_halve(inputs.data(), results.data(), static_cast<int>(arrays), kElements,
                                 pages);
      }));
      check_and_free(inputs, results);
      bench::rest_us(1000);
    }
  }
  bench::row_limit("multi_kernel, 200 streams, allocated inside", riffle.median(), 431e6);
  bench::row_ratio("multi_kernel, 200 streams, allocated inside", riffle.median(), "OpenMP + SIMD",
                   openmp.median(), 1.3);
  bench::row_ratio("multi_kernel, 200 streams, allocated inside", riffle.median(),
                   "the same with huge pages", huge.median(), 0);
  bench::row_limit("multi_kernel, 200 streams, buffers ready", ready.median(), 130e6);
  return 0;
}
