// SPDX-License-Identifier: Apache-2.0
// The distributions of each generator: pairs, fours and log-normal forms in steps that their rounding does not reach;
// Poisson numbers; how many integers each takes, seen by the next one.
#include <curand_kernel.h>

#include <string>

#include "../transcript.h"

__device__ int steps(double x) { return int(floor(x * 500 + 0.31)); }

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

int main() {
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
