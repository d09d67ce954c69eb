// SPDX-License-Identifier: Apache-2.0
// Builtin variables, calls of the runtime, and the C++ library in kernels, after all kinds of includes.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstdio>
#include <iostream>
#include <new>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using namespace std;

static_assert(is_same<decltype(warpSize), const int>::value, "warpSize is an int");

struct Base {
  __device__ virtual ~Base() {}
  __device__ virtual int value() const { return 1; }
};
struct Derived : Base {
  __device__ int value() const override { return 2; }
};

__device__ unsigned volume(dim3 d) { return d.x * d.y * d.z; }
__device__ unsigned sum(uint3 d) { return d.x + d.y + d.z; }

__global__ void variables(unsigned* u) {
  dim3 block = blockDim;
  const dim3 grid = gridDim;
  uint3 thread = threadIdx;
  const auto copy = blockIdx;
  u[0] = volume(blockDim) + volume(gridDim) + sum(threadIdx) + sum(blockIdx) + block.x + grid.y +
         thread.z + copy.x + warpSize;
  u[1] = std::min(threadIdx.x, 5u) + max(threadIdx.x, 3u) + min(blockIdx.x * blockDim.x, 7u);
}

template <class T>
__device__ unsigned take(T v) {
  return v.x + v.y;
}
__device__ unsigned by_reference(const uint3& v) { return v.x; }
__device__ unsigned by_dim(const dim3& v) { return v.x; }
__device__ unsigned overloaded(uint3 v) { return v.y; }
__device__ unsigned overloaded(int v) { return v; }
struct Holder {
  uint3 thread;
  dim3 block;
  __device__ Holder() : thread(threadIdx), block(blockDim) {}
};
static_assert(is_same<decltype(threadIdx.x), unsigned>::value, "components are unsigned");
__global__ void variables_as_values(unsigned* u) {
  dim3 a(blockDim), b = gridDim, c{blockDim}, g(threadIdx);
  uint3 d(threadIdx), f = blockIdx;
  uint3 array[2] = {threadIdx, blockIdx};
  const auto& reference = threadIdx;
  auto lambda = [=] { return threadIdx.x + reference.x; };
  a = blockDim;
  f = threadIdx;
  b = gridDim;
  u[threadIdx.x] = take(threadIdx) + by_reference(threadIdx) + by_dim(blockDim) +
                   overloaded(threadIdx) + lambda() + array[1].x;
  Holder holder;
  u[1] = holder.thread.x + holder.block.x + (true ? threadIdx : uint3()).x + a.x + b.x + c.x + d.x +
         f.x + g.x;
  printf("%d %u\n", threadIdx.x, blockDim.z);
  float sum = threadIdx.x;
  for (unsigned j = threadIdx.x; j < 10; j += blockDim.x) u[j] += sum + max(3, (int)blockDim.x);
  switch (threadIdx.x) {
    case 0:
      u[2] = 1;
      break;
    default:
      u[3] = 2;
  }
  const unsigned& component = threadIdx.x;
  u[4] = component + (threadIdx.x == 0 && threadIdx.y == 0 ? 1 : blockIdx.x);
}

__global__ void calls(int* n) {
  assert(n != nullptr);
  n[1] = printf("%d %s %f %lld\n", n[0], "text", 1.5, 3ll);
  Base* object = new Derived;
  n[2] = object->value();
  delete object;
  int* array = new int[7];
  array[3] = n[0];
  n[3] = array[3];
  delete[] array;
  char place[sizeof(int)];
  n[4] = *new (place) int(4);
  void* block = malloc(16);
  memset(block, 1, 16);
  memcpy(n, block, 16);
  free(block);
  n[5] = (int)clock() + (int)clock64();
  __nanosleep(20);
  if (n[0] == 77) __trap();
}

