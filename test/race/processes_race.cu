// SPDX-License-Identifier: Apache-2.0
// expect: race/between processes race/between processes race/between processes race/between processes race/race
// says: kernel fill(int*, int) and kernel add(int*, int) on 1024 bytes of device memory
// says: writes, process
// says: 5 errors in 2 processes
// Two processes use the same memory. FIXED: one waits for the other, in each of the ways there are.
#include "processes.h"

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add(int* out, int value) { out[threadIdx.x] += value; }
__global__ void count(int* counter) { atomicAdd(counter, 1); }

constexpr int kBytes = 1024;
inline int* ints(char* memory) { return reinterpret_cast<int*>(memory); }

/// What both do; only the owner has the memory from cudaMalloc.
struct Sides {
  void (*owner)(Channel&, char* memory);
  void (*opener)(Channel&, char* memory);
};

// ---- The first waits, before it tells the second ----

inline void fill_and_tell(Channel& c, char* memory) {
  fill<<<1, kBytes / 4>>>(ints(memory), 1);
  if (FIXED) cudaDeviceSynchronize();
  c.tell();
  c.hear();
}
inline void hear_and_add(Channel& c, char* memory) {
  c.hear();
  add<<<1, kBytes / 4>>>(ints(memory), 2);
  c.tell();
}

// ---- An event, recorded too late ----

inline void fill_and_record(Channel& c, char* memory) {
  SharedEvent done;
  done.give(c);
  fill<<<1, kBytes / 4>>>(ints(memory), 1);
  if (FIXED) cudaEventRecord(done);
  c.tell();
  c.hear();
  if (!FIXED) cudaEventRecord(done);
  c.hear();
}
inline void wait_and_copy(Channel& c, char* memory) {
  const SharedEvent done(c);
  Device own(kBytes);
  const Streams<2> s;
  const Event waited;
  c.hear();
  cudaStreamWaitEvent(s[0], done, 0);
  c.tell();
  cudaEventRecord(waited, s[0]);
  cudaStreamWaitEvent(s[1], waited, 0);
  cudaMemcpyAsync(own, memory, kBytes, cudaMemcpyDeviceToDevice, s[1]);
  c.tell();
}

// ---- The opener writes, the owner does not wait for its event ----

inline void copy_away(Channel& c, char* memory) {
  const SharedEvent done(c);
  Device own(kBytes);
  c.hear();
  if (FIXED) cudaStreamWaitEvent(nullptr, done, 0);
  cudaMemcpyAsync(own, memory, kBytes, cudaMemcpyDeviceToDevice);
  c.tell();
  c.hear();
}
inline void set_and_record(Channel& c, char* memory) {
  SharedEvent done;
  done.give(c);
  cudaMemsetAsync(memory, 3, kBytes);
  cudaEventRecord(done);
  c.tell();
  c.hear();
  c.tell();
}

// ---- An operation that is older than the handle ----

inline void give_in_use(Channel& c, char*) {
  const Device memory(kBytes);
  fill<<<1, kBytes / 4>>>(ints(memory), 1);
  if (FIXED) cudaDeviceSynchronize();
  give(c, memory);
  c.hear();
  cudaDeviceSynchronize();
}
inline void add_at_once(Channel& c, char*) {
  const Opened memory(c);
  add<<<1, kBytes / 4>>>(ints(memory), 2);
  cudaDeviceSynchronize();
  c.tell();
}

// ---- Inside one process an event of several orders streams, and no more than that ----

inline void two_streams(Channel&, char*) {
  const SharedEvent done;
  const Streams<3> s;
  const Device memory(kBytes);
  cudaMemset(memory, 0, kBytes);
  cudaDeviceSynchronize();
  if (!FIXED) cudaEventRecord(done, s[2]);
  cudaMemsetAsync(memory, 0, kBytes, s[0]);
  if (FIXED) cudaEventRecord(done, s[0]);
  cudaStreamWaitEvent(s[1], done, 0);
  add<<<1, kBytes / 4, 0, s[1]>>>(ints(memory), 1);
  cudaDeviceSynchronize();
}
inline void nothing_at_all(Channel&, char*) {}

