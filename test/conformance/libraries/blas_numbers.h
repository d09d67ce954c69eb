// SPDX-License-Identifier: Apache-2.0
// What the programs that call cuBLAS by any of its interfaces share: small integers in each of its four types, which every
// implementation computes without rounding, and rows of results.
#pragma once

#include <cublas_api.h>

#include <cmath>
#include <string>

#include "../transcript.h"

template <class T>
struct Number;
template <>
struct Number<float> {
  using Real = float;
  static float of(int re, int) { return static_cast<float>(re); }
};
template <>
struct Number<double> {
  using Real = double;
  static double of(int re, int) { return re; }
};
template <>
struct Number<cuComplex> {
  using Real = float;
  static cuComplex of(int re, int im) { return {static_cast<float>(re), static_cast<float>(im)}; }
};
template <>
struct Number<cuDoubleComplex> {
  using Real = double;
  static cuDoubleComplex of(int re, int im) { return {static_cast<double>(re), static_cast<double>(im)}; }
};

inline void print_value(double x) { std::printf(" %g", x == 0 ? 0.0 : x); }
inline void print_value(float x) { print_value(static_cast<double>(x)); }
inline void print_value(int x) { std::printf(" %d", x); }
inline void print_value(cuDoubleComplex x) { std::printf(" %g,%g", x.x == 0 ? 0.0 : x.x, x.y == 0 ? 0.0 : x.y); }
inline void print_value(cuComplex x) { print_value(cuDoubleComplex{x.x, x.y}); }

template <class T>
void print_row(const std::string &what, const std::vector<T> &values) {
  std::printf("%s:", what.c_str());
  for (const T &value : values) print_value(value);
  std::printf("\n");
  std::fflush(stdout);
}

// Small integers from a linear congruence: never zero, so that triangular matrices are regular.
template <class T>
std::vector<T> numbers(std::size_t count, unsigned seed) {
  std::vector<T> values(count);
  unsigned x = seed * 2654435761u + 12345u;
  const auto next = [&x] {
    x = x * 1664525u + 1013904223u;
    const int n = static_cast<int>(x >> 24) % 7 - 3;
    return n == 0 ? 2 : n;
  };
  for (T &value : values) {
    const int re = next();
    value = Number<T>::of(re, next());
  }
  return values;
}
// A matrix whose diagonal is one or a power of two, for solving without rounding.
template <class T>
std::vector<T> triangular(int n, int ld, unsigned seed) {
  std::vector<T> values = numbers<T>(static_cast<std::size_t>(ld) * n, seed);
  for (int i = 0; i < n; ++i) values[static_cast<std::size_t>(i) * ld + i] = Number<T>::of(i % 2 == 0 ? 1 : -2, 0);
  return values;
}

inline void need(const char *what, int line, cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::printf("line %d: %s: %s\n", line, what, cublasGetStatusName(status));
  std::fflush(stdout);
  std::exit(2);
}
#define NEED(...) need(#__VA_ARGS__, __LINE__, (__VA_ARGS__))

inline void show_status(const char *what, cublasStatus_t status) {
  std::printf("%s: %s\n", what, cublasGetStatusName(status));
  std::fflush(stdout);
}
#define STATUS(...) show_status(#__VA_ARGS__, (__VA_ARGS__))
