// SPDX-License-Identifier: Apache-2.0
// Shuffles, votes, matches and reductions.
#include "../cases.h"

namespace shuffles_ {
constexpr unsigned kAll = 0xffffffffu;

__global__ void shuffles(int *out) {
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

// Shuffles of all sorts, widths and types, within full warps.
CASE(shuffles) {
  DeviceArray<int> out(64 * 72);
  shuffles<<<1, 64>>>(out);
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
}  // namespace shuffles_

__global__ void full(unsigned *out) {
  unsigned lane = threadIdx.x % 32, all = 0xffffffffu, *mine = out + 12 * threadIdx.x;
  mine[0] = __ballot_sync(all, lane % 3 == 0);
  mine[1] = __all_sync(all, lane < 32) != 0;
  mine[2] = __all_sync(all, lane < 31) != 0;
  mine[3] = __any_sync(all, lane == 17) != 0;
  mine[4] = __any_sync(all, lane == 40) != 0;
  mine[5] = __match_any_sync(all, lane / 5);
  int pred = -1;
  mine[6] = __match_all_sync(all, 7, &pred);
  mine[7] = pred != 0;
  mine[8] = __match_all_sync(all, lane / 16, &pred);
  mine[9] = pred != 0;
  mine[10] = __match_any_sync(all, double(lane % 4) * 0.5);
  mine[11] = __activemask();
}

__global__ void part(unsigned *out) {
  unsigned lane = threadIdx.x % 32;
  unsigned *mine = out + 4 * threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffffu, lane & 1);
  if (lane & 1) {
    mine[0] = __ballot_sync(mask, lane > 10);
    mine[1] = __all_sync(mask, lane & 1) != 0;
    mine[2] = __shfl_sync(mask, lane, 31);
    mine[3] = __match_any_sync(mask, lane / 8);
  } else {
    mine[0] = __ballot_sync(~mask, lane > 10);
    mine[1] = __any_sync(~mask, lane == 1) != 0;
    mine[2] = __shfl_sync(~mask, lane, 30);
    mine[3] = __match_any_sync(~mask, lane / 16);
  }
}

// Votes, ballots, matches, in full warps, partial warps and parts of warps.
CASE(votes) {
  DeviceArray<unsigned> out(12 * 64);
  full<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t : {0, 1, 7, 31, 32, 40, 63})
    show_hex_row("full", std::vector<unsigned>(v.begin() + 12 * t, v.begin() + 12 * t + 12));
  part<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  for (int t = 0; t < 64; ++t) show_hex_row("part", std::vector<unsigned>(v.begin() + 4 * t, v.begin() + 4 * t + 4));
}

