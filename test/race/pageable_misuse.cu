// SPDX-License-Identifier: Apache-2.0
// An asynchronous copy to pageable memory waits.
// expect: api/asynchronous copy of pageable memory
#include "case.h"

int main() {
  Streams<1> s;
  Device x(1 << 20);
  static char host[1 << 20];
  cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, s[0]);
  return finish();
}
