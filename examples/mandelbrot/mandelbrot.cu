// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set: a thread for each pixel. z -> z*z + c is repeated until z leaves the circle
// of radius 2 or the limit is reached; the number of steps is the pixel's colour.
//
//   build:  riffle cc -O2 -o mandelbrot mandelbrot.cu           (or nvcc)
//   run:    ./mandelbrot --size 1024 --out mandelbrot.png
//           ./mandelbrot --out mandelbrot.ppm
#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "../common/arguments.h"
#include "../common/check.h"
#include "../common/png.h"
#include "../common/stopwatch.h"

static const char* const kUsage =
    "usage: mandelbrot [--size N] [--iterations N] [--out FILE]\n"
    "  --size N        pixels along each side (default 1024)\n"
    "  --iterations N  steps after which a point counts as inside (default 256)\n"
    "  --out FILE      write the picture, as PNG or, when the name ends in .ppm, as PPM\n";

// The part of the plane that is drawn: real -2 ... 0.5, imaginary -1.25 ... 1.25.
struct View {
  float left, top, step;
};

// Shared by device and host, so that both count alike. Whether a compiler fuses a*b + c into one
// operation with one rounding is its own choice, and near the edge of the set one rounding more
// changes the count. Here fmaf() takes the choice away: it is one rounding everywhere.
__host__ __device__ inline int steps_until_escape(float cr, float ci, int limit) {
  float zr = 0, zi = 0;
  for (int step = 0; step < limit; ++step) {
    const float zi_squared = zi * zi;
    if (fmaf(zr, zr, zi_squared) > 4.0f) return step;
    const float next_zr = fmaf(zr, zr, cr - zi_squared);
    zi = fmaf(zr + zr, zi, ci);
    zr = next_zr;
  }
  return limit;
}

__host__ __device__ inline int pixel(const View& view, int x, int y, int limit) {
  return steps_until_escape(fmaf(static_cast<float>(x), view.step, view.left),
                            fmaf(static_cast<float>(y), -view.step, view.top), limit);
}

__global__ void mandelbrot(int* steps, int size, View view, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < size && y < size) steps[y * size + x] = pixel(view, x, y, limit);
}

// Counts every pixel again on the host, with as many threads as there are cores.
static bool check_picture(const int* steps, int size, const View& view, int limit) {
  std::atomic<int> next_row{0};
  std::atomic<long> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back([&] {
      for (int y; (y = next_row++) < size;) {
        for (int x = 0; x < size; ++x) {
          const int expected = pixel(view, x, y, limit);
          const int seen = steps[static_cast<std::size_t>(y) * size + x];
          if (seen != expected && wrong++ == 0) {
            std::printf("pixel (%d, %d): %d steps, not %d\n", x, y, seen, expected);
          }
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  if (wrong > 0)
    std::printf("%ld of %ld pixels are wrong\n", wrong.load(), static_cast<long>(size) * size);
  return wrong == 0;
}

// Dark blue over orange to white; the inside is black.
static std::vector<png::Colour> make_palette() {
  std::vector<png::Colour> palette(256);
  for (int i = 0; i < 255; ++i) {
    const double t = std::sqrt(i / 254.0);
    const auto wave = [t](double power) {
      return static_cast<std::uint8_t>(255 * std::pow(t, power));
    };
    palette[i] = {wave(0.9), wave(1.8), static_cast<std::uint8_t>(60 + 195 * std::pow(t, 4))};
  }
  return palette;  // the last entry stays black
}

static bool write_ppm(const std::string& path, int size, const std::uint8_t* pixels,
                      const std::vector<png::Colour>& palette) {
  std::FILE* out = std::fopen(path.c_str(), "wb");
  if (out == nullptr) return false;
  bool written = std::fprintf(out, "P6\n%d %d\n255\n", size, size) > 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(size) * size; ++i) {
    written = std::fwrite(&palette[pixels[i]], 1, 3, out) == 3 && written;
  }
  return (std::fclose(out) == 0) && written;
}

static bool write_picture(const std::string& path, const int* steps, int size, int limit) {
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(size) * size);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    pixels[i] = steps[i] == limit ? 255 : static_cast<std::uint8_t>(254.0 * steps[i] / limit);
  }
  const bool ppm = path.size() > 4 && path.compare(path.size() - 4, 4, ".ppm") == 0;
  const std::vector<png::Colour> palette = make_palette();
  const bool written = ppm ? write_ppm(path, size, pixels.data(), palette)
                           : png::write(path, size, size, pixels.data(), palette);
  if (written) {
    std::printf("picture in %s\n", path.c_str());
  } else {
    std::fprintf(stderr, "cannot write %s: %s\n", path.c_str(), std::strerror(errno));
  }
  return written;
}

int main(int argc, char** argv) {
  Arguments arguments(argc, argv, kUsage);
  const int size = static_cast<int>(arguments.number("--size", 1024, 1, 16384));
  const int limit = static_cast<int>(arguments.number("--iterations", 256, 1, 1000000));
  const std::string out = arguments.text("--out", "");
  arguments.finish();

  const View view{-2.0f, 1.25f, 2.5f / static_cast<float>(size)};
  const std::size_t bytes = static_cast<std::size_t>(size) * size * sizeof(int);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  int *on_device, *on_host;
  CHECK(cudaMalloc(&on_device, bytes));
  CHECK(cudaMallocHost(&on_host, bytes));
  cudaEvent_t start, end;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));

  const dim3 block(32, 8);
  const dim3 grid((size + block.x - 1) / block.x, (size + block.y - 1) / block.y);
  mandelbrot<<<1, 1, 0, stream>>>(on_device, 0, view, 0);  // warm-up: may compile, draws nothing
  CHECK_LAUNCH();
  CHECK(cudaEventRecord(start, stream));
  mandelbrot<<<grid, block, 0, stream>>>(on_device, size, view, limit);
  CHECK_LAUNCH();
  CHECK(cudaEventRecord(end, stream));
  CHECK(cudaMemcpyAsync(on_host, on_device, bytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  float kernel_ms = 0;
  CHECK(cudaEventElapsedTime(&kernel_ms, start, end));
  std::printf("%d x %d pixels, up to %d steps: kernel %.2f ms\n", size, size, limit, kernel_ms);

  const Stopwatch watch;
  bool right = check_picture(on_host, size, view, limit);
  std::printf("the same on the host, plain C++ on %u cores: %.2f ms\n",
              std::thread::hardware_concurrency(), watch.milliseconds());
  if (!out.empty()) right = write_picture(out, on_host, size, limit) && right;

  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaFree(on_device));
  CHECK(cudaFreeHost(on_host));
  CHECK(cudaStreamDestroy(stream));
  return verdict(right);
}
