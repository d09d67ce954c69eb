// SPDX-License-Identifier: Apache-2.0
// Integer and packed intrinsics against definitions that work bit by bit or lane by lane.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>

#include "under_test.h"

namespace {

constexpr int kPoints = 20000;

std::mt19937_64& random_bits() {
  static std::mt19937_64 generator{11};
  return generator;
}
unsigned any() {
  const unsigned raw = static_cast<unsigned>(random_bits()());
  static constexpr unsigned kSpecial[] = {
      0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x80808080, 0x7f7f7f7f, 0x80008000, 0x7fff7fff};
  return random_bits()() % 5 == 0 ? kSpecial[raw % std::size(kSpecial)]
                                  : raw >> (random_bits()() % 32);
}

TEST(Integer, CountsAndReversals) {
  for (int i = 0; i < kPoints; ++i) {
    const unsigned x = any();
    const unsigned long long y = static_cast<unsigned long long>(any()) << 32 | any();
    ASSERT_EQ(device::__popc(x), std::popcount(x));
    ASSERT_EQ(device::__popcll(y), std::popcount(y));
    ASSERT_EQ(device::__clz(static_cast<int>(x)), std::countl_zero(x));
    ASSERT_EQ(device::__clzll(static_cast<long long>(y)), std::countl_zero(y));
    ASSERT_EQ(device::__ffs(static_cast<int>(x)), x == 0 ? 0 : std::countr_zero(x) + 1);
    ASSERT_EQ(device::__ffsll(static_cast<long long>(y)), y == 0 ? 0 : std::countr_zero(y) + 1);
    unsigned long long reversed = 0;
    for (int b = 0; b < 64; ++b) reversed |= ((y >> b) & 1) << (63 - b);
    ASSERT_EQ(device::__brevll(y), reversed);
    ASSERT_EQ(device::__brev(static_cast<unsigned>(y >> 32)), static_cast<unsigned>(reversed));
  }
}

TEST(Integer, ProductsAndAverages) {
  for (int i = 0; i < kPoints; ++i) {
    const unsigned x = any(), y = any(), z = any();
    const int a = static_cast<int>(x), b = static_cast<int>(y);
    ASSERT_EQ(device::__umulhi(x, y),
              static_cast<unsigned>((static_cast<unsigned long long>(x) * y) >> 32));
    ASSERT_EQ(device::__mulhi(a, b), static_cast<int>((static_cast<long long>(a) * b) >> 32));
    ASSERT_EQ(device::__hadd(a, b), static_cast<int>((static_cast<long long>(a) + b) >> 1));
    ASSERT_EQ(device::__rhadd(a, b), static_cast<int>((static_cast<long long>(a) + b + 1) >> 1));
    ASSERT_EQ(device::__uhadd(x, y),
              static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1));
    ASSERT_EQ(device::__urhadd(x, y),
              static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1));
    ASSERT_EQ(device::__sad(a, b, z),
              static_cast<unsigned>(std::abs(static_cast<long long>(a) - b) + z));
    ASSERT_EQ(device::__usad(x, y, z),
              static_cast<unsigned>(std::abs(static_cast<long long>(x) - y) + z));
    ASSERT_EQ(device::__umul24(x, y), (x % (1u << 24)) * (y % (1u << 24)));
    const auto low24 = [](int v) { return (v % (1 << 24) + (1 << 24)) % (1 << 24); };
    const auto signed24 = [&](int v) {
      return low24(v) >= 1 << 23 ? low24(v) - (1 << 24) : low24(v);
    };
    ASSERT_EQ(device::__mul24(a, b),
              static_cast<int>(static_cast<long long>(signed24(a)) * signed24(b)));
  }
  EXPECT_EQ(device::__mul64hi(INT64_MIN, INT64_MIN), 1ll << 62);
  EXPECT_EQ(device::__umul64hi(UINT64_MAX, UINT64_MAX), UINT64_MAX - 1);
}

TEST(Integer, BytePermutationAndFunnelShifts) {
  for (int i = 0; i < kPoints; ++i) {
    const unsigned x = any(), y = any(), s = any();
    unsigned want = 0;
    for (int b = 0; b < 4; ++b) {
      const unsigned pick = (s >> (4 * b)) & 7;
      want |= ((pick < 4 ? x >> (8 * pick) : y >> (8 * (pick - 4))) & 0xff) << (8 * b);
    }
    ASSERT_EQ(device::__byte_perm(x, y, s), want);
    unsigned left = y, right = x;
    for (unsigned n = 0; n < s % 32; ++n) {
      left = left << 1 | ((x << n) >> 31);
      right = right >> 1 | (((y >> n) & 1) << 31);
    }
    ASSERT_EQ(device::__funnelshift_l(x, y, s), left);
    ASSERT_EQ(device::__funnelshift_r(x, y, s), right);
    ASSERT_EQ(device::__funnelshift_lc(x, y, s), s >= 32 ? x : left);
    ASSERT_EQ(device::__funnelshift_rc(x, y, s), s >= 32 ? y : right);
  }
}

TEST(Integer, DotProducts) {
  for (int i = 0; i < kPoints; ++i) {
    const unsigned x = any(), y = any(), z = any();
    long long four = static_cast<int>(z), low = four, high = four;
    for (int b = 0; b < 4; ++b) {
      const long long second = static_cast<std::int8_t>(y >> (8 * b));
      four += static_cast<std::int8_t>(x >> (8 * b)) * second;
      (b < 2 ? low : high) += static_cast<std::int16_t>(x >> (16 * (b % 2))) * second;
    }
    ASSERT_EQ(device::__dp4a(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)),
              static_cast<int>(four));
    ASSERT_EQ(device::__dp2a_lo(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)),
              static_cast<int>(low));
    ASSERT_EQ(device::__dp2a_hi(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)),
              static_cast<int>(high));
  }
  EXPECT_EQ(device::__dp4a(0xffffffffu, 0xffffffffu, 1u), 4u * 255 * 255 + 1);
  EXPECT_EQ(device::__dp2a_hi(0x00010002u, 0x03040000u, 5u), 5u + 2 * 4 + 1 * 3);
}

