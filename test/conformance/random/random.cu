// SPDX-License-Identifier: Apache-2.0
// cuRAND's generators in kernels.
#include "../cases.h"

#include <curand_kernel.h>
#include <string>

__device__ int steps(double x) { return int(floor(x * 500 + 0.31)); }

namespace sequences_ {
template <class State>
__global__ void sequences(unsigned *out) {
  const unsigned long long seeds[] = {0, 1, 1234, 0x123456789abcdefull};
  const unsigned long long subsequences[] = {0, 1, 7, 1000003};
  const unsigned long long offsets[] = {0, 3, 64, 123456789012ull};
  int t = threadIdx.x;
  unsigned *mine = out + 24 * t;
  State state;
  curand_init(seeds[t % 4], subsequences[t / 4 % 4], offsets[t / 16], &state);
  for (int i = 0; i < 6; ++i) mine[i] = curand(&state);
  skipahead(1000ull, &state);
  mine[6] = curand(&state);
  skipahead_sequence(5ull, &state);
  mine[7] = curand(&state);
  mine[8] = __float_as_uint(curand_uniform(&state));
  mine[9] = __float_as_uint(curand_uniform(&state));
  double d = curand_uniform_double(&state);
  mine[10] = unsigned(__double_as_longlong(d));
  mine[11] = unsigned(__double_as_longlong(d) >> 32);
  for (int i = 0; i < 3; ++i) mine[12 + i] = unsigned(int(floorf(curand_normal(&state) * 500 + 0.31f)));
  float2 two = curand_normal2(&state);
  mine[15] = unsigned(int(floorf(two.x * 500 + 0.31f)));
  mine[16] = unsigned(int(floorf(two.y * 500 + 0.31f)));
  mine[17] = unsigned(int(floor(curand_normal_double(&state) * 500 + 0.31)));
  mine[18] = unsigned(int(floor(curand_normal_double(&state) * 500 + 0.31)));
  mine[19] = curand(&state);
  mine[20] = unsigned(int(floorf(curand_log_normal(&state, 0.5f, 0.25f) * 300 + 0.31f)));
}

__global__ void fours(unsigned *out) {
  curandStatePhilox4_32_10_t state;
  curand_init(42, threadIdx.x, threadIdx.x, &state);
  unsigned *mine = out + 24 * threadIdx.x;
  uint4 a = curand4(&state);
  float4 b = curand_uniform4(&state);
  mine[0] = a.x, mine[1] = a.y, mine[2] = a.z, mine[3] = a.w;
  mine[4] = __float_as_uint(b.x), mine[5] = __float_as_uint(b.y);
  mine[6] = __float_as_uint(b.z), mine[7] = __float_as_uint(b.w);
  double2 c = curand_uniform2_double(&state);
  mine[8] = unsigned(__double_as_longlong(c.x) >> 20);
  mine[9] = unsigned(__double_as_longlong(c.y) >> 20);
  float4 n = curand_normal4(&state);
  mine[10] = unsigned(int(floorf(n.x * 500 + 0.31f)));
  mine[11] = unsigned(int(floorf(n.w * 500 + 0.31f)));
  mine[12] = curand(&state);
}

template <class State>
void show_generator(const char *name) {
  DeviceArray<unsigned> out(24 * 64);
  sequences<State><<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 64; ++t)
    show_hex_row((name + std::to_string(t)).c_str(), std::vector<unsigned>(v.begin() + 24 * t, v.begin() + 24 * t + 21));
}

// cuRAND's generators in kernels: the integers and uniform numbers of seeds, subsequences and offsets, exactly; normal
// numbers in steps that their rounding does not reach.
CASE(sequences) {
  show_generator<curandStateXORWOW_t>("xorwow ");
  show_generator<curandStatePhilox4_32_10_t>("philox ");
  show_generator<curandStateMRG32k3a_t>("mrg32k3a ");
  DeviceArray<unsigned> out(24 * 8);
  fours<<<1, 8>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 8; ++t)
    show_hex_row("four", std::vector<unsigned>(v.begin() + 24 * t, v.begin() + 24 * t + 13));
}
}  // namespace sequences_

