// SPDX-License-Identifier: Apache-2.0
// expect: mem/misaligned
// A vector is stored at an address that is not a multiple of its size.
#include "kind.h"

__global__ void store(int* data) {
  *reinterpret_cast<int4*>(data + 1 + threadIdx.x) = make_int4(1, 2, 3, 4);
}

int main() {
  const Ints data;
  store<<<1, 1>>>(data);
  return finish();
}
