// SPDX-License-Identifier: Apache-2.0
// Floating-point formats of 8, 6 and 4 bits: conversions between them and float, double, half and bfloat16.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };

namespace riffle_half {

/// A format with `exponent_bits` and `fraction_bits`. `most` is the code of the largest finite number, `nan` the code of
/// NaN (0: has none, NaN becomes the largest number), `infinity` that of infinity (0: has none).
template <int exponent_bits, int fraction_bits, unsigned most, unsigned nan, unsigned infinity>
struct SmallFloat {
  static constexpr int kBias = (1 << (exponent_bits - 1)) - 1;
  static constexpr unsigned kSign = 1u << (exponent_bits + fraction_bits);

  RIFFLE_HALF_FN unsigned char encode(float x, bool saturate, Rounding mode = kNearest) {
    const unsigned bits = bits_of<unsigned>(x), size = bits & 0x7fffffffu;
    const unsigned sign = (bits >> 31) != 0 ? kSign : 0u;
    if (size > 0x7f800000u) return static_cast<unsigned char>(nan != 0 ? nan : most);
    const int exponent = static_cast<int>(size >> 23) - 127;
    const bool normal = exponent >= 1 - kBias;
    int dropped = 23 - fraction_bits + (normal ? 0 : 1 - kBias - exponent);
    dropped = dropped > 25 ? 25 : dropped;
    const unsigned significand = (size & 0x7fffffu) | (size >= 0x800000u ? 0x800000u : 0u);
    const unsigned rest = significand & ((1u << dropped) - 1);
    unsigned code = significand >> dropped;
    if (normal) code += static_cast<unsigned>(exponent + kBias - 1) << fraction_bits;
    if (rounds_away(mode, sign != 0, (code & 1) != 0, rest, 1u << (dropped - 1))) ++code;
    if (code > most || exponent > kBias + 8)
      code = saturate || (nan == 0 && infinity == 0) ? most : infinity != 0 ? infinity : nan;
    return static_cast<unsigned char>(sign | code);
  }
  RIFFLE_HALF_FN float decode(unsigned code) {
    const unsigned size = code & (kSign - 1);
    float value;
    if (nan != 0 && (infinity != 0 ? size > infinity : size == nan)) {
      return bits_of<float>(0x7fffffffu);
    } else if (infinity != 0 && size == infinity) {
      value = bits_of<float>(0x7f800000u);
    } else {
      // Subnormal codes too: the scale puts the bias right.
      value = bits_of<float>(size << (23 - fraction_bits)) *
              bits_of<float>(static_cast<unsigned>(254 - kBias) << 23);
    }
    return (code & kSign) != 0 ? -value : value;
  }
};

}  // namespace riffle_half

/// The type `name` of one number, with what CUDA's have: explicit conversions, saturating to finite numbers.
#define RIFFLE_SMALL_FLOAT_FROM(name, codec, type, to_float)          \
  explicit __host__ __device__ __forceinline__ name(const type value) \
      : __x(riffle_half::codec::encode(to_float(value), true)) {}
#define RIFFLE_SMALL_FLOAT_TO(codec, type)                             \
  explicit __host__ __device__ __forceinline__ operator type() const { \
    return static_cast<type>(riffle_half::codec::decode(__x));         \
  }
#define RIFFLE_SMALL_FLOAT(name, codec, storage)                                 \
  struct name {                                                                  \
    storage __x;                                                                 \
    name() = default;                                                            \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, float, )                                \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, double, riffle_half::to_odd)            \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, __half, static_cast<float>)             \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, __nv_bfloat16, static_cast<float>)      \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, int, static_cast<float>)                \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, unsigned int, static_cast<float>)       \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, short, static_cast<float>)              \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, unsigned short, static_cast<float>)     \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, long, static_cast<float>)               \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, unsigned long, static_cast<float>)      \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, long long, static_cast<float>)          \
    RIFFLE_SMALL_FLOAT_FROM(name, codec, unsigned long long, static_cast<float>) \
    RIFFLE_SMALL_FLOAT_TO(codec, float)                                          \
    RIFFLE_SMALL_FLOAT_TO(codec, double)                                         \
    RIFFLE_SMALL_FLOAT_TO(codec, __half)                                         \
    RIFFLE_SMALL_FLOAT_TO(codec, __nv_bfloat16)                                  \
    explicit __host__ __device__ __forceinline__ operator bool() const {         \
      return riffle_half::codec::decode(__x) != 0.0f;                            \
    }                                                                            \
    template <class Integer, class = decltype(Integer(0) % Integer(1))>          \
    explicit __host__ __device__ __forceinline__ operator Integer() const {      \
      return riffle_half::to_integer<Integer>(riffle_half::codec::decode(__x),   \
                                              riffle_half::kZero);               \
    }                                                                            \
  };

