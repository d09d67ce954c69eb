// SPDX-License-Identifier: Apache-2.0
// __float128 in the host code of a file with kernels.
#include "../transcript.h"

struct Pair {
  __float128 first, second;
};
template <class T>
struct Is {
  static constexpr int quad = 0;
};
template <>
struct Is<__float128> {
  static constexpr int quad = 1;
};

__float128 power(__float128 x, int n) {
  __float128 result = 1;
  for (int i = 0; i < n; ++i) result *= x;
  return result;
}

template <int kQuad>
__global__ void kernel(int *out, double x) {
  out[threadIdx.x] = kQuad * 10 + int(x);
}

int main() {
  DeviceArray<int> out(4);
  const Pair pair = {power(3, 60), power((__float128)1 / 3, 60)};
  const __float128 difference = pair.first * pair.second - 1;
  show_truth("more than double", difference != 0 && difference < 1e-30 && difference > -1e-30);
  show_bits("rounded", (double)pair.first);
  show_value("bytes", sizeof(__float128));
  kernel<Is<__float128>::quad><<<1, 4>>>(out, (double)power(2, 2));
  SHOW(cudaDeviceSynchronize());
  show_row("kernel", out.read());
}
