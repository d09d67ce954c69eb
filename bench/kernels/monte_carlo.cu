// SPDX-License-Identifier: Apache-2.0
// Points thrown into a square, by cuRAND's Philox generator on the device: how many lie in the circle.
#include <curand_kernel.h>

#include "frame.h"

__global__ void throw_points(int* hits, int rounds, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(seed, i, 0, &state);
  int inside = 0;
  for (int round = 0; round < rounds; ++round) {
    const float4 u = curand_uniform4(&state);
    inside += u.x * u.x + u.y * u.y <= 1.0f;
    inside += u.z * u.z + u.w * u.w <= 1.0f;
  }
  hits[i] = inside;
}

constexpr const char* kOpenCl = R"cl(
uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const uint low0 = counter.x * 0xD2511F53u, high0 = mul_hi(counter.x, 0xD2511F53u);
    const uint low1 = counter.z * 0xCD9E8D57u, high1 = mul_hi(counter.z, 0xCD9E8D57u);
    counter = (uint4)(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
    key += (uint2)(0x9E3779B9u, 0xBB67AE85u);
  }
  return counter;
}

kernel void throw_points(global int* hits, int rounds, ulong seed) {
  const int i = get_global_id(0);
  int inside = 0;
  for (int round = 0; round < rounds; ++round) {
    const uint4 bits =
        philox((uint4)(round, 0, i, 0), (uint2)((uint)seed, (uint)(seed >> 32)));
    const float4 u = convert_float4(bits) * 0x1p-32f + 0x1p-33f;
    inside += u.x * u.x + u.y * u.y <= 1.0f;
    inside += u.z * u.z + u.w * u.w <= 1.0f;
  }
  hits[i] = inside;
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int threads = kernels.size(1 << 18, 1 << 13), rounds = 64;
  const std::size_t block = 256, blocks = threads / block;
  const unsigned long long seed = 0x123456789abcdef0ull;
  const auto hits = kernels.array<int>(threads);
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "Monte Carlo with Philox, 64 Mi numbers",
      .target = 1.3,
      .riffle = [&] { throw_points<<<blocks, block>>>(hits.device, rounds, seed); },
      .by_hand = {{"OpenMP", [&] { by_hand::monte_carlo(hits.host, threads, rounds, seed); }},
                  {"vectors",
                   [&] { by_hand::monte_carlo_vectors(hits.host, threads, rounds, seed); }}},
      .opencl = [&] { cl.launch("throw_points", {blocks}, {block}, {hits.host, rounds, seed}); },
      .results = {bench::mostly(hits, 1e-4)},
  });
  return 0;
}
