# SPDX-License-Identifier: Apache-2.0
"""cuFFTW, FFTW's interface to cuFFT: programs in C and C++, plans of all kinds against sums, what is refused, the tools' view."""
import pathlib
import re

import riffle_case
from riffle_case import RiffleCase

TABLE = pathlib.Path(__file__).resolve().parents[2] / "src/libraries/cufftw/cufftw.tsv"

# A program as written for FFTW: the header alone is another.
PROGRAM = """\
#include <stdio.h>
#include <cufftw.h>
int main(void) {
  const int n = 8;
  fftw_complex* in = (fftw_complex*)fftw_malloc(n * sizeof(fftw_complex));
  fftw_complex* out = (fftw_complex*)fftw_malloc(n * sizeof(fftw_complex));
  float real[10] = {0};
  double add, mul, fma;
  int i;
  fftw_plan forward = fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, FFTW_MEASURE);
  fftw_plan backward = fftw_plan_dft_1d(n, out, out, FFTW_BACKWARD, FFTW_ESTIMATE);
  fftwf_plan half = fftwf_plan_dft_r2c_2d(1, 8, real, (fftwf_complex*)real, FFTW_PATIENT);
  for (i = 0; i < n; ++i) in[i][0] = i, in[i][1] = -i;
  for (i = 0; i < 8; ++i) real[i] = 1;
  fftw_execute(forward);
  printf("%.3f %.3f, %.3f %.3f\\n", out[0][0], out[0][1], out[4][0], out[4][1]);
  fftw_execute(backward);
  printf("%.3f %.3f\\n", out[5][0] / n, out[5][1] / n);
  fftwf_execute(half);
  printf("%.3f %.3f %.3f\\n", real[0], real[1], real[8]);
  fftw_flops(forward, &add, &mul, &fma);
  printf("%g %g %g %g\\n", fftw_cost(forward), add, mul, fma);
  fftw_print_plan(forward);
  fftwf_print_plan(half);
  printf("\\nwisdom %d\\n", fftw_import_wisdom_from_file(stdin));
  fftw_set_timelimit(1);
  fftw_destroy_plan(forward);
  fftw_destroy_plan(backward);
  fftwf_destroy_plan(half);
  fftw_free(in);
  fftw_free(out);
  fftw_cleanup();
  return 0;
}
"""
SHOWN = """\
28.000 -28.000, -4.000 4.000
5.000 -5.000
8.000 0.000 0.000
120 72 48 0
(dft 8)(r2c 1 8)
wisdom 0
"""

# With C's complex numbers, in memory of the device and managed memory.
COMPLEX = """\
#include <complex.h>
#include <stdio.h>
#include <cuda_runtime_api.h>
#include <cufftw.h>
int main(void) {
  fftw_complex host[4] = {1, 2 * I, 3, 4 * I};
  fftw_complex *device, *managed;
  fftw_plan plan;
  cudaMalloc((void**)&device, sizeof host);
  cudaMallocManaged((void**)&managed, sizeof host, cudaMemAttachGlobal);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  plan = fftw_plan_dft_1d(4, device, managed, FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_execute(plan);
  printf("%g %g\\n", creal(managed[0]), cimag(managed[0]));
  fftw_execute_dft(plan, host, host);
  printf("%g %g\\n", creal(host[0]), cimag(host[0]));
  fftw_destroy_plan(plan);
  return 0;
}
"""

