// SPDX-License-Identifier: Apache-2.0
// Half precision and bfloat16: arithmetic and conversions.
#include "../cases.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void arithmetic(const float *in, unsigned *out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  unsigned *mine = out + 20 * i;
  float x = in[i], y = in[(i + 1) % n];
  __half a = __float2half(x), b = __float2half_rn(y);
  auto bits = [](__half h) { return unsigned(__half_as_ushort(h)); };
  bool nan = x != x || y != y;
  auto show = [&](__half h) { return __hisnan(h) ? 0xffffffffu : bits(h); };
  mine[0] = show(a);
  mine[1] = show(__float2half_rz(x));
  mine[2] = show(__float2half_ru(x));
  mine[3] = show(__hadd(a, b));
  mine[4] = show(__hsub(a, b));
  mine[5] = show(__hmul(a, b));
  mine[6] = show(__hdiv(a, b));
  mine[7] = show(__hfma(a, b, a));
  mine[8] = nan ? 0 : __hlt(a, b) + 2 * __heq(a, b) + 4 * __hge(a, b);
  mine[9] = unsigned(__half2int_rn(a));
  mine[10] = show(__int2half_rn(i * 1234 - 20000));
  mine[11] = show(hsqrt(a));
  mine[12] = show(hfloor(a));
  mine[13] = nan ? 0 : show(__hmax(a, b));
  __half2 two = __halves2half2(a, b), sum = __hadd2(two, __half2half2(b));
  mine[14] = show(__low2half(sum));
  mine[15] = show(__high2half(sum));
  mine[16] = __float_as_uint(__half2float(a) != __half2float(a) ? 0.0f : __half2float(a));
  __nv_bfloat16 c = __float2bfloat16(x), d = __float2bfloat16(y);
  auto bshow = [](__nv_bfloat16 h) { return __hisnan(h) ? 0xffffffffu : unsigned(__bfloat16_as_ushort(h)); };
  mine[17] = bshow(c);
  mine[18] = bshow(__hadd(c, d));
  mine[19] = bshow(__hmul(c, d));
}

// Half precision: conversions and arithmetic, bit by bit.
CASE(arithmetic) {
  std::vector<float> in = {0.0f, -0.0f, 1.0f, 1.0009765f, 1.00048828125f, 65504.0f, 65519.9f, 65520.0f, -1e6f, 6e-8f,
                           2.9e-8f, 6.1e-5f, 0.333333f, -2.5f, 1e-10f, INFINITY, -INFINITY, NAN, 3.14159265f, 1e38f};
  DeviceArray<float> a(in);
  DeviceArray<unsigned> out(20 * in.size());
  arithmetic<<<1, 32>>>(a, out, int(in.size()));
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (std::size_t t = 0; t < in.size(); ++t)
    show_hex_row("row", std::vector<unsigned>(v.begin() + 20 * t, v.begin() + 20 * t + 20));
}

__device__ unsigned show(__half h) { return __hisnan(h) ? 0xffffu : __half_as_ushort(h); }
__device__ unsigned show(__nv_bfloat16 h) { return __hisnan(h) ? 0xffffu : __bfloat16_as_ushort(h); }

template <class T2>
__device__ unsigned pair(T2 v) {
  return show(v.x) | show(v.y) << 16;
}

template <class T, class T2>
__device__ unsigned *common(unsigned *out, T a, T b, T c, T2 p, T2 q) {
  *out++ = show(__hadd(a, b)), *out++ = show(__hsub(a, b)), *out++ = show(__hmul(a, b)), *out++ = show(__hdiv(a, b));
  *out++ = show(__hfma(a, b, c)), *out++ = show(__hfma_sat(a, b, c)), *out++ = show(__hfma_relu(a, b, c));
  *out++ = show(__hadd_sat(a, b)), *out++ = show(__hmul_sat(a, b)), *out++ = show(__hsub_sat(a, b));
  *out++ = show(__hneg(a)), *out++ = show(__habs(a)), *out++ = show(__hmax(a, b)), *out++ = show(__hmin(a, b));
  *out++ = show(__hmax_nan(a, b)), *out++ = show(__hmin_nan(a, b));
  *out++ = __heq(a, b) | __hne(a, b) << 1 | __hlt(a, b) << 2 | __hle(a, b) << 3 | __hgt(a, b) << 4 | __hge(a, b) << 5;
  *out++ = __hequ(a, b) | __hneu(a, b) << 1 | __hltu(a, b) << 2 | __hleu(a, b) << 3 | __hgtu(a, b) << 4 | __hgeu(a, b) << 5;
  *out++ = unsigned(__hisinf(a));
  *out++ = pair(__hadd2(p, q)), *out++ = pair(__hfma2(p, q, p)), *out++ = pair(__hmul2(p, q)), *out++ = pair(__h2div(p, q));
  *out++ = pair(__heq2(p, q)), *out++ = pair(__hltu2(p, q)), *out++ = __hbge2(p, q) | __hbneu2(p, q) << 1;
  *out++ = __hgt2_mask(p, q), *out++ = pair(__hmax2(p, q)), *out++ = pair(__hcmadd(p, q, p)), *out++ = pair(__hneg2(p));
  *out++ = pair(__lowhigh2highlow(p));
  *out++ = show(hfloor(a)), *out++ = show(hceil(a)), *out++ = show(hrint(a)), *out++ = show(htrunc(a)), *out++ = show(hsqrt(a));
  *out++ = show(a * b + c), *out++ = (a < b) | (a == b) << 1 | (a != b) << 2;
  *out++ = pair(p * q + q);
  return out;
}

