// SPDX-License-Identifier: Apache-2.0
// Arithmetic and conversions with a rounding mode, bit for bit against the processor in that mode.
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>

#include "under_test.h"

namespace {

constexpr int kPoints = 300000;

std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }
std::uint64_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }

/// Runs `operation` in the processor's mode; the operands pass through volatile so that nothing
/// folds.
template <class Operation>
auto in_mode(int mode, Operation operation) {
  std::fesetround(mode);
  auto result = operation();
  asm volatile("" : "+m"(result));
  std::fesetround(FE_TONEAREST);
  return result;
}

/// Values of all sizes, with many special ones and neighbours of powers of two.
template <class Float, class Bits>
class Operands {
 public:
  Float next() {
    const Bits raw = static_cast<Bits>(random_());
    switch (random_() % 8) {
      case 0: {
        static constexpr Float kSpecial[] = {0,
                                             -Float(0),
                                             1,
                                             -1,
                                             std::numeric_limits<Float>::infinity(),
                                             -std::numeric_limits<Float>::infinity(),
                                             std::numeric_limits<Float>::max(),
                                             std::numeric_limits<Float>::lowest(),
                                             std::numeric_limits<Float>::min(),
                                             std::numeric_limits<Float>::denorm_min(),
                                             -std::numeric_limits<Float>::denorm_min(),
                                             3};
        return kSpecial[random_() % std::size(kSpecial)];
      }
      case 1:
      case 2: {  // few significant bits: exact results and ties
        const int exponent = static_cast<int>(random_() % 40) - 20;
        return std::ldexp(static_cast<Float>(static_cast<int>(random_() % 64) - 32), exponent);
      }
      case 3: {  // close to one another
        return std::ldexp(
            Float(1) + static_cast<Float>(random_() % 16) * std::numeric_limits<Float>::epsilon(),
            static_cast<int>(random_() % 4));
      }
      case 4: {  // subnormal and nearly so
        const Bits fraction = raw >> (sizeof(Bits) == 4 ? 8 : 11);
        return std::bit_cast<Float>(
            static_cast<Bits>(fraction | (raw & 1) << (sizeof(Bits) * 8 - 1)));
      }
      default: {
        const Float x = std::bit_cast<Float>(raw);
        return std::isnan(x) ? Float(1.5) : x;
      }
    }
  }

 private:
  std::mt19937_64 random_{7};
};

template <class Float>
void same(const char* name, Float got, Float want, double a, double b, double c) {
  if (std::isnan(got) && std::isnan(want)) return;
  ASSERT_EQ(bits_of(got), bits_of(want)) << name << std::hexfloat << ' ' << a << ' ' << b << ' '
                                         << c << ": got " << got << ", want " << want;
}

