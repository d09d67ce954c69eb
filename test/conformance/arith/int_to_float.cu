// SPDX-License-Identifier: Apache-2.0
// Conversions from integers to floating point and between the two precisions, in all roundings.
#include "table.h"

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

int main() {
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
