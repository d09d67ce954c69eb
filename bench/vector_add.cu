// SPDX-License-Identifier: Apache-2.0
// Vector addition of 64 Mi floats, against the same loop in OpenMP and against the memory's limit.
#include "bench.h"
#include "check.h"
#include "rivals/rivals.h"

__global__ void add(const float* a, const float* b, float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) c[i] = a[i] + b[i];
}

__global__ void fill(float* a, float* b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    a[i] = static_cast<float>(i % 1000);
    b[i] = static_cast<float>(i % 77);
  }
}

int main(int argc, char** argv) {
  const bool quick = bench::is_quick(argc, argv);
  const int count = 64 << 20;
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
  const int blocks = count / 256;
  float *a, *b, *c;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&c, bytes));
  fill<<<blocks, 256>>>(a, b, count);
  CHECK(cudaMemset(c, 0, bytes));
  float* x = rivals::huge_floats(count);
  float* y = rivals::huge_floats(count);
  float* z = rivals::huge_floats(count);

  bench::Samples riffle, openmp, limit;
  for (int i = 0; i < (quick ? 5 : 15) + 1; ++i) {
    const double riffle_ns = bench::time_ns([&] {
      add<<<blocks, 256>>>(a, b, c, count);
      CHECK(cudaDeviceSynchronize());
    });
    bench::rest_us(1000);
    const double openmp_ns = bench::time_ns([&] { rivals::vector_add(x, y, z, count); });
    bench::rest_us(1000);
    const double limit_ns = bench::time_ns([&] { rivals::vector_add_streaming(x, y, z, count); });
    bench::rest_us(1000);
    if (i == 0) continue;  // warm-up
    riffle.add(riffle_ns);
    openmp.add(openmp_ns);
    limit.add(limit_ns);
  }
  std::vector<float> result(count);
  CHECK(cudaMemcpy(result.data(), c, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; ++i) REQUIRE(result[i] == static_cast<float>(i % 1000 + i % 77));

  bench::row_ratio("vector add, 64 Mi floats", riffle.median(), "OpenMP", openmp.median(), 1.1);
  bench::row_ratio("vector add, 64 Mi floats", riffle.median(), "streaming stores", limit.median(),
                   0);
  if (const double opencl = rivals::opencl_vector_add_ns(count)) {
    bench::row_ratio("vector add, 64 Mi floats", riffle.median(), "PoCL", opencl, 0);
  }
  std::fprintf(stderr, "memory in this run: %.1f GB/s (a + b -> c, streaming stores)\n",
               3.0 * static_cast<double>(bytes) / limit.least());
  return 0;
}
