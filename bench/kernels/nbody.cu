// SPDX-License-Identifier: Apache-2.0
// Gravity between all pairs of bodies, tile by tile through shared memory.
#include "frame.h"

constexpr int kTile = 256;
constexpr float kSoftening = 1e-3f;

__global__ void nbody(const float4* position, float4* acceleration, int count) {
  __shared__ float4 tile[kTile];
  const int i = blockIdx.x * kTile + threadIdx.x;
  const float4 me = position[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < count; first += kTile) {
    tile[threadIdx.x] = position[first + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      const float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + kSoftening);
      const float force = tile[k].w * inverse * inverse * inverse;
      ax += dx * force;
      ay += dy * force;
      az += dz * force;
    }
    __syncthreads();
  }
  acceleration[i] = make_float4(ax, ay, az, 0);
}

constexpr const char* kOpenCl = R"cl(
#define TILE 256

kernel void nbody(global const float4* position, global float4* acceleration, int count) {
  local float4 tile[TILE];
  const int i = get_global_id(0), t = get_local_id(0);
  const float4 me = position[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < count; first += TILE) {
    tile[t] = position[first + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) {
      const float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      const float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
      const float force = tile[k].w * inverse * inverse * inverse;
      ax += dx * force;
      ay += dy * force;
      az += dz * force;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  acceleration[i] = (float4)(ax, ay, az, 0);
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int count = kernels.size(16384, 2048);
  const std::size_t blocks = count / kTile;
  const auto position = kernels.array<float>(4 * std::size_t(count), bench::noise);
  const auto acceleration = kernels.array<float>(position.count);
  auto& cl = kernels.opencl();
  kernels.row({
      .name = "n-body, 16384",
      .target = 0.85,
      .riffle =
          [&] {
            nbody<<<blocks, kTile>>>(reinterpret_cast<float4*>(position.device),
                                     reinterpret_cast<float4*>(acceleration.device), count);
          },
      .by_hand = {{"OpenMP", [&] { by_hand::nbody(position.host, acceleration.host, count); }},
                  {"vectors",
                   [&] { by_hand::nbody_vectors(position.host, acceleration.host, count); }}},
      .opencl =
          [&] { cl.launch("nbody", {blocks}, {kTile}, {position.host, acceleration.host, count}); },
      .results = {bench::close(acceleration, 1e-4, 100)},
      .flops = 20.0 * count * count,
  });
  return 0;
}
