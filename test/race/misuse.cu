// SPDX-License-Identifier: Apache-2.0
// Calls that are misused, and memory that is not given back.
#include "cases.h"

// A host function calls CUDA.
// expect: api/call in a host function
CASE(callback_misuse) {
  Streams<1> s;
  cudaLaunchHostFunc(s[0], [](void*) { cudaDeviceSynchronize(); }, nullptr);
  return finish();
}

// A call that waits inside a capture.
// expect: api/call inside capture
CASE(capture_misuse) {
  Streams<1> s;
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(s[0], cudaStreamCaptureModeGlobal);
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s[0], &graph);
  (void)cudaGetLastError();
  return finish();
}

// An asynchronous copy to pageable memory waits.
// expect: api/asynchronous copy of pageable memory
CASE(pageable_misuse) {
  Streams<1> s;
  Device x(1 << 20);
  static char host[1 << 20];
  cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, s[0]);
  return finish();
}

// A launch fails and nobody asks.
// expect: api/unchecked error
CASE(unchecked_misuse) {
  nothing<<<1, 4096>>>();
  return 0;
}

// Nothing is given back.
// expect: leak/leak leak/leak leak/leak leak/leak leak/leak leak/leak
CASE(leaks_leak) {
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