namespace quasi_ {
// van der Corput's dimension, and that of the polynomial x + 1.
template <class Word>
std::vector<Word> directions(int dimension) {
  constexpr int kBits = sizeof(Word) * 8;
  std::vector<Word> v(kBits);
  Word m = 1;
  for (int i = 0; i < kBits; ++i) {
    v[i] = (dimension == 0 ? Word(1) : m) << (kBits - 1 - i);
    m = (m << 1) ^ m;
  }
  return v;
}

template <class State, class Vectors, class Word>
__device__ void begin(Word *vectors, Word scramble, Word offset, State *state, std::integral_constant<bool, false>) {
  curand_init(*reinterpret_cast<Vectors *>(vectors), offset, state);
}

template <class State, class Vectors, class Word>
__device__ void begin(Word *vectors, Word scramble, Word offset, State *state, std::integral_constant<bool, true>) {
  curand_init(*reinterpret_cast<Vectors *>(vectors), scramble, offset, state);
}

template <class State, class Vectors, class Word, bool scrambled>
__global__ void quasi(Word *vectors, unsigned long long *out) {
  const Word offsets[] = {0, 1, 5, 1023, 1u << 20, 123456789u};
  State state;
  begin<State, Vectors, Word>(vectors, Word(0x9e3779b97f4a7c15ull), offsets[threadIdx.x], &state,
                              std::integral_constant<bool, scrambled>());
  unsigned long long *mine = out + 20 * threadIdx.x;
  for (int i = 0; i < 5; ++i) *mine++ = curand(&state);
  skipahead(Word(1000), &state);
  *mine++ = curand(&state);
  skipahead(Word(0), &state);
  *mine++ = curand(&state);
  *mine++ = __float_as_uint(curand_uniform(&state));
  *mine++ = __float_as_uint(curand_uniform(&state));
  *mine++ = __double_as_longlong(curand_uniform_double(&state));
  *mine++ = __double_as_longlong(curand_uniform_double(&state));
  *mine++ = steps(curand_normal(&state));
  *mine++ = steps(curand_normal(&state));
  *mine++ = steps(curand_normal_double(&state));
  *mine++ = steps(curand_log_normal(&state, 0.5f, 0.25f));
  *mine++ = steps(curand_log_normal_double(&state, 0.5, 0.25));
  *mine++ = curand_poisson(&state, 5.5);
  *mine++ = curand_poisson(&state, 600.0);
  *mine++ = curand_poisson(&state, 20000.0);
  *mine++ = curand(&state);
}

template <class State, class Vectors, class Word, bool scrambled>
void show_generator(const char *name) {
  for (int dimension = 0; dimension < 2; ++dimension) {
    DeviceArray<Word> vectors(directions<Word>(dimension));
    DeviceArray<unsigned long long> out(20 * 6);
    quasi<State, Vectors, Word, scrambled><<<1, 6>>>(vectors.get(), out.get());
    MUST(cudaDeviceSynchronize());
    const auto v = out.read();
    for (int t = 0; t < 6; ++t) {
      std::printf("%s %d %d:", name, dimension, t);
      for (int i = 0; i < 20; ++i) std::printf(" %llx", v[20 * t + i]);
      std::printf("\n");
    }
  }
}

// Sobol generators, plain and scrambled, 32 and 64 bits, with direction vectors made here (primitive polynomials of two
// dimensions): integers and uniform numbers exactly, skipping, normal numbers in steps that their rounding does not
// reach.
CASE(quasi) {
  show_generator<curandStateSobol32_t, curandDirectionVectors32_t, unsigned, false>("sobol32");
  show_generator<curandStateScrambledSobol32_t, curandDirectionVectors32_t, unsigned, true>("scrambled sobol32");
  show_generator<curandStateSobol64_t, curandDirectionVectors64_t, unsigned long long, false>("sobol64");
  show_generator<curandStateScrambledSobol64_t, curandDirectionVectors64_t, unsigned long long, true>("scrambled sobol64");
}
}  // namespace quasi_

