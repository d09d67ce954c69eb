// SPDX-License-Identifier: Apache-2.0
// What the programs that call cuFFT share: transforms in any layout, compared with sums in double precision. Of long ones
// some elements are compared, and everything that a layout leaves out must be as it was.
#pragma once

#include <cufft.h>
#include <cufftXt.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "../transcript.h"

inline void show_result(const char *what, cufftResult result) {
  std::printf("%s: %d\n", what, static_cast<int>(result));
  std::fflush(stdout);
}
#define RESULT(...) show_result(#__VA_ARGS__, (__VA_ARGS__))
inline void need(const char *what, int line, cufftResult result) {
  if (result == CUFFT_SUCCESS) return;
  std::printf("line %d: %s: %d\n", line, what, static_cast<int>(result));
  std::fflush(stdout);
  std::exit(2);
}
#define NEED(...) need(#__VA_ARGS__, __LINE__, (__VA_ARGS__))

struct Side {
  int embed[3];
  int stride;
  int distance;
};
struct Transform {
  int rank;
  int n[3];
  int batch = 1;
  bool in_place = false;
  bool embedded = false;  // by the sides; otherwise one element follows the other
  Side in = {}, out = {};
};

class Numbers {
 public:
  explicit Numbers(unsigned seed) : x_(seed * 2654435761u + 12345u) {}
  double next() {
    x_ = x_ * 1664525u + 1013904223u;
    return static_cast<int>(x_ >> 16 & 255) / 64.0 - 2;  // exact in half precision too
  }

 private:
  unsigned x_;
};

// Where element (x, y, z) of transform b lies, of rows that have `last` elements.
inline std::size_t place(const Transform &t, const Side &side, int last, int b, const int *at) {
  std::size_t index = 0, block = last;
  for (int i = 0; i < t.rank - 1; ++i) block *= t.n[i];
  for (int i = 0; i < t.rank; ++i) {
    const int row = t.embedded ? side.embed[i] : i == t.rank - 1 ? last : t.n[i];
    index = index * row + at[i];
  }
  return t.embedded ? static_cast<std::size_t>(b) * side.distance + index * side.stride : b * block + index;
}
template <class Visit>
void for_all(const Transform &t, int last, Visit visit) {
  int at[3] = {0, 0, 0};
  for (;;) {
    visit(at);
    int i = t.rank - 1;
    for (; i >= 0; --i) {
      if (++at[i] < (i == t.rank - 1 ? last : t.n[i])) break;
      at[i] = 0;
    }
    if (i < 0) return;
  }
}

template <class T>
struct Types;
template <>
struct Types<float> {
  static constexpr cufftType c2c = CUFFT_C2C, r2c = CUFFT_R2C, c2r = CUFFT_C2R;
  static constexpr double tolerance = 4e-7;
  static cufftResult run_c2c(cufftHandle p, void *a, void *b, int d) { return cufftExecC2C(p, static_cast<cufftComplex *>(a), static_cast<cufftComplex *>(b), d); }
  static cufftResult run_r2c(cufftHandle p, void *a, void *b) { return cufftExecR2C(p, static_cast<float *>(a), static_cast<cufftComplex *>(b)); }
  static cufftResult run_c2r(cufftHandle p, void *a, void *b) { return cufftExecC2R(p, static_cast<cufftComplex *>(a), static_cast<float *>(b)); }
};
template <>
struct Types<double> {
  static constexpr cufftType c2c = CUFFT_Z2Z, r2c = CUFFT_D2Z, c2r = CUFFT_Z2D;
  static constexpr double tolerance = 1e-15;
  static cufftResult run_c2c(cufftHandle p, void *a, void *b, int d) { return cufftExecZ2Z(p, static_cast<cufftDoubleComplex *>(a), static_cast<cufftDoubleComplex *>(b), d); }
  static cufftResult run_r2c(cufftHandle p, void *a, void *b) { return cufftExecD2Z(p, static_cast<double *>(a), static_cast<cufftDoubleComplex *>(b)); }
  static cufftResult run_c2r(cufftHandle p, void *a, void *b) { return cufftExecZ2D(p, static_cast<cufftDoubleComplex *>(a), static_cast<double *>(b)); }
};

