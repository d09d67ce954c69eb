// SPDX-License-Identifier: Apache-2.0
// 64 pictures: each is copied to the device, turned grey and copied back, in a few streams.
#include "frame.h"

__global__ void rgb_to_grey(const unsigned char* rgb, unsigned char* grey, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  grey[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;
}

constexpr const char* kOpenCl = R"cl(
kernel void rgb_to_grey(global const uchar* rgb, global uchar* grey, int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  grey[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  constexpr int kStreams = 4;
  const int pictures = kernels.size(64, 4);
  const int width = 1920, height = 1080;
  const std::size_t pixels = std::size_t(width) * height;
  const auto rgb = kernels.array<unsigned char>(
      3 * pixels * pictures, [](std::size_t i) { return 256 * bench::noise(i); });
  const auto grey = kernels.array<unsigned char>(pixels * pictures);

  // Riffle's pictures lie on the host, in pinned memory; the device holds one for each stream.
  bench::Array<unsigned char> in{nullptr, rgb.host, rgb.count}, out{nullptr, grey.host, grey.count};
  CHECK(cudaMallocHost(&in.device, in.bytes()));
  CHECK(cudaMallocHost(&out.device, out.bytes()));
  std::memcpy(in.device, in.host, in.bytes());
  const auto work_in = kernels.array<unsigned char>(3 * pixels * kStreams);
  const auto work_out = kernels.array<unsigned char>(pixels * kStreams);
  cudaStream_t streams[kStreams];
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreate(&stream));

  const std::size_t columns = (width + 15) / 16, rows = (height + 15) / 16;
  const auto riffle = [&] {
    for (int k = 0; k < pictures; ++k) {
      const cudaStream_t stream = streams[k % kStreams];
      unsigned char* from = work_in.device + k % kStreams * 3 * pixels;
      unsigned char* to = work_out.device + k % kStreams * pixels;
      CHECK(cudaMemcpyAsync(from, in.device + k * 3 * pixels, 3 * pixels, cudaMemcpyHostToDevice,
                            stream));
      rgb_to_grey<<<dim3(columns, rows), dim3(16, 16), 0, stream>>>(from, to, width, height);
      CHECK(cudaMemcpyAsync(out.device + k * pixels, to, pixels, cudaMemcpyDeviceToHost, stream));
    }
  };

  auto& cl = kernels.opencl();
  kernels.row({
      .name = "RGB to grey with copies",
      .target = 1.1,
      .riffle = riffle,
      .by_hand = {{"OpenMP", [&] { by_hand::rgb_to_grey(rgb.host, grey.host, pictures, pixels); }},
                  {"vectors",
                   [&] { by_hand::rgb_to_grey_vectors(rgb.host, grey.host, pictures, pixels); }}},
      .opencl =
          [&] {
            for (int k = 0; k < pictures; ++k) {
              cl.copy_in(work_in.host, rgb.host + k * 3 * pixels, 3 * pixels);
              cl.launch("rgb_to_grey", {columns, rows}, {16, 16},
                        {work_in.host, work_out.host, width, height});
              cl.copy_out(work_out.host, grey.host + k * pixels, pixels);
            }
          },
      .results = {bench::exact(out)},
      .bytes = static_cast<double>(rgb.bytes() + grey.bytes()),
  });
  // By hand has two cores' pieces in the caches; the program has four pictures on the device, and may look at them.
  kernels.row({
      .name = "the same, beside the streams' buffers by hand",
      .riffle = riffle,
      .by_hand = {{"vectors",
                   [&] {
                     by_hand::rgb_to_grey_buffers(rgb.host, grey.host, pictures, pixels,
                                                  work_in.host, work_out.host, kStreams);
                   }}},
      .results = {bench::exact(out)},
      .bytes = static_cast<double>(rgb.bytes() + grey.bytes()),
  });
  return 0;
}