namespace distributions_ {
template <class State>
__global__ void pairs(unsigned *out) {
  State state;
  curand_init(20u + threadIdx.x, threadIdx.x, 5 * threadIdx.x, &state);
  unsigned *mine = out + 24 * threadIdx.x;
  const float2 a = curand_normal2(&state);
  *mine++ = steps(a.x), *mine++ = steps(a.y), *mine++ = curand(&state);
  const double2 b = curand_normal2_double(&state);
  *mine++ = steps(b.x), *mine++ = steps(b.y), *mine++ = curand(&state);
  const float2 c = curand_log_normal2(&state, 0.5f, 0.25f);
  *mine++ = steps(c.x), *mine++ = steps(c.y), *mine++ = curand(&state);
  const double2 d = curand_log_normal2_double(&state, 0.5, 0.25);
  *mine++ = steps(d.x), *mine++ = steps(d.y), *mine++ = curand(&state);
  // One of a pair is kept, for its own distribution.
  *mine++ = steps(curand_normal(&state)), *mine++ = steps(curand_log_normal(&state, 0.5f, 0.25f));
  *mine++ = steps(curand_normal(&state)), *mine++ = steps(curand_log_normal(&state, 0.5f, 0.25f));
  *mine++ = steps(curand_normal_double(&state)), *mine++ = steps(curand_log_normal_double(&state, 0.5, 0.25));
  *mine++ = steps(curand_normal_double(&state)), *mine++ = steps(curand_log_normal_double(&state, 0.5, 0.25));
  *mine++ = curand(&state);
}

template <class State>
__global__ void poisson(unsigned *out) {
  State state;
  curand_init(77u, threadIdx.x, 0, &state);
  unsigned *mine = out + 16 * threadIdx.x;
  for (double lambda : {0.01, 1.0, 3.5, 20.0, 63.9, 4000.5, 1e6, 1e9}) *mine++ = curand_poisson(&state, lambda);
  *mine++ = curand(&state);
}

template <class State>
__global__ void poisson_between(unsigned *out) {
  State state;
  curand_init(77u, threadIdx.x, 0, &state);
  unsigned *mine = out + 16 * threadIdx.x;
  for (double lambda : {64.0, 100.0, 333.0, 1000.0, 2500.0, 4000.0}) *mine++ = curand_poisson(&state, lambda);
  *mine++ = curand(&state);
}

__global__ void fours(unsigned *out) {
  curandStatePhilox4_32_10_t state;
  curand_init(42, threadIdx.x, threadIdx.x, &state);
  unsigned *mine = out + 32 * threadIdx.x;
  const double4 a = curand_normal4_double(&state);
  *mine++ = steps(a.x), *mine++ = steps(a.y), *mine++ = steps(a.z), *mine++ = steps(a.w), *mine++ = curand(&state);
  const double4 b = curand_log_normal4_double(&state, 0.5, 0.25);
  *mine++ = steps(b.x), *mine++ = steps(b.y), *mine++ = steps(b.z), *mine++ = steps(b.w), *mine++ = curand(&state);
  const float4 c = curand_log_normal4(&state, 0.5f, 0.25f);
  *mine++ = steps(c.x), *mine++ = steps(c.y), *mine++ = steps(c.z), *mine++ = steps(c.w), *mine++ = curand(&state);
  const double4 d = curand_uniform4_double(&state);
  *mine++ = unsigned(__double_as_longlong(d.x) >> 16), *mine++ = unsigned(__double_as_longlong(d.w) >> 16);
  const uint4 e = curand_poisson4(&state, 6.5);
  *mine++ = e.x, *mine++ = e.y, *mine++ = e.z, *mine++ = e.w, *mine++ = curand(&state);
  const uint4 f = curand_poisson4(&state, 50000.0);
  *mine++ = f.x, *mine++ = f.y, *mine++ = f.z, *mine++ = f.w, *mine++ = curand(&state);
}

__global__ void skips(unsigned *out) {
  curandStateMRG32k3a_t a;
  curandStateXORWOW_t b;
  curandStatePhilox4_32_10_t c;
  curand_init(5, 1, 2, &a), curand_init(5, 1, 2, &b), curand_init(5, 1, 2, &c);
  skipahead_subsequence(3ull, &a);
  *out++ = curand(&a);
  skipahead_sequence(3ull, &a), skipahead_sequence(3ull, &b), skipahead_sequence(3ull, &c);
  *out++ = curand(&a), *out++ = curand(&b), *out++ = curand(&c);
  skipahead(1ull << 40, &a), skipahead(1ull << 40, &b), skipahead(1ull << 40, &c);
  *out++ = curand(&a), *out++ = curand(&b), *out++ = curand(&c);
  skipahead_sequence(1ull << 33, &a), skipahead_sequence(1ull << 33, &b), skipahead_sequence(1ull << 33, &c);
  *out++ = curand(&a), *out++ = curand(&b), *out++ = curand(&c);
}

void show_rows(const char *name, void (*kernel)(unsigned *), int threads, int words) {
  DeviceArray<unsigned> out(static_cast<std::size_t>(threads) * words);
  kernel<<<1, threads>>>(out.get());
  MUST(cudaDeviceSynchronize());
  const auto v = out.read();
  for (int t = 0; t < threads; ++t)
    show_hex_row(name, std::vector<unsigned>(v.begin() + words * t, v.begin() + words * (t + 1)));
}

// The distributions of each generator: pairs, fours and log-normal forms in steps that their rounding does not reach;
// Poisson numbers; how many integers each takes, seen by the next one.
CASE(distributions) {
  show_rows("pairs of xorwow", pairs<curandStateXORWOW_t>, 8, 24);
  show_rows("pairs of philox", pairs<curandStatePhilox4_32_10_t>, 8, 24);
  show_rows("pairs of mrg32k3a", pairs<curandStateMRG32k3a_t>, 8, 24);
  show_rows("poisson of xorwow", poisson<curandStateXORWOW_t>, 24, 16);
  show_rows("poisson of philox", poisson<curandStatePhilox4_32_10_t>, 24, 16);
  show_rows("poisson of mrg32k3a", poisson<curandStateMRG32k3a_t>, 24, 16);
  show_rows("poisson between of xorwow", poisson_between<curandStateXORWOW_t>, 24, 16);
  show_rows("poisson between of philox", poisson_between<curandStatePhilox4_32_10_t>, 24, 16);
  show_rows("fours", fours, 8, 32);
  show_rows("skips", skips, 1, 10);
}
}  // namespace distributions_
