// SPDX-License-Identifier: Apache-2.0
// SIMD-in-a-word intrinsics: two 16-bit or four 8-bit lanes in an unsigned. Written as loops over
// the lanes, which unroll to plain integer code and vectorise across threads.
#pragma once

#include "function_macros.h"

namespace riffle_device {

template <int bits>
struct Lane;
template <>
struct Lane<8> {
  using Signed = signed char;
  using Unsigned = unsigned char;
};
template <>
struct Lane<16> {
  using Signed = short;
  using Unsigned = unsigned short;
};

template <int bits>
RIFFLE_DEVICE int signed_lane(unsigned word, int at) {
  return static_cast<typename Lane<bits>::Signed>(word >> at);
}
template <int bits>
RIFFLE_DEVICE int unsigned_lane(unsigned word, int at) {
  return static_cast<typename Lane<bits>::Unsigned>(word >> at);
}
template <int bits>
RIFFLE_DEVICE unsigned place_lane(int value, int at) {
  return static_cast<unsigned>(static_cast<typename Lane<bits>::Unsigned>(value)) << at;
}
RIFFLE_DEVICE int clamp(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}
RIFFLE_DEVICE int distance(int x, int y) { return x > y ? x - y : y - x; }

}  // namespace riffle_device

// One lane operation for both widths; the expression sees the lanes as ints x and y, and `bits`.
#define RIFFLE_LANES(name, bits_, lane, expression)               \
  RIFFLE_DEVICE unsigned name(unsigned a, unsigned b) {           \
    constexpr int bits = bits_;                                   \
    (void)bits;                                                   \
    unsigned result = 0;                                          \
    _Pragma("unroll") for (int at = 0; at < 32; at += bits_) {    \
      const int x = riffle_device::lane##_lane<bits_>(a, at);     \
      const int y = riffle_device::lane##_lane<bits_>(b, at);     \
      result |= riffle_device::place_lane<bits_>(expression, at); \
    }                                                             \
    return result;                                                \
  }
#define RIFFLE_LANES_1(name, bits_, lane, expression)             \
  RIFFLE_DEVICE unsigned name(unsigned a) {                       \
    constexpr int bits = bits_;                                   \
    (void)bits;                                                   \
    unsigned result = 0;                                          \
    _Pragma("unroll") for (int at = 0; at < 32; at += bits_) {    \
      const int x = riffle_device::lane##_lane<bits_>(a, at);     \
      result |= riffle_device::place_lane<bits_>(expression, at); \
    }                                                             \
    return result;                                                \
  }
#define RIFFLE_LANE_SUM(name, bits_, lane)                                                      \
  RIFFLE_DEVICE unsigned name(unsigned a, unsigned b) {                                         \
    unsigned sum = 0;                                                                           \
    _Pragma("unroll") for (int at = 0; at < 32; at += bits_) {                                  \
      sum += static_cast<unsigned>(riffle_device::distance(                                     \
          riffle_device::lane##_lane<bits_>(a, at), riffle_device::lane##_lane<bits_>(b, at))); \
    }                                                                                           \
    return sum;                                                                                 \
  }
#define RIFFLE_BOTH_WIDTHS(name, lane, expression) \
  RIFFLE_LANES(name##2, 16, lane, expression)      \
  RIFFLE_LANES(name##4, 8, lane, expression)
#define RIFFLE_BOTH_WIDTHS_1(name, lane, expression) \
  RIFFLE_LANES_1(name##2, 16, lane, expression)      \
  RIFFLE_LANES_1(name##4, 8, lane, expression)

#define RIFFLE_SIGNED_LIMIT (1 << (bits - 1))
#define RIFFLE_SATURATE(value) \
  riffle_device::clamp(value, -RIFFLE_SIGNED_LIMIT, RIFFLE_SIGNED_LIMIT - 1)
#define RIFFLE_SATURATE_U(value) riffle_device::clamp(value, 0, (1 << bits) - 1)

RIFFLE_BOTH_WIDTHS_1(__vabs, signed, x < 0 ? -x : x)
RIFFLE_BOTH_WIDTHS_1(__vabsss, signed, RIFFLE_SATURATE(x < 0 ? -x : x))
RIFFLE_BOTH_WIDTHS_1(__vneg, signed, -x)
RIFFLE_BOTH_WIDTHS_1(__vnegss, signed, RIFFLE_SATURATE(-x))
RIFFLE_BOTH_WIDTHS(__vadd, signed, x + y)
RIFFLE_BOTH_WIDTHS(__vaddss, signed, RIFFLE_SATURATE(x + y))
RIFFLE_BOTH_WIDTHS(__vaddus, unsigned, RIFFLE_SATURATE_U(x + y))
RIFFLE_BOTH_WIDTHS(__vsub, signed, x - y)
RIFFLE_BOTH_WIDTHS(__vsubss, signed, RIFFLE_SATURATE(x - y))
RIFFLE_BOTH_WIDTHS(__vsubus, unsigned, RIFFLE_SATURATE_U(x - y))
RIFFLE_BOTH_WIDTHS(__vabsdiffs, signed, riffle_device::distance(x, y))
RIFFLE_BOTH_WIDTHS(__vabsdiffu, unsigned, riffle_device::distance(x, y))
// Halves are rounded away from zero.
RIFFLE_BOTH_WIDTHS(__vavgs, signed, (x + y + (x + y >= 0)) >> 1)
RIFFLE_BOTH_WIDTHS(__vavgu, unsigned, (x + y + 1) >> 1)
RIFFLE_BOTH_WIDTHS(__vhaddu, unsigned, (x + y) >> 1)
RIFFLE_BOTH_WIDTHS(__vmaxs, signed, x > y ? x : y)
RIFFLE_BOTH_WIDTHS(__vmaxu, unsigned, x > y ? x : y)
RIFFLE_BOTH_WIDTHS(__vmins, signed, x < y ? x : y)
RIFFLE_BOTH_WIDTHS(__vminu, unsigned, x < y ? x : y)

#define RIFFLE_COMPARE(relation, lane, suffix, operation)                      \
  RIFFLE_BOTH_WIDTHS(__vcmp##relation##suffix, lane, (x operation y) ? -1 : 0) \
  RIFFLE_BOTH_WIDTHS(__vset##relation##suffix, lane, (x operation y) ? 1 : 0)
RIFFLE_COMPARE(eq, unsigned, , ==)
RIFFLE_COMPARE(ne, unsigned, , !=)
RIFFLE_COMPARE(ge, signed, s, >=)
RIFFLE_COMPARE(ge, unsigned, u, >=)
RIFFLE_COMPARE(gt, signed, s, >)
RIFFLE_COMPARE(gt, unsigned, u, >)
RIFFLE_COMPARE(le, signed, s, <=)
RIFFLE_COMPARE(le, unsigned, u, <=)
RIFFLE_COMPARE(lt, signed, s, <)
RIFFLE_COMPARE(lt, unsigned, u, <)

RIFFLE_LANE_SUM(__vsads2, 16, signed)
RIFFLE_LANE_SUM(__vsads4, 8, signed)
RIFFLE_LANE_SUM(__vsadu2, 16, unsigned)
RIFFLE_LANE_SUM(__vsadu4, 8, unsigned)

#undef RIFFLE_COMPARE
#undef RIFFLE_SATURATE_U
#undef RIFFLE_SATURATE
#undef RIFFLE_SIGNED_LIMIT
#undef RIFFLE_BOTH_WIDTHS_1
#undef RIFFLE_BOTH_WIDTHS
#undef RIFFLE_LANE_SUM
#undef RIFFLE_LANES_1
#undef RIFFLE_LANES
