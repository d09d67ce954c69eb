// SPDX-License-Identifier: Apache-2.0
// Integers of every width.
#include "../cases.h"
#include "table.h"

BINARY(div_int, int, int, int, x / y);
BINARY(rem_int, int, int, int, x % y);
BINARY(div_unsigned, unsigned, int, int, unsigned(x) / unsigned(y));
BINARY(rem_unsigned, unsigned, int, int, unsigned(x) % unsigned(y));
BINARY(div_long, long long, long long, long long, x / y);
BINARY(rem_long, long long, long long, long long, x % y);
BINARY(div_ulong, unsigned long long, long long, long long, (unsigned long long)x / (unsigned long long)y);
BINARY(rem_ulong, unsigned long long, long long, long long, (unsigned long long)x % (unsigned long long)y);
BINARY(div_short, short, int, int, short(x) / short(y));
BINARY(div_char, signed char, int, int, (signed char)x / (signed char)y);

// Integer division and remainder, by zero and by -1 too: they never fault.
CASE(int_division) {
  auto a = interesting_ints();
  auto b = interesting_longs();
  SHOW_BINARY(div_int, a, a);
  SHOW_BINARY(rem_int, a, a);
  SHOW_BINARY(div_unsigned, a, a);
  SHOW_BINARY(rem_unsigned, a, a);
  SHOW_BINARY(div_long, b, b);
  SHOW_BINARY(rem_long, b, b);
  SHOW_BINARY(div_ulong, b, b);
  SHOW_BINARY(rem_ulong, b, b);
  SHOW_BINARY(div_short, a, a);
  SHOW_BINARY(div_char, a, a);
}

UNARY(clz, int, int, __clz(x));
UNARY(clzll, int, long long, __clzll(x));
UNARY(ffs_, int, int, __ffs(x));
UNARY(ffsll_, int, long long, __ffsll(x));
UNARY(popc, int, int, __popc(unsigned(x)));
UNARY(popcll, int, long long, __popcll((unsigned long long)x));
UNARY(brev, unsigned, int, __brev(unsigned(x)));
UNARY(brevll, unsigned long long, long long, __brevll((unsigned long long)x));
UNARY(abs_, int, int, abs(x));
UNARY(llabs_, long long, long long, llabs(x));
BINARY(mulhi, int, int, int, __mulhi(x, y));
BINARY(umulhi, unsigned, int, int, __umulhi(unsigned(x), unsigned(y)));
BINARY(mul24_, int, int, int, __mul24(x, y));
BINARY(umul24_, unsigned, int, int, __umul24(unsigned(x), unsigned(y)));
BINARY(hadd, int, int, int, __hadd(x, y));
BINARY(rhadd, int, int, int, __rhadd(x, y));
BINARY(uhadd, unsigned, int, int, __uhadd(unsigned(x), unsigned(y)));
BINARY(urhadd, unsigned, int, int, __urhadd(unsigned(x), unsigned(y)));
BINARY(sad, unsigned, int, int, __sad(x, y, 5u));
BINARY(usad, unsigned, int, int, __usad(unsigned(x), unsigned(y), 5u));
BINARY(byte_perm, unsigned, int, int, __byte_perm(unsigned(x), 0xa1b2c3d4u, unsigned(y)));
BINARY(mul64hi, long long, long long, long long, __mul64hi(x, y));
BINARY(umul64hi, unsigned long long, long long, long long, __umul64hi((unsigned long long)x, (unsigned long long)y));
BINARY(min_, int, int, int, min(x, y));
BINARY(max_mixed, unsigned, int, int, max(unsigned(x), unsigned(y)));
BINARY(dp4a_s, int, int, int, __dp4a(x, y, 3));
BINARY(dp4a_u, unsigned, int, int, __dp4a(unsigned(x), unsigned(y), 3u));
BINARY(dp2a_lo_s, int, int, int, __dp2a_lo(x, y, 3));
BINARY(dp2a_hi_u, unsigned, int, int, __dp2a_hi(unsigned(x), unsigned(y), 3u));

