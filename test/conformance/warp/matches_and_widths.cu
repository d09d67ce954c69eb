// SPDX-License-Identifier: Apache-2.0
// Matches on all types, uni votes, __fns, and shuffles of all types with narrow widths and lanes out of range.
#include "../transcript.h"

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

int main() {
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
