// SPDX-License-Identifier: Apache-2.0
// flags: -O2
// tools: race
// fixed tools: race
// expect: race/race race/unpromised order
// says: library_code_race.cu:22 in main
// says: library_code_race.cu:33 in upload
// The host's accesses are made by functions of the standard library, inlined or not: the program's own lines are told.
// FIXED: it waits.
#include <algorithm>
#include <vector>
#include "case.h"

void upload(char* to, cudaStream_t stream);

int main() {
  const Pinned memory(65536);
  const Device device(1 << 20);
  const Streams<1> stream;
  cudaMemcpyAsync(device, memory, 65536, cudaMemcpyHostToDevice, stream[0]);
  if (FIXED) cudaStreamSynchronize(stream[0]);
  std::fill(reinterpret_cast<int*>(static_cast<char*>(memory)),
            reinterpret_cast<int*>(static_cast<char*>(memory)) + 16384, 1);
  upload(device, stream[0]);
  return finish();
}

/// The vector ends before the copy may have read it.
void upload(char* to, cudaStream_t stream) {
  std::vector<char> from(1 << 20, 'x');
  cudaMemcpyAsync(to, from.data(), from.size(), cudaMemcpyHostToDevice, stream);
  if (FIXED) cudaStreamSynchronize(stream);
}
