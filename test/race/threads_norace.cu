// SPDX-License-Identifier: Apache-2.0
// tools: all
#define FIXED 1
#include "barriers.h"
#include "threads.h"

int main() {
  Device memory(1 << 16);
  int* const out = reinterpret_cast<int*>(static_cast<char*>(memory));
  cudaMemset(memory, 0, 1 << 16);
  touch(out, out + 4096);
  wait_for_others(out);
  return finish();
}
