// SPDX-License-Identifier: Apache-2.0
// First versions whose threads are neighbours in memory along y: rows from blockIdx.x, and a transposition without a tile. Without targets.
#include "frame.h"

struct Place {
  int row, column;
  __device__ Place()
      : row(blockIdx.x * blockDim.x + threadIdx.x), column(blockIdx.y * blockDim.y + threadIdx.y) {}
};

__global__ void add(const float* a, const float* b, float* c, int size) {
  const Place at;
  if (at.row < size && at.column < size)
    c[at.row * size + at.column] = a[at.row * size + at.column] + b[at.row * size + at.column];
}

__global__ void smooth(const float* in, float* out, int size) {
  const Place at;
  if (at.row < 1 || at.column < 1 || at.row >= size - 1 || at.column >= size - 1) return;
  const float* p = in + at.row * size + at.column;
  out[at.row * size + at.column] = 0.25f * (p[-1] + p[1] + p[-size] + p[size]);
}

__global__ void transposed(const float* in, float* out, int size) {
  const Place at;
  if (at.row < size && at.column < size)
    out[at.row * size + at.column] = in[at.column * size + at.row];
}

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, nullptr);
  const int size = kernels.size(4096, 128);
  const dim3 threads(16, 16), blocks(size / 16, size / 16);
  const auto a = kernels.array<float>(std::size_t(size) * size, bench::noise);
  const auto b = kernels.array<float>(a.count, bench::noise), c = kernels.array<float>(a.count);
  kernels.row({
      .name = "sum of matrices, rows along x, 4096^2",
      .riffle = [&] { add<<<blocks, threads>>>(a.device, b.device, c.device, size); },
      .by_hand = {{"OpenMP", [&] { by_hand::columns_add(a.host, b.host, c.host, size); }}},
      .results = {bench::exact(c)},
      .bytes = 3.0 * static_cast<double>(a.bytes()),
  });
  kernels.row({
      .name = "four neighbours, rows along x, 4096^2",
      .riffle = [&] { smooth<<<blocks, threads>>>(a.device, c.device, size); },
      .by_hand = {{"OpenMP", [&] { by_hand::columns_smooth(a.host, c.host, size); }}},
      .results = {bench::close(c, 1e-6, 1)},
      .bytes = 2.0 * static_cast<double>(a.bytes()),
  });
  kernels.row({
      .name = "transposition without a tile, 4096^2",
      .riffle = [&] { transposed<<<blocks, threads>>>(a.device, c.device, size); },
      .by_hand = {{"OpenMP", [&] { by_hand::columns_transposed(a.host, c.host, size); }}},
      .results = {bench::exact(c)},
      .bytes = 2.0 * static_cast<double>(a.bytes()),
  });
  return 0;
}
