// SPDX-License-Identifier: Apache-2.0
// First versions, as tutorials and many programs have them: no tiles, threads along rows, sums by atomics. Without targets.
#include "frame.h"

__global__ void matrix_vector(const float* a, const float* x, float* y, int size) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= size) return;
  float sum = 0;
  for (int k = 0; k < size; ++k) sum += a[row * size + k] * x[k];
  y[row] = sum;
}

__global__ void product(const float* a, const float* b, float* c, int size) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= size || column >= size) return;
  float sum = 0;
  for (int k = 0; k < size; ++k) sum += a[row * size + k] * b[k * size + column];
  c[row * size + column] = sum;
}

__global__ void by_transpose(const float* a, float* c, int size) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= size || column >= size) return;
  float sum = 0;
  for (int k = 0; k < size; ++k) sum += a[row * size + k] * a[column * size + k];
  c[row * size + column] = sum;
}

__global__ void count_small(const float* values, int* counter, std::size_t count) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count && values[i] < 0.25f) atomicAdd(counter, 1);
}

__global__ void histogram_of_bytes(const unsigned char* values, unsigned* counts, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(&counts[values[i]], 1u);
}

__global__ void histogram_in_strides(const int* values, int* counts, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    atomicAdd(&counts[values[i]], 1);
}

__global__ void gather_points(const int* places, const float4* points, float* lengths,
                              std::size_t count) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float4 p = points[places[i]];
  lengths[i] = p.x * p.x + p.y * p.y + p.z * p.z + p.w * p.w;
}

__global__ void dot(const float* a, const float* b, float* sum, int count) {
  __shared__ float sums[256];
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    own += a[i] * b[i];
  sums[threadIdx.x] = own;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, sums[0]);
}

__global__ void put(const unsigned char* chosen, unsigned char* bytes, unsigned char value,
                    int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && chosen[i]) bytes[i] = value;
}

static void matrices(bench::Kernels& kernels) {
  const int size = kernels.size(1024, 128);
  const dim3 threads(16, 16), blocks(size / 16, size / 16);
  const auto a = kernels.array<float>(std::size_t(size) * size, bench::noise);
  const auto b = kernels.array<float>(a.count, bench::noise), c = kernels.array<float>(a.count);
  kernels.row({
      .name = "matrix product without tiles, 1024^3, 16 x 16 threads",
      .riffle = [&] { product<<<blocks, threads>>>(a.device, b.device, c.device, size); },
      .by_hand = {{"OpenMP", [&] { by_hand::naive_product(a.host, b.host, c.host, size); }}},
      .results = {bench::close(c, 1e-4, 1)},
  });
  kernels.row({
      .name = "matrix by its transpose without tiles, 1024^3",
      .riffle = [&] { by_transpose<<<blocks, threads>>>(a.device, c.device, size); },
      .by_hand = {{"OpenMP", [&] { by_hand::naive_by_transpose(a.host, c.host, size); }}},
      .results = {bench::close(c, 1e-4, 1)},
  });
}

static void vectors(bench::Kernels& kernels) {
  const int size = kernels.size(4096, 256);
  const auto a = kernels.array<float>(std::size_t(size) * size, bench::noise);
  const auto x = kernels.array<float>(size, bench::noise), y = kernels.array<float>(size);
  kernels.row({
      .name = "matrix by vector, a thread for each row, 4096^2",
      .riffle = [&] { matrix_vector<<<size / 256, 256>>>(a.device, x.device, y.device, size); },
      .by_hand = {{"OpenMP", [&] { by_hand::naive_matrix_vector(a.host, x.host, y.host, size); }}},
      .results = {bench::close(y, 1e-4, 1)},
      .bytes = static_cast<double>(a.bytes()),
  });
  const auto counter = kernels.array<int>(1);
  kernels.row({
      .name = "count by atomicAdd on one counter, 16 Mi",
      .riffle =
          [&] {
            CHECK(cudaMemsetAsync(counter.device, 0, sizeof(int)));
            count_small<<<a.count / 256, 256>>>(a.device, counter.device, a.count);
          },
      .by_hand = {{"OpenMP", [&] { *counter.host = by_hand::naive_count_small(a.host, a.count); }}},
      .results = {bench::exact(counter)},
      .bytes = static_cast<double>(a.bytes()),
  });
}

