// SPDX-License-Identifier: Apache-2.0
// Transcendental functions where the result is exact or prescribed: zeros, infinities, NaN, ones.
#include "table.h"

#define F(name) UNARY(f_##name, float, float, name##f(x))
#define D(name) UNARY(d_##name, double, double, name(x))
#define BOTH(name) \
  F(name);         \
  D(name)
BOTH(sin);
BOTH(cos);
BOTH(tan);
BOTH(asin);
BOTH(acos);
BOTH(atan);
BOTH(sinh);
BOTH(cosh);
BOTH(tanh);
BOTH(asinh);
BOTH(acosh);
BOTH(atanh);
BOTH(exp);
BOTH(exp2);
BOTH(exp10);
BOTH(expm1);
BOTH(log);
BOTH(log2);
BOTH(log10);
BOTH(log1p);
BOTH(cbrt);
BOTH(erf);
BOTH(erfc);
BOTH(tgamma);
BOTH(lgamma);
BOTH(rsqrt);
BOTH(sinpi);
BOTH(cospi);
BOTH(erfinv);
BOTH(normcdf);
BINARY(f_pow, float, float, float, powf(x, y));
BINARY(d_pow, double, double, double, pow(x, y));
BINARY(f_atan2, float, float, float, atan2f(x, y));
BINARY(f_hypot, float, float, float, hypotf(x, y));
BINARY(d_hypot, double, double, double, hypot(x, y));

int main() {
  std::vector<float> f = from_bits<float>({0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000});
  std::vector<double> d(f.begin(), f.end());
#define T(name)              \
  SHOW_UNARY(f_##name, f);   \
  SHOW_UNARY(d_##name, d)
  T(sin);
  T(cos);
  T(tan);
  T(asin);
  T(atan);
  T(sinh);
  T(cosh);
  T(tanh);
  T(asinh);
  T(acosh);
  T(atanh);
  T(exp);
  T(exp2);
  T(exp10);
  T(expm1);
  T(log);
  T(log2);
  T(log10);
  T(log1p);
  T(cbrt);
  T(erf);
  T(erfc);
  T(tgamma);
  T(lgamma);
  T(rsqrt);
  T(sinpi);
  T(cospi);
  T(erfinv);
  T(normcdf);
  f = {1.0f};
  d = {1.0};
  T(acosh);
  T(atanh);
  T(acos);
  T(log);
  T(log2);
  T(log10);
  T(exp2);
  T(cbrt);
  T(rsqrt);
  T(sinpi);
  T(cospi);
  f = {2.0f, 4.0f, 8.0f, 0.5f, 1024.0f};
  d = {2.0, 4.0, 8.0, 0.5, 1024.0};
  T(sinpi);
  T(cospi);
  std::vector<float> p = from_bits<float>({0, 0x80000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0400000, 0x3f000000,
                                           0x7f800000, 0xff800000, 0x7fc00000});
  std::vector<double> q(p.begin(), p.end());
  std::vector<float> powers = from_bits<float>({0, 0x80000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0400000,
                                                0x7f800000, 0xff800000, 0x7fc00000});
  std::vector<double> d_powers(powers.begin(), powers.end());
  SHOW_BINARY(f_pow, p, powers);
  SHOW_BINARY(d_pow, q, d_powers);
  std::vector<float> axes = from_bits<float>({0, 0x3f800000, 0x7f800000, 0x7fc00000});
  SHOW_BINARY(f_hypot, axes, axes);
  SHOW_BINARY(d_hypot, std::vector<double>(axes.begin(), axes.end()), std::vector<double>(axes.begin(), axes.end()));
  std::vector<float> zero = from_bits<float>({0, 0x80000000});
  std::vector<float> positive = from_bits<float>({0, 0x3f800000, 0x7f800000});
  SHOW_BINARY(f_atan2, zero, positive);
}
