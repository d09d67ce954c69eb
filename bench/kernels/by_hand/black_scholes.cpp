// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#if defined(__AVX512F__)
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

#if defined(__AVX512F__)

// Of libmvec: 16 lanes, which clang does not use by itself.
extern "C" {
__m512 _ZGVeN16v_logf(__m512);
__m512 _ZGVeN16v_expf(__m512);
__m512 _ZGVeN16v_erfcf(__m512);
}

void black_scholes_vectors(const Options& o, std::size_t count) {
  const rivals::Vector drift = rivals::Vector(o.rate + 0.5f * o.volatility * o.volatility);
#pragma omp parallel
  {
    const rivals::Part part = rivals::my_part(count, 16);
    for (std::size_t i = part.begin; i + 16 <= part.end; i += 16) {
      const rivals::Vector price = rivals::load(o.price + i), strike = rivals::load(o.strike + i);
      const rivals::Vector years = rivals::load(o.years + i);
      const rivals::Vector spread = o.volatility * rivals::Vector(_mm512_sqrt_ps(__m512(years)));
      const rivals::Vector d1 =
          (rivals::Vector(_ZGVeN16v_logf(__m512(price / strike))) + drift * years) / spread;
      const rivals::Vector d2 = d1 - spread;
      const rivals::Vector discounted =
          strike * rivals::Vector(_ZGVeN16v_expf(__m512(-o.rate * years)));
      const rivals::Vector value =
          0.5f * (price * rivals::Vector(_ZGVeN16v_erfcf(__m512(-0.70710678f * d1))) -
                  discounted * rivals::Vector(_ZGVeN16v_erfcf(__m512(-0.70710678f * d2))));
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
