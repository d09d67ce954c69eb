// SPDX-License-Identifier: Apache-2.0
// The special functions of C++17's <cmath> as the device side sees them: declared. They are functions of the host, whose
// bodies (5,000 lines, and templates that are instantiated for functions which nobody calls) take the device side a tenth of
// its time. Found before the C++ library's own header of this name, by the device side alone.
// Source: ISO C++17, 29.9.5; those of namespace __gnu_cxx are libstdc++'s.
#if __cplusplus < 201703L
#include_next <bits/specfun.h>
#elif !defined(_GLIBCXX_BITS_SPECFUN_H)
#define _GLIBCXX_BITS_SPECFUN_H 1
#pragma GCC system_header

// Programs rely on what <cmath> brings along.
#include <bits/c++config.h>
#include <bits/stl_algobase.h>

#include <limits>
#include <type_traits>

#ifndef __STDCPP_MATH_SPEC_FUNCS__
#define __STDCPP_MATH_SPEC_FUNCS__ 201003L
#endif
#ifndef __cpp_lib_math_special_functions
#define __cpp_lib_math_special_functions 201603L
#endif

namespace riffle_declared {
template <class _Tp>
struct Promoted {
  using type = double;
};
template <>
struct Promoted<float> {
  using type = float;
};
template <>
struct Promoted<long double> {
  using type = long double;
};
template <class... _Tp>
using Result = decltype((typename Promoted<_Tp>::type() + ...));
}  // namespace riffle_declared

#define RIFFLE_DECLARE_1(name)      \
  float name##f(float);             \
  long double name##l(long double); \
  template <class _Ap>              \
  riffle_declared::Result<_Ap> name(_Ap)
#define RIFFLE_DECLARE_2(name)                   \
  float name##f(float, float);                   \
  long double name##l(long double, long double); \
  template <class _Ap, class _Bp>                \
  riffle_declared::Result<_Ap, _Bp> name(_Ap, _Bp)
#define RIFFLE_DECLARE_3(name)                                \
  float name##f(float, float, float);                         \
  long double name##l(long double, long double, long double); \
  template <class _Ap, class _Bp, class _Cp>                  \
  riffle_declared::Result<_Ap, _Bp, _Cp> name(_Ap, _Bp, _Cp)
#define RIFFLE_DECLARE_4(name)                                             \
  float name##f(float, float, float, float);                               \
  long double name##l(long double, long double, long double, long double); \
  template <class _Ap, class _Bp, class _Cp, class _Dp>                    \
  riffle_declared::Result<_Ap, _Bp, _Cp, _Dp> name(_Ap, _Bp, _Cp, _Dp)
// Functions of an order, or of a degree and an order.
#define RIFFLE_DECLARE_ORDER(name)            \
  float name##f(unsigned, float);             \
  long double name##l(unsigned, long double); \
  template <class _Ap>                        \
  riffle_declared::Result<_Ap> name(unsigned, _Ap)
#define RIFFLE_DECLARE_ORDERS(name)                     \
  float name##f(unsigned, unsigned, float);             \
  long double name##l(unsigned, unsigned, long double); \
  template <class _Ap>                                  \
  riffle_declared::Result<_Ap> name(unsigned, unsigned, _Ap)

namespace std {
RIFFLE_DECLARE_ORDERS(assoc_laguerre);
RIFFLE_DECLARE_ORDERS(assoc_legendre);
RIFFLE_DECLARE_2(beta);
RIFFLE_DECLARE_1(comp_ellint_1);
RIFFLE_DECLARE_1(comp_ellint_2);
RIFFLE_DECLARE_2(comp_ellint_3);
RIFFLE_DECLARE_2(cyl_bessel_i);
RIFFLE_DECLARE_2(cyl_bessel_j);
RIFFLE_DECLARE_2(cyl_bessel_k);
RIFFLE_DECLARE_2(cyl_neumann);
RIFFLE_DECLARE_2(ellint_1);
RIFFLE_DECLARE_2(ellint_2);
RIFFLE_DECLARE_3(ellint_3);
RIFFLE_DECLARE_1(expint);
RIFFLE_DECLARE_ORDER(hermite);
RIFFLE_DECLARE_ORDER(laguerre);
RIFFLE_DECLARE_ORDER(legendre);
RIFFLE_DECLARE_1(riemann_zeta);
RIFFLE_DECLARE_ORDER(sph_bessel);
RIFFLE_DECLARE_ORDERS(sph_legendre);
RIFFLE_DECLARE_ORDER(sph_neumann);
}  // namespace std

#ifndef __STRICT_ANSI__
namespace __gnu_cxx {
RIFFLE_DECLARE_1(airy_ai);
RIFFLE_DECLARE_1(airy_bi);
RIFFLE_DECLARE_3(conf_hyperg);
RIFFLE_DECLARE_4(hyperg);
}  // namespace __gnu_cxx
#endif

#undef RIFFLE_DECLARE_1
#undef RIFFLE_DECLARE_2
#undef RIFFLE_DECLARE_3
#undef RIFFLE_DECLARE_4
#undef RIFFLE_DECLARE_ORDER
#undef RIFFLE_DECLARE_ORDERS
#endif