__device__ unsigned *halves(unsigned *out, float x, float y, int i) {
  __half a = __float2half(x), b = __float2half(y), c = __float2half(x * 0.001f);
  *out++ = show(__float2half_rd(x)), *out++ = show(__float2half_ru(x)), *out++ = show(__float2half_rz(x));
  *out++ = show(__double2half(double(x) + 1e-9));
  *out++ = unsigned(__half2int_rd(a)), *out++ = unsigned(__half2int_ru(a)), *out++ = unsigned(__half2int_rz(a));
  *out++ = unsigned(__half2short_rn(a)), *out++ = unsigned(__half2ushort_rz(a)), *out++ = __half2uint_rn(a);
  long long wide = __half2ll_rn(a);
  *out++ = unsigned(wide), *out++ = unsigned(wide >> 32), *out++ = unsigned(__half2ull_rz(a) >> 32);
  *out++ = show(__int2half_rn(i)), *out++ = show(__int2half_rz(i)), *out++ = show(__int2half_rd(i)), *out++ = show(__int2half_ru(i));
  *out++ = show(__uint2half_rn(unsigned(i))), *out++ = show(__short2half_rn(short(i))), *out++ = show(__ll2half_rn(i * 1000003ll));
  *out++ = show(__ull2half_rz(i * 3ull)), *out++ = unsigned(int(a)), *out++ = show(__half(i)), *out++ = unsigned(short(a)) & 0xffffu;
  return common(out, a, b, c, __floats2half2_rn(x, y), __floats2half2_rn(y, x * 0.5f));
}

__device__ unsigned *bfloats(unsigned *out, float x, float y, int i) {
  __nv_bfloat16 a = __float2bfloat16(x), b = __float2bfloat16(y), c = __float2bfloat16(x * 0.001f);
  *out++ = show(__float2bfloat16_rd(x)), *out++ = show(__float2bfloat16_ru(x)), *out++ = show(__float2bfloat16_rz(x));
  *out++ = show(__double2bfloat16(double(x) + 1e-9));
  *out++ = unsigned(__bfloat162int_rd(a)), *out++ = unsigned(__bfloat162int_ru(a)), *out++ = __bfloat162uint_rn(a);
  *out++ = show(__int2bfloat16_rn(i)), *out++ = show(__int2bfloat16_rz(i)), *out++ = show(__int2bfloat16_ru(i));
  *out++ = show(__ll2bfloat16_rn(i * 1000003ll));
  return common(out, a, b, c, __floats2bfloat162_rn(x, y), __floats2bfloat162_rn(y, x * 0.5f));
}

__global__ void conversions(unsigned *out, const float *in, int n, __half2 *sum, __nv_bfloat16 *bsum) {
  int t = threadIdx.x;
  unsigned *mine = out + 160 * t, *end = mine;
  int i = (t - 15) * (t * t * 37 + 1);
  end = halves(end, in[t % n], in[(t * 7 + 2) % n], i);
  end = bfloats(end, in[t % n], in[(t * 5 + 3) % n], i);
  __half2 mixed = __halves2half2(__float2half(float(t)), __float2half(float(-t)));
  *end++ = pair(__shfl_xor_sync(0xffffffffu, mixed, 5));
  *end++ = show(__shfl_down_sync(0xffffffffu, __float2half(float(t)), 2));
  *end++ = show(__shfl_sync(0xffffffffu, __float2bfloat16(float(t)), 9));
  atomicAdd(sum, __floats2half2_rn(1.0f, float(t % 4)));
  atomicAdd(bsum, __float2bfloat16(2.0f));
  mine[159] = unsigned(end - mine);
}

// Half and bfloat16: integer conversions, rounding modes, fused and saturating forms, pairs, comparisons, extremes,
// shuffles and atomics; a * b + c in operators.
CASE(conversions) {
  std::vector<float> in = {0.0f, -0.0f, 1.0f, 1.00048828f, -65504.0f, 65520.0f, 6e-8f, 3e-8f, 0.333333f, -2.5f, 1e-10f,
                           INFINITY, -INFINITY, NAN, 3.14159265f, 1e38f, 0.75f, -1234.5f, 9.1e-41f, 1.0039f};
  DeviceArray<float> a(in);
  DeviceArray<unsigned> out(160 * 32), sums(2);
  conversions<<<1, 32>>>(out, a, int(in.size()), reinterpret_cast<__half2 *>(sums.get()), reinterpret_cast<__nv_bfloat16 *>(sums.get() + 1));
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 32; ++t)
    show_hex_row("row", std::vector<unsigned>(v.begin() + 160 * t, v.begin() + 160 * t + v[160 * t + 159]));
  show_hex_row("sums", sums.read());
}
