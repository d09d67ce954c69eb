// SPDX-License-Identifier: Apache-2.0
// 200 arrays of 1 Mi floats, each in a stream of its own: copied in, 50 times doubled and halved by one
// block of 64 threads, copied out. The buffers are there before.
#include "frame.h"

__global__ void multiply_divide(float* array, int count) {
  const int threads = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads) {
    for (int k = 0; k < 50; ++k) {
      array[i] *= 2.0f;
      array[i] /= 2.0f;
    }
  }
}

constexpr const char* kOpenCl = R"cl(
kernel void multiply_divide(global float* array, int count) {
  for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
    for (int k = 0; k < 50; ++k) {
      array[i] *= 2.0f;
      array[i] /= 2.0f;
    }
  }
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int arrays = kernels.size(200, 8);
  const std::size_t elements = 1 << 20, bytes = elements * sizeof(float);
  const auto in =
      kernels.array<float>(arrays * elements, [](std::size_t i) { return bench::noise(i) - 0.5f; });
  const auto out = kernels.array<float>(arrays * elements);
  const auto work = kernels.array<float>(elements);  // of OpenCL: one queue, one array at a time

  // Riffle's inputs and outputs lie on the host, in pinned memory; in.device is the arrays on the device.
  float *from, *to;
  CHECK(cudaMallocHost(&from, in.bytes()));
  CHECK(cudaMallocHost(&to, in.bytes()));
  std::memcpy(from, in.host, in.bytes());
  const bench::Array<float> result{to, out.host, out.count};
  std::vector<cudaStream_t> streams(arrays);
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreate(&stream));

  auto& cl = kernels.opencl();
  kernels.row({
      .name = "200 x 1 Mi (*2, /2), with copies",
      .target = 0.55,
      .riffle =
          [&] {
            for (int k = 0; k < arrays; ++k) {
              float* array = in.device + k * elements;
              CHECK(cudaMemcpyAsync(array, from + k * elements, bytes, cudaMemcpyHostToDevice,
                                    streams[k]));
              multiply_divide<<<1, 64, 0, streams[k]>>>(array, elements);
              CHECK(cudaMemcpyAsync(to + k * elements, array, bytes, cudaMemcpyDeviceToHost,
                                    streams[k]));
            }
          },
      .by_hand = {{"OpenMP",
                   [&] { by_hand::multiply_divide(in.host, out.host, arrays, elements); }},
                  {"vectors",
                   [&] { by_hand::multiply_divide_vectors(in.host, out.host, arrays, elements); }}},
      .opencl =
          [&] {
            for (int k = 0; k < arrays; ++k) {
              cl.copy_in(work.host, in.host + k * elements, bytes);
              cl.launch("multiply_divide", {1}, {64}, {work.host, int(elements)});
              cl.copy_out(work.host, out.host + k * elements, bytes);
            }
          },
      .results = {bench::exact(result)},
      .bytes = 2.0 * static_cast<double>(in.bytes()),
      // Two instructions a round, which count as much as a multiply-add each.
      .flops = 200.0 * static_cast<double>(in.count),
  });
  return 0;
}
