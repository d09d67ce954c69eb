// SPDX-License-Identifier: Apache-2.0
// The row above and the row below of a flat index: the row's number is below zero, or behind the last row, in the first threads
// of a warp or in the last ones, and the same warp goes on in the next row.
#include "../transcript.h"

__global__ void above(const int *in, int *out, unsigned w, unsigned total) {
  unsigned n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= total) return;
  unsigned y = n / w;
  if (y != 0) {
    const int *row = in + (y - 1) * w;
    out[n] = row[n % w];
  }
}
__global__ void below(const int *in, int *out, unsigned w, unsigned total) {
  unsigned n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= total) return;
  unsigned y = n / w, h = total / w;
  out[n] = in[(y + 1 == h ? 0 : y + 1) * w + n % w];
}
__global__ void around(const int *in, int *out, unsigned w, unsigned total) {
  unsigned n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= total) return;
  unsigned y = n / w, h = total / w;
  out[n] = in[((y - 1 + h) % h) * w + n % w] + in[((y + 1) % h) * w + (n + w - 1) % w];
}

int main() {
  bool right[3] = {true, true, true};
  for (unsigned w : {1u, 3u, 16u, 31u, 100u, 128u, 129u}) {
    const unsigned h = 40, total = w * h;
    std::vector<int> values(total);
    for (unsigned i = 0; i < total; ++i) values[i] = static_cast<int>(i);
    const DeviceArray<int> in(values), out(total);
    const auto at = [&](unsigned y, unsigned x) { return values[y % h * w + x % w]; };
    for (int kind = 0; kind < 3; ++kind) {
      MUST(cudaMemset(out.get(), 0xff, total * sizeof(int)));
      for (int round = 0; round < 3; ++round)
        (kind == 0 ? above : kind == 1 ? below : around)<<<(total + 127) / 128, 128>>>(in.get(), out.get(), w, total);
      MUST(cudaGetLastError());
      const auto found = out.read();
      for (unsigned i = 0; i < total; ++i) {
        const unsigned y = i / w, x = i % w;
        const int expected = kind == 0 ? (y == 0 ? -1 : at(y - 1, x)) : kind == 1 ? at(y + 1, x) : at(y + h - 1, x) + at(y + 1, x + w - 1);
        right[kind] = right[kind] && found[i] == expected;
      }
    }
  }
  show_truth("above", right[0]);
  show_truth("below", right[1]);
  show_truth("around", right[2]);
}
