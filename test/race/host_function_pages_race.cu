// SPDX-License-Identifier: Apache-2.0
// tools: race
// expect: race/race race/race
// says: race: host function and copy on 1 byte of pinned memory
// says: race: copy and host function on 1 byte of pinned memory
// Without -fcheck-host: by the pages that are closed.
#define FIXED false
#include "host_function.h"

int main() {
  Streams<2> streams;
  Device device(4096);
  cudaMemset(device, 0, 4096);
  cudaDeviceSynchronize();
  reads(streams[0], streams[1], device);
  writes(streams[0], streams[1], device);
  return finish();
}
