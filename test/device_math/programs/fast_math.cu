// SPDX-License-Identifier: Apache-2.0
// The fast intrinsics against the errors that the CUDA programming guide allows them. Exit code 1 if one is exceeded.
//   fast_math [step]     every step-th float
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

float float_of(std::uint64_t bits) {
  const auto word = static_cast<std::uint32_t>(bits);
  float x;
  std::memcpy(&x, &word, 4);
  return x;
}

double ulp_of(double want) {
  const int exponent = want == 0 ? -126 : std::ilogb(want);
  return std::ldexp(1.0, (exponent < -126 ? -126 : exponent) - 23);
}

// What may be missing from `want`, the function of x; negative: the guide says nothing.
double exp_bound(double x, double want) {
  return (2 + std::floor(std::fabs(1.173 * x))) * ulp_of(want);
}
double exp10_bound(double x, double want) {
  return (2 + std::floor(std::fabs(2.97 * x))) * ulp_of(want);
}
double log_bound(double x, double want) {
  return x >= 0.5 && x <= 2 ? std::exp2(-21.41) : 3 * ulp_of(want);
}
double log2_bound(double x, double want) {
  return x >= 0.5 && x <= 2 ? std::exp2(-22) : 2 * ulp_of(want);
}
double log10_bound(double x, double want) {
  return x >= 0.5 && x <= 2 ? std::exp2(-24) : 3 * ulp_of(want);
}
double sin_bound(double x, double) { return std::fabs(x) <= M_PI ? std::exp2(-21.41) : -1; }
double cos_bound(double x, double) { return std::fabs(x) <= M_PI ? std::exp2(-21.19) : -1; }

double exp10_of(double x) { return ::exp10(x); }

#define FUNCTIONS(X)                   \
  X(__expf, std::exp, exp_bound)       \
  X(__exp10f, exp10_of, exp10_bound)   \
  X(__logf, std::log, log_bound)       \
  X(__log2f, std::log2, log2_bound)    \
  X(__log10f, std::log10, log10_bound) \
  X(__sinf, std::sin, sin_bound)       \
  X(__cosf, std::cos, cos_bound)

#define KERNEL(name, wanted, bound)                                               \
  __global__ void run_##name(std::uint64_t first, std::uint64_t step, float* y) { \
    const std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x;                \
    y[i] = name(__uint_as_float(static_cast<unsigned>(first + i * step)));        \
  }
FUNCTIONS(KERNEL)

constexpr unsigned kChunk = 1u << 16;

bool check(const char* name, double (*wanted)(double), double (*bound)(double, double),
           void (*kernel)(std::uint64_t, std::uint64_t, float*), std::uint64_t step) {
  float* out;
  if (cudaMallocManaged(&out, kChunk * sizeof(float)) != cudaSuccess) std::exit(2);
  double worst = 0;
  float worst_x = 0;
  for (std::uint64_t first = 0; first < 1ull << 32; first += kChunk * step) {
    kernel<<<kChunk / 256, 256>>>(first, step, out);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) std::exit(2);
    for (unsigned i = 0; i < kChunk && first + i * step < 1ull << 32; ++i) {
      const float x = float_of(first + i * step);
      const double want = wanted(x);
      const bool is_number = std::fabs(want) < 0x1.fffffep+127;
      const double most = is_number ? bound(x, want) : 0;
      double error = 0;  // as a part of what is allowed
      if (want != want) {
        error = out[i] != out[i] ? 0 : 2;
      } else if (!is_number) {
        error = out[i] == static_cast<float>(want) || std::fabs(out[i]) > 0x1.ffp+127 ? 0 : 2;
      } else if (most < 0) {
        error = std::fabs(out[i]) <= 1.0f ? 0 : 2;
      } else if (!std::isinf(out[i]) || std::fabs(want) + most < 0x1p128) {
        error = std::fabs(out[i] - want) / most;
      }
      if (!(error <= worst)) worst = error, worst_x = x;
    }
  }
  cudaFree(out);
  std::printf("%-10s %.3f of the allowed error, at %a%s\n", name, worst,
              static_cast<double>(worst_x), worst <= 1 ? "" : "  TOO LARGE");
  return worst <= 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t step = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 39989;
  if (step == 0) return 2;
  bool good = true;
#define CHECK(name, wanted, bound) good &= check(#name, wanted, bound, run_##name, step);
  FUNCTIONS(CHECK)
  return good ? 0 : 1;
}