# What there is no plan for, and what execution says where it does nothing.
REFUSED = """\
#include <limits.h>
#include <stdio.h>
#include <cufftw.h>
#define SHOW(plan) printf("%d", (plan) != 0)
int main(void) {
  static fftw_complex a[64], b[64];
  double* r = (double*)a;
  int n[4] = {2, 2, 2, 2}, zero[2] = {4, 0}, large[3] = {INT_MAX, INT_MAX, INT_MAX};
  fftw_iodim dims[4] = {{2, 8, 8}, {2, 4, 4}, {2, 2, 2}, {2, 1, 1}};
  fftw_iodim64 far = {2, 1ll << 61, 1};
  fftw_plan plan;
  SHOW(fftw_plan_dft(4, n, a, b, FFTW_FORWARD, 0));
  SHOW(fftw_plan_dft(0, n, a, b, FFTW_FORWARD, 0));
  SHOW(fftw_plan_dft(2, zero, a, b, FFTW_FORWARD, 0));
  SHOW(fftw_plan_dft(3, large, a, b, FFTW_FORWARD, 0));
  SHOW(fftw_plan_dft(1, 0, a, b, FFTW_FORWARD, 0));
  SHOW(fftw_plan_dft_1d(-4, a, b, FFTW_FORWARD, 0));
  SHOW(fftw_plan_dft_1d(4, a, b, 0, 0));
  SHOW(fftw_plan_many_dft(1, n, 0, a, 0, 1, 2, b, 0, 1, 2, FFTW_FORWARD, 0));
  SHOW(fftw_plan_guru_dft(4, dims, 0, 0, a, b, FFTW_FORWARD, 0));
  SHOW(fftw_plan_guru_dft(1, dims, 1, 0, a, b, FFTW_FORWARD, 0));
  SHOW(fftw_plan_guru_dft(1, dims, -1, dims, a, b, FFTW_FORWARD, 0));
  SHOW(fftw_plan_guru64_dft(1, &far, 0, 0, a, b, FFTW_FORWARD, 0));
  SHOW(fftw_plan_dft_c2r_2d(4, 4, b, r, FFTW_PRESERVE_INPUT));
  printf(" ");
  SHOW(fftw_plan_dft_c2r_2d(4, 4, b, r, FFTW_DESTROY_INPUT));
  SHOW(fftw_plan_dft_c2r_1d(4, b, r, FFTW_PRESERVE_INPUT));
  SHOW(fftw_plan_guru_dft(3, dims, 1, dims + 3, a, b, FFTW_BACKWARD, FFTW_UNALIGNED));
  plan = fftw_plan_dft_1d(4, a, b, FFTW_FORWARD, 0);
  fftw_execute(0);
  fftw_destroy_plan(0);
  fftw_execute_dft(plan, a, 0);
  fftw_execute_dft_r2c(plan, r, b);
  fftwf_execute(plan);
  fftw_destroy_plan(plan);
  printf("\\n");
  return 0;
}
"""
SAID = """\
riffle: cuFFTW executed no transform: an array is null
riffle: cuFFTW executed no transform: the plan is for a transform of another type
riffle: cuFFTW executed no transform: the plan is for a transform of another type
"""

