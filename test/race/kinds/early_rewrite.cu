// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The host fills a pinned buffer again while its upload may still read it.
#include "kind.h"

int main() {
  const Ints data;
  const Pinned batch(kBytes);
  const Streams<1> streams;
  cudaMemcpyAsync(data, batch, kBytes, cudaMemcpyHostToDevice, streams[0]);
  batch[0] = 2;
  return finish();
}
