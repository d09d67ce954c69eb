// SPDX-License-Identifier: Apache-2.0
// Shifts by amounts of the width and more, and by negative ones.
#include "table.h"

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

int main() {
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
