// SPDX-License-Identifier: Apache-2.0
// attacks NAME runs one of them; attacks alone lists them.
#include "attack.h"

__global__ void add_to(int* values, int amount) { values[threadIdx.x] += amount; }
__global__ void spin(const volatile int* flag, int* done) {
  while (*flag == 0) {
  }
  *done = 1;
}

int main(int count, char** words) {
  for (const Attack* attack = Attack::first; attack != nullptr; attack = attack->next) {
    if (count == 1)
      std::puts(attack->name);
    else if (std::strcmp(attack->name, words[1]) == 0)
      return attack->run();
  }
  return count == 1 ? 0 : 2;
}
