// SPDX-License-Identifier: Apache-2.0
// Products and sums of half precision that become one operation.
#include "../cases.h"
#include "../arith/contraction_forms.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ unsigned bits_of(__half h) { return __half_as_ushort(h); }
__device__ unsigned bits_of(__nv_bfloat16 h) { return __bfloat16_as_ushort(h); }

template <class T2>
__device__ unsigned pair_bits(T2 v) {
  return bits_of(v.x) | bits_of(v.y) << 16;
}

template <class T, class T2>
__global__ void kernel(const float *in, unsigned *out) {
  // 1 + u, squared, minus the rounded square: 0 in two roundings, u * u fused.
  const T a = T(in[0]), c = T(in[1]);
  const T2 p(a, a), q(c, c);
  *out++ = bits_of(a * a + c);
  *out++ = bits_of(c + a * a);
  *out++ = bits_of(a * a - (-c));
  *out++ = bits_of(-c - a * a);
  *out++ = bits_of(__hadd(__hmul(a, a), c));
  *out++ = bits_of(__hsub(__hmul(a, a), -c));
  *out++ = bits_of(__hadd_rn(__hmul(a, a), c));
  *out++ = bits_of(__hadd(__hmul_rn(a, a), c));
  *out++ = bits_of(__hsub_rn(__hmul_rn(a, a), -c));
  *out++ = bits_of(__hadd_sat(__hmul(a, a), c));
  *out++ = bits_of(__hadd(__hmul_sat(a, a), c));
  *out++ = pair_bits(p * p + q);
  *out++ = pair_bits(__hadd2(__hmul2(p, p), q));
  *out++ = pair_bits(__hadd2_rn(__hmul2(p, p), q));
  *out++ = pair_bits(__hadd2(__hmul2_rn(p, p), q));
  *out++ = pair_bits(__hsub2(__hmul2(p, p), -q));
  T stored = a;
  stored *= a;
  stored += c;
  *out++ = bits_of(stored);
  const T product = a * a;
  *out++ = bits_of(product + c);
  *out++ = bits_of(product - a);
  *out++ = bits_of(__hfma(a, a, c));
  *out++ = pair_bits(__hfma2(p, p, q));
  // As float the same is fused.
  const float x = a, y = c;
  *out++ = __float_as_uint(x * x + y);
  *out++ = bits_of(T(x * x + y));
}

template <class T, class T2>
void show_type(const char *name, float one_and_unit, float minus_square) {
  DeviceArray<float> in(std::vector<float>{one_and_unit, minus_square});
  DeviceArray<unsigned> out(23);
  kernel<T, T2><<<1, 1>>>(in, out);
  MUST(cudaDeviceSynchronize());
  show_hex_row(name, out.read());
}

// Products and sums in one expression: where operators and intrinsics are fused to one rounding, and which forms
// prevent it. The operands make the two ways differ.
CASE(contraction) {
  show_type<__half, __half2>("half", 1.0009765625f, -1.001953125f);
  show_type<__nv_bfloat16, __nv_bfloat162>("bfloat16", 1.0078125f, -1.015625f);
}

#define SHOW_HALF(name, ...) show_form<name<__half>, __half>(#name);
#define SHOW_BFLOAT(name, ...) show_form<name<__nv_bfloat16>, __nv_bfloat16>("bfloat " #name);

// Which products and sums of half and bfloat16 become one operation.
CASE(contraction_forms) {
  FORMS(SHOW_HALF) FORMS(SHOW_BFLOAT)
}
