// SPDX-License-Identifier: Apache-2.0
// Unsigned indices of shared memory that fall below zero: addresses there have 32 bits, and wrap.
#include "../transcript.h"

__global__ void merged(const unsigned *first, const unsigned *second, unsigned *out, unsigned n) {
  extern __shared__ unsigned both[];
  unsigned *const one = both, *const other = both + n + 2;
  const unsigned t = threadIdx.x;
  one[t + 1] = first[t];
  other[t + 1] = second[t];
  if (t == 0) {
    one[0] = other[0] = 0;
    one[n + 1] = other[n + 1] = 0xffffffff;
  }
  __syncthreads();
  // The merge path's cross with diagonal t, by halves: `behind[~k]` is the other row's element in front of `behind` by k + 1.
  unsigned *const behind = other + t + 2;
  unsigned offset = t >> 1, k = offset + 1;
  while (true) {
    offset = (offset + 1) >> 1;
    if (one[k] > behind[~k]) {
      if (one[k - 1] <= behind[~k + 1]) break;
      k -= offset;
    } else {
      k += offset;
    }
  }
  const unsigned l = t + 2 - k;
  out[t] = one[k] > other[l] ? other[l] : one[k];
}

__global__ void backwards(float *out, unsigned back) {
  __shared__ float row[96];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 96; i += blockDim.x) row[i] = static_cast<float>(i);
  __syncthreads();
  const float *const middle = row + 64;
  out[t] = middle[t - back] + middle[~t] * 100 + (middle + t)[0u - back] * 10000;
}

int main() {
  std::vector<unsigned> first, second;
  for (unsigned i = 0; i < 64; ++i) {
    first.push_back(i * 5 + 3);
    second.push_back(i * i / 3 + 1);
  }
  DeviceArray<unsigned> one(first), other(second), out(64);
  merged<<<1, 64, 2 * 66 * sizeof(unsigned)>>>(one.get(), other.get(), out.get(), 64);
  std::vector<int> row;
  for (const unsigned value : out.read()) row.push_back(static_cast<int>(value));
  show_row("merged", row);
  DeviceArray<float> numbers(32);
  backwards<<<1, 32>>>(numbers.get(), 20);
  row.clear();
  for (const float value : numbers.read()) row.push_back(static_cast<int>(value));
  show_row("backwards", row);
  SHOW(cudaDeviceSynchronize());
}
