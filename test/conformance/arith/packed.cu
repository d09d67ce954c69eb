// SPDX-License-Identifier: Apache-2.0
// Several small numbers in one word, and the functions of dynamic programming.
#include "../cases.h"
#include "table.h"

#include <cstdint>

#define U(name) UNARY(u_##name, unsigned, int, __##name(unsigned(x)))
#define B(name) BINARY(b_##name, unsigned, int, int, __##name(unsigned(x), unsigned(y)))
U(vabs2);
U(vabs4);
U(vabsss2);
U(vabsss4);
U(vneg2);
U(vneg4);
U(vnegss4);
B(vadd2);
B(vadd4);
B(vaddss2);
B(vaddss4);
B(vaddus2);
B(vaddus4);
B(vsub2);
B(vsub4);
B(vsubss4);
B(vsubus4);
B(vavgs4);
B(vavgu2);
B(vavgu4);
B(vhaddu4);
B(vmaxs2);
B(vmaxu4);
B(vmins4);
B(vminu2);
B(vcmpeq4);
B(vcmpgts2);
B(vcmpgtu4);
B(vcmples4);
B(vseteq2);
B(vsetgtu4);
B(vsetlts4);
B(vsads4);
B(vsadu2);
B(vsadu4);
B(vabsdiffs4);
B(vabsdiffu2);

// The SIMD-in-a-word functions.
CASE(packed_bytes) {
  std::vector<int> a = {0, -1, 0x12345678, int(0x80808080), int(0x80007fff), 0x7f80ff01, 0x00ff00ff, int(0xfedcba98)};
#define SU(name) SHOW_UNARY(u_##name, a)
#define SB(name) SHOW_BINARY(b_##name, a, a)
  SU(vabs2);
  SU(vabs4);
  SU(vabsss2);
  SU(vabsss4);
  SU(vneg2);
  SU(vneg4);
  SU(vnegss4);
  SB(vadd2);
  SB(vadd4);
  SB(vaddss2);
  SB(vaddss4);
  SB(vaddus2);
  SB(vaddus4);
  SB(vsub2);
  SB(vsub4);
  SB(vsubss4);
  SB(vsubus4);
  SB(vavgs4);
  SB(vavgu2);
  SB(vavgu4);
  SB(vhaddu4);
  SB(vmaxs2);
  SB(vmaxu4);
  SB(vmins4);
  SB(vminu2);
  SB(vcmpeq4);
  SB(vcmpgts2);
  SB(vcmpgtu4);
  SB(vcmples4);
  SB(vseteq2);
  SB(vsetgtu4);
  SB(vsetlts4);
  SB(vsads4);
  SB(vsadu2);
  SB(vsadu4);
  SB(vabsdiffs4);
  SB(vabsdiffu2);
}

namespace packed_lanes_ {
static const unsigned kWords[] = {0x00000000, 0xffffffff, 0x80008000, 0x7fff7fff, 0x80808080, 0x7f7f7f7f, 0x00010001,
                                  0x01010101, 0x12345678, 0xfedcba98, 0x80007fff, 0x7f80ff01, 0x00ff00fe, 0xfd03fc02};

constexpr int kCount = sizeof kWords / sizeof kWords[0];

template <class Op>
__global__ void all_pairs(const unsigned *words, unsigned *out) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < kCount * kCount) out[i] = Op::of(words[i / kCount], words[i % kCount]);
}

// One line per function: a checksum over all pairs and the results of a few.
template <class Op>
void show(const char *name) {
  DeviceArray<unsigned> in(std::vector<unsigned>(kWords, kWords + kCount));
  DeviceArray<unsigned> out(kCount * kCount);
  all_pairs<Op><<<4, 64>>>(in.get(), out.get());
  MUST(cudaDeviceSynchronize());
  std::uint64_t sum = 14695981039346656037ull;
  auto values = out.read();
  for (unsigned v : values) sum = (sum ^ v) * 1099511628211ull;
  std::printf("%-12s %016llx", name, static_cast<unsigned long long>(sum));
  for (int i : {3, 47, 65, 118, 150, 183, 195}) print_bits(values[i]);
  std::printf("\n");
}

// nvcc wants the types at namespace scope, so the list is written once and used twice.
#define ONE_OPERAND(X) \
  X(__vabs) X(__vabsss) X(__vneg) X(__vnegss)

#define TWO_OPERANDS(X) \
  X(__vadd) X(__vaddss) X(__vaddus) X(__vsub) X(__vsubss) X(__vsubus) X(__vabsdiffs) X(__vabsdiffu) \
  X(__vavgs) X(__vavgu) X(__vhaddu) X(__vmaxs) X(__vmaxu) X(__vmins) X(__vminu) X(__vcmpeq) \
  X(__vcmpne) X(__vcmpges) X(__vcmpgeu) X(__vcmpgts) X(__vcmpgtu) X(__vcmples) X(__vcmpleu) \
  X(__vcmplts) X(__vcmpltu) X(__vseteq) X(__vsetne) X(__vsetges) X(__vsetgeu) X(__vsetgts) \
  X(__vsetgtu) X(__vsetles) X(__vsetleu) X(__vsetlts) X(__vsetltu) X(__vsads) X(__vsadu)

#define DEFINE_ONE(name)                                                                   \
  struct name##2_ { static __device__ unsigned of(unsigned x, unsigned) { return name##2(x); } }; \
  struct name##4_ { static __device__ unsigned of(unsigned x, unsigned) { return name##4(x); } };

#define DEFINE_TWO(name)                                                                   \
  struct name##2_ { static __device__ unsigned of(unsigned x, unsigned y) { return name##2(x, y); } }; \
  struct name##4_ { static __device__ unsigned of(unsigned x, unsigned y) { return name##4(x, y); } };

#define SHOW_BOTH(name)            \
  show<name##2_>(#name "2");  \
  show<name##4_>(#name "4");

namespace operations {
ONE_OPERAND(DEFINE_ONE)
TWO_OPERANDS(DEFINE_TWO)
}  // namespace operations

// Intrinsics on two halves or four bytes of a word: all of them, over words whose lanes hold limits and signs.
CASE(packed_lanes) {
  using namespace operations;
  ONE_OPERAND(SHOW_BOTH)
  TWO_OPERANDS(SHOW_BOTH)
}
}  // namespace packed_lanes_

namespace dynamic_programming_ {
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

// The DPX functions: sums and three-way comparisons with minimum, maximum, relu, and which operand won.
CASE(dynamic_programming) {
  using namespace operations;
  OPERATIONS(SHOW_OPERATION)
}
}  // namespace dynamic_programming_
