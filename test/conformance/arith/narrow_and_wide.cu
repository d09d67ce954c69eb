// SPDX-License-Identifier: Apache-2.0
// Bytes, shorts, 128-bit integers, bit fields, promotions.
#include "table.h"

UNARY(to_char, signed char, int, (signed char)x);
UNARY(to_uchar_plus, int, int, (unsigned char)x + (unsigned char)200);
UNARY(char_product, int, int, (signed char)x * (signed char)x);
UNARY(uchar_wrap, unsigned char, int, (unsigned char)((unsigned char)x + 200));
BINARY(compare_mixed, unsigned char, int, int, unsigned(x) < (unsigned)(y) && short(x) < (unsigned short)y);
BINARY(wide_high, long long, long long, long long, (long long)((__int128)x * y >> 64));
BINARY(wide_quotient, long long, long long, long long,
       y == 0 ? 0 : (long long)(((__int128)x * 1000003) / y >> 3));
BINARY(wide_sum, unsigned long long, long long, long long,
       (unsigned long long)(((unsigned __int128)(unsigned long long)x + (unsigned long long)y) >> 60));

struct Fields {
  unsigned a : 3;
  int b : 5;
  unsigned c : 12;
  int d : 12;
};
struct bit_fields {
  using Result = int;
  static __device__ int of(int x) {
    Fields f;
    f.a = x;
    f.b = x >> 3;
    f.c = x >> 8;
    f.d = x >> 20;
    f.c += 5;
    return f.a + 1000 * f.b + f.c * 7 + f.d;
  }
};

int main() {
  auto a = interesting_ints();
  auto b = interesting_longs();
  SHOW_UNARY(to_char, a);
  SHOW_UNARY(to_uchar_plus, a);
  SHOW_UNARY(char_product, a);
  SHOW_UNARY(uchar_wrap, a);
  SHOW_BINARY(compare_mixed, a, a);
  SHOW_BINARY(wide_high, b, b);
  SHOW_BINARY(wide_quotient, b, b);
  SHOW_BINARY(wide_sum, b, b);
  SHOW_UNARY(bit_fields, a);
}
