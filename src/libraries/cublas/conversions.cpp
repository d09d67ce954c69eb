// SPDX-License-Identifier: Apache-2.0
#include "libraries/cublas/conversions.h"

#include <array>
#include <bit>
#include <cstdint>

#include <immintrin.h>

namespace riffle::cublas {
namespace {

bool has_half_conversions() {
  static const bool has = [] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c");
  }();
  return has;
}

constexpr Size kHalves = 8;  // of a register

[[gnu::target("avx2,f16c")]] Size widen_halves(const __half* from, Size count, float* to) {
  Size i = 0;
  for (; i + kHalves <= count; i += kHalves)
    _mm256_storeu_ps(to + i,
                     _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
  return i;
}

[[gnu::target("avx2,f16c")]] Size narrow_halves(const float* from, Size count, __half* to) {
  Size i = 0;
  for (; i + kHalves <= count; i += kHalves)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i),
                     _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
  return i;
}

/// The values of all bytes of a type.
template <cudaDataType kType>
const std::array<float, 256>& values_of_bytes() {
  static const std::array<float, 256> values = [] {
    std::array<float, 256> made{};
    std::array<std::uint8_t, 256> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<std::uint8_t>(i);
      made[i] = static_cast<float>(load(kType, bytes.data(), static_cast<Size>(i)).x);
    }
    return made;
  }();
  return values;
}

template <cudaDataType kType>
void load_bytes(const void* elements, Size first, Size count, float* to) {
  const std::array<float, 256>& values = values_of_bytes<kType>();
  const auto* const from = static_cast<const std::uint8_t*>(elements) + first;
  for (Size i = 0; i < count; ++i) to[i] = values[from[i]];
}

}  // namespace

void load_many(cudaDataType type, const void* elements, Size first, Size count, float* to) {
  Size i = 0;
  switch (type) {
    case CUDA_R_8I:
      return load_bytes<CUDA_R_8I>(elements, first, count, to);
    case CUDA_R_8F_E4M3:
      return load_bytes<CUDA_R_8F_E4M3>(elements, first, count, to);
    case CUDA_R_8F_E5M2:
      return load_bytes<CUDA_R_8F_E5M2>(elements, first, count, to);
    case CUDA_R_16BF: {
      const auto* const from = static_cast<const std::uint16_t*>(elements) + first;
      for (; i < count; ++i) to[i] = std::bit_cast<float>(std::uint32_t{from[i]} << 16);
      return;
    }
    case CUDA_R_16F:
      if (has_half_conversions())
        i = widen_halves(static_cast<const __half*>(elements) + first, count, to);
      break;
    default:
      break;
  }
  for (; i < count; ++i) to[i] = narrowed<float>(load(type, elements, first + i));
}

void store_many(cudaDataType type, void* elements, Size first, Size count, const float* from) {
  Size i = 0;
  if (type == CUDA_R_16F && has_half_conversions())
    i = narrow_halves(from, count, static_cast<__half*>(elements) + first);
  for (; i < count; ++i) store(type, elements, first + i, widened(from[i]));
}

}  // namespace riffle::cublas
