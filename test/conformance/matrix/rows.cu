// SPDX-License-Identifier: Apache-2.0
// ldmatrix, stmatrix and movmatrix: which element of which row each lane gets.
#include "../transcript.h"

__device__ unsigned offset_of(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__global__ void loads(unsigned *out) {
  __shared__ __align__(16) unsigned short tile[32 * 8];
  const unsigned lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) tile[i] = static_cast<unsigned short>(i * 257);
  __syncwarp();
  // Rows in another order than that of the lanes.
  const unsigned row = offset_of(tile + 8 * ((lane * 5 + 3) % 32));
  unsigned r[4];
  unsigned *mine = out + 16 * lane;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(mine[0]) : "r"(row) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(mine[1]) : "r"(row) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(mine[2]), "=r"(mine[3]) : "r"(row) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2];" : "=r"(mine[4]), "=r"(mine[5]) : "r"(row) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row) : "memory");
  for (int i = 0; i < 4; ++i) mine[6 + i] = r[i];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row) : "memory");
  for (int i = 0; i < 4; ++i) mine[10 + i] = r[i];
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(mine[14]) : "r"(lane * 0x20001u + 0x10000u));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.b16 {%0}, [%1];" : "=r"(mine[15]) : "l"(tile + 8 * (lane % 8)) : "memory");
}

__global__ void stores(unsigned *out) {
  __shared__ __align__(16) unsigned tile[2][128];
  const unsigned lane = threadIdx.x;
  const unsigned row = offset_of(tile[0] + 4 * ((lane * 5 + 3) % 32)), other = offset_of(tile[1] + 4 * ((lane * 3 + 1) % 32));
  const unsigned v = lane * 0x10001u;
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(row), "r"(v), "r"(v + 0x1000), "r"(v + 0x2000), "r"(v + 0x3000) : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(other), "r"(v), "r"(v + 0x10001), "r"(v + 0x20002), "r"(v + 0x30003) : "memory");
  __syncwarp();
  for (int i = 0; i < 8; ++i) out[lane + 32 * i] = tile[i / 4][lane + 32 * (i % 4)];
}

int main() {
  DeviceArray<unsigned> out(512);
  loads<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 32; ++t) show_hex_row("lane", std::vector<unsigned>(v.begin() + 16 * t, v.begin() + 16 * t + 16));
  stores<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  for (int t = 0; t < 32; ++t) show_hex_row("words", std::vector<unsigned>(v.begin() + 8 * t, v.begin() + 8 * t + 8));
}