using Complex = std::complex<double>;

// Powers of the root of unity of order n.
inline std::vector<Complex> roots(int n, int sign) {
  std::vector<Complex> values(n);
  const double turn = 2 * std::acos(-1.0) * sign / n;
  for (int i = 0; i < n; ++i) values[i] = {std::cos(turn * i), std::sin(turn * i)};
  return values;
}

// One element of the transform of a dense array.
inline Complex element(const Transform &t, const std::vector<Complex> &dense, const int *at, int sign) {
  std::vector<Complex> powers[3];
  for (int i = 0; i < t.rank; ++i) powers[i] = roots(t.n[i], sign);
  Complex sum = 0;
  std::size_t index = 0;
  for_all(t, t.n[t.rank - 1], [&](const int *from) {
    Complex factor = 1;
    for (int i = 0; i < t.rank; ++i) factor *= powers[i][static_cast<long long>(from[i]) * at[i] % t.n[i]];
    sum += dense[index++] * factor;
  });
  return sum;
}

enum class Way { kForward, kInverse, kToComplex, kToReal };

// Whether the transform is right: what it should have written is there, and nothing else has changed.
template <class Real>
bool is_right(const Transform &t, Way way, unsigned seed = 1) {
  using Types = ::Types<Real>;
  const int n = t.n[t.rank - 1], half = n / 2 + 1;
  const bool real_in = way == Way::kToComplex, real_out = way == Way::kToReal;
  const bool padded = t.in_place && !t.embedded;
  const int in_row = way == Way::kToComplex ? (padded ? 2 * half : n) : real_out ? half : n;
  const int out_row = way == Way::kToReal ? (padded ? 2 * half : n) : real_in ? half : n;
  const int sign = way == Way::kForward || way == Way::kToComplex ? -1 : 1;

  // A dense array of each transform, and the memory in which it lies, in reals.
  int last[3];
  for (int i = 0; i < t.rank; ++i) last[i] = t.n[i] - 1;
  const auto reals = [&](const Side &side, int row, bool is_real) {
    int end[3] = {last[0], last[1], last[2]};
    end[t.rank - 1] = std::max(row, n) - 1;
    std::size_t most = 0;
    for (int b = 0; b < t.batch; ++b) most = std::max(most, place(t, side, row, b, end) + 1);
    return most * (is_real ? 1 : 2) + 8;
  };
  std::size_t in_size = reals(t.in, in_row, real_in), out_size = reals(t.out, out_row, real_out);
  if (t.in_place) in_size = out_size = std::max(in_size, out_size);
  std::vector<Real> in(in_size, Real(77)), out(out_size, Real(55));
  std::vector<std::vector<Complex>> dense(t.batch);
  Numbers numbers(seed);
  for (int b = 0; b < t.batch; ++b) {
    std::vector<Complex> &values = dense[b];
    for_all(t, n, [&](const int *) {
      const double re = numbers.next();
      values.push_back(real_in ? Complex(re) : Complex(re, numbers.next()));
    });
    if (real_out) {
      // The half that is there says what the other is.
      const std::vector<Complex> given = values;
      std::size_t index = 0;
      for_all(t, n, [&](const int *at) {
        std::size_t mirrored = 0;
        bool first_half = true, decided = false;
        for (int i = t.rank - 1; i >= 0 && !decided; --i) {
          const int other = (t.n[i] - at[i]) % t.n[i];
          if (other != at[i]) {
            first_half = at[i] < other;
            decided = true;
          }
        }
        for (int i = 0; i < t.rank; ++i) mirrored = mirrored * t.n[i] + (t.n[i] - at[i]) % t.n[i];
        if (!decided) values[index] = given[index].real();
        else if (!first_half) values[index] = std::conj(given[mirrored]);
        ++index;
      });
    }
    std::size_t index = 0;
    for_all(t, n, [&](const int *at) {
      const Complex value = values[index++];
      if (real_out && at[t.rank - 1] >= half) return;
      const std::size_t where = place(t, t.in, in_row, b, at);
      if (real_in) {
        in[where] = static_cast<Real>(value.real());
      } else {
        in[2 * where] = static_cast<Real>(value.real());
        in[2 * where + 1] = static_cast<Real>(value.imag());
      }
    });
  }

  cufftHandle plan;
  const cufftType type = real_in ? Types::r2c : real_out ? Types::c2r : Types::c2c;
  std::vector<int> lengths(t.n, t.n + 3), inembed(t.in.embed, t.in.embed + 3), onembed(t.out.embed, t.out.embed + 3);
  if (t.embedded) {
    NEED(cufftPlanMany(&plan, t.rank, lengths.data(), inembed.data(), t.in.stride, t.in.distance, onembed.data(), t.out.stride, t.out.distance, type, t.batch));
  } else {
    NEED(cufftPlanMany(&plan, t.rank, lengths.data(), nullptr, 1, 0, nullptr, 1, 0, type, t.batch));
  }
  DeviceArray<Real> device_in(in), device_out(out);
  Real *const to = t.in_place ? device_in : device_out;
  if (real_in) NEED(Types::run_r2c(plan, device_in, to));
  else if (real_out) NEED(Types::run_c2r(plan, device_in, to));
  else NEED(Types::run_c2c(plan, device_in, to, sign));
  MUST(cudaDeviceSynchronize());
  NEED(cufftDestroy(plan));
  const std::vector<Real> result = t.in_place ? device_in.read() : device_out.read();

  double count = 1;
  for (int i = 0; i < t.rank; ++i) count *= t.n[i];
  const double most = Types::tolerance * std::sqrt(count) * 2 * (3 + std::log2(count)) * (count < 100 ? 1 : 3);
  std::vector<char> is_written(result.size(), 0);
  const int last_written = real_out || !real_in ? n : half;
  const std::size_t step = count <= 256 ? 1 : static_cast<std::size_t>(count) / 7;
  for (int b = 0; b < t.batch; ++b) {
    std::size_t index = 0;
    bool right = true;
    for_all(t, last_written, [&](const int *at) {
      const std::size_t where = place(t, t.out, out_row, b, at);
      Complex value;
      if (real_out) {
        is_written[where] = 1;
        value = static_cast<double>(result[where]);
      } else {
        is_written[2 * where] = is_written[2 * where + 1] = 1;
        value = {static_cast<double>(result[2 * where]), static_cast<double>(result[2 * where + 1])};
      }
      if (index++ % step != 0 || (b > 1 && b < t.batch - 1)) return;
      if (!(std::abs(value - element(t, dense[b], at, sign)) <= most)) right = false;
    });
    if (!right) return false;
  }
  if (!t.in_place) {
    for (std::size_t i = 0; i < result.size(); ++i)
      if (!is_written[i] && result[i] != Real(55)) return false;
    if (!real_out && device_in.read() != in) return false;  // from complex to real the input may be lost
  }
  return true;
}

template <class Real>
bool is_right_in_all_ways(Transform t, unsigned seed = 1) {
  for (const bool in_place : {false, true}) {
    t.in_place = in_place;
    for (const Way way : {Way::kForward, Way::kInverse, Way::kToComplex, Way::kToReal})
      if (!is_right<Real>(t, way, seed)) return false;
  }
  return true;
}

inline void show_both(const char *what, const Transform &t) {
  std::printf("%s: float %s, double %s\n", what, is_right_in_all_ways<float>(t) ? "right" : "wrong", is_right_in_all_ways<double>(t) ? "right" : "wrong");
  std::fflush(stdout);
}