// ---- Right in both ----

inline void first_half(Channel& c, char* memory) {
  cudaMemsetAsync(memory, 1, kBytes / 2);
  c.tell();
  c.hear();
}
inline void second_half(Channel& c, char* memory) {
  c.hear();
  cudaMemsetAsync(memory + kBytes / 2, 1, kBytes / 2);
  c.tell();
}

inline void count_up(Channel& c, char* memory) {
  fill<<<1, 64>>>(ints(memory) + 64, 1);
  count<<<1, 32>>>(ints(memory));
  c.tell();
  c.hear();
}
/// By what it has seen there it may know that the other's memory is ready.
inline void count_and_read(Channel& c, char* memory) {
  c.hear();
  count<<<1, 32>>>(ints(memory));
  add<<<1, 64>>>(ints(memory) + 64, 1);
  c.tell();
}

inline void synchronise_event(Channel& c, char* memory) {
  SharedEvent done;
  done.give(c);
  fill<<<1, kBytes / 4>>>(ints(memory), 1);
  cudaEventRecord(done);
  c.tell();
  c.hear();
}
inline void wait_on_host(Channel& c, char* memory) {
  const SharedEvent done(c);
  c.hear();
  while (cudaEventQuery(done) == cudaErrorNotReady) {
  }
  const Streams<1> s;
  add<<<1, kBytes / 4, 0, s[0]>>>(ints(memory), 1);
  c.tell();
}

/// The host waits for its own event of several processes, itself or by another stream that waits for it.
inline void synchronise_own_event(Channel& c, char* memory) {
  const SharedEvent done;
  const Streams<1> s;
  fill<<<1, kBytes / 4, 0, s[0]>>>(ints(memory), 1);
  cudaEventRecord(done, s[0]);
  cudaEventSynchronize(done);
  c.tell();
  c.hear();
}
inline void synchronise_waiting_stream(Channel& c, char* memory) {
  const SharedEvent done;
  const Streams<2> s;
  cudaMemsetAsync(memory, 1, kBytes, s[0]);
  cudaEventRecord(done, s[0]);
  cudaStreamWaitEvent(s[1], done, 0);
  cudaStreamSynchronize(s[1]);
  c.tell();
  c.hear();
}

/// A function of a stream hears that the owner has waited.
inline void tell_later(Channel& c, char* memory) {
  fill<<<1, kBytes / 4>>>(ints(memory), 1);
  c.hear();
  cudaDeviceSynchronize();
  c.tell();
  c.hear();
}
inline void hear_in_stream(Channel& c, char* memory) {
  cudaLaunchHostFunc(nullptr, [](void* channel) { static_cast<Channel*>(channel)->hear(); }, &c);
  add<<<1, kBytes / 4>>>(ints(memory), 1);
  c.tell();
  cudaDeviceSynchronize();
  c.tell();
}

constexpr Sides kCases[] = {
    {fill_and_tell, hear_and_add},
    {fill_and_record, wait_and_copy},
    {copy_away, set_and_record},
    {give_in_use, add_at_once},
    {two_streams, nothing_at_all},
    {first_half, second_half},
    {count_up, count_and_read},
    {synchronise_event, wait_on_host},
    {tell_later, hear_in_stream},
    {synchronise_own_event, hear_and_add},
    {synchronise_waiting_stream, hear_and_add},
};

inline void owner(Channel& c) {
  for (const Sides& each : kCases) {
    const Device memory(kBytes);  // mostly where the last one was
    cudaMemset(memory, 0, kBytes);
    cudaDeviceSynchronize();
    give(c, memory);
    c.hear();
    each.owner(c, memory);
    cudaDeviceSynchronize();
    c.tell();
    c.hear();
  }
}
inline void opener(Channel& c) {
  for (const Sides& each : kCases) {
    const Opened memory(c);
    c.tell();
    each.opener(c, memory);
    cudaDeviceSynchronize();
    c.hear();
    c.tell();
  }
}

int main() { return run_two_processes(owner, opener); }
