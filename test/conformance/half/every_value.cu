// SPDX-License-Identifier: Apache-2.0
// The half and bfloat16 functions of one argument for all 65536 values: exact ones as a checksum of all results, the
// others as the number of results that are not the nearest and the largest distance from it.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>

#include "../transcript.h"

__device__ unsigned bits_of(__half h) { return __hisnan(h) ? 0xffffu : __half_as_ushort(h); }
__device__ unsigned bits_of(__nv_bfloat16 h) { return __hisnan(h) ? 0xffffu : __bfloat16_as_ushort(h); }
__device__ __half make(unsigned short bits, __half) { return __ushort_as_half(bits); }
__device__ __nv_bfloat16 make(unsigned short bits, __nv_bfloat16) { return __ushort_as_bfloat16(bits); }

template <class T, class Op>
__global__ void kernel(unsigned *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = bits_of(Op::of(make(static_cast<unsigned short>(i), T())));
}

struct HalfFormat {
  static constexpr int kDigits = 11, kLeast = -24;
  static constexpr double kLargest = 65504;
  static double value(unsigned bits) {
    const int exponent = int(bits >> 10 & 31);
    const double fraction = bits & 1023;
    if (exponent == 31) return fraction != 0 ? NAN : (bits >> 15) != 0 ? -INFINITY : INFINITY;
    const double size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
    return (bits >> 15) != 0 ? -size : size;
  }
};
struct BfloatFormat {
  static constexpr int kDigits = 8, kLeast = -133;
  static constexpr double kLargest = 0x1.fep127;
  static double value(unsigned bits) {
    float f;
    const std::uint32_t wide = bits << 16;
    std::memcpy(&f, &wide, 4);
    return f;
  }
};

/// Units in the last place between a result and the true value.
template <class Format>
double distance(double got, double want) {
  if (want != want || got != got) return (want != want) == (got != got) ? 0 : 1e9;
  const double unit_at_top = std::ldexp(1.0, std::ilogb(Format::kLargest) + 1 - Format::kDigits);
  if (std::fabs(want) >= Format::kLargest + unit_at_top / 2) return got == std::copysign(INFINITY, want) ? 0 : 1e9;
  if (std::isinf(got)) got = std::copysign(Format::kLargest + unit_at_top, got);
  const int exponent = want == 0 ? -10000 : std::ilogb(want) + 1 - Format::kDigits;
  return std::fabs(got - want) / std::ldexp(1.0, exponent < Format::kLeast ? Format::kLeast : exponent);
}

template <class T, class Format, class Op>
void show_function(const char *name, double (*wanted)(double), bool exact) {
  DeviceArray<unsigned> out(65536);
  kernel<T, Op><<<256, 256>>>(out);
  MUST(cudaDeviceSynchronize());
  const std::vector<unsigned> results = out.read();
  std::uint64_t sum = 14695981039346656037ull;
  int off = 0;
  double worst = 0;
  unsigned where = 0;
  for (unsigned i = 0; i < 65536; ++i) {
    sum = (sum ^ results[i]) * 1099511628211ull;
    if (wanted == nullptr) continue;
    const double x = Format::value(i);
    const double error = distance<Format>(results[i] == 0xffff ? NAN : Format::value(results[i]), wanted(x));
    if (error > 0.5000001) ++off;
    if (error > worst) worst = error, where = i;
  }
  if (exact)
    std::printf("%s: %016llx\n", name, static_cast<unsigned long long>(sum));
  else
    std::printf("%s: %d not nearest, largest error %.3f ulp at %04x, checksum %016llx\n", name, off, worst, where,
                static_cast<unsigned long long>(sum));
}

#define FUNCTION(name, wanted, exact)                                             \
  struct Op_##name {                                                              \
    template <class T>                                                            \
    static __device__ T of(T x) {                                                 \
      return name(x);                                                             \
    }                                                                             \
  };                                                                              \
  void show_##name() {                                                            \
    show_function<__half, HalfFormat, Op_##name>("half " #name, wanted, exact);   \
    show_function<__nv_bfloat16, BfloatFormat, Op_##name>("bfloat16 " #name, wanted, exact); \
  }
#define OF(expression) [](double x) -> double { return expression; }
FUNCTION(hsqrt, OF(std::sqrt(x)), false)
FUNCTION(hrsqrt, OF(1 / std::sqrt(x)), false)
FUNCTION(hrcp, OF(1 / x), false)
FUNCTION(hsin, OF(std::sin(x)), false)
FUNCTION(hcos, OF(std::cos(x)), false)
FUNCTION(htanh, OF(std::tanh(x)), false)
FUNCTION(hexp, OF(std::exp(x)), false)
FUNCTION(hexp2, OF(std::exp2(x)), false)
FUNCTION(hexp10, OF(std::pow(10.0, x)), false)
FUNCTION(hlog, OF(std::log(x)), false)
FUNCTION(hlog2, OF(std::log2(x)), false)
FUNCTION(hlog10, OF(std::log10(x)), false)
FUNCTION(hceil, nullptr, true)
FUNCTION(hfloor, nullptr, true)
FUNCTION(htrunc, nullptr, true)
FUNCTION(hrint, nullptr, true)
FUNCTION(__hneg, nullptr, true)
FUNCTION(__habs, nullptr, true)

int main() {
  show_hsqrt(), show_hrsqrt(), show_hrcp(), show_hsin(), show_hcos(), show_htanh();
  show_hexp(), show_hexp2(), show_hexp10(), show_hlog(), show_hlog2(), show_hlog10();
  show_hceil(), show_hfloor(), show_htrunc(), show_hrint(), show___hneg(), show___habs();
}
