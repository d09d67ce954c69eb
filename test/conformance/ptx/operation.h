// SPDX-License-Identifier: Apache-2.0
// One PTX instruction over a list of operands. Operands are bits in registers: `h` 16, `r` 32, `l` 64 of them. A
// program lists its instructions once, as X(name, kind, OP2(r, r, r, "add.rz.f32")): what is defined from the list is
// shown from it too.
//
// The kind says what values the operands get and how the result is printed, every NaN as one: f float, d double,
// h half, H two halves, b bfloat, B two bfloats, i integers (printed as they are).
#pragma once

#include "../transcript.h"

using Bits = unsigned long long;

using TYPE_h = unsigned short;
using TYPE_r = unsigned;
using TYPE_l = unsigned long long;
#define OP1(R, A, text)                     \
  {                                         \
    TYPE_##R d;                             \
    asm(text " %0, %1;" : "=" #R(d) : #A(TYPE_##A(a))); \
    return d;                               \
  }
#define OP2(R, A, B, text)                  \
  {                                         \
    TYPE_##R d;                             \
    asm(text " %0, %1, %2;" : "=" #R(d) : #A(TYPE_##A(a)), #B(TYPE_##B(b))); \
    return d;                               \
  }
#define OP3(R, A, B, C, text)               \
  {                                         \
    TYPE_##R d;                             \
    asm(text " %0, %1, %2, %3;" : "=" #R(d) : #A(TYPE_##A(a)), #B(TYPE_##B(b)), #C(TYPE_##C(c))); \
    return d;                               \
  }
// A text with all its operands.
#define TEXT(R, A, B, C, text)              \
  {                                         \
    TYPE_##R d;                             \
    asm(text : "=" #R(d) : #A(TYPE_##A(a)), #B(TYPE_##B(b)), #C(TYPE_##C(c))); \
    return d;                               \
  }

#define DEFINE(name, kind, body)                                 \
  struct name {                                                  \
    static __device__ Bits of(Bits a, Bits b, Bits c) body       \
  };
#define RUN(name, kind, body) run_operation<name>(#name, (#kind)[0], (#kind)[1] != 0 ? (#kind)[1] : (#kind)[0]);

template <class Op>
__global__ void operation_kernel(const Bits *a, const Bits *b, const Bits *c, Bits *out) {
  unsigned i = threadIdx.x;
  out[i] = Op::of(a[i], b[i], c[i]);
}

constexpr int kOperands = 64;

inline Bits next_random(Bits &state) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  Bits x = state ^ state >> 33;
  x *= 0xff51afd7ed558ccdull;
  return x ^ x >> 29;
}

// Values at the edges of a kind's range, then values whose sums and products stay in it, then any bits.
inline std::vector<Bits> operands(char kind, Bits seed) {
  static const std::vector<Bits> kFloats = {0, 0x80000000, 1, 0x807fffff, 0x00800000, 0x3f000000, 0x3f800000, 0xbfc00000,
                                            0x40200000, 0x3eaaaaab, 0x4b000001, 0xcf000001, 0x7f7fffff, 0x7f800000, 0xff800000,
                                            0x7fc00000};
  static const std::vector<Bits> kDoubles = {0, 1ull << 63, 1, 0x800fffffffffffff, 0x0010000000000000, 0x3fe0000000000000,
                                             0x3ff0000000000000, 0xbff8000000000000, 0x4004000000000000, 0x3fd5555555555555,
                                             0x41dfffffffc00000, 0xc1e0000000200000, 0x7fefffffffffffff, 0x7ff0000000000000,
                                             0xfff0000000000000, 0x7ff8000000000000};
  static const std::vector<Bits> kHalves = {0, 0x8000, 1, 0x83ff, 0x0400, 0x3800, 0x3c00, 0xbe00, 0x4100, 0x3555, 0x6401, 0xe801,
                                            0x7bff, 0x7c00, 0xfc00, 0x7e00};
  static const std::vector<Bits> kBfloats = {0, 0x8000, 1, 0x807f, 0x0080, 0x3f00, 0x3f80, 0xbfc0, 0x4020, 0x3eab, 0x4b01, 0xcf01,
                                             0x7f7f, 0x7f80, 0xff80, 0x7fc0};
  static const std::vector<Bits> kIntegers = {0, 1, ~0ull, 0x80000000, 0x7fffffff, 0x8000000000000000, 0x7fffffffffffffff, 31, 32,
                                              0xff00ff80, 0x80007fff, 0xffff, 7, 0x12345678, 63, 0x7f80017f};
  const std::vector<Bits> &edges = kind == 'f'                  ? kFloats
                                   : kind == 'd'                ? kDoubles
                                   : kind == 'h' || kind == 'H' ? kHalves
                                   : kind == 'b' || kind == 'B' ? kBfloats
                                                                : kIntegers;
  Bits state = seed;
  std::vector<Bits> list;
  for (int i = 0; i < kOperands; ++i) {
    const auto one = [&]() -> Bits {
      const Bits random = next_random(state);
      if (i < 32) return edges[random % edges.size()];
      if (i >= 56 || kind == 'i') return random;
      switch (kind) {
        case 'f': return (random & 0x807fffff) | (120 + (random >> 32) % 14) << 23;
        case 'd': return (random & 0x800fffffffffffff) | (1016 + (random >> 53) % 14) << 52;
        case 'h': case 'H': return (random & 0x83ff) | (10 + (random >> 32) % 9) << 10;
        default: return (random & 0x807f) | (122 + (random >> 32) % 9) << 7;
      }
    };
    Bits value = one();
    if (kind == 'H' || kind == 'B') value = (value & 0xffff) | (one() & 0xffff) << 16;
    list.push_back(value);
  }
  return list;
}

inline void print_half(unsigned bits, bool bfloat) {
  const bool nan = (bits & 0x7fff) > (bfloat ? 0x7f80u : 0x7c00u);
  nan ? std::printf("nan ") : std::printf("%04x", bits);
}

inline void print_result(Bits bits, char kind) {
  std::printf(" ");
  switch (kind) {
    case 'f':
      (bits & 0x7fffffff) > 0x7f800000 ? std::printf("nan") : std::printf("%08llx", bits);
      break;
    case 'd':
      (bits & ~(1ull << 63)) > 0x7ff0000000000000 ? std::printf("nan") : std::printf("%016llx", bits);
      break;
    case 'h': case 'b':
      print_half(bits & 0xffff, kind == 'b');
      break;
    case 'H': case 'B':
      print_half(bits >> 16 & 0xffff, kind == 'B');
      print_half(bits & 0xffff, kind == 'B');
      break;
    default:
      std::printf("%llx", bits);
  }
}

template <class Op>
void run_operation(const char *name, char operand_kind, char result_kind) {
  DeviceArray<Bits> a(operands(operand_kind, 11)), b(operands(operand_kind, 22)), c(operands(operand_kind, 33)), out(kOperands);
  operation_kernel<Op><<<1, kOperands>>>(a.get(), b.get(), c.get(), out.get());
  MUST(cudaDeviceSynchronize());
  std::printf("%s:", name);
  for (Bits result : out.read()) print_result(result, result_kind);
  std::printf("\n");
}
