// SPDX-License-Identifier: Apache-2.0
// Arguments at the edges of the math functions, and results by class: where CUDA bounds an error in ulp, only zero,
// subnormal, normal, infinite or NaN and the sign are the same everywhere.
#pragma once

#include <cmath>

#include "table.h"

/// Both signs of each, as many as there are limits, halves, wholes and places where functions overflow or vanish.
template <class T>
std::vector<T> special_inputs() {
  using Limits = std::numeric_limits<T>;
  const T sizes[] = {T(0),    Limits::denorm_min(), Limits::min() / 2, Limits::min(), Limits::min() * 3,
                     T(1e-30), T(1e-20),             T(1e-10),          T(1e-5),       T(0.125),
                     T(0.25), T(0.5),               T(0.75),           T(1),          T(1.25),
                     T(1.5),  T(2),                 T(2.5),            T(3),          T(4),
                     T(5.5),  T(9.5),               T(20),             T(33),         T(40.5),
                     T(70),   T(87),                T(89.5),           T(110),        T(127),
                     T(128),  T(160),               T(172),            T(300),        T(701),
                     T(712),  T(760),               T(1023),           T(1024),       T(1100),
                     T(1e6),  T(16777217),          T(2147483648.0),   T(1e10),       T(1e19),
                     T(1e25), T(1e37),              Limits::max(),     Limits::infinity()};
  std::vector<T> inputs;
  for (T size : sizes) {
    inputs.push_back(size);
    inputs.push_back(-size);
  }
  inputs.push_back(Limits::quiet_NaN());
  return inputs;
}

template <class T>
std::vector<T> special_pair_inputs() {
  using Limits = std::numeric_limits<T>;
  const T sizes[] = {T(0), Limits::denorm_min(), Limits::min(), T(0.5), T(1),          T(2),
                     T(3), T(2.5),               T(1e19),       T(1e6), Limits::max(), Limits::infinity()};
  std::vector<T> inputs;
  for (T size : sizes) {
    inputs.push_back(size);
    inputs.push_back(-size);
  }
  inputs.push_back(Limits::quiet_NaN());
  return inputs;
}

/// 0, d(enormal), n(ormal), i(nfinite) with a sign, or `nan`.
template <class T>
void print_class(T x) {
  if (x != x) {
    std::printf(" nan");
    return;
  }
  const int kind = std::fpclassify(x);
  std::printf(" %c%c", std::signbit(x) ? '-' : '+',
              kind == FP_ZERO ? '0' : kind == FP_SUBNORMAL ? 'd' : kind == FP_NORMAL ? 'n' : 'i');
}
inline void print_class(long x) { std::printf(" %ld", x); }
inline void print_class(long long x) { std::printf(" %lld", x); }
inline void print_class(int x) { std::printf(" %d", x); }

template <class Op, class R, class A>
void unary_classes(const char *name, const std::vector<A> &a) {
  DeviceArray<A> in(a);
  DeviceArray<R> out(a.size());
  unary_kernel<Op><<<(a.size() + 63) / 64, 64>>>(in.get(), out.get(), int(a.size()));
  MUST(cudaDeviceSynchronize());
  std::printf("%s:", name);
  for (R r : out.read()) print_class(r);
  std::printf("\n");
}

template <class Op, class R, class A, class B>
void binary_classes(const char *name, const std::vector<A> &a, const std::vector<B> &b) {
  DeviceArray<A> in_a(a);
  DeviceArray<B> in_b(b);
  DeviceArray<R> out(a.size() * b.size());
  binary_kernel<Op>
      <<<(a.size() * b.size() + 63) / 64, 64>>>(in_a.get(), in_b.get(), out.get(), int(a.size()), int(b.size()));
  MUST(cudaDeviceSynchronize());
  auto values = out.read();
  std::printf("%s\n", name);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) print_class(R(values[i * b.size() + j]));
    std::printf("\n");
  }
}
#define SHOW_CLASSES(name, values) unary_classes<name, name::Result>(#name, values)
#define SHOW_PAIR_CLASSES(name, a, b) binary_classes<name, name::Result>(#name, a, b)