static void histograms(bench::Kernels& kernels) {
  constexpr int kBins = 256;
  const int count = kernels.size(16 << 20, 1 << 16);
  const auto bytes =
      kernels.array<unsigned char>(count, [](std::size_t i) { return kBins * bench::noise(i); });
  const auto counts = kernels.array<unsigned>(kBins);
  kernels.row({
      .name = "histogram of 16 Mi bytes by global atomics",
      .riffle =
          [&] {
            CHECK(cudaMemsetAsync(counts.device, 0, counts.bytes()));
            histogram_of_bytes<<<count / 256, 256>>>(bytes.device, counts.device, count);
          },
      .by_hand = {{"OpenMP",
                   [&] {
                     std::memset(counts.host, 0, counts.bytes());
                     by_hand::histogram(bytes.host, counts.host, count);
                   }}},
      .results = {bench::exact(counts)},
      .bytes = static_cast<double>(bytes.bytes()),
  });
  const auto values = kernels.array<int>(
      count, [](std::size_t i) { return static_cast<int>(kBins * bench::noise(i)); });
  const auto sums = kernels.array<int>(kBins);
  kernels.row({
      .name = "histogram of 16 Mi ints by global atomics, in strides",
      .riffle =
          [&] {
            CHECK(cudaMemsetAsync(sums.device, 0, sums.bytes()));
            histogram_in_strides<<<512, 256>>>(values.device, sums.device, count);
          },
      .by_hand = {{"OpenMP",
                   [&] { by_hand::naive_histogram(values.host, sums.host, count, kBins); }}},
      .results = {bench::exact(sums)},
      .bytes = static_cast<double>(values.bytes()),
  });
}

static void points(bench::Kernels& kernels) {
  const std::size_t count = kernels.size(4 << 20, 1 << 14), all = 64 << 10;
  const auto places = kernels.array<int>(
      count, [](std::size_t i) { return static_cast<int>(bench::noise(i) * ((64 << 10) - 1)); });
  const auto four = kernels.array<float>(4 * all, bench::noise);
  const auto lengths = kernels.array<float>(count);
  kernels.row({
      .name = "4 Mi of 64 Ki points, by numbers from memory",
      .riffle =
          [&] {
            gather_points<<<count / 256, 256>>>(
                places.device, reinterpret_cast<const float4*>(four.device), lengths.device, count);
          },
      .by_hand = {{"OpenMP",
                   [&] {
                     by_hand::naive_gather_points(places.host, four.host, lengths.host, count);
                   }}},
      .results = {bench::close(lengths, 1e-5, 1)},
      .bytes = static_cast<double>(places.bytes() + lengths.bytes()),
  });
}

static void sums(bench::Kernels& kernels) {
  const int count = kernels.size(16 << 20, 1 << 18);
  const auto a = kernels.array<float>(count, bench::noise),
             b = kernels.array<float>(count, bench::noise);
  const auto sum = kernels.array<float>(1);
  kernels.row({
      .name = "dot product in strides of the grid, 16 Mi",
      .riffle =
          [&] {
            CHECK(cudaMemsetAsync(sum.device, 0, sizeof(float)));
            dot<<<256, 256>>>(a.device, b.device, sum.device, count);
          },
      .by_hand = {{"OpenMP", [&] { *sum.host = by_hand::naive_dot(a.host, b.host, count); }}},
      .results = {bench::close(sum, 1e-3, 1)},
      .bytes = static_cast<double>(a.bytes() + b.bytes()),
  });
}

static void masks(bench::Kernels& kernels) {
  const int count = kernels.size(16 << 20, 1 << 18);
  const auto chosen = kernels.array<unsigned char>(
      count, [](std::size_t i) { return static_cast<unsigned char>(bench::noise(i) < 0.1f); });
  const auto bytes = kernels.array<unsigned char>(count);
  kernels.row({
      .name = "a tenth of 16 Mi bytes stored, as a mask says",
      .riffle = [&] { put<<<count / 256, 256>>>(chosen.device, bytes.device, 7, count); },
      .by_hand = {{"OpenMP", [&] { by_hand::naive_put(chosen.host, bytes.host, 7, count); }}},
      .results = {bench::exact(bytes)},
      .bytes = 3.0 * count,
  });
}

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, nullptr);
  matrices(kernels);
  vectors(kernels);
  histograms(kernels);
  points(kernels);
  sums(kernels);
  masks(kernels);
  return 0;
}
