// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {

// No library of vectors has erfc for eight lanes: as the compiler can.
void black_scholes(const Options& o, std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i) {
    const float price = o.price[i], strike = o.strike[i], years = o.years[i];
    const float spread = o.volatility * std::sqrt(years);
    const float d1 =
        (std::log(price / strike) + (o.rate + 0.5f * o.volatility * o.volatility) * years) / spread;
    const float d2 = d1 - spread;
    const float discounted = strike * std::exp(-o.rate * years);
    const float value = price * 0.5f * std::erfc(-d1 * 0.70710678f) -
                        discounted * 0.5f * std::erfc(-d2 * 0.70710678f);
    o.call[i] = value;
    o.put[i] = value + discounted - price;
  }
}

#if defined(__AVX2__)

// Of libmvec, which clang does not use for 16 lanes, nor for erfc.
#if defined(__AVX512F__)
using Native = __m512;
#define RIFFLE_LIBMVEC(name) _ZGVeN16v_##name
Native square_root(Native x) { return _mm512_sqrt_ps(x); }
#else
using Native = __m256;
#define RIFFLE_LIBMVEC(name) _ZGVdN8v_##name
Native square_root(Native x) { return _mm256_sqrt_ps(x); }
#endif
extern "C" {
Native RIFFLE_LIBMVEC(logf)(Native);
Native RIFFLE_LIBMVEC(expf)(Native);
Native RIFFLE_LIBMVEC(erfcf)(Native);
}

namespace {

using rivals::Vector;
Vector root(Vector x) { return Vector(square_root(Native(x))); }
Vector log(Vector x) { return Vector(RIFFLE_LIBMVEC(logf)(Native(x))); }
Vector exp(Vector x) { return Vector(RIFFLE_LIBMVEC(expf)(Native(x))); }
Vector erfc(Vector x) { return Vector(RIFFLE_LIBMVEC(erfcf)(Native(x))); }

}  // namespace

void black_scholes_vectors(const Options& o, std::size_t count) {
  using rivals::kLanes;
  const Vector drift = Vector(o.rate + 0.5f * o.volatility * o.volatility);
#pragma omp parallel
  {
    const rivals::Part part = rivals::my_part(count, kLanes);
    for (std::size_t i = part.begin; i + kLanes <= part.end; i += kLanes) {
      const Vector price = rivals::load(o.price + i), strike = rivals::load(o.strike + i);
      const Vector years = rivals::load(o.years + i);
      const Vector spread = o.volatility * root(years);
      const Vector d1 = (log(price / strike) + drift * years) / spread;
      const Vector d2 = d1 - spread;
      const Vector discounted = strike * exp(-o.rate * years);
      const Vector value =
          0.5f * (price * erfc(-0.70710678f * d1) - discounted * erfc(-0.70710678f * d2));
      rivals::stream(o.call + i, value);
      rivals::stream(o.put + i, value + discounted - price);
    }
  }
}

#else

void black_scholes_vectors(const Options& options, std::size_t count) {
  black_scholes(options, count);
}

#endif

}  // namespace by_hand
