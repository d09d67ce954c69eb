// SPDX-License-Identifier: Apache-2.0
// Conversions from floating point to integers: casts saturate, NaN included; the four roundings.
#include "table.h"

UNARY(cast_int, int, float, int(x));
UNARY(cast_unsigned, unsigned, float, unsigned(x));
UNARY(cast_long, long long, float, (long long)(x));
UNARY(cast_ulong, unsigned long long, float, (unsigned long long)(x));
UNARY(cast_short, short, float, short(x));
UNARY(cast_ushort, unsigned short, float, (unsigned short)(x));
UNARY(cast_char, signed char, float, (signed char)(x));
UNARY(cast_uchar, unsigned char, float, (unsigned char)(x));
UNARY(cast_bool, unsigned char, float, bool(x));
UNARY(rn, int, float, __float2int_rn(x));
UNARY(rz, int, float, __float2int_rz(x));
UNARY(ru, int, float, __float2int_ru(x));
UNARY(rd, int, float, __float2int_rd(x));
UNARY(u_rn, unsigned, float, __float2uint_rn(x));
UNARY(u_ru, unsigned, float, __float2uint_ru(x));
UNARY(ll_rn, long long, float, __float2ll_rn(x));
UNARY(ull_rd, unsigned long long, float, __float2ull_rd(x));
UNARY(lrint_, long long, float, llrintf(x));
UNARY(lround_, long long, float, llroundf(x));
UNARY(d_cast_int, int, double, int(x));
UNARY(d_cast_unsigned, unsigned, double, unsigned(x));
UNARY(d_cast_long, long long, double, (long long)(x));
UNARY(d_cast_ulong, unsigned long long, double, (unsigned long long)(x));
UNARY(d_cast_short, short, double, short(x));
UNARY(d_rn, int, double, __double2int_rn(x));
UNARY(d_ru, int, double, __double2int_ru(x));
UNARY(d_ll_rn, long long, double, __double2ll_rn(x));
UNARY(d_ull_ru, unsigned long long, double, __double2ull_ru(x));
UNARY(d_hi, int, double, __double2hiint(x));
UNARY(d_lo, int, double, __double2loint(x));

int main() {
  auto f = interesting_floats();
  for (float x : {0.49999997f, 0.5f, 1.5f, 2.5f, -0.5f, -2.5f, 127.9f, 128.f, 255.5f, 256.f, -129.f, 32767.9f, 40000.f,
                  65536.f, -1.f, 4294967040.f, 4294967296.f, -2147483648.f, 9223371487098961920.f,
                  18446744073709551616.f})
    f.push_back(x);
  auto d = interesting_doubles();
  for (double x : {0.49999999999999994, 2147483647.5, 2147483646.5, -2147483648.5, 4294967295.5, -0.75, 32768.0,
                   18446744073709549568.0})
    d.push_back(x);
  std::printf("arguments:");
  for (float x : f) print_bits(x);
  std::printf("\n");
  SHOW_UNARY(cast_int, f);
  SHOW_UNARY(cast_unsigned, f);
  SHOW_UNARY(cast_long, f);
  SHOW_UNARY(cast_ulong, f);
  SHOW_UNARY(cast_short, f);
  SHOW_UNARY(cast_ushort, f);
  SHOW_UNARY(cast_char, f);
  SHOW_UNARY(cast_uchar, f);
  SHOW_UNARY(cast_bool, f);
  SHOW_UNARY(rn, f);
  SHOW_UNARY(rz, f);
  SHOW_UNARY(ru, f);
  SHOW_UNARY(rd, f);
  SHOW_UNARY(u_rn, f);
  SHOW_UNARY(u_ru, f);
  SHOW_UNARY(ll_rn, f);
  SHOW_UNARY(ull_rd, f);
  SHOW_UNARY(lrint_, f);
  SHOW_UNARY(lround_, f);
  SHOW_UNARY(d_cast_int, d);
  SHOW_UNARY(d_cast_unsigned, d);
  SHOW_UNARY(d_cast_long, d);
  SHOW_UNARY(d_cast_ulong, d);
  SHOW_UNARY(d_cast_short, d);
  SHOW_UNARY(d_rn, d);
  SHOW_UNARY(d_ru, d);
  SHOW_UNARY(d_ll_rn, d);
  SHOW_UNARY(d_ull_ru, d);
  SHOW_UNARY(d_hi, d);
  SHOW_UNARY(d_lo, d);
}
