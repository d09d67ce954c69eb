// SPDX-License-Identifier: Apache-2.0
// The numbers themselves, as kernels over the generators of curand_kernel.h. Compiled by riffle cc.
#include "libraries/curand/sequences.h"

#include <curand_kernel.h>

#include <algorithm>
#include <type_traits>

#include "libraries/curand/numbers.cuh"

namespace riffle::curand {
namespace {

using Word = unsigned;
using Long = unsigned long long;

// --- Algorithms: what of a state is kept, word by word for all sequences, and how it begins ---

/// The second number of a Box-Muller step waits for the next call that takes them one at a time.
constexpr unsigned kFlagWord = 6, kExtraWord = 7;

template <class State>
__device__ void load_extra(const Word* words, unsigned stride, State& state) {
  state.boxmuller_flag = static_cast<int>(words[kFlagWord * stride]);
  state.boxmuller_extra = __uint_as_float(words[kExtraWord * stride]);
}
template <class State>
__device__ void store_extra(Word* words, unsigned stride, const State& state) {
  words[kFlagWord * stride] = static_cast<Word>(state.boxmuller_flag);
  words[kExtraWord * stride] = __float_as_uint(state.boxmuller_extra);
}

struct Xorwow {
  using State = curandStateXORWOW_t;
  static constexpr unsigned kWords = 8;

  static __device__ State load(const Word* words, unsigned stride, unsigned, Long) {
    State state;
    state.d = words[0];
    for (unsigned i = 0; i < 5; ++i) state.v[i] = words[(i + 1) * stride];
    load_extra(words, stride, state);
    return state;
  }
  static __device__ void store(Word* words, unsigned stride, const State& state) {
    words[0] = state.d;
    for (unsigned i = 0; i < 5; ++i) words[(i + 1) * stride] = state.v[i];
    store_extra(words, stride, state);
  }
};

struct Mrg32k3a {
  using State = curandStateMRG32k3a_t;

  static __device__ State load(const Word* words, unsigned stride, unsigned, Long) {
    State state;
    for (unsigned i = 0; i < 3; ++i) {
      state.s1[i] = words[i * stride];
      state.s2[i] = words[(i + 3) * stride];
    }
    load_extra(words, stride, state);
    return state;
  }
  static __device__ void store(Word* words, unsigned stride, const State& state) {
    for (unsigned i = 0; i < 3; ++i) {
      words[i * stride] = state.s1[i];
      words[(i + 3) * stride] = state.s2[i];
    }
    store_extra(words, stride, state);
  }
};

/// The counter alone: the sequence's number and the seed are the rest.
struct Philox {
  using State = curandStatePhilox4_32_10_t;
  static constexpr unsigned kWords = 2;

  static __device__ State load(const Word* words, unsigned stride, unsigned sequence, Long seed) {
    State state;
    state.ctr = {words[0], words[stride], sequence, 0};
    state.key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
    state.STATE = 0;
    state.output = curand_Philox4x32_10(state.ctr, state.key);
    return state;
  }
  static __device__ void store(Word* words, unsigned stride, const State& state) {
    words[0] = state.ctr.x;
    words[stride] = state.ctr.y;
  }
};

// --- Kernels ---

template <class Algorithm, class Kind>
constexpr unsigned kUnitOf = std::is_same_v<Algorithm, Philox> ? 4 : Kind::kUnit;

/// Philox's last unit is made again by the next call where it is not used up.
template <class Algorithm, class Kind>
__global__ void take(Sequences from, typename Kind::Number* out, Long count, Kind kind) {
  constexpr Long unit = kUnitOf<Algorithm, Kind>;
  const unsigned turn = blockIdx.x * blockDim.x + threadIdx.x;
  if (turn >= from.count) return;
  const unsigned ahead = from.first + turn;
  const unsigned sequence = ahead < from.count ? ahead : ahead - from.count;
  const Long end = count + from.skipped;  // counted from the first unit's first number
  Word* const words = from.states + sequence;
  auto state = Algorithm::load(words, from.count, sequence, from.seed);
  Long at = turn * unit;
  // Whole units, then the two that may be used in part.
  const auto part = [&] {
    typename Kind::Number numbers[unit];
    kind(state, numbers);
    for (Long i = 0; i < unit; ++i)
      if (at + i >= from.skipped && at + i < end) out[at + i - from.skipped] = numbers[i];
  };
  if (unit == 4 && at < from.skipped && at + unit <= end) {
    part();
    at += from.count * unit;
  }
  for (; at + unit <= end; at += from.count * unit) {
    typename Kind::Number numbers[unit];
    kind(state, numbers);
    for (Long i = 0; i < unit; ++i) out[at + i - from.skipped] = numbers[i];
  }
  Algorithm::store(words, from.count, state);
  if (unit == 4 && at < end) part();
}

/// The first sequences, those before `sequences.first`, are one unit ahead.
__global__ void start_xorwow(Sequences sequences, Long rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= sequences.count) return;
  Xorwow::State state;
  curand_init(sequences.seed, i, rounds + (i < sequences.first), &state);
  Xorwow::store(sequences.states + i, sequences.count, state);
}

/// Jumps of one sequence of MRG32k3a.
struct MrgJumps {
  riffle_random::Matrix3 one, two;
};
__global__ void start_mrg(Sequences sequences, Long rounds, MrgJumps jumps) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= sequences.count) return;
  Mrg32k3a::State state;
  curand_init(sequences.seed, 0, 0, &state);
  riffle_random::jump(state.s1, jumps.one, i, 0, riffle_random::kGap1);
  riffle_random::jump(state.s2, jumps.two, i, 0, riffle_random::kGap2);
  skipahead(rounds + (i < sequences.first), &state);
  Mrg32k3a::store(sequences.states + i, sequences.count, state);
}

