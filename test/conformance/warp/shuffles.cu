// SPDX-License-Identifier: Apache-2.0
// Shuffles of all sorts, widths and types, within full warps.
#include "../transcript.h"

constexpr unsigned kAll = 0xffffffffu;

__global__ void kernel(int *out) {
  int lane = threadIdx.x % 32, v = threadIdx.x * 10;
  int *row = out + threadIdx.x;
  int n = blockDim.x, k = 0;
  auto put = [&](int x) { row[n * k++] = x; };
  for (int width : {32, 16, 8, 4, 2, 1}) {
    put(__shfl_sync(kAll, v, 3, width));
    put(__shfl_sync(kAll, v, lane * 5, width));
    put(__shfl_sync(kAll, v, -1, width));
    put(__shfl_up_sync(kAll, v, 1, width));
    put(__shfl_up_sync(kAll, v, 5, width));
    put(__shfl_up_sync(kAll, v, 0, width));
    put(__shfl_down_sync(kAll, v, 1, width));
    put(__shfl_down_sync(kAll, v, 7, width));
    put(__shfl_down_sync(kAll, v, 40, width));
    put(__shfl_xor_sync(kAll, v, 1, width));
    put(__shfl_xor_sync(kAll, v, 16, width));
    put(__shfl_xor_sync(kAll, v, 31, width));
  }
}

__global__ void types(int *out) {
  int lane = threadIdx.x;
  float f = __shfl_sync(kAll, lane * 0.25f, 31 - lane);
  double d = __shfl_up_sync(kAll, lane * 1.125, 2);
  long long l = __shfl_down_sync(kAll, (long long)lane << 33, 3);
  unsigned u = __shfl_xor_sync(kAll, unsigned(lane) | 0x80000000u, 7);
  unsigned long long ull = __shfl_sync(kAll, ~0ull >> lane, lane ^ 1);
  out[lane] = int(f * 4) + int(d * 8) * 1000;
  out[32 + lane] = int(l >> 33);
  out[64 + lane] = int(u);
  out[96 + lane] = __popcll(ull);
}

__global__ void sums(int *out) {
  int v = threadIdx.x + 1;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(kAll, v, d);
  int w = threadIdx.x + 1;
  for (int d = 1; d < 32; d *= 2) {
    int up = __shfl_up_sync(kAll, w, d);
    if (threadIdx.x % 32 >= d) w += up;
  }
  int x = threadIdx.x + 1;
  for (int d = 16; d > 0; d /= 2) x ^= __shfl_xor_sync(kAll, x, d);
  out[threadIdx.x] = v;
  out[blockDim.x + threadIdx.x] = w;
  out[2 * blockDim.x + threadIdx.x] = x;
}

int main() {
  DeviceArray<int> out(64 * 72);
  kernel<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int r = 0; r < 72; ++r) show_row("shuffle", std::vector<int>(v.begin() + 64 * r, v.begin() + 64 * r + 64));
  types<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  for (int r = 0; r < 4; ++r) show_row("types", std::vector<int>(v.begin() + 32 * r, v.begin() + 32 * r + 32));
  sums<<<1, 96>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  // Down-shuffles past the end of a warp leave sums that only lane 0 means.
  show_row("sums", {v[0], v[32], v[64]});
  show_row("scan", std::vector<int>(v.begin() + 96, v.begin() + 192));
  show_row("xor", std::vector<int>(v.begin() + 192, v.begin() + 288));
}