/// Two and four numbers of `bits` bits each, the first in the lowest: fp8 and fp6 take a byte, fp4 half of one.
#define RIFFLE_SMALL_FLOAT_OF_DOUBLES(name, type)                                                 \
  explicit __host__ __device__ __forceinline__ name(const type v)                                 \
      : name(float4{riffle_half::to_odd(v.x), riffle_half::to_odd(v.y), riffle_half::to_odd(v.z), \
                    riffle_half::to_odd(v.w)}) {}
#define RIFFLE_SMALL_FLOAT_PACKS(name2, name4, codec, bits, storage2, storage4)               \
  struct alignas(storage2) name2 {                                                            \
    storage2 __x;                                                                             \
    name2() = default;                                                                        \
    explicit __host__ __device__ __forceinline__ name2(const float2 v)                        \
        : __x(static_cast<storage2>(riffle_half::codec::encode(v.x, true) |                   \
                                    riffle_half::codec::encode(v.y, true) << bits)) {}        \
    explicit __host__ __device__ __forceinline__ name2(const double2 v)                       \
        : name2(float2{riffle_half::to_odd(v.x), riffle_half::to_odd(v.y)}) {}                \
    explicit __host__ __device__ __forceinline__ name2(const __half2 v)                       \
        : name2(__half22float2(v)) {}                                                         \
    explicit __host__ __device__ __forceinline__ name2(const __nv_bfloat162 v)                \
        : name2(__bfloat1622float2(v)) {}                                                     \
    explicit __host__ __device__ __forceinline__ operator float2() const {                    \
      constexpr unsigned kMask = (1u << bits) - 1;                                            \
      return float2{riffle_half::codec::decode(__x & kMask),                                  \
                    riffle_half::codec::decode(__x >> bits & kMask)};                         \
    }                                                                                         \
    explicit __host__ __device__ __forceinline__ operator __half2() const {                   \
      return __float22half2_rn(static_cast<float2>(*this));                                   \
    }                                                                                         \
    explicit __host__ __device__ __forceinline__ operator __nv_bfloat162() const {            \
      return __float22bfloat162_rn(static_cast<float2>(*this));                               \
    }                                                                                         \
  };                                                                                          \
  struct alignas(storage4) name4 {                                                            \
    storage4 __x;                                                                             \
    name4() = default;                                                                        \
    explicit __host__ __device__ __forceinline__ name4(const float4 v)                        \
        : __x(static_cast<storage4>(static_cast<unsigned>(name2(float2{v.x, v.y}).__x) |      \
                                    static_cast<unsigned>(name2(float2{v.z, v.w}).__x)        \
                                        << (2 * bits))) {}                                    \
    explicit __host__ __device__ __forceinline__ name4(const __half2 low, const __half2 high) \
        : name4(float4{__low2float(low), __high2float(low), __low2float(high),                \
                       __high2float(high)}) {}                                                \
    explicit __host__ __device__ __forceinline__ name4(const __nv_bfloat162 low,              \
                                                       const __nv_bfloat162 high)             \
        : name4(float4{__low2float(low), __high2float(low), __low2float(high),                \
                       __high2float(high)}) {}                                                \
    RIFFLE_SMALL_FLOAT_OF_DOUBLES(name4, double4)                                             \
    RIFFLE_SMALL_FLOAT_OF_DOUBLES(name4, double4_16a)                                         \
    RIFFLE_SMALL_FLOAT_OF_DOUBLES(name4, double4_32a)                                         \
    explicit __host__ __device__ __forceinline__ operator float4() const {                    \
      constexpr unsigned kMask = (1u << bits) - 1;                                            \
      return float4{riffle_half::codec::decode(__x & kMask),                                  \
                    riffle_half::codec::decode(__x >> bits & kMask),                          \
                    riffle_half::codec::decode(__x >> (2 * bits) & kMask),                    \
                    riffle_half::codec::decode(__x >> (3 * bits) & kMask)};                   \
    }                                                                                         \
  };