__global__ void library(float* f, double* d, int* n, long* l, bool* b) {
  float x = f[0];
  double y = d[0];
  int e;
  f[1] = sin(x) + cos(x) + std::exp(x) + log(x) + sqrt(x) + abs(x) + fabs(x) + floor(x) +
         std::pow(x, 2) + pow(x, 2.5f) + fmod(x, 2.0f);
  f[1] += std::abs(x) + std::fmin(x, 1.0f) + fmax(x, 2.0f) + std::hypot(x, 2.0f) + tgamma(x) +
          lgamma(x) + std::cbrt(x) + round(x) + log2(x) + exp2(x) + erf(x) + expm1(x) + log1p(x);
  f[1] += std::frexp(x, &e) + modf(x, f) + ldexp(x, 2) + std::nextafter(x, 1.0f) +
          copysign(x, -1.0f) + std::remainder(x, 2.0f) + rsqrt(x) + exp10(x) + sinpi(x) +
          fdim(x, 1.0f) + ceil(x) + trunc(x) + fma(x, x, x);
  d[1] = sin(y) + std::abs(y) + abs(y) + pow(y, 2) + pow(x, y) + std::pow(2, y) + atan2(y, x) +
         std::fmod(y, x) + std::exp(2) + sqrt(3) + max(x, y) + min(y, 1.0) + std::max(y, 2.0) +
         hypot(y, x);
  n[1] = abs(n[0]) + std::abs(n[0]) + max(n[0], 3) + std::max(n[0], 3) + std::min(n[0], 4) +
         lround(x) + ilogb(y) + n[0] % 3;
  l[1] = abs(l[0]) + std::abs(l[0]) + max(l[0], 3l) + std::llround(y);
  b[0] = isnan(x) || std::isnan(y) || isinf(x) || std::isfinite(y) || signbit(x) ||
         std::signbit(y) || isfinite(x);
  std::complex<float> z(x, 1.0f);
  z = z * z / (z + 1.0f) + std::conj(z);
  std::complex<double> w(y, y);
  w *= w;
  f[2] = z.real() + std::norm(z);
  d[2] = w.imag();
  std::array<int, 3> three{{1, 2, 3}};
  auto both = std::make_pair(three[n[0] % 3], 2.0f);
  f[3] = both.second + std::numeric_limits<float>::max();
}

template <class T>
__host__ __device__ T shared_by_both(T x, T y) {
  return sqrt(x) + std::sqrt(y) + sin(x) + pow(x, y) + fabs(x) + rsqrt(y) + max(x, y) +
         std::min(x, y) + fmin(x, y) + exp(x) + norm3d(x, y, x) + floor(y) + erfinv(x);
}
__host__ __device__ int shared_integers(int x, unsigned y, long z) {
  return max(x, 3) + min(y, 4u) + abs(x) + (int)max(z, 3l) + (int)max(x, y);
}
__global__ void both_sides(float* f, double* d) {
  f[0] = shared_by_both(f[0], f[1]);
  d[0] = shared_by_both(d[0], d[1]) + shared_integers(1, 2, 3);
}

int main() {
  std::vector<float> v(3, 1.0f);
  std::thread([&] { v[0] = std::sin(v[1]); }).join();
  std::string text = std::to_string(shared_by_both(1.0, 2.0) + shared_by_both(1.0f, 2.0f) +
                                    shared_integers(1, 2, 3));
  double s, c;
  sincospi(0.25, &s, &c);
  float quarter = normcdff(0.5f) + rcbrtf(8) + cyl_bessel_i0f(1) + fdividef(1, 2) +
                  (float)(normcdfinv(0.5) + erfcx(2.0) + rhypot(3, 4) + s + c);
  std::cout << text << quarter << max(3, 4) << min(2.0f, 3.0) << abs(-3) << std::abs(-2.0)
            << fabsf(-1.0f) << clock() << "\n";
  void* block = malloc(3);
  free(block);
  return std::max(1, 2) - 2;
}
