// SPDX-License-Identifier: Apache-2.0
// A sparse matrix in compressed rows times a vector: a thread for each row, and a warp for each row.
#include "frame.h"

__global__ void row_per_thread(const int* row_begin, const int* column, const float* value,
                               const float* x, float* y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = row_begin[row]; k < row_begin[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
}

__global__ void row_per_warp(const int* row_begin, const int* column, const float* value,
                             const float* x, float* y, int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = row_begin[row] + lane; k < row_begin[row + 1]; k += 32) {
    sum += value[k] * x[column[k]];
  }
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(~0u, sum, delta);
  if (lane == 0) y[row] = sum;
}

constexpr const char* kOpenCl = R"cl(
kernel void row_per_thread(global const int* row_begin, global const int* column,
                           global const float* value, global const float* x, global float* y,
                           int rows) {
  const int row = get_global_id(0);
  if (row >= rows) return;
  float sum = 0;
  for (int k = row_begin[row]; k < row_begin[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  auto& cl = kernels.opencl();
  // 0 to 2 * mean entries in a row, near the diagonal as in a mesh.
  const auto measure = [&](const char* name, int rows, int mean, bool by_warps) {
    std::vector<int> begin{0}, columns;
    for (int row = 0; row < rows; ++row) {
      const int entries = static_cast<int>(2 * mean * bench::noise(row));
      for (int k = 0; k < entries; ++k) {
        const int shift = static_cast<int>((bench::noise(columns.size()) - 0.5f) * 20000);
        columns.push_back(std::min(std::max(row + shift, 0), rows - 1));
      }
      begin.push_back(static_cast<int>(columns.size()));
    }
    const auto row_begin =
        kernels.array<int>(begin.size(), [&](std::size_t i) { return begin[i]; });
    const auto column =
        kernels.array<int>(columns.size(), [&](std::size_t i) { return columns[i]; });
    const auto value = kernels.array<float>(columns.size(), bench::noise);
    const auto x = kernels.array<float>(rows, bench::noise);
    const auto y = kernels.array<float>(rows);
    const by_hand::SparseMatrix a{row_begin.host, column.host, value.host, rows};
    const std::size_t block = 256, blocks = std::size_t(rows) * (by_warps ? 32 : 1) / block;
    bench::Row row{
        .name = name,
        .target = 1.3,
        .riffle =
            [&] {
              (by_warps ? row_per_warp : row_per_thread)<<<blocks, block>>>(
                  row_begin.device, column.device, value.device, x.device, y.device, rows);
            },
        .by_hand = {{"OpenMP", [&] { by_hand::spmv(a, x.host, y.host); }},
                    {"vectors", [&] { by_hand::spmv_vectors(a, x.host, y.host); }}},
        .results = {bench::close(y, 1e-4, 0.01)},
        .bytes = static_cast<double>(value.bytes() + column.bytes() + row_begin.bytes() +
                                     x.bytes() + y.bytes()),
    };
    if (!by_warps) {
      row.opencl = [&] {
        cl.launch("row_per_thread", {blocks}, {block},
                  {row_begin.host, column.host, value.host, x.host, y.host, rows});
      };
    }
    kernels.row(row);
  };
  measure("SpMV (CSR), row per thread", kernels.size(1 << 20, 1 << 16), 8, false);
  measure("SpMV (CSR), row per warp", kernels.size(1 << 17, 1 << 13), 64, true);
  return 0;
}
