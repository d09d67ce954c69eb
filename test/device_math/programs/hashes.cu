// SPDX-License-Identifier: Apache-2.0
// A hash of what each function gives for floats of all magnitudes: same_bits.sh compares them between strategies and
// processors. Blocks of 96 threads, so that packets of 64 do not fit all of them; a branch turns some lanes off.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#define POWERS(X) X(expf) X(exp2f) X(exp10f) X(expm1f) X(logf) X(log2f) X(log10f) X(log1pf)
#define ANGLES(X) X(sinf) X(cosf) X(tanf) X(asinf) X(acosf) X(atanf) X(sinhf) X(coshf) X(tanhf)
#define AREAS(X) X(asinhf) X(acoshf) X(atanhf)
#define OTHERS(X) X(erff) X(erfcf) X(normcdff) X(cbrtf) X(rcbrtf) X(rsqrtf) X(sqrtf)
#define FAST_POWERS(X) X(__expf) X(__exp10f) X(__logf) X(__log2f) X(__log10f)
#define FAST_ANGLES(X) X(__sinf) X(__cosf) X(__tanf)
#define ONE(X) POWERS(X) ANGLES(X) AREAS(X) OTHERS(X) FAST_POWERS(X) FAST_ANGLES(X)
#define TWO(X) X(powf) X(atan2f) X(fmodf) X(__powf) X(__fdividef) X(hypotf)
#define POWERS_DOUBLE(X) X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10)
#define ANGLES_DOUBLE(X) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan)
#define OTHERS_DOUBLE(X) X(log1p) X(sinh) X(cosh) X(tanh) X(erf) X(erfc) X(cbrt) X(rsqrt) X(sqrt)
#define BESSEL_DOUBLE(X) X(j0) X(j1) X(y0) X(y1)
#define ONE_DOUBLE(X) POWERS_DOUBLE(X) ANGLES_DOUBLE(X) OTHERS_DOUBLE(X) BESSEL_DOUBLE(X)
#define TWO_DOUBLE(X) X(pow) X(fmod) X(atan2) X(hypot)

namespace {

constexpr unsigned kThreads = 96, kBlocks = 256, kCount = kThreads * kBlocks;

// Strides are odd: all exponents and both signs are met.
__device__ float number(unsigned i, unsigned stride) { return __uint_as_float(i * stride); }

#define KERNEL_1(name)                                      \
  __global__ void run_##name(float* out) {                  \
    const unsigned i = blockIdx.x * kThreads + threadIdx.x; \
    out[i] = i % 7 == 3 ? 0.0f : name(number(i, 174763));   \
  }
ONE(KERNEL_1)
#define KERNEL_2(name)                                                                  \
  __global__ void run_##name(float* out) {                                              \
    const unsigned i = blockIdx.x * kThreads + threadIdx.x;                             \
    /* close to 1 where the exponents of both would leave nothing but 0 and infinity */ \
    const float x = i & 1 ? number(i, 174763) : 0.5f + i * (1.0f / kCount);             \
    out[i] = name(x, i & 2 ? number(i, 2654435) : i * (100.0f / kCount) - 50);          \
  }
TWO(KERNEL_2)
#define KERNEL_DOUBLE(name)                                            \
  __global__ void run_##name(double* out) {                            \
    const unsigned i = blockIdx.x * kThreads + threadIdx.x;            \
    out[i] = name(static_cast<double>(number(i, 174763)) * 1.0000001); \
  }
ONE_DOUBLE(KERNEL_DOUBLE)
#define KERNEL_DOUBLE_2(name)                                                           \
  __global__ void run_##name(double* out) {                                             \
    const unsigned i = blockIdx.x * kThreads + threadIdx.x;                             \
    const double x = i & 1 ? static_cast<double>(number(i, 174763)) : 0.5 + i * 1.1e-5; \
    out[i] = name(x, i & 2 ? static_cast<double>(number(i, 2654435)) : i * 0.005 - 50); \
  }
TWO_DOUBLE(KERNEL_DOUBLE_2)

template <class Real, class Bits>
bool print(const char* name, void (*kernel)(Real*)) {
  Real* out;
  if (cudaMallocManaged(&out, kCount * sizeof(Real)) != cudaSuccess) return false;
  kernel<<<kBlocks, kThreads>>>(out);
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::printf("%s: %s\n", name, cudaGetErrorString(error));
    return false;
  }
  std::uint64_t hash = 0xcbf29ce484222325;
  for (unsigned i = 0; i < kCount; ++i) {
    Bits bits = 0;  // all NaN are one
    if (out[i] == out[i]) std::memcpy(&bits, &out[i], sizeof bits);
    hash = (hash ^ bits) * 0x100000001b3;
  }
  std::printf("%-12s %016llx\n", name, static_cast<unsigned long long>(hash));
  cudaFree(out);
  return true;
}

}  // namespace

int main() {
  bool good = true;
#define PRINT(name) good &= print<float, std::uint32_t>(#name, run_##name);
#define PRINT_DOUBLE(name) good &= print<double, std::uint64_t>(#name, run_##name);
  ONE(PRINT) TWO(PRINT) ONE_DOUBLE(PRINT_DOUBLE) TWO_DOUBLE(PRINT_DOUBLE) return good ? 0 : 1;
}
