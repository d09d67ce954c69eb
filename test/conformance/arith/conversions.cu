// SPDX-License-Identifier: Apache-2.0
// Conversions between integers and floating point, and between precisions.
#include "../cases.h"
#include "table.h"

namespace float_to_int_ {
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

// Conversions from floating point to integers: casts saturate, NaN included; the four roundings.
CASE(float_to_int) {
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
}  // namespace float_to_int_

namespace int_to_float_ {
UNARY(cast, float, int, float(x));
UNARY(cast_u, float, int, float(unsigned(x)));
UNARY(rn, float, int, __int2float_rn(x));
UNARY(rz, float, int, __int2float_rz(x));
UNARY(ru, float, int, __int2float_ru(x));
UNARY(rd, float, int, __int2float_rd(x));
UNARY(u_rz, float, int, __uint2float_rz(unsigned(x)));
UNARY(u_ru, float, int, __uint2float_ru(unsigned(x)));
UNARY(ll_cast, float, long long, float(x));
UNARY(ll_rz, float, long long, __ll2float_rz(x));
UNARY(ll_ru, float, long long, __ll2float_ru(x));
UNARY(ull_rd, float, long long, __ull2float_rd((unsigned long long)x));
UNARY(ll_double, double, long long, double(x));
UNARY(ll_double_rd, double, long long, __ll2double_rd(x));
UNARY(ull_double_ru, double, long long, __ull2double_ru((unsigned long long)x));
UNARY(int_double, double, int, double(x));
UNARY(narrow, float, double, float(x));
UNARY(narrow_rz, float, double, __double2float_rz(x));
UNARY(narrow_ru, float, double, __double2float_ru(x));
UNARY(narrow_rd, float, double, __double2float_rd(x));
UNARY(widen, double, float, double(x));
UNARY(as_int, int, float, __float_as_int(x));
UNARY(as_float, float, int, __int_as_float(x));
UNARY(as_longlong, long long, double, __double_as_longlong(x));
BINARY(hiloint, double, int, int, __hiloint2double(x, y));

// Conversions from integers to floating point and between the two precisions, in all roundings.
CASE(int_to_float) {
  auto i = interesting_ints();
  i.insert(i.end(), {16777216, 16777217, 16777219, -16777217, 33554433, 33554435});
  auto l = interesting_longs();
  auto d = interesting_doubles();
  for (double x : {1.0000000596046448, 1.0000001788139343, 3.4028235677973366e38, 3.4028235677973362e38, 1e-40, 7e-46,
                   1e-46, 1e300})
    d.push_back(x);
  SHOW_UNARY(cast, i);
  SHOW_UNARY(cast_u, i);
  SHOW_UNARY(rn, i);
  SHOW_UNARY(rz, i);
  SHOW_UNARY(ru, i);
  SHOW_UNARY(rd, i);
  SHOW_UNARY(u_rz, i);
  SHOW_UNARY(u_ru, i);
  SHOW_UNARY(ll_cast, l);
  SHOW_UNARY(ll_rz, l);
  SHOW_UNARY(ll_ru, l);
  SHOW_UNARY(ull_rd, l);
  SHOW_UNARY(ll_double, l);
  SHOW_UNARY(ll_double_rd, l);
  SHOW_UNARY(ull_double_ru, l);
  SHOW_UNARY(int_double, i);
  SHOW_UNARY(narrow, d);
  SHOW_UNARY(narrow_rz, d);
  SHOW_UNARY(narrow_ru, d);
  SHOW_UNARY(narrow_rd, d);
  SHOW_UNARY(widen, interesting_floats());
  SHOW_UNARY(as_int, interesting_floats());
  SHOW_UNARY(as_float, i);
  SHOW_UNARY(as_longlong, d);
  SHOW_BINARY(hiloint, i, i);
}
}  // namespace int_to_float_
