// SPDX-License-Identifier: Apache-2.0
// libcu++ in a kernel: containers, numbers, atomics.
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>

#include "check.h"

__global__ void kernel(int* out) {
  const cuda::std::array<int, 4> four{1, 2, 3, 4};
  cuda::std::complex<float> z(1.0f, 2.0f);
  z *= z;
  const cuda::std::optional<int> five = 5;
  const cuda::std::tuple<int, float> both(1, 2.0f);
  const cuda::std::span<int> values(out, 4);
  cuda::atomic_ref<int, cuda::thread_scope_device> sum(out[0]);
  sum.fetch_add(four[2] + *five);
  values[1] = static_cast<int>(z.imag()) + cuda::std::get<0>(both) + cuda::std::popcount(255u);
  values[2] = static_cast<int>(cuda::std::sqrt(16.0f)) + cuda::std::numeric_limits<int>::digits;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 4 * sizeof(int));
  out[0] = 0;
  kernel<<<1, 32>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 256 && out[1] == 13 && out[2] == 35);
  return finish();
}
