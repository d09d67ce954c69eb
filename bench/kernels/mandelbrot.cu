// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set, 256 steps at most: a loop that each thread leaves at another time.
#include "frame.h"

__global__ void mandelbrot(int* steps, int size, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size || y >= size) return;
  const float cr = -2.0f + x * (2.5f / size);
  const float ci = -1.25f + y * (2.5f / size);
  float zr = 0, zi = 0;
  int step = 0;
  while (step < limit && zr * zr + zi * zi <= 4.0f) {
    const float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    ++step;
  }
  steps[y * size + x] = step;
}

constexpr const char* kOpenCl = R"cl(
kernel void mandelbrot(global int* steps, int size, int limit) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= size || y >= size) return;
  const float cr = -2.0f + x * (2.5f / size);
  const float ci = -1.25f + y * (2.5f / size);
  float zr = 0, zi = 0;
  int step = 0;
  while (step < limit && zr * zr + zi * zi <= 4.0f) {
    const float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    ++step;
  }
  steps[y * size + x] = step;
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int size = kernels.size(2048, 512), limit = 256;
  const std::size_t blocks = size / 16;
  const auto steps = kernels.array<int>(std::size_t(size) * size);
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "Mandelbrot",
      .target = 1.0,
      .riffle =
          [&] { mandelbrot<<<dim3(blocks, blocks), dim3(16, 16)>>>(steps.device, size, limit); },
      .by_hand = {{"OpenMP", [&] { by_hand::mandelbrot(steps.host, size, limit); }},
                  {"vectors", [&] { by_hand::mandelbrot_vectors(steps.host, size, limit); }}},
      .opencl =
          [&] { cl.launch("mandelbrot", {blocks, blocks}, {16, 16}, {steps.host, size, limit}); },
      .results = {bench::mostly(steps, 0.002)},
  });
  return 0;
}
