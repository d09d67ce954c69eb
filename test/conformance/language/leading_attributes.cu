// SPDX-License-Identifier: Apache-2.0
// Standard attributes behind CUDA's specifiers, in namespaces and out of them, through macros too.
#include "../transcript.h"

#define BOTH __host__ __device__
#define ALIGNED_TABLE __constant__ alignas(64)

__device__ alignas(32) char outside[3];

namespace inner {
__managed__ alignas(64) char managed[3];
__device__ alignas(128) int number = 5;
__constant__ alignas(16) float table[2] = {1.5f, 2.5f};
ALIGNED_TABLE float other[2] = {3.5f, 4.5f};
__device__ [[nodiscard]] int two() { return 2; }
BOTH [[nodiscard]] [[maybe_unused]] constexpr int three() { return 3; }
__noinline__ __device__
[[nodiscard]] int four() {
  return 4;
}
#if 3 > BOTH_OF_THEM
[[maybe_unused]] constexpr int below_a_directive = 1;
#endif
template <class T>
__host__ __device__ [[nodiscard]] T twice(T value) {
  return value + value;
}
struct Member {
  __host__ __device__ [[nodiscard]] int five() const { return 5; }
};
}  // namespace inner

__global__ void collect(int *out) {
  out[0] = inner::two() + inner::three() * 10 + inner::four() * 100 + inner::twice(5) * 1000 + inner::Member{}.five() * 100000;
  out[1] = inner::number;
  out[2] = static_cast<int>(10 * (inner::table[1] + inner::other[1]));
  out[3] = reinterpret_cast<unsigned long long>(&inner::number) % 128 == 0;
  out[4] = reinterpret_cast<unsigned long long>(inner::other) % 64 == 0;
  out[5] = reinterpret_cast<unsigned long long>(outside) % 32 == 0;
  out[6] = reinterpret_cast<unsigned long long>(inner::managed) % 64 == 0;
}

int main() {
  DeviceArray<int> out(7);
  collect<<<1, 1>>>(out.get());
  int values[7];
  MUST(cudaMemcpy(values, out.get(), sizeof values, cudaMemcpyDeviceToHost));
  const int expected[7] = {510432, 5, 70, 1, 1, 1, 1};
  for (int i = 0; i < 7; ++i) std::printf("%d%s\n", values[i], values[i] == expected[i] ? "" : " is wrong");
  std::printf("%d %d\n", inner::three(), inner::twice(21));
  return std::memcmp(values, expected, sizeof values) == 0 ? 0 : 1;
}
