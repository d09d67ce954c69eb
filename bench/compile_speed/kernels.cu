// SPDX-License-Identifier: Apache-2.0
// A kernel file of 200 lines, for measuring how long it takes to compile. Not as CUDA (without __CUDACC__) it is C++ of
// the same lines: each kernel a function of the thread's place, each launch a loop over the threads.
#ifdef __CUDACC__
#include <cuda_runtime.h>
#define LAUNCH(kernel, blocks, threads) kernel<<<blocks, threads>>>
#else
#include "plain.h"
#endif

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kTile = 16;

struct Particle {
  float x, y, z;
  float mass;
};

template <typename T>
__device__ T clamped(T value, T low, T high) {
  return value < low ? low : value > high ? high : value;
}

__device__ unsigned scramble(unsigned value) {
  value ^= value >> 16;
  value *= 0x7feb352dU;
  value ^= value >> 15;
  value *= 0x846ca68bU;
  return value ^ (value >> 16);
}

__global__ void fill(float* out, int n, unsigned seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (scramble(i ^ seed) & 0xffffff) / float(0x1000000);
}

template <typename T>
__global__ void saxpy(T a, const T* x, T* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void transpose(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  const int column = blockIdx.x * kTile + threadIdx.x;
  const int row = blockIdx.y * kTile + threadIdx.y;
  if (column >= n || row >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__global__ void blur(const float* in, float* out, int width, int height, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  int count = 0;
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      const int sx = clamped(x + dx, 0, width - 1);
      const int sy = clamped(y + dy, 0, height - 1);
      sum += in[sy * width + sx];
      ++count;
    }
  }
  out[y * width + x] = sum / count;
}

__global__ void attract(const Particle* particles, Particle* next, int n, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Particle me = particles[i];
  float ax = 0, ay = 0, az = 0;
  for (int j = 0; j < n; ++j) {
    const float dx = particles[j].x - me.x;
    const float dy = particles[j].y - me.y;
    const float dz = particles[j].z - me.z;
    const float squared = dx * dx + dy * dy + dz * dz + 1e-6f;
    const float inverse = 1.0f / sqrtf(squared);
    const float pull = particles[j].mass * inverse * inverse * inverse;
    ax += pull * dx;
    ay += pull * dy;
    az += pull * dz;
  }
  next[i] = {me.x + step * ax, me.y + step * ay, me.z + step * az, me.mass};
}

__global__ void mandelbrot(unsigned char* out, int width, int height, float scale, int limit) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  const float cx = (px - width / 2) * scale;
  const float cy = (py - height / 2) * scale;
  float x = 0, y = 0;
  int steps = 0;
  while (x * x + y * y < 4.0f && steps < limit) {
    const float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    ++steps;
  }
  out[py * width + px] = static_cast<unsigned char>(255 * steps / limit);
}

__global__ void prices(const float* spot, const float* strike, const float* years, float* call,
                       int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float rate = 0.02f, volatility = 0.3f;
  const float root = sqrtf(years[i]);
  const float d1 =
      (logf(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) /
      (volatility * root);
  const float d2 = d1 - volatility * root;
  const float n1 = 0.5f * erfcf(-d1 * 0.70710678f);
  const float n2 = 0.5f * erfcf(-d2 * 0.70710678f);
  call[i] = spot[i] * n1 - strike[i] * expf(-rate * years[i]) * n2;
}

__global__ void spread_heat(const double* old, double* next, int width, int height, double alpha) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= 0 || y <= 0 || x >= width - 1 || y >= height - 1) return;
  const int at = y * width + x;
  next[at] = old[at] +
             alpha * (old[at - 1] + old[at + 1] + old[at - width] + old[at + width] - 4 * old[at]);
}

static void check(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
  std::exit(1);
}

template <typename T>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(T)), "cudaMalloc");
  }
  ~Buffer() { cudaFree(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  T* data() { return data_; }
  std::vector<T> copy() const {
    std::vector<T> out(count_);
    check(cudaMemcpy(out.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return out;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

template <typename T>
static double sum_of(const Buffer<T>& buffer) {
  double sum = 0;
  for (T value : buffer.copy()) sum += value;
  return sum;
}

int main() {
  constexpr int width = 256, height = 128, n = width * height;
  const dim3 tiles(width / kTile, height / kTile), tile(kTile, kTile);
  Buffer<float> a(n), b(n), c(n), d(n);
  LAUNCH(fill, n / 128, 128)(a.data(), n, 1);
  LAUNCH(fill, n / 128, 128)(b.data(), n, 2);
  LAUNCH(saxpy<float>, n / 128, 128)(2.5f, a.data(), b.data(), n);
  std::printf("saxpy: %g\n", sum_of(b));
  LAUNCH(transpose, tiles, tile)(a.data(), c.data(), width, height);
  std::printf("transpose: %g\n", sum_of(c));
  LAUNCH(multiply, dim3(8, 8), tile)(a.data(), b.data(), c.data(), 128);
  std::printf("multiply: %g\n", sum_of(c));
  LAUNCH(blur, tiles, tile)(a.data(), d.data(), width, height, 3);
  std::printf("blur: %g\n", sum_of(d));
  Buffer<Particle> now(256), next(256);
  check(cudaMemset(now.data(), 0, 256 * sizeof(Particle)), "cudaMemset");
  LAUNCH(attract, 2, 128)(now.data(), next.data(), 256, 0.1f);
  Buffer<unsigned char> picture(n);
  LAUNCH(mandelbrot, tiles, tile)(picture.data(), width, height, 0.01f, 200);
  std::printf("mandelbrot: %g\n", sum_of(picture));
  LAUNCH(prices, n / 128, 128)(a.data(), b.data(), d.data(), c.data(), n);
  std::printf("prices: %g\n", sum_of(c));
  Buffer<double> old_heat(n), new_heat(n);
  check(cudaMemset(old_heat.data(), 0, n * sizeof(double)), "cudaMemset");
  LAUNCH(spread_heat, tiles, tile)(old_heat.data(), new_heat.data(), width, height, 0.2);
  std::printf("heat: %g\n", sum_of(new_heat));
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  return 0;
}
