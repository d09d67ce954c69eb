// SPDX-License-Identifier: Apache-2.0
// Numbers of each distribution: what a sequence hands out at once.
#pragma once

#include <curand_kernel.h>

#include <type_traits>

namespace riffle::curand {

template <class T>
__device__ void put(T* out, T x, T y, T z, T w) {
  out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

struct Integers {
  using Number = unsigned;
  static constexpr unsigned kUnit = 1;
  template <class State>
  __device__ void operator()(State& state, unsigned* out) const {
    out[0] = ::curand(&state);
  }
  __device__ void operator()(curandStatePhilox4_32_10_t& state, unsigned* out) const {
    const uint4 n = curand4(&state);
    put(out, n.x, n.y, n.z, n.w);
  }
};

struct Uniform {
  using Number = float;
  static constexpr unsigned kUnit = 1;
  template <class State>
  __device__ void operator()(State& state, float* out) const {
    out[0] = curand_uniform(&state);
  }
  __device__ void operator()(curandStatePhilox4_32_10_t& state, float* out) const {
    const float4 n = curand_uniform4(&state);
    put(out, n.x, n.y, n.z, n.w);
  }
};

struct UniformDouble {
  using Number = double;
  static constexpr unsigned kUnit = 1;
  template <class State>
  __device__ void operator()(State& state, double* out) const {
    out[0] = curand_uniform_double(&state);
  }
  __device__ void operator()(curandStatePhilox4_32_10_t& state, double* out) const {
    const double4 n = curand_uniform4_double(&state);
    put(out, n.x, n.y, n.z, n.w);
  }
};

struct Normal {
  using Number = float;
  static constexpr unsigned kUnit = 2;
  float mean, deviation;
  template <class State>
  __device__ void operator()(State& state, float* out) const {
    const float2 n = curand_normal2(&state);
    out[0] = mean + deviation * n.x;
    out[1] = mean + deviation * n.y;
  }
  __device__ void operator()(curandStatePhilox4_32_10_t& state, float* out) const {
    const float4 n = curand_normal4(&state);
    put(out, mean + deviation * n.x, mean + deviation * n.y, mean + deviation * n.z,
        mean + deviation * n.w);
  }
};

struct NormalDouble {
  using Number = double;
  static constexpr unsigned kUnit = 2;
  double mean, deviation;
  template <class State>
  __device__ void operator()(State& state, double* out) const {
    const double2 n = curand_normal2_double(&state);
    out[0] = mean + deviation * n.x;
    out[1] = mean + deviation * n.y;
  }
  __device__ void operator()(curandStatePhilox4_32_10_t& state, double* out) const {
    const double4 n = curand_normal4_double(&state);
    put(out, mean + deviation * n.x, mean + deviation * n.y, mean + deviation * n.z,
        mean + deviation * n.w);
  }
};

/// e to the power of a normal number.
template <class Exponent>
struct LogOf {
  using Number = typename Exponent::Number;
  static constexpr unsigned kUnit = Exponent::kUnit;
  Exponent exponent;
  template <class State>
  __device__ void operator()(State& state, Number* out) const {
    exponent(state, out);
    constexpr unsigned unit = std::is_same_v<State, curandStatePhilox4_32_10_t> ? 4 : kUnit;
    for (unsigned i = 0; i < unit; ++i) out[i] = exp(out[i]);
  }
};

struct Poisson {
  using Number = unsigned;
  static constexpr unsigned kUnit = 1;
  const curandDiscreteDistribution_st* distribution;
  template <class State>
  __device__ void operator()(State& state, unsigned* out) const {
    out[0] = riffle_random::discrete(::curand(&state), *distribution);
  }
  __device__ void operator()(curandStatePhilox4_32_10_t& state, unsigned* out) const {
    const uint4 n = curand4(&state);
    put(out, riffle_random::discrete(n.x, *distribution),
        riffle_random::discrete(n.y, *distribution), riffle_random::discrete(n.z, *distribution),
        riffle_random::discrete(n.w, *distribution));
  }
};

/// A sequence hands out the two numbers of a Box-Muller step one after the other.
struct LargePoisson {
  using Number = unsigned;
  static constexpr unsigned kUnit = 1;
  float mean, root;

  __device__ unsigned rounded(float normal) const {
    return static_cast<unsigned>(normal * root + mean + 0.5f);
  }
  template <class State>
  __device__ void operator()(State& state, unsigned* out) const {
    out[0] = rounded(curand_normal(&state));
  }
  __device__ void operator()(curandStatePhilox4_32_10_t& state, unsigned* out) const {
    const float4 n = curand_normal4(&state);
    put(out, rounded(n.x), rounded(n.y), rounded(n.z), rounded(n.w));
  }
};

}  // namespace riffle::curand
