// SPDX-License-Identifier: Apache-2.0
// Integer intrinsics as plain C, so that they fold and vectorise.
#pragma once

#include "function_macros.h"

RIFFLE_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
RIFFLE_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
RIFFLE_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
RIFFLE_DEVICE int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
RIFFLE_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
RIFFLE_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
RIFFLE_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
RIFFLE_DEVICE unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}

// Only the low three bits of each selector nibble choose; the fourth is PTX's sign replication,
// which
// __byte_perm does not offer.
RIFFLE_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  return static_cast<unsigned>((bytes >> ((selector & 7u) * 8)) & 0xffu) |
         static_cast<unsigned>((bytes >> (((selector >> 4) & 7u) * 8)) & 0xffu) << 8 |
         static_cast<unsigned>((bytes >> (((selector >> 8) & 7u) * 8)) & 0xffu) << 16 |
         static_cast<unsigned>((bytes >> (((selector >> 12) & 7u) * 8)) & 0xffu) << 24;
}

// Funnel shifts of high:low. The plain forms take the amount modulo 32, the `c` forms clamp it
// to 32.
RIFFLE_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned amount) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>((both << (amount & 31u)) >> 32);
}
RIFFLE_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned amount) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (amount & 31u));
}
RIFFLE_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned amount) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>((both << (amount < 32u ? amount : 32u)) >> 32);
}
RIFFLE_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned amount) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (amount < 32u ? amount : 32u));
}

RIFFLE_DEVICE int __mulhi(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) * y) >> 32);
}
RIFFLE_DEVICE unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) * y) >> 32);
}
RIFFLE_DEVICE long long __mul64hi(long long x, long long y) {
  return static_cast<long long>((static_cast<__int128>(x) * y) >> 64);
}
RIFFLE_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(x) * y) >> 64);
}
// Signed overflow wraps here: multiply as unsigned.
RIFFLE_DEVICE int __mul24(int x, int y) {
  const int a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
  const int b = static_cast<int>(static_cast<unsigned>(y) << 8) >> 8;
  return static_cast<int>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
}
RIFFLE_DEVICE unsigned __umul24(unsigned x, unsigned y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}

RIFFLE_DEVICE unsigned __sad(int x, int y, unsigned z) {
  const unsigned a = static_cast<unsigned>(x), b = static_cast<unsigned>(y);
  return z + (x > y ? a - b : b - a);
}
RIFFLE_DEVICE unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return z + (x > y ? x - y : y - x);
}
RIFFLE_DEVICE unsigned __uhadd(unsigned x, unsigned y) { return (x & y) + ((x ^ y) >> 1); }
RIFFLE_DEVICE unsigned __urhadd(unsigned x, unsigned y) { return (x | y) - ((x ^ y) >> 1); }
RIFFLE_DEVICE int __hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
RIFFLE_DEVICE int __rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }

RIFFLE_BOTH unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
RIFFLE_BOTH unsigned int __nv_bswap32(unsigned int x) { return __builtin_bswap32(x); }
RIFFLE_BOTH unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }
