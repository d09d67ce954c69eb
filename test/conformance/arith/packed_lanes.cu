// SPDX-License-Identifier: Apache-2.0
// Intrinsics on two halves or four bytes of a word: all of them, over words whose lanes hold limits and signs.
#include "table.h"

#include <cstdint>

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

int main() {
  using namespace operations;
  ONE_OPERAND(SHOW_BOTH)
  TWO_OPERANDS(SHOW_BOTH)
}
