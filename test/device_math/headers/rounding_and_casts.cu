// SPDX-License-Identifier: Apache-2.0
// Arithmetic with a rounding mode, conversions, bit casts, fast intrinsics.
__global__ void rounding(float* f, double* d, int* n, unsigned* u, long long* l,
                         unsigned long long* w) {
  float x = f[0], y = f[1], z = f[2];
  double a = d[0], b = d[1], c = d[2];
  f[3] += __fadd_rn(x, y) + __fsub_rn(x, y) + __fmul_rn(x, y) + __fmaf_rn(x, y, z) +
          __fdiv_rn(x, y) + __frcp_rn(x) + __fsqrt_rn(x);
  f[3] += __fmaf_ieee_rn(x, y, z) + __double2float_rn(a) + __int2float_rn(n[0]) +
          __uint2float_rn(u[0]) + __ll2float_rn(l[0]) + __ull2float_rn(w[0]);
  d[3] += __dadd_rn(a, b) + __dsub_rn(a, b) + __dmul_rn(a, b) + __fma_rn(a, b, c) +
          __ddiv_rn(a, b) + __drcp_rn(a) + __dsqrt_rn(a) + __ll2double_rn(l[0]) +
          __ull2double_rn(w[0]);
  n[1] += __float2int_rn(x) + __double2int_rn(a);
  u[1] += __float2uint_rn(x) + __double2uint_rn(a);
  l[1] += __float2ll_rn(x) + __double2ll_rn(a);
  w[1] += __float2ull_rn(x) + __double2ull_rn(a);
  f[3] += __fadd_rz(x, y) + __fsub_rz(x, y) + __fmul_rz(x, y) + __fmaf_rz(x, y, z) +
          __fdiv_rz(x, y) + __frcp_rz(x) + __fsqrt_rz(x);
  f[3] += __fmaf_ieee_rz(x, y, z) + __double2float_rz(a) + __int2float_rz(n[0]) +
          __uint2float_rz(u[0]) + __ll2float_rz(l[0]) + __ull2float_rz(w[0]);
  d[3] += __dadd_rz(a, b) + __dsub_rz(a, b) + __dmul_rz(a, b) + __fma_rz(a, b, c) +
          __ddiv_rz(a, b) + __drcp_rz(a) + __dsqrt_rz(a) + __ll2double_rz(l[0]) +
          __ull2double_rz(w[0]);
  n[1] += __float2int_rz(x) + __double2int_rz(a);
  u[1] += __float2uint_rz(x) + __double2uint_rz(a);
  l[1] += __float2ll_rz(x) + __double2ll_rz(a);
  w[1] += __float2ull_rz(x) + __double2ull_rz(a);
  f[3] += __fadd_ru(x, y) + __fsub_ru(x, y) + __fmul_ru(x, y) + __fmaf_ru(x, y, z) +
          __fdiv_ru(x, y) + __frcp_ru(x) + __fsqrt_ru(x);
  f[3] += __fmaf_ieee_ru(x, y, z) + __double2float_ru(a) + __int2float_ru(n[0]) +
          __uint2float_ru(u[0]) + __ll2float_ru(l[0]) + __ull2float_ru(w[0]);
  d[3] += __dadd_ru(a, b) + __dsub_ru(a, b) + __dmul_ru(a, b) + __fma_ru(a, b, c) +
          __ddiv_ru(a, b) + __drcp_ru(a) + __dsqrt_ru(a) + __ll2double_ru(l[0]) +
          __ull2double_ru(w[0]);
  n[1] += __float2int_ru(x) + __double2int_ru(a);
  u[1] += __float2uint_ru(x) + __double2uint_ru(a);
  l[1] += __float2ll_ru(x) + __double2ll_ru(a);
  w[1] += __float2ull_ru(x) + __double2ull_ru(a);
  f[3] += __fadd_rd(x, y) + __fsub_rd(x, y) + __fmul_rd(x, y) + __fmaf_rd(x, y, z) +
          __fdiv_rd(x, y) + __frcp_rd(x) + __fsqrt_rd(x);
  f[3] += __fmaf_ieee_rd(x, y, z) + __double2float_rd(a) + __int2float_rd(n[0]) +
          __uint2float_rd(u[0]) + __ll2float_rd(l[0]) + __ull2float_rd(w[0]);
  d[3] += __dadd_rd(a, b) + __dsub_rd(a, b) + __dmul_rd(a, b) + __fma_rd(a, b, c) +
          __ddiv_rd(a, b) + __drcp_rd(a) + __dsqrt_rd(a) + __ll2double_rd(l[0]) +
          __ull2double_rd(w[0]);
  n[1] += __float2int_rd(x) + __double2int_rd(a);
  u[1] += __float2uint_rd(x) + __double2uint_rd(a);
  l[1] += __float2ll_rd(x) + __double2ll_rd(a);
  w[1] += __float2ull_rd(x) + __double2ull_rd(a);
  f[4] = __frsqrt_rn(x) + __int2double_rn(n[0]) + __uint2double_rn(u[0]);
}
__global__ void casts(float* f, double* d, int* n, unsigned* u, long long* l) {
  n[0] = __float_as_int(f[0]) + __double2hiint(d[0]) + __double2loint(d[0]);
  u[0] = __float_as_uint(f[0]);
  f[1] = __int_as_float(n[1]) + __uint_as_float(u[1]);
  l[0] = __double_as_longlong(d[0]);
  d[1] = __longlong_as_double(l[1]) + __hiloint2double(n[0], n[1]);
}
__global__ void fast(float* f) {
  float x = f[0], y = f[1], s, c;
  __sincosf(x, &s, &c);
  f[2] = __sinf(x) + __cosf(x) + __tanf(x) + __expf(x) + __exp10f(x) + __logf(x) + __log2f(x) +
         __log10f(x) + __powf(x, y) + __fdividef(x, y) + __saturatef(x) + __tanhf(x) + s + c;
}
