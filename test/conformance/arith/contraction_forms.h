// SPDX-License-Identifier: Apache-2.0
// Forms in which a product and a sum meet, for any type with operators: through functions, memory, branches, loops, and
// where there is more than one way to fuse. Each form is a kernel of its own, so that none sees another's products.
#pragma once

#include "../transcript.h"

constexpr int kSamples = 16;

template <class T>
__device__ __forceinline__ T product(T a, T b) {
  return a * b;
}
template <class T>
__device__ __forceinline__ T sum(T a, T b) {
  return a + b;
}
template <class T>
__device__ __noinline__ T far_product(T a, T b) {
  return a * b;
}
template <class T>
__device__ __forceinline__ void product_into(T &to, T a, T b) {
  to = a * b;
}
template <class T>
struct Complex {
  T re, im;
  __device__ Complex operator*(const Complex &o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  __device__ Complex operator+(const Complex &o) const { return {re + o.re, im + o.im}; }
};

#define FORM(name, ...)                                          \
  template <class T>                                             \
  struct name {                                                  \
    static __device__ T of(T a, T b, T c, T d, int n, T *memory) { __VA_ARGS__ } \
  };
#define FORMS(X) \
  X(plain, return a * b + c;) \
  X(plain_right, return c + a * b;) \
  X(minus_right, return a * b - c;) \
  X(minus_left, return c - a * b;) \
  X(negated, return -(a * b) + c;) \
  X(negated_minus, return -(a * b) - c;) \
  X(negated_factor, return -a * b + c;) \
  X(functions, return sum(product(a, b), c);) \
  X(by_reference, T p; product_into(p, a, b); return p + c;) \
  X(far, return far_product(a, b) + c;) \
  X(lambda, auto f = [&](T x) { return x * b; }; return f(a) + c;) \
  X(two_products, return a * b + c * d;) \
  X(two_products_minus, return a * b - c * d;) \
  X(two_products_shared, const T p = a * b; return p + c * d + p;) \
  X(sum_of_sums, return a * b + c + d;) \
  X(sum_of_sums_right, return c + d + a * b;) \
  X(sum_of_sums_late, return a * b + (c + d);) \
  X(three_products, return a * b + c * d + a * d;) \
  X(three_products_late, return a * b + (c * d + a * d);) \
  X(four_squares, return a * a + b * b + c * c + d * d;) \
  X(product_of_three, return a * b * c + d;) \
  X(product_of_three_right, return a * (b * c) + d;) \
  X(product_of_sum, return (a + b) * c + d;) \
  X(product_of_fused, return (a * b + c) * d + a;) \
  X(used_twice, const T p = a * b; return (p + c) * (p - d);) \
  X(used_in_product, const T p = a * b; return (p + c) * p;) \
  X(used_in_comparison, const T p = a * b; return p > d ? p + c : p - c;) \
  X(selected, const T p = a > b ? a * b : c; return p + d;) \
  X(selected_products, const T p = n > 2 ? a * b : a * c; return p + d;) \
  X(in_branches, const T p = a * b; T s = d; if (n > 2) { s = p + c; memory[0] = s; } else { s = p - d; memory[1] = s; } return s;) \
  X(in_one_branch, const T p = a * b; T s = d; if (n > 2) { s = p + c; memory[0] = s; } return s;) \
  X(from_branch, T p; if (n > 2) { p = a * b; memory[0] = d; } else { p = c * d; memory[1] = d; } return p + c;) \
  X(invariant, const T p = a * b; T s = c; for (int i = 0; i < n; ++i) s = s + p; return s;) \
  X(invariant_inside, T s = c; for (int i = 0; i < n; ++i) s = s + a * b; return s;) \
  X(dot, T s = c; for (int i = 0; i < n; ++i) s += memory[i] * memory[i + 1]; return s;) \
  X(dot_unrolled, T s = c; _Pragma("unroll") for (int i = 0; i < 4; ++i) s += memory[i] * memory[i + 1]; return s;) \
  X(horner, T s = a; for (int i = 0; i < n; ++i) s = s * b + c; return s;) \
  X(product_carried, T p = a * b, s = c; for (int i = 0; i < n; ++i) { s = s + p; p = p * d; } return s;) \
  X(through_array, T list[4] = {a * b, a * c, a * d, b * c}; return list[n & 3] + c;) \
  X(accumulate, T s = c; s += a * b; s -= c * d; return s;) \
  X(complex, Complex<T> x{a, b}, y{c, d}; x = x * y; return x.re + x.im;) \
  X(complex_sum, Complex<T> x{a, b}, y{c, d}; x = x * y + x; return x.re * x.im;) \
  X(twice, return a + a + b;) \
  X(two_times, return T(2.0f) * a + b;) \
  X(three_times, return T(3.0f) * a + b;) \
  X(minus_one_times, return T(-1.0f) * a + b;) \
  X(plus_constant, return a * b + T(1.0f);) \
  X(square_minus_one, return a * a - T(1.0f);) \
  X(halved, return a / T(2.0f) + b;) \
  X(divided, return a / b + c;) \
  X(product_divided, return a * b / c + d;) \
  X(difference_of_squares, return (a - b) * (a + b) + c;) \
  X(same_operands, return a * b + a;) \
  X(product_plus_itself, const T p = a * b; return p + p;) \
  X(product_minus_itself, const T p = a * b; return p - a * b;) \
  X(shared_factor, return a * b + a * c;) \
  X(conditional_sum, T s = a * b; if (a > c) s = s + d; return s;) \
  X(switched, T s = a * b; switch (n) { case 1: s = s + c; break; case 3: s = s + d; break; default: s = s - c; } return s;)
FORMS(FORM)

template <class Op, class T>
__global__ void form_kernel(const float *in, float *out, int n) {
  __shared__ T memory[kSamples][8];
  const int i = threadIdx.x;
  for (int k = 0; k < 8; ++k) memory[i][k] = T(in[k * kSamples + i]);
  const T a(in[i]), b(in[kSamples + i]), c(in[2 * kSamples + i]), d(in[3 * kSamples + i]);
  const T result = Op::of(a, b, c, d, n, memory[i]);
  out[2 * i] = float(result);
  out[2 * i + 1] = float(double(result) - double(float(result)));  // the rest of a double
}

inline std::vector<float> samples() {
  std::vector<float> list;
  unsigned state = 7;
  for (int i = 0; i < 8 * kSamples; ++i) {
    state = state * 1664525u + 1013904223u;
    list.push_back((1.0f + float(state >> 9) / 8388608.0f) * (state & 256 ? -1.0f : 1.0f) * (state & 128 ? 1.0f : 0.5f));
  }
  return list;
}

template <class Op, class T>
void show_form(const char *name) {
  DeviceArray<float> in(samples()), out(2 * kSamples);
  form_kernel<Op, T><<<1, kSamples>>>(in.get(), out.get(), 3);
  MUST(cudaDeviceSynchronize());
  std::printf("%s:", name);
  const std::vector<float> all = out.read();
  for (int i = 0; i < kSamples; ++i) {
    if (sizeof(T) == 8)
      std::printf(" %a", double(all[2 * i]) + double(all[2 * i + 1]));
    else
      std::printf(" %a", all[2 * i]);
  }
  std::printf("\n");
}
