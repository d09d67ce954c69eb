// SPDX-License-Identifier: Apache-2.0
// Layer normalisation: a warp for each row, sums by shuffles.
#include "frame.h"

__device__ float sum_of_warp(float value) {
  for (int delta = 16; delta > 0; delta /= 2) value += __shfl_xor_sync(~0u, value, delta);
  return value;
}

__global__ void layer_norm(const float* in, const float* scale, const float* shift, float* out,
                           int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  in += row * columns;
  out += row * columns;
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += 32) sum += in[i];
  const float mean = sum_of_warp(sum) / columns;
  float squares = 0;
  for (int i = threadIdx.x; i < columns; i += 32) squares += (in[i] - mean) * (in[i] - mean);
  const float factor = rsqrtf(sum_of_warp(squares) / columns + 1e-5f);
  for (int i = threadIdx.x; i < columns; i += 32) {
    out[i] = (in[i] - mean) * factor * scale[i] + shift[i];
  }
}

constexpr const char* kOpenCl = R"cl(
#define WARP 32
#define WARPS 8

float sum_of_row(local float* part, int t, float value) {
  part[t] = value;
  for (int width = WARP / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < width) part[t] += part[t + width];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const float sum = part[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return sum;
}

// Without shuffles: trees in local memory.
kernel void layer_norm(global const float* in, global const float* scale,
                       global const float* shift, global float* out, int rows, int columns) {
  local float parts[WARPS][WARP];
  const int t = get_local_id(0), row = get_global_id(1);
  local float* part = parts[get_local_id(1)];
  in += row * columns;
  out += row * columns;
  float sum = 0;
  for (int i = t; i < columns; i += WARP) sum += in[i];
  const float mean = sum_of_row(part, t, sum) / columns;
  float squares = 0;
  for (int i = t; i < columns; i += WARP) squares += (in[i] - mean) * (in[i] - mean);
  const float factor = rsqrt(sum_of_row(part, t, squares) / columns + 1e-5f);
  for (int i = t; i < columns; i += WARP) out[i] = (in[i] - mean) * factor * scale[i] + shift[i];
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int rows = kernels.size(16384, 1024), columns = 1024;
  const std::size_t count = std::size_t(rows) * columns, warps = 8;
  const auto in = kernels.array<float>(count, [](std::size_t i) { return 10 * bench::noise(i); });
  const auto out = kernels.array<float>(count);
  const auto scale = kernels.array<float>(columns, bench::noise);
  const auto shift = kernels.array<float>(columns, [](std::size_t i) { return bench::noise(~i); });
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "layer norm, rows of 1024",
      .target = 1.3,
      .riffle =
          [&] {
            layer_norm<<<rows / warps, dim3(32, warps)>>>(in.device, scale.device, shift.device,
                                                          out.device, rows, columns);
          },
      .by_hand = {{"OpenMP",
                   [&] {
                     by_hand::layer_norm(in.host, scale.host, shift.host, out.host, rows, columns);
                   }}},
      .opencl =
          [&] {
            cl.launch("layer_norm", {1, rows / warps}, {32, warps},
                      {in.host, scale.host, shift.host, out.host, rows, columns});
          },
      .results = {bench::close(out, 1e-4, 1)},
      .bytes = 2.0 * static_cast<double>(in.bytes()),
  });
  return 0;
}
