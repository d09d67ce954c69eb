// SPDX-License-Identifier: Apache-2.0
// Launches that fail, after which the program reads its last error, by either call and on another thread.
// tools: api
#include "case.h"

__global__ void store(int* value) { *value = 1; }

int main() {
  Device value(sizeof(int));
  int* const place = reinterpret_cast<int*>(static_cast<char*>(value));
  store<<<1, 2000>>>(place);
  std::printf("%s\n", cudaGetErrorName(cudaPeekAtLastError()));
  store<<<1, 2000>>>(place);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return finish();
}
