// SPDX-License-Identifier: Apache-2.0
// Conversions to and from 8, 6 and 4 bits: all halves and bfloat16s, floats and doubles beside the borders between
// codes, every code back. Checksums of all results, and what values at the edges give.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <cmath>

#include "../transcript.h"

struct Sum {
  std::uint64_t value = 14695981039346656037ull;
  void add(unsigned x) { value = (value ^ x) * 1099511628211ull; }
};

template <class Op>
__global__ void on_sixteen(unsigned *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = Op::of(static_cast<unsigned short>(i));
}
template <class Op, class T>
__global__ void on_values(const T *in, unsigned *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Op::of(in[i]);
}

template <class Op>
void all_sixteen(const char *name) {
  DeviceArray<unsigned> out(65536);
  on_sixteen<Op><<<256, 256>>>(out);
  MUST(cudaDeviceSynchronize());
  Sum sum;
  for (unsigned x : out.read()) sum.add(x);
  std::printf("%s: %016llx\n", name, static_cast<unsigned long long>(sum.value));
}

/// Short significands at all exponents, with their neighbours and the middles.
template <class T>
std::vector<T> borders() {
  std::vector<T> values;
  for (int exponent = -30; exponent < 20; ++exponent) {
    for (int i = 32; i < 64; ++i) {
      const T x = std::ldexp(T(i), exponent - 5);
      for (T y : {x, std::nextafter(x, T(0)), std::nextafter(x, T(1e30))}) values.push_back(y), values.push_back(-y);
    }
  }
  for (T x : {T(0), T(1e-40), T(1e-38), T(1e38), T(3.4e38), T(INFINITY), T(NAN)}) values.push_back(x), values.push_back(-x);
  return values;
}

template <class Op, class T>
void all_borders(const char *name) {
  const std::vector<T> values = borders<T>();
  DeviceArray<T> in(values);
  DeviceArray<unsigned> out(values.size());
  on_values<Op><<<(values.size() + 255) / 256, 256>>>(in.get(), out.get(), int(values.size()));
  MUST(cudaDeviceSynchronize());
  Sum sum;
  for (unsigned x : out.read()) sum.add(x);
  std::printf("%s: %016llx\n", name, static_cast<unsigned long long>(sum.value));
}
template <class Op>
void edges(const char *name) {
  const std::vector<float> values = {0.0f,   -0.0f,  1.0f,    -1.5f,     448.0f,    464.0f,    465.0f,   -480.0f, 57344.0f, 61440.0f,
                                     65536.0f, 1e-9f, 0.0009f, 6.1e-5f, -0.0624f, 28.0f,     30.0f,    7.5f,    7.75f,    6.0f,
                                     7.0f,     0.25f, 0.75f,   1e38f,   INFINITY, -INFINITY, NAN,      -NAN};
  DeviceArray<float> in(values);
  DeviceArray<unsigned> out(values.size());
  on_values<Op><<<1, 32>>>(in.get(), out.get(), int(values.size()));
  MUST(cudaDeviceSynchronize());
  std::printf("%s:", name);
  for (unsigned x : out.read()) std::printf(" %02x", x);
  std::printf("\n");
}

#define SIXTEEN(name, ...)                                                  \
  struct name {                                                             \
    static __device__ unsigned of(unsigned short x) { return __VA_ARGS__; } \
  }
#define FLOATS(name, ...)                                          \
  struct name {                                                    \
    static __device__ unsigned of(float x) { return __VA_ARGS__; } \
  }
#define DOUBLES(name, ...)                                          \
  struct name {                                                     \
    static __device__ unsigned of(double x) { return __VA_ARGS__; } \
  }
