// SPDX-License-Identifier: Apache-2.0
// tools: race
// expect: race/unpromised order race/unpromised order race/unpromised order
// says: unpromised order: copy and host access on 1 byte of pageable memory
// says: byte 524288 of 1048576 bytes of pageable memory
// Pageable memory of asynchronous copies, in code that is compiled as ever: read too early, after a query of the wrong event too;
// written too early; given back too early. FIXED: it waits first, in each of the ways there are.
#include <cstdlib>
#include <cstring>
#include <vector>

#include "case.h"

constexpr size_t kBytes = 1 << 20;
inline int sum = 0;
/// So that the accesses stay in the program.
inline void keep(int value) { sum += value; }

inline void read_too_early(cudaStream_t s, char* device) {
  std::vector<char> to(kBytes);
  Event before, after;
  cudaEventRecord(before, s);
  cudaMemcpyAsync(to.data(), device, kBytes, cudaMemcpyDeviceToHost, s);
  cudaEventRecord(after, s);
  while (cudaEventQuery(FIXED ? after : before) == cudaErrorNotReady) {
  }
  keep(to[kBytes / 2]);
  cudaStreamSynchronize(s);
  keep(to[kBytes / 4]);
}

inline void write_too_early(cudaStream_t s, char* device) {
  std::vector<char> from(kBytes);
  for (char round = 0; round < 2; ++round) {
    from[kBytes / 2] = round;
    cudaMemcpyAsync(device, from.data(), kBytes, cudaMemcpyHostToDevice, s);
    keep(from[kBytes / 2]);  // both read
    if (FIXED) cudaStreamSynchronize(s);
  }
  cudaDeviceSynchronize();
}

inline void give_back_too_early(cudaStream_t s, char* device) {
  char* const from = static_cast<char*>(std::malloc(kBytes));
  std::memset(from, 1, kBytes);
  cudaMemcpyAsync(device, from, kBytes, cudaMemcpyHostToDevice, s);
  if (FIXED) cudaDeviceSynchronize();
  std::free(from);
  // Others get the memory, and use it.
  std::vector<char> next(kBytes);
  std::memset(next.data(), 2, kBytes);
  keep(next[kBytes / 2]);
  cudaDeviceSynchronize();
}

/// What is right: waiting copies, other buffers, stacks, and memory that moves or is mapped anew in the meantime.
inline void right(cudaStream_t s, char* device) {
  std::vector<char> memory(kBytes);
  cudaMemcpy(device, memory.data(), kBytes, cudaMemcpyHostToDevice);
  memory[kBytes / 2] = 1;
  cudaMemcpy(memory.data(), device, kBytes, cudaMemcpyDeviceToHost);
  keep(memory[kBytes / 2]);
  std::vector<char> from(kBytes), other(kBytes);
  cudaMemcpyAsync(device, from.data(), kBytes, cudaMemcpyHostToDevice, s);
  std::memset(other.data(), 1, kBytes);
  keep(from[kBytes / 2]);
  cudaStreamSynchronize(s);
  std::memset(from.data(), 1, kBytes);
  from.resize(4 * kBytes);
  char small[3 * 4096] = {};
  cudaMemcpyAsync(device, small, sizeof small, cudaMemcpyHostToDevice, s);  // read at the call
  small[4096] = 1;
  keep(small[4096]);
  cudaDeviceSynchronize();
}

int main() {
  Streams<1> s;
  Device x(kBytes);
  cudaMemset(x, 0, kBytes);
  cudaDeviceSynchronize();
  read_too_early(s[0], x);
  write_too_early(s[0], x);
  give_back_too_early(s[0], x);
  right(s[0], x);
  return sum == -1 ? 1 : finish();
}
