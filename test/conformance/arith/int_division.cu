// SPDX-License-Identifier: Apache-2.0
// Integer division and remainder, by zero and by -1 too: they never fault.
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

int main() {
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
