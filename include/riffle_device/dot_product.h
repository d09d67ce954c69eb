// SPDX-License-Identifier: Apache-2.0
// __dp4a and __dp2a: sums of products of packed bytes and halves.
#pragma once

#include "function_macros.h"

// Components are extracted by shifts; sums wrap modulo 2^32.
RIFFLE_DEVICE int __dp4a(int a, int b, int c) {
  unsigned sum = static_cast<unsigned>(c);
#pragma unroll
  for (int i = 0; i < 32; i += 8) {
    sum += static_cast<unsigned>(static_cast<int>(static_cast<signed char>(a >> i)) *
                                 static_cast<signed char>(b >> i));
  }
  return static_cast<int>(sum);
}
RIFFLE_DEVICE unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
#pragma unroll
  for (int i = 0; i < 32; i += 8) c += ((a >> i) & 0xffu) * ((b >> i) & 0xffu);
  return c;
}
namespace riffle_device {
RIFFLE_DEVICE int dp2a(int a, int b, int c, int first_byte) {
  unsigned sum = static_cast<unsigned>(c);
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    sum += static_cast<unsigned>(static_cast<int>(static_cast<short>(a >> (16 * i))) *
                                 static_cast<signed char>(b >> (8 * (i + first_byte))));
  }
  return static_cast<int>(sum);
}
RIFFLE_DEVICE unsigned dp2a(unsigned a, unsigned b, unsigned c, int first_byte) {
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    c += ((a >> (16 * i)) & 0xffffu) * ((b >> (8 * (i + first_byte))) & 0xffu);
  }
  return c;
}
}  // namespace riffle_device
RIFFLE_DEVICE int __dp2a_lo(int a, int b, int c) { return riffle_device::dp2a(a, b, c, 0); }
RIFFLE_DEVICE int __dp2a_hi(int a, int b, int c) { return riffle_device::dp2a(a, b, c, 2); }
RIFFLE_DEVICE unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return riffle_device::dp2a(a, b, c, 0);
}
RIFFLE_DEVICE unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) {
  return riffle_device::dp2a(a, b, c, 2);
}

#ifndef RIFFLE_AS_HOST
#define RIFFLE_PACKED(type, value) __builtin_bit_cast(type, value)
RIFFLE_DEVICE int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(RIFFLE_PACKED(int, a), RIFFLE_PACKED(int, b), c);
}
RIFFLE_DEVICE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(RIFFLE_PACKED(unsigned, a), RIFFLE_PACKED(unsigned, b), c);
}
RIFFLE_DEVICE int __dp2a_lo(short2 a, char4 b, int c) {
  return __dp2a_lo(RIFFLE_PACKED(int, a), RIFFLE_PACKED(int, b), c);
}
RIFFLE_DEVICE int __dp2a_hi(short2 a, char4 b, int c) {
  return __dp2a_hi(RIFFLE_PACKED(int, a), RIFFLE_PACKED(int, b), c);
}
RIFFLE_DEVICE unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_lo(RIFFLE_PACKED(unsigned, a), RIFFLE_PACKED(unsigned, b), c);
}
RIFFLE_DEVICE unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
  return __dp2a_hi(RIFFLE_PACKED(unsigned, a), RIFFLE_PACKED(unsigned, b), c);
}
#undef RIFFLE_PACKED
#endif