#define COMPARE(function, mode, expression) \
  same(#function, device::function, in_mode(mode, [&] { return expression; }), a, b, c)

#define FLOAT_MODE(suffix, mode)                 \
  COMPARE(__fadd_##suffix(a, b), mode, va + vb); \
  COMPARE(__fsub_##suffix(a, b), mode, va - vb); \
  COMPARE(__fmul_##suffix(a, b), mode, va* vb);  \
  COMPARE(__fdiv_##suffix(a, b), mode, va / vb); \
  COMPARE(__frcp_##suffix(a), mode, 1.0f / va);  \
  COMPARE(__fsqrt_##suffix(a), mode, root(va));  \
  COMPARE(__fmaf_##suffix(a, b, c), mode, fused(va, vb, vc))

float root(float x) {
  asm volatile("sqrtss %0, %0" : "+x"(x));
  return x;
}
double root(double x) {
  asm volatile("sqrtsd %0, %0" : "+x"(x));
  return x;
}
// libm's fma follows the mode: by the instruction, or in software.
float fused(float x, float y, float z) { return std::fma(x, y, z); }
double fused(double x, double y, double z) { return std::fma(x, y, z); }

TEST(Rounding, Float) {
  Operands<float, std::uint32_t> operands;
  for (int i = 0; i < kPoints && !HasFatalFailure(); ++i) {
    const float a = operands.next(), b = operands.next(), c = i % 5 == 0 ? -a * b : operands.next();
    volatile float va = a, vb = b, vc = c;
    FLOAT_MODE(rn, FE_TONEAREST);
    FLOAT_MODE(rz, FE_TOWARDZERO);
    FLOAT_MODE(ru, FE_UPWARD);
    FLOAT_MODE(rd, FE_DOWNWARD);
    same("__frsqrt_rn", device::__frsqrt_rn(a),
         static_cast<float>(1.0L / std::sqrt(static_cast<long double>(a))), a, b, c);
  }
}

#define DOUBLE_MODE(suffix, mode)                            \
  COMPARE(__dadd_##suffix(a, b), mode, va + vb);             \
  COMPARE(__dsub_##suffix(a, b), mode, va - vb);             \
  COMPARE(__dmul_##suffix(a, b), mode, va* vb);              \
  COMPARE(__ddiv_##suffix(a, b), mode, va / vb);             \
  COMPARE(__drcp_##suffix(a), mode, 1.0 / va);               \
  COMPARE(__dsqrt_##suffix(a), mode, root(va));              \
  COMPARE(__fma_##suffix(a, b, c), mode, fused(va, vb, vc)); \
  COMPARE(__double2float_##suffix(a), mode, static_cast<float>(va))

TEST(Rounding, Double) {
  Operands<double, std::uint64_t> operands;
  for (int i = 0; i < kPoints && !HasFatalFailure(); ++i) {
    const double a = operands.next(), b = operands.next(),
                 c = i % 5 == 0 ? -a * b : operands.next();
    volatile double va = a, vb = b, vc = c;
    DOUBLE_MODE(rn, FE_TONEAREST);
    DOUBLE_MODE(rz, FE_TOWARDZERO);
    DOUBLE_MODE(ru, FE_UPWARD);
    DOUBLE_MODE(rd, FE_DOWNWARD);
  }
}

#define INTEGER_MODE(suffix, mode)                                    \
  COMPARE(__int2float_##suffix(i32), mode, static_cast<float>(v32));  \
  COMPARE(__uint2float_##suffix(u32), mode, static_cast<float>(w32)); \
  COMPARE(__ll2float_##suffix(i64), mode, static_cast<float>(v64));   \
  COMPARE(__ll2double_##suffix(i64), mode, static_cast<double>(v64))

TEST(Rounding, FromIntegers) {
  std::mt19937_64 random{3};
  for (int i = 0; i < kPoints && !HasFatalFailure(); ++i) {
    const std::uint64_t raw = random() >> (random() % 64);
    const long long i64 = static_cast<long long>(i % 2 ? 0 - raw : raw);
    const int i32 = static_cast<int>(i64);
    const unsigned u32 = static_cast<unsigned>(i64);
    volatile long long v64 = i64;
    volatile int v32 = i32;
    volatile long long w32 = u32;
    const double a = static_cast<double>(i64), b = 0, c = 0;
    INTEGER_MODE(rn, FE_TONEAREST);
    INTEGER_MODE(rz, FE_TOWARDZERO);
    INTEGER_MODE(ru, FE_UPWARD);
    INTEGER_MODE(rd, FE_DOWNWARD);
  }
}

TEST(Rounding, FromUnsigned64AgreesWithTheExactNeighbours) {
  std::mt19937_64 random{5};
  for (int i = 0; i < kPoints; ++i) {
    const unsigned long long x = random() >> (random() % 64);
    const double down = device::__ull2double_rd(x), up = device::__ull2double_ru(x);
    ASSERT_LE(static_cast<long double>(down), static_cast<long double>(x));
    ASSERT_GE(static_cast<long double>(up), static_cast<long double>(x));
    ASSERT_TRUE(up == down || std::nextafter(down, INFINITY) == up) << x;
    ASSERT_EQ(device::__ull2double_rz(x), down);
    ASSERT_EQ(up == down, static_cast<long double>(down) == static_cast<long double>(x)) << x;
    const float low = device::__ull2float_rd(x), high = device::__ull2float_ru(x);
    ASSERT_LE(static_cast<long double>(low), static_cast<long double>(x));
    ASSERT_GE(static_cast<long double>(high), static_cast<long double>(x));
    ASSERT_TRUE(high == low || std::nextafter(low, INFINITY) == high) << x;
  }
}

TEST(Rounding, ToIntegersSaturates) {
  using namespace device;
  const float infinity = INFINITY, nan = NAN;
  EXPECT_EQ(__float2int_rn(2.5f), 2);
  EXPECT_EQ(__float2int_rn(-3.5f), -4);
  EXPECT_EQ(__float2int_rz(-2.9f), -2);
  EXPECT_EQ(__float2int_ru(-2.9f), -2);
  EXPECT_EQ(__float2int_ru(2.1f), 3);
  EXPECT_EQ(__float2int_rd(-2.1f), -3);
  EXPECT_EQ(__float2int_rz(3e9f), INT32_MAX);
  EXPECT_EQ(__float2int_rz(-infinity), INT32_MIN);
  EXPECT_EQ(__float2int_rz(nan), 0);
  EXPECT_EQ(__float2uint_rz(-1.0f), 0u);
  EXPECT_EQ(__float2uint_rz(5e9f), UINT32_MAX);
  EXPECT_EQ(__float2uint_rd(nan), 0u);
  EXPECT_EQ(__float2ll_rz(infinity), INT64_MAX);
  EXPECT_EQ(__float2ll_rz(nan), INT64_MIN);
  EXPECT_EQ(__float2ull_rz(nan), 0x8000000000000000ull);
  EXPECT_EQ(__float2ull_rz(-2.0f), 0ull);
  EXPECT_EQ(__double2int_rn(static_cast<double>(nan)), INT32_MIN);
  EXPECT_EQ(__double2uint_rn(static_cast<double>(nan)), 0x80000000u);
  EXPECT_EQ(__double2int_rn(2147483647.5), INT32_MAX);
  EXPECT_EQ(__double2uint_ru(4294967294.5), 4294967295u);
  EXPECT_EQ(__double2ll_rd(-9.3e18), INT64_MIN);
  EXPECT_EQ(__double2ull_rn(1.9e19), UINT64_MAX);
}

}  // namespace