__global__ void start_philox(Sequences sequences, Long rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= sequences.count) return;
  const Long counter = rounds + (i < sequences.first);
  sequences.states[i] = static_cast<Word>(counter);
  sequences.states[sequences.count + i] = static_cast<Word>(counter >> 32);
}

// --- Launches ---

constexpr unsigned kBlock = 64;

template <class... Parameters>
cudaError_t launch(void (*kernel)(Parameters...), Long threads, cudaStream_t stream,
                   Parameters... parameters) {
  void* pointers[] = {&parameters...};
  return cudaLaunchKernel(reinterpret_cast<const void*>(kernel),
                          dim3(static_cast<unsigned>((threads + kBlock - 1) / kBlock)),
                          dim3(kBlock), pointers, 0, stream);
}

template <class Algorithm, class Kind>
cudaError_t take_all(Sequences& from, const SequenceRequest& request, Kind kind,
                     cudaStream_t stream) {
  using Number = typename Kind::Number;
  constexpr unsigned unit = kUnitOf<Algorithm, Kind>;
  const Long used = request.count + from.skipped;
  const Long threads = std::min<Long>(from.count, (used + unit - 1) / unit);
  const cudaError_t error =
      launch(take<Algorithm, Kind>, threads, stream, from, static_cast<Number*>(request.out),
             static_cast<Long>(request.count), kind);
  from.first = static_cast<unsigned>((from.first + used / unit) % from.count);
  from.skipped = static_cast<unsigned>(used % unit);
  return error;
}

template <class Algorithm>
cudaError_t take_kind(Sequences& from, const SequenceRequest& request, cudaStream_t stream) {
  const Normal normal{static_cast<float>(request.mean), static_cast<float>(request.deviation)};
  const NormalDouble normal_double{request.mean, request.deviation};
  switch (request.numbers) {
    case Numbers::kIntegers:
      return take_all<Algorithm>(from, request, Integers{}, stream);
    case Numbers::kUniform:
      return take_all<Algorithm>(from, request, Uniform{}, stream);
    case Numbers::kUniformDouble:
      return take_all<Algorithm>(from, request, UniformDouble{}, stream);
    case Numbers::kNormal:
      return take_all<Algorithm>(from, request, normal, stream);
    case Numbers::kNormalDouble:
      return take_all<Algorithm>(from, request, normal_double, stream);
    case Numbers::kLogNormal:
      return take_all<Algorithm>(from, request, LogOf<Normal>{normal}, stream);
    case Numbers::kLogNormalDouble:
      return take_all<Algorithm>(from, request, LogOf<NormalDouble>{normal_double}, stream);
    case Numbers::kPoisson: {
      if (request.mean < kLargePoissonMean)
        return take_all<Algorithm>(from, request, Poisson{request.distribution}, stream);
      const auto mean = static_cast<float>(request.mean);
      return take_all<Algorithm>(from, request, LargePoisson{mean, sqrtf(mean)}, stream);
    }
  }
  return cudaErrorInvalidValue;
}

/// A sequence of MRG32k3a is 2^76 numbers long.
MrgJumps mrg_jumps() {
  using riffle_random::kGap1, riffle_random::kGap2;
  MrgJumps jumps{{{0, 1, 0, 0, 0, 1, 4294967087u - 810728u, 1403580u, 0}},
                 {{0, 1, 0, 0, 0, 1, 4294944443u - 1370589u, 0, 527612u}}};
  for (int i = 0; i < 76; ++i) {
    jumps.one = riffle_random::multiply(jumps.one, jumps.one, kGap1);
    jumps.two = riffle_random::multiply(jumps.two, jumps.two, kGap2);
  }
  return jumps;
}

}  // namespace

std::size_t state_bytes(const Sequences& sequences) {
  const unsigned words =
      sequences.algorithm == Algorithm::kPhilox ? Philox::kWords : Xorwow::kWords;
  return std::size_t{words} * sequences.count * sizeof(Word);
}

unsigned unit(Algorithm algorithm, Numbers numbers) {
  if (algorithm == Algorithm::kPhilox) return 4;
  return numbers >= Numbers::kNormal && numbers <= Numbers::kLogNormalDouble ? Normal::kUnit : 1;
}

cudaError_t start(Sequences& sequences, unsigned long long position, cudaStream_t stream) {
  const unsigned group = sequences.algorithm == Algorithm::kPhilox ? 4 : 1;
  const Long units = position / group, rounds = units / sequences.count;
  sequences.first = static_cast<unsigned>(units % sequences.count);
  sequences.skipped = static_cast<unsigned>(position % group);
  switch (sequences.algorithm) {
    case Algorithm::kXorwow:
      return launch(start_xorwow, sequences.count, stream, sequences, rounds);
    case Algorithm::kMrg32k3a: {
      static const MrgJumps jumps = mrg_jumps();
      return launch(start_mrg, sequences.count, stream, sequences, rounds, MrgJumps(jumps));
    }
    case Algorithm::kPhilox:
      return launch(start_philox, sequences.count, stream, sequences, rounds);
  }
  return cudaErrorInvalidValue;
}

cudaError_t generate(Sequences& sequences, const SequenceRequest& request, cudaStream_t stream) {
  if (request.count == 0) return cudaSuccess;
  switch (sequences.algorithm) {
    case Algorithm::kXorwow:
      return take_kind<Xorwow>(sequences, request, stream);
    case Algorithm::kMrg32k3a:
      return take_kind<Mrg32k3a>(sequences, request, stream);
    case Algorithm::kPhilox:
      return take_kind<Philox>(sequences, request, stream);
  }
  return cudaErrorInvalidValue;
}

}  // namespace riffle::curand
