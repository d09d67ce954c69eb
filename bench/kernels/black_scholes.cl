// SPDX-License-Identifier: Apache-2.0
float normal_of(float x) { return 0.5f * erfc(-x * 0.70710678f); }

kernel void black_scholes(global const float* price, global const float* strike,
                          global const float* years, global float* call, global float* put,
                          float rate, float volatility, int count) {
  const int i = get_global_id(0);
  if (i >= count) return;
  const float spread = volatility * sqrt(years[i]);
  const float d1 =
      (log(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / spread;
  const float d2 = d1 - spread;
  const float discounted = strike[i] * exp(-rate * years[i]);
  const float value = price[i] * normal_of(d1) - discounted * normal_of(d2);
  call[i] = value;
  put[i] = value + discounted - price[i];
}
