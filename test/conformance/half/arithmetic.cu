// SPDX-License-Identifier: Apache-2.0
// Half precision: conversions and arithmetic, bit by bit.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../transcript.h"

__global__ void kernel(const float *in, unsigned *out, int n) {
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

int main() {
  std::vector<float> in = {0.0f, -0.0f, 1.0f, 1.0009765f, 1.00048828125f, 65504.0f, 65519.9f, 65520.0f, -1e6f, 6e-8f,
                           2.9e-8f, 6.1e-5f, 0.333333f, -2.5f, 1e-10f, INFINITY, -INFINITY, NAN, 3.14159265f, 1e38f};
  DeviceArray<float> a(in);
  DeviceArray<unsigned> out(20 * in.size());
  kernel<<<1, 32>>>(a, out, int(in.size()));
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (std::size_t t = 0; t < in.size(); ++t)
    show_hex_row("row", std::vector<unsigned>(v.begin() + 20 * t, v.begin() + 20 * t + 20));
}