// Bit counting, reversal, high products, averages, byte permutation.
CASE(int_intrinsics) {
  auto a = interesting_ints();
  auto b = interesting_longs();
  SHOW_UNARY(clz, a);
  SHOW_UNARY(clzll, b);
  SHOW_UNARY(ffs_, a);
  SHOW_UNARY(ffsll_, b);
  SHOW_UNARY(popc, a);
  SHOW_UNARY(popcll, b);
  SHOW_UNARY(brev, a);
  SHOW_UNARY(brevll, b);
  SHOW_UNARY(abs_, a);
  SHOW_UNARY(llabs_, b);
  SHOW_BINARY(mulhi, a, a);
  SHOW_BINARY(umulhi, a, a);
  SHOW_BINARY(mul24_, a, a);
  SHOW_BINARY(umul24_, a, a);
  SHOW_BINARY(hadd, a, a);
  SHOW_BINARY(rhadd, a, a);
  SHOW_BINARY(uhadd, a, a);
  SHOW_BINARY(urhadd, a, a);
  SHOW_BINARY(sad, a, a);
  SHOW_BINARY(usad, a, a);
  std::vector<int> selectors = {0x0000, 0x3210, 0x7654, 0x0123, 0x4567, 0x8888, 0xfedc, 0x1a2b, 0x77777777, -1};
  SHOW_BINARY(byte_perm, a, selectors);
  SHOW_BINARY(mul64hi, b, b);
  SHOW_BINARY(umul64hi, b, b);
  SHOW_BINARY(min_, a, a);
  SHOW_BINARY(max_mixed, a, a);
  SHOW_BINARY(dp4a_s, a, a);
  SHOW_BINARY(dp4a_u, a, a);
  SHOW_BINARY(dp2a_lo_s, a, a);
  SHOW_BINARY(dp2a_hi_u, a, a);
}

BINARY(shl_int, int, int, int, x << y);
BINARY(shr_int, int, int, int, x >> y);
BINARY(shr_unsigned, unsigned, int, int, unsigned(x) >> y);
BINARY(shl_long, long long, long long, int, x << y);
BINARY(shr_long, long long, long long, int, x >> y);
BINARY(shr_ulong, unsigned long long, long long, int, (unsigned long long)x >> y);
BINARY(shl_short, short, int, int, short(short(x) << y));
BINARY(shr_short, short, int, int, short(short(x) >> y));
BINARY(funnel_l, unsigned, int, int, __funnelshift_l(unsigned(x), 0xabcdef01u, unsigned(y)));
BINARY(funnel_lc, unsigned, int, int, __funnelshift_lc(unsigned(x), 0xabcdef01u, unsigned(y)));
BINARY(funnel_r, unsigned, int, int, __funnelshift_r(unsigned(x), 0xabcdef01u, unsigned(y)));
BINARY(funnel_rc, unsigned, int, int, __funnelshift_rc(unsigned(x), 0xabcdef01u, unsigned(y)));

// Shifts by amounts of the width and more, and by negative ones.
CASE(int_shifts) {
  auto a = interesting_ints();
  auto b = interesting_longs();
  std::vector<int> by = {0, 1, 15, 16, 31, 32, 33, 63, 64, 65, 255, 256, -1, -32};
  SHOW_BINARY(shl_int, a, by);
  SHOW_BINARY(shr_int, a, by);
  SHOW_BINARY(shr_unsigned, a, by);
  SHOW_BINARY(shl_long, b, by);
  SHOW_BINARY(shr_long, b, by);
  SHOW_BINARY(shr_ulong, b, by);
  SHOW_BINARY(shl_short, a, by);
  SHOW_BINARY(shr_short, a, by);
  SHOW_BINARY(funnel_l, a, by);
  SHOW_BINARY(funnel_lc, a, by);
  SHOW_BINARY(funnel_r, a, by);
  SHOW_BINARY(funnel_rc, a, by);
}

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

// Bytes, shorts, 128-bit integers, bit fields, promotions.
CASE(narrow_and_wide) {
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
