// SPDX-License-Identifier: Apache-2.0
// A host function calls CUDA.
// expect: api/call in a host function
#include "case.h"

int main() {
  Streams<1> s;
  cudaLaunchHostFunc(s[0], [](void*) { cudaDeviceSynchronize(); }, nullptr);
  return finish();
}