namespace matches_and_widths_ {
__global__ void matches(unsigned *out) {
  const unsigned lane = threadIdx.x;
  const unsigned all = 0xffffffffu;
  int same = 7;
  unsigned *mine = out + lane * 16;
  mine[0] = __match_any_sync(all, lane % 3);
  mine[1] = __match_any_sync(all, static_cast<int>(lane) / 7);
  mine[2] = __match_any_sync(all, static_cast<unsigned long long>(lane % 2) << 40);
  mine[3] = __match_any_sync(all, lane < 5 ? 0.0f : -0.0f);
  mine[4] = __match_any_sync(all, static_cast<double>(lane % 4));
  mine[5] = __match_all_sync(all, 9, &same);
  mine[6] = static_cast<unsigned>(same);
  mine[7] = __match_all_sync(all, static_cast<long long>(lane), &same);
  mine[8] = static_cast<unsigned>(same);
  mine[9] = static_cast<unsigned>(__uni_sync(all, 1));
  mine[10] = static_cast<unsigned>(__uni_sync(all, lane == 3));
  mine[11] = __fns(0xa5a50ff0u, lane, 2);
  mine[12] = __fns(0xa5a50ff0u, lane, -3);
  mine[13] = __fns(0xa5a50ff0u, lane, 0);
  mine[14] = __fns(0xa5a50ff0u, lane, 1);
  mine[15] = __fns(0xa5a50ff0u, lane, -1);
}

template <class T>
__global__ void shuffles(T *out) {
  const int lane = static_cast<int>(threadIdx.x);
  const unsigned all = 0xffffffffu;
  const T value = static_cast<T>(lane * 3 + 1);
  T *mine = out + lane * 10;
  mine[0] = __shfl_sync(all, value, lane + 5);
  mine[1] = __shfl_sync(all, value, 3, 8);
  mine[2] = __shfl_sync(all, value, 37, 16);
  mine[3] = __shfl_sync(all, value, -1, 4);
  mine[4] = __shfl_up_sync(all, value, 3);
  mine[5] = __shfl_up_sync(all, value, 1, 2);
  mine[6] = __shfl_down_sync(all, value, 9);
  mine[7] = __shfl_down_sync(all, value, 2, 8);
  mine[8] = __shfl_xor_sync(all, value, 17);
  mine[9] = __shfl_xor_sync(all, value, 5, 4);
}

template <class T>
void show_shuffles(const char *name) {
  DeviceArray<T> out(32 * 10);
  shuffles<<<1, 32>>>(out.get());
  MUST(cudaDeviceSynchronize());
  auto values = out.read();
  for (int i = 0; i < 10; ++i) {
    std::printf("%s %d:", name, i);
    for (int lane = 0; lane < 32; ++lane) std::printf(" %d", static_cast<int>(values[lane * 10 + i]));
    std::printf("\n");
  }
}

// Matches on all types, uni votes, __fns, and shuffles of all types with narrow widths and lanes out of range.
CASE(matches_and_widths) {
  DeviceArray<unsigned> out(32 * 16);
  matches<<<1, 32>>>(out.get());
  MUST(cudaDeviceSynchronize());
  auto values = out.read();
  for (int i = 0; i < 16; ++i) {
    std::printf("match %d:", i);
    for (int lane = 0; lane < 32; ++lane) std::printf(" %x", values[lane * 16 + i]);
    std::printf("\n");
  }
  show_shuffles<int>("int");
  show_shuffles<unsigned>("unsigned");
  show_shuffles<long>("long");
  show_shuffles<unsigned long>("unsigned long");
  show_shuffles<long long>("long long");
  show_shuffles<unsigned long long>("unsigned long long");
  show_shuffles<float>("float");
  show_shuffles<double>("double");
}
}  // namespace matches_and_widths_

__global__ void reductions(unsigned *out) {
  unsigned lane = threadIdx.x % 32, all = 0xffffffffu, *mine = out + 12 * threadIdx.x;
  int s = int(lane * 37 % 32) - 16;
  mine[0] = __reduce_add_sync(all, lane);
  mine[1] = unsigned(__reduce_add_sync(all, s));
  mine[2] = __reduce_min_sync(all, lane + 5);
  mine[3] = unsigned(__reduce_min_sync(all, s));
  mine[4] = __reduce_max_sync(all, unsigned(s));
  mine[5] = unsigned(__reduce_max_sync(all, s));
  mine[6] = __reduce_and_sync(all, lane | 0xf0u);
  mine[7] = __reduce_or_sync(all, lane << 8);
  mine[8] = __reduce_xor_sync(all, lane * lane);
  if (lane % 4 == 1) {
    unsigned mask = 0x22222222u;
    mine[9] = __reduce_add_sync(mask, lane);
    mine[10] = unsigned(__reduce_max_sync(mask, -int(lane)));
    mine[11] = __reduce_or_sync(mask, 1u << lane);
  }
}

// Reductions across a warp in one instruction (compute capability 8.0).
CASE(reductions) {
  DeviceArray<unsigned> out(12 * 64);
  reductions<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t : {0, 1, 5, 31, 33, 63})
    show_hex_row("thread", std::vector<unsigned>(v.begin() + 12 * t, v.begin() + 12 * t + 12));
}