# Guru and advanced plans by chance: axes in any order in memory, with room between them, compared with sums.
RANDOM = """\
#include <cufftw.h>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>
using Complex = std::complex<double>;
unsigned x;
int below(int n) { return static_cast<int>((x = x * 1664525u + 1013904223u) >> 16) % n; }

struct Axis { int n, is, os; };
// Distances for axes of these lengths, the axes in any order; `last` stays the innermost where it must.
std::vector<int> lay_out(const std::vector<int>& lengths, int innermost, int& room) {
  std::vector<int> order, steps(lengths.size());
  for (int i = 0; i < static_cast<int>(lengths.size()); ++i) if (i != innermost) order.insert(order.begin() + below(order.size() + 1), i);
  if (innermost >= 0) order.insert(order.begin(), innermost);
  int step = innermost >= 0 ? 1 : 1 + below(2);
  for (int axis : order) { steps[axis] = step; step *= lengths[axis] + below(3); }
  room = step + 1;
  return steps;
}

template <class R> struct Calls;
#define CALLS(R, P) template <> struct Calls<R> { \\
  using C = P##_complex; \\
  static void* dft(int r, fftw_iodim64* d, int b, fftw_iodim64* h, C* i, C* o, int s) { return P##_plan_guru64_dft(r, d, b, h, i, o, s, 0); } \\
  static void* r2c(int r, fftw_iodim* d, int b, fftw_iodim* h, R* i, C* o) { return P##_plan_guru_dft_r2c(r, d, b, h, i, o, 0); } \\
  static void* c2r(int r, fftw_iodim* d, int b, fftw_iodim* h, C* i, R* o) { return P##_plan_guru_dft_c2r(r, d, b, h, i, o, 0); } \\
  static void run(void* p) { P##_execute(p); P##_destroy_plan(p); } };
CALLS(double, fftw)
CALLS(float, fftwf)

template <class R>
bool is_right(unsigned seed) {
  x = seed;
  const int rank = 1 + below(3), batch_rank = below(3), kind = below(4);  // 0, 1: complex, 2: r2c, 3: c2r
  const bool in_place = below(3) == 0;
  std::vector<int> n, half;
  const int longest[] = {90, 14, 7};
  for (int i = 0; i < rank + batch_rank; ++i) n.push_back(1 + below(i < rank ? longest[rank - 1] : 4));
  half = n;
  half[rank - 1] = n[rank - 1] / 2 + 1;
  const bool real_in = kind == 2, real_out = kind == 3;
  int in_room = 0, out_room = 0;
  std::vector<int> is, os;
  if (in_place && kind < 2) { is = os = lay_out(n, -1, in_room); out_room = in_room; }
  else if (in_place) {
    std::vector<int> steps = lay_out(half, rank - 1, in_room), real = steps;
    for (int i = 0; i < rank + batch_rank; ++i) if (i != rank - 1) real[i] *= 2;
    is = real_in ? real : steps, os = real_in ? steps : real;
    out_room = in_room;
  } else { is = lay_out(real_out ? half : n, -1, in_room), os = lay_out(real_in ? half : n, -1, out_room); }
  std::vector<R> in(2 * in_room), out(2 * out_room, R(99));
  // Values of a transform from complex numbers to real ones have to be those of real numbers: made by sums from such.
  int count = 1, transforms = 1;
  for (int i = 0; i < rank + batch_rank; ++i) (i < rank ? count : transforms) *= n[i];
  std::vector<std::vector<Complex>> from(transforms, std::vector<Complex>(count)), to = from;
  const auto at = [&](int t, int k, const std::vector<int>& steps, std::vector<int>* place = nullptr) {
    int index = 0;
    for (int i = rank + batch_rank - 1; i >= rank; --i) { index += t % n[i] * steps[i]; t /= n[i]; }
    if (place) place->resize(rank);
    for (int i = rank - 1; i >= 0; --i) { index += k % n[i] * steps[i]; if (place) (*place)[i] = k % n[i]; k /= n[i]; }
    return index;
  };
  const int sign = kind == 1 || kind == 3 ? 1 : -1;
  const auto sums = [&](const std::vector<Complex>& f, std::vector<Complex>& g, int direction) {
    std::vector<int> p, q;
    for (int a = 0; a < count; ++a) {
      g[a] = 0;
      at(0, a, is, &p);
      for (int b = 0; b < count; ++b) {
        at(0, b, is, &q);
        double angle = 0;
        for (int i = 0; i < rank; ++i) angle += double(p[i]) * q[i] / n[i];
        g[a] += f[b] * std::polar(1.0, direction * 2 * M_PI * angle);
      }
    }
  };
  for (int t = 0; t < transforms; ++t) {
    for (Complex& c : from[t]) c = {below(256) / 64.0 - 2, kind < 2 ? below(256) / 64.0 - 2 : 0};
    if (real_out) { to[t] = from[t]; sums(to[t], from[t], -1); for (Complex& c : to[t]) c *= count; }
    else sums(from[t], to[t], sign);
    std::vector<int> p;
    for (int k = 0; k < count; ++k) {
      const int index = at(t, k, is, &p);
      if (real_in) in[index] = from[t][k].real();
      else if (!real_out || p[rank - 1] < half[rank - 1]) in[2 * index] = from[t][k].real(), in[2 * index + 1] = from[t][k].imag();
    }
  }
  std::vector<fftw_iodim> dims;
  std::vector<fftw_iodim64> wide;
  for (int i = 0; i < rank + batch_rank; ++i) { dims.push_back({n[i], is[i], os[i]}); wide.push_back({n[i], is[i], os[i]}); }
  using C = typename Calls<R>::C;
  R* const result = in_place ? in.data() : out.data();
  void* plan = kind < 2 ? Calls<R>::dft(rank, wide.data(), batch_rank, wide.data() + rank, (C*)in.data(), (C*)result, sign)
               : kind == 2 ? Calls<R>::r2c(rank, dims.data(), batch_rank, dims.data() + rank, in.data(), (C*)result)
                           : Calls<R>::c2r(rank, dims.data(), batch_rank, dims.data() + rank, (C*)in.data(), result);
  if (plan == nullptr) return false;
  Calls<R>::run(plan);
  double wrong = 0, size = 1;
  for (int t = 0; t < transforms; ++t) {
    std::vector<int> p;
    for (int k = 0; k < count; ++k) {
      const int index = at(t, k, os, &p);
      if (real_in && p[rank - 1] >= half[rank - 1]) continue;
      const Complex got = real_out ? Complex(result[index], 0) : Complex(result[2 * index], result[2 * index + 1]);
      wrong = std::fmax(wrong, std::abs(got - to[t][k]));
      size = std::fmax(size, std::abs(to[t][k]));
    }
  }
  const bool right = wrong / size < (sizeof(R) == 8 ? 1e-12 : 1e-5);
  if (!right) std::printf("seed %u: rank %d, batches %d, kind %d, in place %d: %g\\n", seed, rank, batch_rank, kind, in_place, wrong / size);
  return right;
}

int main() {
  for (unsigned seed = 1; seed <= 300; ++seed) if (!is_right<double>(seed) || !is_right<float>(seed)) return 1;
}
"""

