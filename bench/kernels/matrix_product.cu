// SPDX-License-Identifier: Apache-2.0
// The product of two matrices through 32 x 32 tiles in shared memory, as every course has it.
#include "frame.h"

constexpr int kTile = 32;

__global__ void matrix_product(const float* a, const float* b, float* c, int size) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < size; first += kTile) {
    tile_a[threadIdx.y][threadIdx.x] = a[y * size + first + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * size + x];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[y * size + x] = sum;
}

constexpr const char* kOpenCl = R"cl(
#define TILE 32

kernel void matrix_product(global const float* a, global const float* b, global float* c, int size) {
  local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  const int tx = get_local_id(0), ty = get_local_id(1);
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  float sum = 0;
  for (int first = 0; first < size; first += TILE) {
    tile_a[ty][tx] = a[y * size + first + tx];
    tile_b[ty][tx] = b[(first + ty) * size + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += tile_a[ty][k] * tile_b[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * size + x] = sum;
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int size = kernels.size(1024, 256);
  const std::size_t tiles = size / kTile, count = std::size_t(size) * size;
  const auto a = kernels.array<float>(count, [](std::size_t i) { return bench::noise(i) - 0.5f; });
  const auto b = kernels.array<float>(count, [](std::size_t i) { return bench::noise(~i) - 0.5f; });
  const auto c = kernels.array<float>(count);
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "matrix product 1024^3",
      .target = 2.0,
      .riffle =
          [&] {
            matrix_product<<<dim3(tiles, tiles), dim3(kTile, kTile)>>>(a.device, b.device, c.device,
                                                                       size);
          },
      .by_hand = {{"OpenMP", [&] { by_hand::matrix_product(a.host, b.host, c.host, size); }},
                  {"vectors",
                   [&] { by_hand::matrix_product_vectors(a.host, b.host, c.host, size); }}},
      .opencl =
          [&] {
            cl.launch("matrix_product", {tiles, tiles}, {kTile, kTile},
                      {a.host, b.host, c.host, size});
          },
      .results = {bench::close(c, 1e-5, 10)},
      .flops = 2.0 * size * size * size,
  });
  return 0;
}
