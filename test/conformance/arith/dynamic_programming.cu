// SPDX-License-Identifier: Apache-2.0
// The DPX functions: sums and three-way comparisons with minimum, maximum, relu, and which operand won.
#include "table.h"

#include <cstdint>

static const unsigned kWords[] = {0x00000000, 0xffffffff, 0x80000000, 0x7fffffff, 0x80008000, 0x7fff7fff,
                                  0x00010001, 0x12345678, 0xfedcba98, 0x80007fff, 0x0001ffff};
constexpr int kCount = sizeof kWords / sizeof kWords[0];

template <class Op>
__global__ void all_triples(const unsigned *words, unsigned *out) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < kCount * kCount * kCount) {
    out[i] = Op::of(words[i / (kCount * kCount)], words[i / kCount % kCount], words[i % kCount]);
  }
}

template <class Op>
void show(const char *name) {
  DeviceArray<unsigned> in(std::vector<unsigned>(kWords, kWords + kCount));
  DeviceArray<unsigned> out(kCount * kCount * kCount);
  all_triples<Op><<<(kCount * kCount * kCount + 127) / 128, 128>>>(in.get(), out.get());
  MUST(cudaDeviceSynchronize());
  std::uint64_t device = 14695981039346656037ull, host = device;
  auto values = out.read();
  for (unsigned v : values) device = (device ^ v) * 1099511628211ull;
  for (unsigned x : kWords) {
    for (unsigned y : kWords) {
      for (unsigned z : kWords) host = (host ^ Op::of(x, y, z)) * 1099511628211ull;
    }
  }
  std::printf("%-22s %016llx %s", name, static_cast<unsigned long long>(device),
              device == host ? "host agrees" : "host differs");
  for (int i : {1, 77, 402, 613, 888, 1007, 1290}) print_bits(values[i]);
  std::printf("\n");
}

#define OPERATION(name, expression)                                                                    \
  struct name##_ {                                                                                     \
    static __host__ __device__ unsigned of(unsigned x, unsigned y, unsigned z) {                       \
      bool p = false, q = false;                                                                       \
      const unsigned value = static_cast<unsigned>(expression);                                        \
      return value ^ (p ? 0x55555555u : 0u) ^ (q ? 0x33333333u : 0u) ^ (z & 0u);                       \
    }                                                                                                  \
  };
#define SHOW_OPERATION(name, expression) show<name##_>(#name);

#define OPERATIONS(X) \
  X(__viaddmax_s32, __viaddmax_s32(int(x), int(y), int(z))) \
  X(__viaddmax_s32_relu, __viaddmax_s32_relu(int(x), int(y), int(z))) \
  X(__viaddmax_u32, __viaddmax_u32(x, y, z)) \
  X(__viaddmax_s16x2, __viaddmax_s16x2(x, y, z)) \
  X(__viaddmax_s16x2_relu, __viaddmax_s16x2_relu(x, y, z)) \
  X(__viaddmax_u16x2, __viaddmax_u16x2(x, y, z)) \
  X(__vimax3_s32, __vimax3_s32(int(x), int(y), int(z))) \
  X(__vimax3_s32_relu, __vimax3_s32_relu(int(x), int(y), int(z))) \
  X(__vimax3_u32, __vimax3_u32(x, y, z)) \
  X(__vimax3_s16x2, __vimax3_s16x2(x, y, z)) \
  X(__vimax3_s16x2_relu, __vimax3_s16x2_relu(x, y, z)) \
  X(__vimax3_u16x2, __vimax3_u16x2(x, y, z)) \
  X(__viaddmin_s32, __viaddmin_s32(int(x), int(y), int(z))) \
  X(__viaddmin_s32_relu, __viaddmin_s32_relu(int(x), int(y), int(z))) \
  X(__viaddmin_u32, __viaddmin_u32(x, y, z)) \
  X(__viaddmin_s16x2, __viaddmin_s16x2(x, y, z)) \
  X(__viaddmin_s16x2_relu, __viaddmin_s16x2_relu(x, y, z)) \
  X(__viaddmin_u16x2, __viaddmin_u16x2(x, y, z)) \
  X(__vimin3_s32, __vimin3_s32(int(x), int(y), int(z))) \
  X(__vimin3_s32_relu, __vimin3_s32_relu(int(x), int(y), int(z))) \
  X(__vimin3_u32, __vimin3_u32(x, y, z)) \
  X(__vimin3_s16x2, __vimin3_s16x2(x, y, z)) \
  X(__vimin3_s16x2_relu, __vimin3_s16x2_relu(x, y, z)) \
  X(__vimin3_u16x2, __vimin3_u16x2(x, y, z)) \
  X(__vimax_s32_relu, __vimax_s32_relu(int(x), int(y))) \
  X(__vimax_s16x2_relu, __vimax_s16x2_relu(x, y)) \
  X(__vimin_s32_relu, __vimin_s32_relu(int(x), int(y))) \
  X(__vimin_s16x2_relu, __vimin_s16x2_relu(x, y)) \
  X(__vibmax_s32, __vibmax_s32(int(x), int(y), &p)) \
  X(__vibmax_u32, __vibmax_u32(x, y, &p)) \
  X(__vibmin_s32, __vibmin_s32(int(x), int(y), &p)) \
  X(__vibmin_u32, __vibmin_u32(x, y, &p)) \
  X(__vibmax_s16x2, __vibmax_s16x2(x, y, &p, &q)) \
  X(__vibmax_u16x2, __vibmax_u16x2(x, y, &p, &q)) \
  X(__vibmin_s16x2, __vibmin_s16x2(x, y, &p, &q)) \
  X(__vibmin_u16x2, __vibmin_u16x2(x, y, &p, &q))

namespace operations {
OPERATIONS(OPERATION)
}

int main() {
  using namespace operations;
  OPERATIONS(SHOW_OPERATION)
}
