// SPDX-License-Identifier: Apache-2.0
// Which NaN operations make, and what they do with the payload of one they are given.
#include "table.h"

template <class Op, class A, class R>
__global__ void kernel(const A *a, R *out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = Op::of(a[threadIdx.x]);
}
UNARY(zero_by_zero, float, float, (x - x) / (x - x));
UNARY(inf_minus_inf, float, float, x / 0.0f - x / 0.0f);
UNARY(root, float, float, sqrtf(-fabsf(x) - 1.0f));
UNARY(add_one, float, float, x + 1.0f);
UNARY(times_two, float, float, x * 2.0f);
UNARY(fma_, float, float, fmaf(x, 2.0f, 1.0f));
UNARY(negate, float, float, -x);
UNARY(absolute, float, float, fabsf(x));
UNARY(minimum, float, float, fminf(x, x));
UNARY(rounded, float, float, rintf(x));
UNARY(logarithm, float, float, logf(-fabsf(x) - 1.0f));
UNARY(widened, double, float, double(x));
UNARY(d_add_one, double, double, x + 1.0);
UNARY(d_root, double, double, sqrt(-fabs(x) - 1.0));
UNARY(narrowed, float, double, float(x));

template <class Op, class A>
void raw(const char *name, const std::vector<A> &a) {
  using R = typename Op::Result;
  DeviceArray<A> in(a);
  DeviceArray<R> out(a.size());
  kernel<Op><<<1, 32>>>(in.get(), out.get(), int(a.size()));
  MUST(cudaDeviceSynchronize());
  std::printf("%s:", name);
  for (R r : out.read()) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &r, sizeof r);
    std::printf(sizeof r == 4 ? " %08llx" : " %016llx", (unsigned long long)bits);
  }
  std::printf("\n");
}
#define RAW(name, values) raw<name>(#name, values)

int main() {
  auto f = from_bits<float>({0x3f800000, 0x7fc00000, 0xffc00000, 0x7fc12345, 0xffffffff, 0x7f812345});
  auto d = from_bits<double>({0x3ff0000000000000ull, 0x7ff8000000000000ull, 0xfff8000000000000ull,
                              0x7ff8123456789abcull, 0xffffffffffffffffull, 0x7ff0123456789abcull});
  RAW(zero_by_zero, f);
  RAW(inf_minus_inf, f);
  RAW(root, f);
  RAW(add_one, f);
  RAW(times_two, f);
  RAW(fma_, f);
  RAW(negate, f);
  RAW(absolute, f);
  RAW(minimum, f);
  RAW(rounded, f);
  RAW(logarithm, f);
  RAW(widened, f);
  RAW(d_add_one, d);
  RAW(d_root, d);
  RAW(narrowed, d);
}
