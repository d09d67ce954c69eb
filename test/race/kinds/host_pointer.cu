// SPDX-License-Identifier: Apache-2.0
// expect: mem/host pointer
// A kernel is given an array of the host.
#include "kind.h"

int main() {
  std::vector<int> data(kElements);
  fill<<<kBlocks, kThreads>>>(data.data(), 1);
  return finish();
}
