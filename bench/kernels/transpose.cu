// SPDX-License-Identifier: Apache-2.0
// A matrix transposed through tiles in shared memory, as in NVIDIA's guide: each thread moves four elements.
#include "frame.h"

constexpr int kTile = 32, kRows = 8;

__global__ void transpose(const float* in, float* out, int size) {
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) {
    tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * size + x];
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows) {
    out[(y + row) * size + x] = tile[threadIdx.x][threadIdx.y + row];
  }
}

constexpr const char* kOpenCl = R"cl(
#define TILE 32
#define ROWS 8

kernel void transpose(global const float* in, global float* out, int size) {
  local float tile[TILE][TILE + 1];
  const int tx = get_local_id(0), ty = get_local_id(1);
  int x = get_group_id(0) * TILE + tx;
  int y = get_group_id(1) * TILE + ty;
  for (int row = 0; row < TILE; row += ROWS) tile[ty + row][tx] = in[(y + row) * size + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + tx;
  y = get_group_id(0) * TILE + ty;
  for (int row = 0; row < TILE; row += ROWS) out[(y + row) * size + x] = tile[tx][ty + row];
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int size = kernels.size(8192, 1024);
  const std::size_t tiles = size / kTile;
  const auto in = kernels.array<float>(std::size_t(size) * size, bench::noise);
  const auto out = kernels.array<float>(std::size_t(size) * size);
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "transpose through shared memory",
      .target = 1.05,
      .riffle =
          [&] {
            transpose<<<dim3(tiles, tiles), dim3(kTile, kRows)>>>(in.device, out.device, size);
          },
      .by_hand = {{"OpenMP", [&] { by_hand::transpose(in.host, out.host, size); }},
                  {"vectors", [&] { by_hand::transpose_vectors(in.host, out.host, size); }}},
      .opencl =
          [&] {
            cl.launch("transpose", {tiles, tiles}, {kTile, kRows}, {in.host, out.host, size});
          },
      .results = {bench::exact(out)},
      .bytes = 2.0 * static_cast<double>(in.bytes()),
  });
  return 0;
}
