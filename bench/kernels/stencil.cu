// SPDX-License-Identifier: Apache-2.0
// A step of a 7-point stencil in a cube.
#include "frame.h"

__global__ void stencil(const float* in, float* out, int size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= size - 1 || y >= size - 1 || z >= size - 1) return;
  const int i = (z * size + y) * size + x;
  out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - size] + in[i + size] +
                                  in[i - size * size] + in[i + size * size]);
}

constexpr const char* kOpenCl = R"cl(
kernel void stencil(global const float* in, global float* out, int size) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x < 1 || y < 1 || z < 1 || x >= size - 1 || y >= size - 1 || z >= size - 1) return;
  const int i = (z * size + y) * size + x;
  out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - size] + in[i + size] +
                                  in[i - size * size] + in[i + size * size]);
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int size = kernels.size(256, 64);
  const std::size_t count = std::size_t(size) * size * size;
  const std::size_t columns = size / 32, rows = size / 4, planes = size / 2;
  const auto in = kernels.array<float>(count, bench::noise);
  const auto out = kernels.array<float>(count);
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "7-point stencil 256^3",
      .target = 1.3,
      .riffle =
          [&] {
            stencil<<<dim3(columns, rows, planes), dim3(32, 4, 2)>>>(in.device, out.device, size);
          },
      .by_hand = {{"OpenMP", [&] { by_hand::stencil(in.host, out.host, size); }},
                  {"vectors", [&] { by_hand::stencil_vectors(in.host, out.host, size); }}},
      .opencl =
          [&] {
            cl.launch("stencil", {columns, rows, planes}, {32, 4, 2}, {in.host, out.host, size});
          },
      .results = {bench::close(out, 1e-5, 1)},
      .before =
          [&] {
            CHECK(cudaMemset(out.device, 0, out.bytes()));
            std::memset(out.host, 0, out.bytes());
          },
      .bytes = 2.0 * static_cast<double>(in.bytes()),
  });
  return 0;
}
