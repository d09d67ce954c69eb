// SPDX-License-Identifier: Apache-2.0
// Math functions where the result is exact or prescribed.
#include "../cases.h"
#include "table.h"

namespace math_limits_ {
// Keeps zeros with their sign, infinities, NaN and small integers; blots out the rest.
template <class T>
void print_exact(T x) {
  if (x != x || x == T(INFINITY) || x == -T(INFINITY) || (x == T(int(x)) && x > T(-100) && x < T(100))) {
    print_bits(x);
  } else {
    std::printf(" ~");
  }
}

template <class Op, class R, class A>
void exact_table(const char *name, const std::vector<A> &a) {
  DeviceArray<A> in(a);
  DeviceArray<R> out(a.size());
  unary_kernel<Op><<<1, 64>>>(in.get(), out.get(), int(a.size()));
  MUST(cudaDeviceSynchronize());
  std::printf("%s:", name);
  for (R r : out.read()) print_exact(r);
  std::printf("\n");
}

UNARY(f_erfcx, float, float, erfcxf(x));
UNARY(d_erfcx, double, double, erfcx(x));
UNARY(f_erfinv, float, float, erfinvf(x));
UNARY(d_erfinv, double, double, erfinv(x));
UNARY(f_erfcinv, float, float, erfcinvf(x));
UNARY(d_erfcinv, double, double, erfcinv(x));
UNARY(f_normcdf, float, float, normcdff(x));
UNARY(d_normcdf, double, double, normcdf(x));
UNARY(f_normcdfinv, float, float, normcdfinvf(x));
UNARY(d_normcdfinv, double, double, normcdfinv(x));
UNARY(f_cyl_bessel_i0, float, float, cyl_bessel_i0f(x));
UNARY(d_cyl_bessel_i0, double, double, cyl_bessel_i0(x));
UNARY(f_cyl_bessel_i1, float, float, cyl_bessel_i1f(x));
UNARY(d_cyl_bessel_i1, double, double, cyl_bessel_i1(x));
UNARY(f_lgamma, float, float, lgammaf(x));
UNARY(d_lgamma, double, double, lgamma(x));
UNARY(f_tgamma, float, float, tgammaf(x));
UNARY(d_tgamma, double, double, tgamma(x));
UNARY(f_logb, float, float, logbf(x));
UNARY(d_logb, double, double, logb(x));
UNARY(f_sinpi, float, float, sinpif(x));
UNARY(d_sinpi, double, double, sinpi(x));
UNARY(f_cospi, float, float, cospif(x));
UNARY(d_cospi, double, double, cospi(x));
UNARY(f_rcbrt, float, float, rcbrtf(x));
UNARY(d_rcbrt, double, double, rcbrt(x));
UNARY(f_rsqrt, float, float, rsqrtf(x));
UNARY(d_rsqrt, double, double, rsqrt(x));
UNARY(f_j1, float, float, j1f(x));
UNARY(d_j1, double, double, j1(x));
UNARY(f_y0, float, float, y0f(x));
UNARY(d_y0, double, double, y0(x));
UNARY(f_y1, float, float, y1f(x));
UNARY(d_y1, double, double, y1(x));
UNARY(f_log1p, float, float, log1pf(x));
UNARY(d_log1p, double, double, log1p(x));
UNARY(f_expm1, float, float, expm1f(x));
UNARY(d_expm1, double, double, expm1(x));
UNARY(f_asinh, float, float, asinhf(x));
UNARY(d_asinh, double, double, asinh(x));
UNARY(f_acosh, float, float, acoshf(x));
UNARY(d_acosh, double, double, acosh(x));
UNARY(f_atanh, float, float, atanhf(x));
UNARY(d_atanh, double, double, atanh(x));
UNARY(f_cbrt, float, float, cbrtf(x));
UNARY(d_cbrt, double, double, cbrt(x));
UNARY(f_erf, float, float, erff(x));
UNARY(d_erf, double, double, erf(x));
UNARY(f_erfc, float, float, erfcf(x));
UNARY(d_erfc, double, double, erfc(x));
UNARY(f_exp10, float, float, exp10f(x));
UNARY(d_exp10, double, double, exp10(x));
UNARY(f_log10, float, float, log10f(x));
UNARY(d_log10, double, double, log10(x));
UNARY(f_tanh, float, float, tanhf(x));
UNARY(d_tanh, double, double, tanh(x));
UNARY(f_cosh, float, float, coshf(x));
UNARY(d_cosh, double, double, cosh(x));
UNARY(f_norm3d, float, float, norm3df(x, float(3), float(4)));
UNARY(d_norm3d, double, double, norm3d(x, double(3), double(4)));
UNARY(f_rnorm3d, float, float, rnorm3df(x, float(0), float(0)));
UNARY(d_rnorm3d, double, double, rnorm3d(x, double(0), double(0)));
UNARY(f_norm4d, float, float, norm4df(float(0), x, float(0), float(0)));
UNARY(d_norm4d, double, double, norm4d(double(0), x, double(0), double(0)));
UNARY(f_hypot_nan, float, float, hypotf(x, float(NAN)));
UNARY(d_hypot_nan, double, double, hypot(x, double(NAN)));
UNARY(f_rhypot, float, float, rhypotf(x, float(0)));
UNARY(d_rhypot, double, double, rhypot(x, double(0)));
UNARY(f_scalbln, float, float, scalblnf(x, 3l));
UNARY(d_scalbln, double, double, scalbln(x, 3l));
UNARY(f_remainder, float, float, remainderf(x, float(2)));
UNARY(d_remainder, double, double, remainder(x, double(2)));
UNARY(f_fdim, float, float, fdimf(x, float(1)));
UNARY(d_fdim, double, double, fdim(x, double(1)));
UNARY(f_fmod, float, float, fmodf(x, float(1)));
UNARY(d_fmod, double, double, fmod(x, double(1)));
UNARY(f_nextafter, float, float, nextafterf(x, x));
UNARY(d_nextafter, double, double, nextafter(x, x));
UNARY(f_fdivide, float, float, fdividef(x, float(1)));
UNARY(d_fdivide, double, double, fdivide(x, double(1)));
UNARY(fast__sinf, float, float, __sinf(x));
UNARY(fast__cosf, float, float, __cosf(x));
UNARY(fast__expf, float, float, __expf(x));
UNARY(fast__logf, float, float, __logf(x));
UNARY(fast__log10f, float, float, __log10f(x));
UNARY(fast__saturatef, float, float, __saturatef(x));
UNARY(fast_pow, float, float, __powf(x, 2.0f));
UNARY(fast_divide, float, float, __fdividef(x, 1.0f));

// Where the math functions are exact by definition: zeros, poles, infinities, NaN, arguments outside the domain.
// Other results are inexact on both sides: they are printed as `~`.
CASE(math_limits) {
  const std::vector<float> f = {0.0f, -0.0f, 1.0f, -1.0f, 2.0f, -2.0f, 0.5f, -0.5f, 1.5f, -3.0f, 40.0f, INFINITY, -INFINITY, NAN};
  const std::vector<double> d(f.begin(), f.end());
  exact_table<f_erfcx, float>("f_erfcx", f);
  exact_table<d_erfcx, double>("d_erfcx", d);
  exact_table<f_erfinv, float>("f_erfinv", f);
  exact_table<d_erfinv, double>("d_erfinv", d);
  exact_table<f_erfcinv, float>("f_erfcinv", f);
  exact_table<d_erfcinv, double>("d_erfcinv", d);
  exact_table<f_normcdf, float>("f_normcdf", f);
  exact_table<d_normcdf, double>("d_normcdf", d);
  exact_table<f_normcdfinv, float>("f_normcdfinv", f);
  exact_table<d_normcdfinv, double>("d_normcdfinv", d);
  exact_table<f_cyl_bessel_i0, float>("f_cyl_bessel_i0", f);
  exact_table<d_cyl_bessel_i0, double>("d_cyl_bessel_i0", d);
  exact_table<f_cyl_bessel_i1, float>("f_cyl_bessel_i1", f);
  exact_table<d_cyl_bessel_i1, double>("d_cyl_bessel_i1", d);
  exact_table<f_lgamma, float>("f_lgamma", f);
  exact_table<d_lgamma, double>("d_lgamma", d);
  exact_table<f_tgamma, float>("f_tgamma", f);
  exact_table<d_tgamma, double>("d_tgamma", d);
  exact_table<f_logb, float>("f_logb", f);
  exact_table<d_logb, double>("d_logb", d);
  exact_table<f_sinpi, float>("f_sinpi", f);
  exact_table<d_sinpi, double>("d_sinpi", d);
  exact_table<f_cospi, float>("f_cospi", f);
  exact_table<d_cospi, double>("d_cospi", d);
  exact_table<f_rcbrt, float>("f_rcbrt", f);
  exact_table<d_rcbrt, double>("d_rcbrt", d);
  exact_table<f_rsqrt, float>("f_rsqrt", f);
  exact_table<d_rsqrt, double>("d_rsqrt", d);
  exact_table<f_j1, float>("f_j1", f);
  exact_table<d_j1, double>("d_j1", d);
  exact_table<f_y0, float>("f_y0", f);
  exact_table<d_y0, double>("d_y0", d);
  exact_table<f_y1, float>("f_y1", f);
  exact_table<d_y1, double>("d_y1", d);
  exact_table<f_log1p, float>("f_log1p", f);
  exact_table<d_log1p, double>("d_log1p", d);
  exact_table<f_expm1, float>("f_expm1", f);
  exact_table<d_expm1, double>("d_expm1", d);
  exact_table<f_asinh, float>("f_asinh", f);
  exact_table<d_asinh, double>("d_asinh", d);
  exact_table<f_acosh, float>("f_acosh", f);
  exact_table<d_acosh, double>("d_acosh", d);
  exact_table<f_atanh, float>("f_atanh", f);
  exact_table<d_atanh, double>("d_atanh", d);
  exact_table<f_cbrt, float>("f_cbrt", f);
  exact_table<d_cbrt, double>("d_cbrt", d);
  exact_table<f_erf, float>("f_erf", f);
  exact_table<d_erf, double>("d_erf", d);
  exact_table<f_erfc, float>("f_erfc", f);
  exact_table<d_erfc, double>("d_erfc", d);
  exact_table<f_exp10, float>("f_exp10", f);
  exact_table<d_exp10, double>("d_exp10", d);
  exact_table<f_log10, float>("f_log10", f);
  exact_table<d_log10, double>("d_log10", d);
  exact_table<f_tanh, float>("f_tanh", f);
  exact_table<d_tanh, double>("d_tanh", d);
  exact_table<f_cosh, float>("f_cosh", f);
  exact_table<d_cosh, double>("d_cosh", d);
  exact_table<f_norm3d, float>("f_norm3d", f);
  exact_table<d_norm3d, double>("d_norm3d", d);
  exact_table<f_rnorm3d, float>("f_rnorm3d", f);
  exact_table<d_rnorm3d, double>("d_rnorm3d", d);
  exact_table<f_norm4d, float>("f_norm4d", f);
  exact_table<d_norm4d, double>("d_norm4d", d);
  exact_table<f_hypot_nan, float>("f_hypot_nan", f);
  exact_table<d_hypot_nan, double>("d_hypot_nan", d);
  exact_table<f_rhypot, float>("f_rhypot", f);
  exact_table<d_rhypot, double>("d_rhypot", d);
  exact_table<f_scalbln, float>("f_scalbln", f);
  exact_table<d_scalbln, double>("d_scalbln", d);
  exact_table<f_remainder, float>("f_remainder", f);
  exact_table<d_remainder, double>("d_remainder", d);
  exact_table<f_fdim, float>("f_fdim", f);
  exact_table<d_fdim, double>("d_fdim", d);
  exact_table<f_fmod, float>("f_fmod", f);
  exact_table<d_fmod, double>("d_fmod", d);
  exact_table<f_nextafter, float>("f_nextafter", f);
  exact_table<d_nextafter, double>("d_nextafter", d);
  exact_table<f_fdivide, float>("f_fdivide", f);
  exact_table<d_fdivide, double>("d_fdivide", d);
  exact_table<fast__sinf, float>("fast__sinf", f);
  exact_table<fast__cosf, float>("fast__cosf", f);
  exact_table<fast__expf, float>("fast__expf", f);
  exact_table<fast__logf, float>("fast__logf", f);
  exact_table<fast__log10f, float>("fast__log10f", f);
  exact_table<fast__saturatef, float>("fast__saturatef", f);
  exact_table<fast_pow, float>("fast_pow", f);
  exact_table<fast_divide, float>("fast_divide", f);
}
}  // namespace math_limits_

namespace math_special_cases_ {
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

// Transcendental functions where the result is exact or prescribed: zeros, infinities, NaN, ones.
CASE(math_special_cases) {
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
#undef T
}  // namespace math_special_cases_
