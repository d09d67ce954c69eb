// SPDX-License-Identifier: Apache-2.0
// expect: race/between processes race/between processes
// says: memset and kernel add_more(int*, int) on 1024 bytes of device memory
// says: 2 errors in 3 processes
// The second process has an event of the first one to wait for, and tells a third one when it is done. FIXED: it waits itself before.
#include "processes.h"

__global__ void add(int* out, int value) { out[threadIdx.x] += value; }
__global__ void add_more(int* out, int value) { out[threadIdx.x] += value; }

constexpr int kBytes = 1024;
inline int* ints(char* memory) { return reinterpret_cast<int*>(memory); }

/// It never waits.
inline void first(Channel& second) {
  const Device memory(kBytes);
  const SharedEvent done;
  cudaMemset(memory, 0, kBytes);
  cudaDeviceSynchronize();
  give(second, memory);
  give(second, memory);
  done.give(second);
  cudaMemsetAsync(memory, 1, kBytes);
  cudaEventRecord(done);
  second.tell();
  second.hear();
}
inline void middle(Channel& first, Channel& third) {
  third.send(first.receive<cudaIpcMemHandle_t>());
  const Opened memory(first);
  const SharedEvent done(first);
  const Streams<1> s;
  third.hear();
  first.hear();
  cudaStreamWaitEvent(s[0], done, 0);
  add<<<1, kBytes / 4, 0, s[0]>>>(ints(memory), 1);
  if (FIXED) cudaStreamSynchronize(s[0]);
  third.tell();
  third.hear();
  cudaStreamSynchronize(s[0]);
  first.tell();
}
inline void last(Channel& second) {
  const Opened memory(second);
  second.tell();
  second.hear();
  add_more<<<1, kBytes / 4>>>(ints(memory), 2);
  cudaDeviceSynchronize();
  second.tell();
}

int main() {
  return run_two_processes(first, [](Channel& up) {
    if (run_two_processes([&](Channel& down) { middle(up, down); }, last) != 0) std::exit(5);
  });
}
