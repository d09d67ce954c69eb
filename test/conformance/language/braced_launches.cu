// SPDX-License-Identifier: Apache-2.0
// Braces in a launch configuration stand for what is initialised by them.
#include "../transcript.h"

#include <initializer_list>

__global__ void shape(int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0 && blockIdx.y == 0 && threadIdx.y == 0 &&
      blockIdx.z == 0 && threadIdx.z == 0) {
    int values[6] = {int(gridDim.x),  int(gridDim.y),  int(gridDim.z),
                     int(blockDim.x), int(blockDim.y), int(blockDim.z)};
    for (int i = 0; i < 6; ++i) out[i] = values[i];
  }
}

template <int N>
__global__ void templated(int *out) {
  out[0] = N * 100 + blockDim.x * 10 + gridDim.x;
}

template <class T>
void from_template(T blocks, int *out) {
  templated<3><<<{blocks, 1u}, {2}>>>(out);
}

int main() {
  DeviceArray<int> out(6);
  const auto show_shape = [&](const char *what) {
    MUST(cudaDeviceSynchronize());
    show_row(what, out.read());
  };
  unsigned n = 5;
  shape<<<{1, 2, 3}, {4}>>>(out);
  show_shape("{1, 2, 3}, {4}");
  shape<<<{n, n - 1}, {2, 3, 4}, 0, {}>>>(out);
  show_shape("{n, n - 1}, {2, 3, 4}, 0, {}");
  shape<<<{}, {}>>>(out);
  show_shape("{}, {}");
  shape<<<dim3{2, 2}, {7}, {16}>>>(out);
  show_shape("dim3{2, 2}, {7}, {16}");
  shape<<<{6}, dim3(3)>>>(out);
  show_shape("{6}, dim3(3)");
  from_template(4u, out);
  MUST(cudaDeviceSynchronize());
  show_value("from a template", out.read()[0]);
}
