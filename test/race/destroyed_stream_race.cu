// SPDX-License-Identifier: Apache-2.0
// expect: race/race
// says: no event, synchronisation or default-stream rule makes stream 3 wait for stream 2
// A stream that is destroyed with work pending is not waited for by one that is created then.
// FIXED: an event that was recorded before orders them.
#include "case.h"

int main() {
  const Device memory(4096);
  const Event event;
  {
    const Streams<1> first;
    cudaMemsetAsync(memory, 1, 4096, first[0]);
    cudaEventRecord(event, first[0]);
  }
  let_everything_end();
  const Streams<1> second;
  if (FIXED) cudaStreamWaitEvent(second[0], event);
  cudaMemsetAsync(memory, 2, 4096, second[0]);
  return finish();
}
