// SPDX-License-Identifier: Apache-2.0
// Barriers that count, and, or.
#include "../transcript.h"

__global__ void kernel(int *out, int n) {
  int i = threadIdx.x;
  int *mine = out + 8 * i;
  mine[0] = __syncthreads_count(i % 3 == 0);
  mine[1] = __syncthreads_and(i < n);
  mine[2] = __syncthreads_or(i == n - 1);
  mine[3] = __syncthreads_count(i & 1 ? -5 : 0);
  mine[4] = __syncthreads_and(0x100);
  mine[5] = __syncthreads_or(0);
  if (i >= n / 2 && n > 1) return;
  mine[6] = __syncthreads_count(1);
  mine[7] = __syncthreads_and(i < n / 2 || n == 1);
}

int main() {
  for (int n : {1, 20, 32, 33, 64, 500}) {
    DeviceArray<int> out(8 * n);
    kernel<<<1, n>>>(out, n);
    cudaError_t e = cudaDeviceSynchronize();
    auto v = out.read();
    int differ = 0;
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 6; ++k) differ += v[8 * i + k] != v[k];
    std::printf("block %d: %s, count %d, and %d, or %d, count %d, and %d, or %d; half: count %d, and %d; differ %d\n", n,
                name_of(e), v[0], v[1] != 0, v[2] != 0, v[3], v[4] != 0, v[5] != 0, v[6], v[7] != 0, differ);
  }
}
