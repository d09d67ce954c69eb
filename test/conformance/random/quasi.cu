// SPDX-License-Identifier: Apache-2.0
// Sobol generators, plain and scrambled, 32 and 64 bits, with direction vectors made here (primitive polynomials of two
// dimensions): integers and uniform numbers exactly, skipping, normal numbers in steps that their rounding does not
// reach.
#include <curand_kernel.h>

#include <string>

#include "../transcript.h"

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

__device__ int steps(double x) { return int(floor(x * 500 + 0.31)); }

template <class State, class Vectors, class Word, bool scrambled>
__global__ void kernel(Word *vectors, unsigned long long *out) {
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
    kernel<State, Vectors, Word, scrambled><<<1, 6>>>(vectors.get(), out.get());
    MUST(cudaDeviceSynchronize());
    const auto v = out.read();
    for (int t = 0; t < 6; ++t) {
      std::printf("%s %d %d:", name, dimension, t);
      for (int i = 0; i < 20; ++i) std::printf(" %llx", v[20 * t + i]);
      std::printf("\n");
    }
  }
}

int main() {
  show_generator<curandStateSobol32_t, curandDirectionVectors32_t, unsigned, false>("sobol32");
  show_generator<curandStateScrambledSobol32_t, curandDirectionVectors32_t, unsigned, true>("scrambled sobol32");
  show_generator<curandStateSobol64_t, curandDirectionVectors64_t, unsigned long long, false>("sobol64");
  show_generator<curandStateScrambledSobol64_t, curandDirectionVectors64_t, unsigned long long, true>("scrambled sobol64");
}
