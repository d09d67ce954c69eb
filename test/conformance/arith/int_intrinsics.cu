// SPDX-License-Identifier: Apache-2.0
// Bit counting, reversal, high products, averages, byte permutation.
#include "table.h"

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

int main() {
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
