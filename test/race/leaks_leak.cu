// SPDX-License-Identifier: Apache-2.0
// Nothing is given back.
// expect: leak/leak leak/leak leak/leak leak/leak leak/leak leak/leak
#include "case.h"

int main() {
  char *x, *pinned, *managed, *pooled;
  cudaStream_t s;
  cudaEvent_t e;
  cudaMalloc(&x, 4096);
  cudaMallocHost(&pinned, 4096);
  cudaMallocManaged(&managed, 4096);
  cudaStreamCreate(&s);
  cudaEventCreate(&e);
  cudaMallocAsync(&pooled, 4096, s);
  return finish();
}
