// SPDX-License-Identifier: Apache-2.0
// Prices of European options by the formula of Black and Scholes.
#include "frame.h"

__device__ float normal(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

__global__ void black_scholes(const float* price, const float* strike, const float* years,
                              float* call, float* put, float rate, float volatility, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float spread = volatility * sqrtf(years[i]);
  const float d1 =
      (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / spread;
  const float d2 = d1 - spread;
  const float discounted = strike[i] * expf(-rate * years[i]);
  const float value = price[i] * normal(d1) - discounted * normal(d2);
  call[i] = value;
  put[i] = value + discounted - price[i];
}

constexpr const char* kOpenCl = R"cl(
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
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int count = kernels.size(16 << 20, 1 << 20);
  const std::size_t block = 256, blocks = count / block;
  const float rate = 0.02f, volatility = 0.3f;
  const auto price =
      kernels.array<float>(count, [](std::size_t i) { return 5 + 25 * bench::noise(i); });
  const auto strike =
      kernels.array<float>(count, [](std::size_t i) { return 1 + 99 * bench::noise(i + 1000003); });
  const auto years = kernels.array<float>(
      count, [](std::size_t i) { return 0.25f + 9.75f * bench::noise(i + 2000003); });
  const auto call = kernels.array<float>(count), put = kernels.array<float>(count);
  const by_hand::Options options{price.host, strike.host, years.host, call.host,
                                 put.host,   rate,        volatility};
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "Black-Scholes, 16 Mi",
      .target = 1.1,
      .riffle =
          [&] {
            black_scholes<<<blocks, block>>>(price.device, strike.device, years.device, call.device,
                                             put.device, rate, volatility, count);
          },
      .by_hand = {{"vectors, libmvec", [&] { by_hand::black_scholes_vectors(options, count); }}},
      .opencl =
          [&] {
            cl.launch("black_scholes", {blocks}, {block},
                      {price.host, strike.host, years.host, call.host, put.host, rate, volatility,
                       count});
          },
      .results = {bench::close(call, 1e-4, 1), bench::close(put, 1e-4, 1)},
      .bytes = 5.0 * static_cast<double>(price.bytes()),
  });
  return 0;
}
