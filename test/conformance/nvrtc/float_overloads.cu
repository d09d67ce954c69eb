// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Math functions without an f: what they return for float, double, integers and mixed arguments, without any header.
#include <nvrtc.h>

#include "../transcript.h"

static const char* const kSource = R"(
template <class A, class B> constexpr bool is_same = false;
template <class A> constexpr bool is_same<A, A> = true;
#define RETURNS(type, expression) static_assert(is_same<decltype(expression), type>, #expression)
__global__ void ask(float f, double d, int i, unsigned long long u, float* out) {
#define ONE(name) RETURNS(float, name(f)); RETURNS(double, name(d)); RETURNS(double, name(i)); RETURNS(double, name(u));
  ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
  ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(logb) ONE(sqrt) ONE(cbrt) ONE(fabs) ONE(floor)
  ONE(ceil) ONE(trunc) ONE(round) ONE(rint) ONE(nearbyint) ONE(erf) ONE(erfc) ONE(lgamma) ONE(tgamma)
#define TWO(name) RETURNS(float, name(f, f)); RETURNS(double, name(d, d)); RETURNS(double, name(f, d)); RETURNS(double, name(i, i)); \
  RETURNS(double, name(d, i));
  TWO(atan2) TWO(fmod) TWO(remainder) TWO(copysign) TWO(nextafter) TWO(pow) TWO(fmin) TWO(fmax) TWO(fdim) TWO(hypot)
  RETURNS(float, fma(f, f, f)); RETURNS(float, ldexp(f, i)); RETURNS(float, scalbn(f, i)); RETURNS(int, ilogb(f));
  RETURNS(long, lrint(f)); RETURNS(long, lround(d)); RETURNS(long long, llround(f)); RETURNS(long long, llrint(d));
  out[0] = sqrt(f) + exp(f) * floor(f) + pow(f, 2.0f);
  out[1] = sqrt(i);
}
)";

int main() {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, kSource, "overloads.cu", 0, nullptr, nullptr);
  const char* options[] = {"-arch=sm_80", "-std=c++17"};
  const nvrtcResult result = nvrtcCompileProgram(program, 2, options);
  size_t bytes = 0;
  nvrtcGetProgramLogSize(program, &bytes);
  std::vector<char> log(bytes);
  nvrtcGetProgramLog(program, log.data());
  std::printf("%s\n%s\n", nvrtcGetErrorString(result), log.data());
  return result == NVRTC_SUCCESS ? 0 : 1;
}
