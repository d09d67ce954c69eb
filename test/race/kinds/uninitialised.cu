// SPDX-License-Identifier: Apache-2.0
// expect: init/uninitialised
// A kernel reads memory that nothing has written.
#include "kind.h"

int main() {
  const Ints data;
  add<<<kBlocks, kThreads>>>(data, 1);
  return finish();
}