# Advanced plans with and without embeddings: what FFTW's manual says of a null embedding.
MANY = """\
#include <cufftw.h>
#include <cmath>
#include <cstdio>
#include <vector>
int main() {
  const int n[2] = {3, 6}, in_embed[2] = {4, 8}, out_embed[2] = {5, 5};
  double worst = 0;
  for (int variant = 0; variant < 3; ++variant) {  // 0: null, 1: embedded, 2: null and in place
    const int rows = variant == 1 ? 8 : variant == 2 ? 8 : 6, stride = variant == 2 ? 1 : 2;
    const int in_distance = variant == 2 ? 24 : variant == 1 ? 70 : 40, out_row = variant == 1 ? 5 : 4;
    const int out_distance = variant == 2 ? 12 : 60;
    std::vector<double> in(400), copy;
    std::vector<double> out(400);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = std::sin(1.0 * i * i);
    copy = in;
    fftw_complex* const to = (fftw_complex*)(variant == 2 ? in.data() : out.data());
    fftw_plan plan = fftw_plan_many_dft_r2c(2, n, 2, in.data(), variant == 1 ? in_embed : nullptr, stride, in_distance, to,
                                            variant == 1 ? out_embed : nullptr, stride, out_distance, 0);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
    for (int b = 0; b < 2; ++b) for (int p = 0; p < 3; ++p) for (int q = 0; q < 4; ++q) {
      double re = 0, im = 0;
      for (int i = 0; i < 3; ++i) for (int j = 0; j < 6; ++j) {
        const double value = copy[b * in_distance + (i * rows + j) * stride], angle = -2 * M_PI * (i * p / 3.0 + j * q / 6.0);
        re += value * std::cos(angle), im += value * std::sin(angle);
      }
      const fftw_complex& got = to[b * out_distance + (p * out_row + q) * stride];
      worst = std::fmax(worst, std::hypot(got[0] - re, got[1] - im));
    }
  }
  std::printf("%d\\n", worst < 1e-12);
}
"""

# Of memory of the device riffle check knows what is touched; of the host's it knows as for any code of the program.
CHECKED = """\
#include <cufftw.h>
__global__ void fill(double* x) { x[threadIdx.x] = 1; }
int main() {
  double *in, *host = new double[64];
  fftw_complex *out;
  cudaMalloc(&in, 64 * sizeof *in);
  cudaMalloc(&out, 32 * sizeof *out);  // one element short
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  fftw_plan plan = fftw_plan_dft_r2c_1d(64, host, (fftw_complex*)new double[66], 0);
  for (int i = 0; i < 64; ++i) host[i] = i;
  fftw_execute(plan);
  fill<<<1, 64>>>(in);
  fftw_execute_dft_r2c(plan, in, out);
  fftw_destroy_plan(plan);
  cudaStreamDestroy(other);
  cudaFree(in);
  cudaFree(out);
}
"""


class CuFftw(RiffleCase):
    def setUp(self):
        super().setUp()
        self.toolkit = self.riffle("info", "--toolkit").stdout.rstrip("\n")

    def built(self, text, name="x.cpp"):
        self.write(name, text)
        self.compile(name, "-o", "x", "-lcufftw", "-lcufft")
        return self.program("x")

    def test_programs_build(self):
        for name in ("x.cu", "x.cpp", "x.c"):
            result = self.built(PROGRAM, name)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, SHOWN, ""))

    def test_host_compiler(self):
        self.write("x.c", PROGRAM)
        made = self.run_command(["gcc", "-Wall", "-Wextra", "-Werror", "x.c", "-o", "x", f"-I{self.toolkit}/include",
                                 f"-L{self.toolkit}/lib64", f"-Wl,-rpath,{self.toolkit}/lib64", "-lcufftw"])
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.assertEqual(self.program("x").stdout, SHOWN)

    def test_complex_numbers_of_c(self):
        result = self.built(COMPLEX, "x.c")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "4 6\n4 6\n", ""))

    def test_what_has_no_plan(self):
        result = self.built(REFUSED, "x.c")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "0000000000000 111\n", SAID))

    def test_plans_by_chance(self):
        result = self.built(RANDOM)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_embeddings(self):
        result = self.built(MANY)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "1\n", ""))

    def test_names(self):
        stems = [line.split("\t")[1] for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
        exported = self.run_command(["nm", "-D", "--defined-only", f"{self.toolkit}/lib64/libcufftw.so.12"]).stdout
        self.assertEqual(sorted(re.findall(r" T (\w+)@@libcufftw.so.12", exported)),
                         sorted(f"{prefix}_{stem}" for prefix in ("fftw", "fftwf") for stem in stems))

    def test_checked_and_traced(self):
        self.built(CHECKED, "x.cu")
        found = self.riffle("check", "./x").stderr
        self.assertRegex(found, r"(?s)out of bounds: a kernel writes 16 bytes .*kernel cufft_writes_its_output writes")
        self.assertRegex(found, r"cufft_writes_its_output writes, .*(\n .*)*\n +called at \S*x\S* in main ")
        self.assertIn("riffle check: 1 error\n", found)
        self.assertRegex(self.riffle("trace", "./x").stdout, "host function .*riffle::cufft::")


if __name__ == "__main__":
    riffle_case.unittest.main()