/// Applies `lane` to each lane of `width` bits, read as Signed or not.
template <int width, bool is_signed, class Lane>
unsigned lanes(unsigned a, unsigned b, Lane lane) {
  unsigned result = 0;
  for (int at = 0; at < 32; at += width) {
    const unsigned mask = (1u << width) - 1;
    const auto read = [&](unsigned word) {
      const int raw = static_cast<int>((word >> at) & mask);
      return is_signed && raw >= 1 << (width - 1) ? raw - (1 << width) : raw;
    };
    result |= (static_cast<unsigned>(lane(read(a), read(b))) & mask) << at;
  }
  return result;
}
template <int width>
int fit(int x) {
  return std::clamp(x, -(1 << (width - 1)), (1 << (width - 1)) - 1);
}

#define CHECK_LANES(name, is_signed, expression)                                  \
  ASSERT_EQ(device::name##2(a, b), (lanes<16, is_signed>(a, b, [](int x, int y) { \
              constexpr int w = 16;                                               \
              (void)w, (void)y;                                                   \
              return expression;                                                  \
            })));                                                                 \
  ASSERT_EQ(device::name##4(a, b), (lanes<8, is_signed>(a, b, [](int x, int y) {  \
              constexpr int w = 8;                                                \
              (void)w, (void)y;                                                   \
              return expression;                                                  \
            })))
#define CHECK_RELATION(name, is_signed, operation)              \
  CHECK_LANES(__vcmp##name, is_signed, x operation y ? -1 : 0); \
  CHECK_LANES(__vset##name, is_signed, x operation y ? 1 : 0)

TEST(Integer, Lanes) {
  for (int i = 0; i < kPoints; ++i) {
    const unsigned a = any(), b = any();
    CHECK_LANES(__vadd, true, x + y);
    CHECK_LANES(__vsub, true, x - y);
    CHECK_LANES(__vaddss, true, fit<w>(x + y));
    CHECK_LANES(__vsubss, true, fit<w>(x - y));
    CHECK_LANES(__vaddus, false, std::min(x + y, (1 << w) - 1));
    CHECK_LANES(__vsubus, false, std::max(x - y, 0));
    CHECK_LANES(__vabsdiffs, true, std::abs(x - y));
    CHECK_LANES(__vabsdiffu, false, std::abs(x - y));
    CHECK_LANES(__vavgu, false, (x + y + 1) / 2);
    CHECK_LANES(__vhaddu, false, (x + y) / 2);
    CHECK_LANES(__vmaxs, true, std::max(x, y));
    CHECK_LANES(__vmaxu, false, std::max(x, y));
    CHECK_LANES(__vmins, true, std::min(x, y));
    CHECK_LANES(__vminu, false, std::min(x, y));
    CHECK_RELATION(eq, false, ==);
    CHECK_RELATION(ne, false, !=);
    CHECK_RELATION(ges, true, >=);
    CHECK_RELATION(geu, false, >=);
    CHECK_RELATION(gts, true, >);
    CHECK_RELATION(gtu, false, >);
    CHECK_RELATION(les, true, <=);
    CHECK_RELATION(leu, false, <=);
    CHECK_RELATION(lts, true, <);
    CHECK_RELATION(ltu, false, <);
    ASSERT_EQ(device::__vabs4(a), (lanes<8, true>(a, 0, [](int x, int) { return std::abs(x); })));
    ASSERT_EQ(device::__vabsss2(a),
              (lanes<16, true>(a, 0, [](int x, int) { return fit<16>(std::abs(x)); })));
    ASSERT_EQ(device::__vneg2(a), (lanes<16, true>(a, 0, [](int x, int) { return -x; })));
    ASSERT_EQ(device::__vnegss4(a), (lanes<8, true>(a, 0, [](int x, int) { return fit<8>(-x); })));
    unsigned sum = 0;
    lanes<8, true>(a, b,
                   [&](int x, int y) { return sum += static_cast<unsigned>(std::abs(x - y)), 0; });
    ASSERT_EQ(device::__vsads4(a, b), sum);
  }
  EXPECT_EQ(device::__vavgs4(0xfdfd0303u, 0x00fe00feu), 0xfefd0201u);
}

TEST(Integer, DynamicProgramming) {
  EXPECT_EQ(device::__viaddmax_s32(3, 4, 5), 7);
  EXPECT_EQ(device::__viaddmin_s32_relu(-3, -4, 5), 0);
  EXPECT_EQ(device::__vimax3_u32(1, 0xffffffffu, 3), 0xffffffffu);
  EXPECT_EQ(device::__viaddmax_s16x2(0x7fff0001u, 0x00010001u, 0x00008000u), 0x00000002u);
  EXPECT_EQ(device::__viaddmax_u16x2(0x7fff0001u, 0x00010001u, 0x00008000u), 0x80008000u);
  EXPECT_EQ(device::__vimin_s16x2_relu(0xffff0005u, 0x00010003u), 0x00000003u);
  bool high = false, low = true;
  EXPECT_EQ(device::__vibmin_s16x2(0xffff0005u, 0x00010003u, &high, &low), 0xffff0003u);
  EXPECT_TRUE(high);
  EXPECT_FALSE(low);
}

}  // namespace
