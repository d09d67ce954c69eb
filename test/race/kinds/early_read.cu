// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// The host reads pinned memory before it has waited for the copy into it.
#include "kind.h"

int main() {
  const Ints data;
  const Pinned results(kBytes);
  const Streams<1> streams;
  cudaMemsetAsync(data, 1, kBytes, streams[0]);
  cudaMemcpyAsync(results, data, kBytes, cudaMemcpyDeviceToHost, streams[0]);
  std::printf("%d\n", results[7]);
  return finish();
}
