// SPDX-License-Identifier: Apache-2.0
// tools: race
#define FIXED true
#include "host_places.h"

int main() {
  Streams<1> streams;
  Device device(4096);
  cudaMemset(device, 0, 4096);
  cudaDeviceSynchronize();
  in_the_allocator(streams[0], device);
  in_a_handler(streams[0], device);
  in_another_thread(streams[0], device);
  return finish();
}
