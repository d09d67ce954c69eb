// SPDX-License-Identifier: Apache-2.0
// Vectors as the rivals write them, and the part of a range that an OpenMP thread takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include <omp.h>

namespace rivals {

// As many lanes as the widest register of this processor has.
#if defined(__AVX512F__)
inline constexpr int kLanes = 16;
#elif defined(__AVX__)
inline constexpr int kLanes = 8;
#else
inline constexpr int kLanes = 4;
#endif
using Vector = float __attribute__((ext_vector_type(kLanes)));
using IntVector = std::int32_t __attribute__((ext_vector_type(kLanes)));
using Lanes = std::make_integer_sequence<int, kLanes>;

template <int... kLane>
constexpr IntVector lane_numbers(std::integer_sequence<int, kLane...>) {
  return IntVector{kLane...};
}

// From and to anywhere in an array.
inline Vector load(const float* from) {
  Vector value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline IntVector load(const std::int32_t* from) {
  IntVector value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void store(float* to, Vector value) { std::memcpy(to, &value, sizeof value); }
inline void store(std::int32_t* to, IntVector value) { std::memcpy(to, &value, sizeof value); }
/// Past the caches; `to` is aligned to a vector.
inline void stream(float* to, Vector value) {
  __builtin_nontemporal_store(value, reinterpret_cast<Vector*>(to));
}

struct Part {
  std::size_t begin, end;
};

/// The part of [0, count) that this OpenMP thread takes, in multiples of `grain`.
inline Part my_part(std::size_t count, std::size_t grain) {
  const std::size_t threads = static_cast<std::size_t>(omp_get_num_threads());
  const std::size_t me = static_cast<std::size_t>(omp_get_thread_num());
  const std::size_t grains = count / grain;
  const std::size_t begin = grains * me / threads * grain;
  const std::size_t end = me + 1 == threads ? count : grains * (me + 1) / threads * grain;
  return {begin, end};
}

}  // namespace rivals