__device__ __half_raw half_bits(unsigned short x) {
  __half_raw raw;
  raw.x = x;
  return raw;
}
__device__ __nv_bfloat16_raw bfloat_bits(unsigned short x) {
  __nv_bfloat16_raw raw;
  raw.x = x;
  return raw;
}
#define FP8(kind, saturate, tag)                                                                     \
  SIXTEEN(half_##tag, __nv_cvt_halfraw_to_fp8(half_bits(x), saturate, kind));                        \
  SIXTEEN(bfloat_##tag, __nv_cvt_bfloat16raw_to_fp8(bfloat_bits(x), saturate, kind));                \
  FLOATS(float_##tag, __nv_cvt_float_to_fp8(x, saturate, kind));                                     \
  DOUBLES(double_##tag, __nv_cvt_double_to_fp8(x, saturate, kind));                                  \
  FLOATS(pair_##tag, __nv_cvt_float2_to_fp8x2(make_float2(x, -3.0f * x), saturate, kind));           \
  SIXTEEN(back_##tag, __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t(x), kind).x +                  \
                          65536u * __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t(x), kind).y);     \
  void show_##tag() {                                                                                \
    all_sixteen<half_##tag>("half to " #tag);                                                        \
    all_sixteen<bfloat_##tag>("bfloat16 to " #tag);                                                  \
    all_borders<float_##tag, float>("float to " #tag);                                               \
    all_borders<double_##tag, double>("double to " #tag);                                            \
    all_borders<pair_##tag, float>("float2 to " #tag);                                               \
    all_sixteen<back_##tag>("back from " #tag);                                                      \
    edges<float_##tag>("edges of " #tag);                                                            \
  }
FP8(__NV_E4M3, __NV_SATFINITE, e4m3_finite)
FP8(__NV_E4M3, __NV_NOSAT, e4m3)
FP8(__NV_E5M2, __NV_SATFINITE, e5m2_finite)
FP8(__NV_E5M2, __NV_NOSAT, e5m2)
#define FP64(bits, kind, tag)                                                                                  \
  SIXTEEN(half_##tag, __nv_cvt_halfraw_to_fp##bits(half_bits(x), kind, cudaRoundNearest));                     \
  SIXTEEN(bfloat_##tag, __nv_cvt_bfloat16raw_to_fp##bits(bfloat_bits(x), kind, cudaRoundNearest));             \
  FLOATS(float_##tag, __nv_cvt_float_to_fp##bits(x, kind, cudaRoundNearest));                                  \
  DOUBLES(double_##tag, __nv_cvt_double_to_fp##bits(x, kind, cudaRoundNearest));                               \
  FLOATS(pair_##tag, __nv_cvt_float2_to_fp##bits##x2(make_float2(x, -3.0f * x), kind, cudaRoundNearest));      \
  SIXTEEN(back_##tag, __nv_cvt_fp##bits##_to_halfraw(__nv_fp##bits##_storage_t(x & (bits == 4 ? 15 : 63)), kind).x); \
  void show_##tag() {                                                                                          \
    all_sixteen<half_##tag>("half to " #tag);                                                                  \
    all_sixteen<bfloat_##tag>("bfloat16 to " #tag);                                                            \
    all_borders<float_##tag, float>("float to " #tag);                                                         \
    all_borders<double_##tag, double>("double to " #tag);                                                      \
    all_borders<pair_##tag, float>("float2 to " #tag);                                                         \
    all_sixteen<back_##tag>("back from " #tag);                                                                \
    edges<float_##tag>("edges of " #tag);                                                                      \
  }
FP64(6, __NV_E2M3, e2m3)
FP64(6, __NV_E3M2, e3m2)
FP64(4, __NV_E2M1, e2m1)
#define E8M0(saturate, rounding, tag)                                                                     \
  SIXTEEN(bfloat_##tag, __nv_cvt_bfloat16raw_to_e8m0(bfloat_bits(x), saturate, rounding));                \
  FLOATS(float_##tag, __nv_cvt_float_to_e8m0(x, saturate, rounding));                                     \
  DOUBLES(double_##tag, __nv_cvt_double_to_e8m0(x, saturate, rounding));                                  \
  FLOATS(pair_##tag, __nv_cvt_float2_to_e8m0x2(make_float2(x, 3.0f * x), saturate, rounding));            \
  void show_##tag() {                                                                                     \
    all_sixteen<bfloat_##tag>("bfloat16 to " #tag);                                                       \
    all_borders<float_##tag, float>("float to " #tag);                                                    \
    all_borders<double_##tag, double>("double to " #tag);                                                 \
    all_borders<pair_##tag, float>("float2 to " #tag);                                                    \
    edges<float_##tag>("edges of " #tag);                                                                 \
  }
E8M0(__NV_SATFINITE, cudaRoundZero, e8m0_finite_rz)
E8M0(__NV_SATFINITE, cudaRoundPosInf, e8m0_finite_rp)
E8M0(__NV_NOSAT, cudaRoundZero, e8m0_rz)
E8M0(__NV_NOSAT, cudaRoundPosInf, e8m0_rp)
SIXTEEN(back_e8m0, __nv_cvt_e8m0x2_to_bf162raw(x).x + 65536u * __nv_cvt_e8m0x2_to_bf162raw(x).y);

// The classes: construction saturates; conversion to integers is towards zero.
__global__ void classes(unsigned *out) {
  const float values[] = {1.3f, -2.6f, 500.0f, 0.3f, -0.01f, 70000.0f};
  const float x = values[threadIdx.x];
  unsigned *mine = out + 24 * threadIdx.x;
  *mine++ = __nv_fp8_e4m3(x).__x, *mine++ = __nv_fp8_e5m2(x).__x, *mine++ = __nv_fp8_e8m0(x).__x;
  *mine++ = __nv_fp6_e2m3(x).__x, *mine++ = __nv_fp6_e3m2(x).__x, *mine++ = __nv_fp4_e2m1(x).__x;
  *mine++ = __nv_fp8_e4m3(int(x)).__x, *mine++ = __nv_fp8_e5m2(__float2half(x)).__x;
  *mine++ = __nv_fp8_e4m3((unsigned long long)(fabsf(x))).__x, *mine++ = __nv_fp6_e2m3(short(x)).__x;
  *mine++ = __float_as_uint(float(__nv_fp8_e4m3(x))), *mine++ = unsigned(int(__nv_fp8_e5m2(x)));
  *mine++ = unsigned(bool(__nv_fp4_e2m1(x))) + 2 * unsigned((unsigned char)(__nv_fp8_e4m3(x)));
  *mine++ = unsigned((long long)(__nv_fp8_e4m3(x))), *mine++ = unsigned((char)(__nv_fp8_e5m2(x))) & 0xff;
  *mine++ = __nv_fp8x2_e4m3(make_float2(x, 2 * x)).__x, *mine++ = __nv_fp8x4_e5m2(make_float4(x, 2 * x, -x, 0)).__x;
  *mine++ = __nv_fp8x2_e8m0(make_float2(x, 2 * x)).__x, *mine++ = __nv_fp8x4_e8m0(make_float4(x, 2 * x, -x, 0)).__x;
  *mine++ = __nv_fp6x4_e2m3(make_float4(x, 2 * x, -x, 0)).__x, *mine++ = __nv_fp4x2_e2m1(make_float2(x, 2 * x)).__x;
  *mine++ = __nv_fp4x4_e2m1(make_float4(x, 2 * x, -x, 1)).__x;
  *mine++ = __float_as_uint(float2(__nv_fp4x2_e2m1(make_float2(x, 2 * x))).y);
  *mine++ = __float_as_uint(float4(__nv_fp4x4_e2m1(make_float4(x, 2 * x, -x, 1))).z);
}

int main() {
  show_e4m3_finite(), show_e4m3(), show_e5m2_finite(), show_e5m2(), show_e2m3(), show_e3m2(), show_e2m1();
  show_e8m0_finite_rz(), show_e8m0_finite_rp(), show_e8m0_rz(), show_e8m0_rp();
  all_sixteen<back_e8m0>("back from e8m0");
  DeviceArray<unsigned> out(24 * 6);
  classes<<<1, 6>>>(out);
  SHOW(cudaDeviceSynchronize());
  const std::vector<unsigned> v = out.read();
  for (int t = 0; t < 6; ++t) show_hex_row("classes", std::vector<unsigned>(v.begin() + 24 * t, v.begin() + 24 * (t + 1)));
}
