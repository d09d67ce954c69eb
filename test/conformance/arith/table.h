// SPDX-License-Identifier: Apache-2.0
// Tables of one operation over interesting operands. Operands come from memory, so that nothing is folded at compile
// time; results are printed as bits, with every NaN as `nan`.
#pragma once

#include "../transcript.h"

inline void print_bits(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, 4);
  if (x != x)
    std::printf(" %8s", "nan");
  else
    std::printf(" %08x", bits);
}
inline void print_bits(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, 8);
  if (x != x)
    std::printf(" %16s", "nan");
  else
    std::printf(" %016llx", static_cast<unsigned long long>(bits));
}
inline void print_bits(int x) { std::printf(" %08x", static_cast<unsigned>(x)); }
inline void print_bits(unsigned x) { std::printf(" %08x", x); }
inline void print_bits(long long x) { std::printf(" %016llx", static_cast<unsigned long long>(x)); }
inline void print_bits(unsigned long long x) { std::printf(" %016llx", x); }
inline void print_bits(short x) { std::printf(" %04x", static_cast<unsigned>(static_cast<unsigned short>(x))); }
inline void print_bits(unsigned short x) { std::printf(" %04x", x); }
inline void print_bits(signed char x) { std::printf(" %02x", static_cast<unsigned>(static_cast<unsigned char>(x))); }
inline void print_bits(unsigned char x) { std::printf(" %02x", x); }

template <class Op, class A, class R>
__global__ void unary_kernel(const A *a, R *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = Op::of(a[i]);
}

template <class Op, class A, class B, class R>
__global__ void binary_kernel(const A *a, const B *b, R *out, int na, int nb) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < na * nb) out[i] = Op::of(a[i / nb], b[i % nb]);
}

template <class Op, class R, class A>
void unary_table(const char *name, const std::vector<A> &a) {
  DeviceArray<A> in(a);
  DeviceArray<R> out(a.size());
  unary_kernel<Op><<<(a.size() + 63) / 64, 64>>>(in.get(), out.get(), int(a.size()));
  MUST(cudaDeviceSynchronize());
  std::printf("%s:", name);
  for (R r : out.read()) print_bits(r);
  std::printf("\n");
}

template <class Op, class R, class A, class B>
void binary_table(const char *name, const std::vector<A> &a, const std::vector<B> &b) {
  DeviceArray<A> in_a(a);
  DeviceArray<B> in_b(b);
  DeviceArray<R> out(a.size() * b.size());
  binary_kernel<Op>
      <<<(a.size() * b.size() + 63) / 64, 64>>>(in_a.get(), in_b.get(), out.get(), int(a.size()), int(b.size()));
  MUST(cudaDeviceSynchronize());
  auto values = out.read();
  std::printf("%s\n", name);
  for (std::size_t i = 0; i < a.size(); ++i) {
    print_bits(a[i]);
    std::printf(":");
    for (std::size_t j = 0; j < b.size(); ++j) print_bits(R(values[i * b.size() + j]));
    std::printf("\n");
  }
}

// An operation that can be named as a template argument.
#define UNARY(name, R, A, ...) \
  struct name {                \
    using Result = R;          \
    static __device__ R of(A x) { return __VA_ARGS__; } \
  }
#define BINARY(name, R, A, B, ...) \
  struct name {                    \
    using Result = R;              \
    static __device__ R of(A x, B y) { return __VA_ARGS__; } \
  }
#define SHOW_UNARY(name, values) unary_table<name, name::Result>(#name, values)
#define SHOW_BINARY(name, a, b) binary_table<name, name::Result>(#name, a, b)

template <class T>
std::vector<T> from_bits(std::initializer_list<unsigned long long> bits) {
  std::vector<T> values;
  for (unsigned long long b : bits) {
    T value;
    std::memcpy(&value, &b, sizeof value);
    values.push_back(value);
  }
  return values;
}

// Zeros, the smallest and largest of each sort, halves that decide roundings, infinities, NaN.
inline std::vector<float> interesting_floats() {
  return from_bits<float>({0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x3f000000, 0x3f800000,
                           0xbfc00000, 0x40200000, 0x3eaaaaab, 0x4b000001, 0xcb7fffff, 0x4effffff, 0x4f000000,
                           0xcf000001, 0x5f000000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000});
}
inline std::vector<double> interesting_doubles() {
  return from_bits<double>({0x0ull, 0x8000000000000000ull, 0x1ull, 0x800fffffffffffffull, 0x0010000000000000ull,
                            0x3fe0000000000000ull, 0x3ff0000000000000ull, 0xbff8000000000000ull,
                            0x4004000000000000ull, 0x3fd5555555555555ull, 0x4330000000000001ull,
                            0x41dfffffffc00000ull, 0x41e0000000000000ull, 0xc1e0000000200000ull,
                            0x43e0000000000000ull, 0x43f0000000000000ull, 0x7fefffffffffffffull,
                            0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull});
}
inline std::vector<int> interesting_ints() {
  return {0, 1, -1, 2, -2, 3, 7, -7, 31, 32, 100, -100, 65535, -65536, 0x12345678, 0x7fffffff, int(0x80000000)};
}
inline std::vector<long long> interesting_longs() {
  return {0, 1, -1, 2, -3, 7, 63, 64, 1000003, -1000003, 0x7fffffffll, -0x80000000ll, 0xffffffffll, 0x123456789abcdefll,
          0x7fffffffffffffffll, static_cast<long long>(0x8000000000000000ull)};
}
