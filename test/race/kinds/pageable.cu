// SPDX-License-Identifier: Apache-2.0
// expect: api/asynchronous copy of pageable memory race/unpromised order
// CUDA does not promise that an asynchronous copy from pageable memory has read it when the call returns.
#include "kind.h"

int main() {
  constexpr size_t kMany = 1 << 20;
  const Device data(kMany);
  std::vector<char> batch(kMany, 1);
  const Streams<1> streams;
  cudaMemcpyAsync(data, batch.data(), kMany, cudaMemcpyHostToDevice, streams[0]);
  batch[kMany / 2] = 2;
  return finish();
}
