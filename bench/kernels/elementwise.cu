// SPDX-License-Identifier: Apache-2.0
// A sum of vectors, saxpy and a copy: as fast as memory is.
#include "frame.h"

__global__ void add(const float* a, const float* b, float* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) c[i] = a[i] + b[i];
}

__global__ void add_in_strides(const float* a, const float* b, float* c, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    c[i] = a[i] + b[i];
  }
}

__global__ void saxpy(float a, const float* x, float* y, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) y[i] = a * x[i] + y[i];
}

__global__ void copy(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

constexpr const char* kOpenCl = R"cl(
kernel void add(global const float* a, global const float* b, global float* c, int count) {
  const int i = get_global_id(0);
  if (i < count) c[i] = a[i] + b[i];
}

kernel void saxpy(float a, global const float* x, global float* y, int count) {
  const int i = get_global_id(0);
  if (i < count) y[i] = a * x[i] + y[i];
}

kernel void copy(global const float* in, global float* out, int count) {
  const int i = get_global_id(0);
  if (i < count) out[i] = in[i];
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int count = kernels.size(64 << 20, 4 << 20);
  const std::size_t block = 256, blocks = count / block;
  const auto a = kernels.array<float>(count, [](std::size_t i) { return i % 1000; });
  const auto b = kernels.array<float>(count, [](std::size_t i) { return i % 77; });
  const auto c = kernels.array<float>(count);
  const double bytes = static_cast<double>(a.bytes());
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "vector add",
      .target = 1.05,
      .riffle = [&] { add<<<blocks, block>>>(a.device, b.device, c.device, count); },
      .by_hand = {{"OpenMP", [&] { rivals::vector_add(a.host, b.host, c.host, count); }},
                  {"streaming stores",
                   [&] { rivals::vector_add_streaming(a.host, b.host, c.host, count); }}},
      .opencl = [&] { cl.launch("add", {blocks}, {block}, {a.host, b.host, c.host, count}); },
      .results = {bench::exact(c)},
      .bytes = 3 * bytes,
  });
  kernels.row({
      .name = "vector add, each thread in strides of the grid",
      .target = 1.05,
      .riffle = [&] { add_in_strides<<<1024, block>>>(a.device, b.device, c.device, count); },
      .by_hand = {{"OpenMP", [&] { rivals::vector_add(a.host, b.host, c.host, count); }},
                  {"streaming stores",
                   [&] { rivals::vector_add_streaming(a.host, b.host, c.host, count); }}},
      .results = {bench::exact(c)},
      .bytes = 3 * bytes,
  });
  kernels.row({
      .name = "saxpy",
      .target = 1.05,
      .riffle = [&] { saxpy<<<blocks, block>>>(1.5f, a.device, c.device, count); },
      .by_hand = {{"OpenMP", [&] { by_hand::saxpy(1.5f, a.host, c.host, count); }},
                  {"streaming stores",
                   [&] { by_hand::saxpy_streaming(1.5f, a.host, c.host, count); }}},
      .opencl = [&] { cl.launch("saxpy", {blocks}, {block}, {1.5f, a.host, c.host, count}); },
      .results = {bench::close(c, 1e-6, 0)},
      .before =
          [&] {
            CHECK(cudaMemcpy(c.device, b.device, b.bytes(), cudaMemcpyDeviceToDevice));
            rivals::copy(c.host, b.host, b.bytes());
          },
      .bytes = 3 * bytes,
  });
  kernels.row({
      .name = "copy",
      .target = 1.05,
      .riffle = [&] { copy<<<blocks, block>>>(a.device, c.device, count); },
      .by_hand = {{"memcpy", [&] { rivals::copy(c.host, a.host, a.bytes()); }},
                  {"streaming stores", [&] { rivals::copy_streaming(c.host, a.host, a.bytes()); }}},
      .opencl = [&] { cl.launch("copy", {blocks}, {block}, {a.host, c.host, count}); },
      .results = {bench::exact(c)},
      .bytes = 2 * bytes,
  });
  return 0;
}
