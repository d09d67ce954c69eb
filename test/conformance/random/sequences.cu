// SPDX-License-Identifier: Apache-2.0
// cuRAND's generators in kernels: the integers and uniform numbers of seeds, subsequences and offsets, exactly; normal
// numbers in steps that their rounding does not reach.
#include <curand_kernel.h>

#include <string>

#include "../transcript.h"

template <class State>
__global__ void kernel(unsigned *out) {
  const unsigned long long seeds[] = {0, 1, 1234, 0x123456789abcdefull};
  const unsigned long long subsequences[] = {0, 1, 7, 1000003};
  const unsigned long long offsets[] = {0, 3, 64, 123456789012ull};
  int t = threadIdx.x;
  unsigned *mine = out + 24 * t;
  State state;
  curand_init(seeds[t % 4], subsequences[t / 4 % 4], offsets[t / 16], &state);
  for (int i = 0; i < 6; ++i) mine[i] = curand(&state);
  skipahead(1000ull, &state);
  mine[6] = curand(&state);
  skipahead_sequence(5ull, &state);
  mine[7] = curand(&state);
  mine[8] = __float_as_uint(curand_uniform(&state));
  mine[9] = __float_as_uint(curand_uniform(&state));
  double d = curand_uniform_double(&state);
  mine[10] = unsigned(__double_as_longlong(d));
  mine[11] = unsigned(__double_as_longlong(d) >> 32);
  for (int i = 0; i < 3; ++i) mine[12 + i] = unsigned(int(floorf(curand_normal(&state) * 500 + 0.31f)));
  float2 two = curand_normal2(&state);
  mine[15] = unsigned(int(floorf(two.x * 500 + 0.31f)));
  mine[16] = unsigned(int(floorf(two.y * 500 + 0.31f)));
  mine[17] = unsigned(int(floor(curand_normal_double(&state) * 500 + 0.31)));
  mine[18] = unsigned(int(floor(curand_normal_double(&state) * 500 + 0.31)));
  mine[19] = curand(&state);
  mine[20] = unsigned(int(floorf(curand_log_normal(&state, 0.5f, 0.25f) * 300 + 0.31f)));
}

__global__ void fours(unsigned *out) {
  curandStatePhilox4_32_10_t state;
  curand_init(42, threadIdx.x, threadIdx.x, &state);
  unsigned *mine = out + 24 * threadIdx.x;
  uint4 a = curand4(&state);
  float4 b = curand_uniform4(&state);
  mine[0] = a.x, mine[1] = a.y, mine[2] = a.z, mine[3] = a.w;
  mine[4] = __float_as_uint(b.x), mine[5] = __float_as_uint(b.y);
  mine[6] = __float_as_uint(b.z), mine[7] = __float_as_uint(b.w);
  double2 c = curand_uniform2_double(&state);
  mine[8] = unsigned(__double_as_longlong(c.x) >> 20);
  mine[9] = unsigned(__double_as_longlong(c.y) >> 20);
  float4 n = curand_normal4(&state);
  mine[10] = unsigned(int(floorf(n.x * 500 + 0.31f)));
  mine[11] = unsigned(int(floorf(n.w * 500 + 0.31f)));
  mine[12] = curand(&state);
}

template <class State>
void show_generator(const char *name) {
  DeviceArray<unsigned> out(24 * 64);
  kernel<State><<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 64; ++t)
    show_hex_row((name + std::to_string(t)).c_str(), std::vector<unsigned>(v.begin() + 24 * t, v.begin() + 24 * t + 21));
}

int main() {
  show_generator<curandStateXORWOW_t>("xorwow ");
  show_generator<curandStatePhilox4_32_10_t>("philox ");
  show_generator<curandStateMRG32k3a_t>("mrg32k3a ");
  DeviceArray<unsigned> out(24 * 8);
  fours<<<1, 8>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 8; ++t)
    show_hex_row("four", std::vector<unsigned>(v.begin() + 24 * t, v.begin() + 24 * t + 13));
}
