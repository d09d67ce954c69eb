// SPDX-License-Identifier: Apache-2.0
// Powers and logarithms in double precision: the same steps as in single precision, longer series.
#pragma once

#include "number.h"
#include "pair.h"

namespace riffle_math {

/// x * 2^n with one rounding, for |n| < 2000 and x near 1.
inline double scaled(double x, UInt64 n) {
  // n sits in the low bits: as 32 bits it can be shifted with its sign on every processor.
  const Int32 exponent = static_cast<Int32>(n), half = exponent >> 1;
  const auto power = [](Int32 e) { return double_of(static_cast<UInt64>(e + 1023) << 52); };
  return x * power(half) * power(exponent - half);
}

/// e^(r + r_low) as a sum. 1 + r keeps what its rounding loses: otherwise the error would come close
/// to an ulp.
inline Pair exp_of_reduced(double r, double r_low) {
  constexpr double q[] = {0x1.000000000000ap-1,  0x1.55555555554f8p-3,  0x1.5555555550756p-5,
                          0x1.1111111128119p-7,  0x1.6c16c1846f702p-10, 0x1.a01a01291b421p-13,
                          0x1.a0199945599cap-16, 0x1.71df26dfdbf3ap-19, 0x1.28ae3372c9358p-22,
                          0x1.ad7eea9f506d3p-26};
  const double high = 1.0 + r, low = (1.0 - high) + r;
  return {high, low + fma(r * r, polynomial(q, r), r_low)};
}

/// x = n ln 2 + r + r_low.
struct ExpReduced {
  double r, r_low;
  UInt64 n;
  explicit ExpReduced(double x) {
    const NearestDouble nearest(x, 0x1.71547652b82fep+0);
    const double main = fma(nearest.value, -0x1.62e42fefa39efp-1, x);
    r = fma(nearest.value, -0x1.abc9e3b39803fp-56, main);
    r_low = fma(nearest.value, -0x1.abc9e3b39803fp-56, main - r);
    n = nearest.bits;
  }
  /// e^x / 2^n.
  Pair power_pair() const { return exp_of_reduced(r, r_low); }
  double power() const { return rounded(power_pair()); }
};

inline double exp_double(double x) {
  const ExpReduced reduced(clamp(x, -765.0, 710.0));
  return scaled(reduced.power(), reduced.n);
}

inline double exp2_double(double x) {
  constexpr double q[] = {0x1.62e42fefa39efp-1,  0x1.ebfbdff82c58fp-3,  0x1.c6b08d704a0d6p-5,
                          0x1.3b2ab6fba4ea8p-7,  0x1.5d87fe78a1259p-10, 0x1.430912f85961bp-13,
                          0x1.ffcbfc7afa21cp-17, 0x1.62c0229b286d8p-20, 0x1.b524d0773787ep-24,
                          0x1.e4cd9b1476681p-28, 0x1.ea14d1d94cc5p-32,  0x1.c6dc1e6effbe2p-36};
  x = clamp(x, -1104.0, 1025.0);
  const NearestDouble n(x, 1.0);
  const double r = x - n.value;
  return scaled(fma(r, polynomial(q, r), 1.0), n.bits);
}

/// x = 2^k (1 + f), as Split of float.
struct SplitDouble {
  double k, f;
  explicit SplitDouble(double x) {
    constexpr UInt64 kLeast = 0x3fe5555555555555;  // 2/3
    const bool is_small = x < 0x1p-1022;
    const UInt64 bits = bits_of(is_small ? x * 0x1p54 : x) - kLeast;
    const Int32 exponent = static_cast<Int32>(static_cast<UInt32>(bits >> 32)) >> 20;
    k = static_cast<double>(exponent - (is_small ? 54 : 0));
    f = double_of((bits & 0xfffffffffffff) + kLeast) - 1.0;
  }
};

inline double with_special_logs(double x, double result) {
  constexpr double kInfinite = __builtin_inf();
  const double special = x == 0.0 ? -kInfinite : x < 0.0 ? __builtin_nan("") : x;
  return x > 0.0 && x < kInfinite ? result : special;
}

/// log(1 + f) = most + rest: most is f - f^2/2 rounded, which would cost half an ulp.
struct LogPartsDouble {
  double most, rest;
  explicit LogPartsDouble(double f) {
    constexpr double p[] = {
        0x1.5555555555538p-2, -0x1.fffffffffff36p-3, 0x1.99999999a0098p-3, -0x1.55555555650dap-3,
        0x1.24924920b8edap-3, -0x1.fffffff109024p-4, 0x1.c71c74096399ap-4, -0x1.99999d533562ap-4,
        0x1.745cb660c5cb9p-4, -0x1.5554c8643a2b3p-4, 0x1.3b1daca593be4p-4, -0x1.249f6e2be4139p-4,
        0x1.106a0490e4b92p-4, -0x1.fe6a66a56e10cp-5, 0x1.efb6a62669f99p-5, -0x1.d6cbf34ca7881p-5,
        0x1.563d38ac0b1e3p-5, -0x1.3a7f353bbb596p-5, 0x1.5bfc4c8db1cc6p-4, -0x1.5560634e75c4dp-4};
    const double square = f * f;
    most = fma(square, -0.5, f);
    const double lost = fma(square, -0.5, f - most);
    rest = fma(f * square, parted_polynomial(p, f), lost);
  }
};

inline double sum_of(double large, double small, double rest) {
  const double sum = large + small;
  return sum + ((small - (sum - large)) + rest);
}

inline double log_double(double x) {
  const SplitDouble s(x);
  const LogPartsDouble log(s.f);
  const double rest = fma(s.k, 0x1.9ef35793c7673p-41, log.rest);
  return with_special_logs(x, sum_of(s.k * 0x1.62e42fefa2p-1, log.most, rest));
}

/// As log1p_float.
inline double log1p_double(double x) {
  const double whole = 1.0 + x;
  const SplitDouble s(whole);
  // What the sum lost, in units of 2^k. Near 0 the argument itself is f.
  const Int32 k = static_cast<Int32>(s.k);
  const double unit = double_of(static_cast<UInt64>(1023 - (k > 1000 ? 1000 : k)) << 52);
  const double lost = (magnitude(x) < 1.0 ? x - (whole - 1.0) : 1.0 - (whole - x)) * unit;
  const bool is_near = k == 0;
  const double f = is_near ? x : s.f;
  const double correction = is_near ? 0.0 : fma(lost, fma(f, f, -f), lost);  // lost / (1 + f)
  const LogPartsDouble log(f);
  const double rest = fma(s.k, 0x1.9ef35793c7673p-41, log.rest) + correction;
  const double result = sum_of(s.k * 0x1.62e42fefa2p-1, log.most, rest);
  return x == 0.0 ? x : with_special_logs(whole, result);
}

inline double log_of_base(double x, double k_high, double k_low, double high, double low) {
  const SplitDouble s(x);
  const LogPartsDouble log(s.f);
  const double product = log.most * high;
  const double rest = fma(log.rest, high, fma(log.most, low, fma(log.most, high, -product)));
  return with_special_logs(x, sum_of(s.k * k_high, product, fma(s.k, k_low, rest)));
}
inline double log2_double(double x) {
  return log_of_base(x, 1.0, 0.0, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
}
inline double log10_double(double x) {
  return log_of_base(x, 0x1.34413509f6p-2, 0x1.9fef311f12b35p-42, 0x1.bcb7b1526e50ep-2,
                     0x1.95355baaafad3p-57);
}

}  // namespace riffle_math
