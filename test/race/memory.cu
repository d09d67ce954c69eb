// SPDX-License-Identifier: Apache-2.0
// Which bytes operations touch, and the life of memory.
#include "cases.h"

#include <unistd.h>

__global__ void fill(int* out, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}
__global__ void add(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += in[i];
}

// expect: race/race
// Two memsets on two streams overlap in one byte.
// FIXED: they meet, but do not overlap.
CASE(one_byte_race) {
  Streams<2> s;
  Device x(4096), y(4096);
#if FIXED
  cudaMemsetAsync(x, 1, 2048, s[0]);
#else
  cudaMemsetAsync(x, 1, 2049, s[0]);
#endif
  cudaMemsetAsync(x + 2048, 2, 2048, s[1]);
  return finish();
}

// expect: race/race
// Two boxes of one pitched array overlap in a column.
// FIXED: the columns lie side by side.
CASE(pitched_race) {
  Streams<2> s;
  Device x(64 * 256);
#if FIXED
  cudaMemset2DAsync(x, 256, 1, 100, 64, s[0]);
#else
  cudaMemset2DAsync(x, 256, 1, 101, 64, s[0]);
#endif
  cudaMemset2DAsync(x + 100, 256, 2, 100, 64, s[1]);
  return finish();
}

// expect: race/race
// A memset touches the last byte of what a kernel of another stream writes.
// FIXED: the memset begins with the next byte.
CASE(kernel_memset_race) {
  Streams<2> s;
  Device x(4096), y(4096);
  int* const a = reinterpret_cast<int*>(static_cast<char*>(x));
  int* const b = reinterpret_cast<int*>(static_cast<char*>(y));
  fill<<<4, 256, 0, s[0]>>>(a, 1000, 1);
#if FIXED
  cudaMemsetAsync(x + 4000, 0, 96, s[1]);
#else
  cudaMemsetAsync(x + 3999, 0, 97, s[1]);
#endif
  return finish();
}

// expect: race/race
// The chunks overlap in one element.
// FIXED: the chunks of kernels on many streams lie next to each other.
CASE(kernel_chunks_race) {
#if FIXED
  constexpr int kStreams = 8, kChunk = 333;
  Streams<kStreams> s;
  Device x(kStreams * kChunk * sizeof(int)), y(kStreams * kChunk * sizeof(int));
#else
  Streams<2> s;
  Device x(4096), y(4096);
#endif
  int* const a = reinterpret_cast<int*>(static_cast<char*>(x));
  int* const b = reinterpret_cast<int*>(static_cast<char*>(y));
#if FIXED
  for (int i = 0; i < kStreams; ++i) {
    fill<<<2, 256, 0, s[i]>>>(a + i * kChunk, kChunk, i);
    fill<<<2, 256, 0, s[i]>>>(b + i * kChunk, kChunk, i);
    add<<<2, 256, 0, s[i]>>>(b + i * kChunk, a + i * kChunk, kChunk);
  }
#else
  fill<<<2, 256, 0, s[0]>>>(a, 301, 1);
  fill<<<2, 256, 0, s[1]>>>(a + 300, 300, 2);
#endif
  return finish();
}

__global__ void count(int* counter) { atomicAdd(counter, 1); }
__global__ void look(int* out, const int* counter) { *out = *counter; }

// expect: race/race
// One of them reads it plainly.
// FIXED: the kernels only use atomics on a shared counter.
CASE(atomics_race) {
  Streams<2> s;
  Device x(4096), y(4096);
  int* const a = reinterpret_cast<int*>(static_cast<char*>(x));
  int* const b = reinterpret_cast<int*>(static_cast<char*>(y));
  cudaMemset(a, 0, 4);
  cudaDeviceSynchronize();
#if FIXED
  for (int i = 0; i < 2; ++i) count<<<16, 256, 0, s[i]>>>(a);
#else
  count<<<16, 256, 0, s[0]>>>(a);
  look<<<1, 1, 0, s[1]>>>(b, a);
#endif
  return finish();
}

// expect: race/free of memory in use
// Freed on one stream while another still uses it.
// FIXED: the stream that frees waits for the one that uses the memory, which a third one gets next.
CASE(free_async_race) {
#if FIXED
  Streams<3> s;
  Event made, used;
#else
  Streams<2> s;
  Device y(4096);
  Event made;
#endif
  char* x = nullptr;
  cudaMallocAsync(&x, 4096, s[0]);
  cudaEventRecord(made, s[0]);
  cudaStreamWaitEvent(s[1], made);
  cudaMemsetAsync(x, 1, 4096, s[1]);
#if FIXED
  cudaEventRecord(used, s[1]);
  cudaStreamWaitEvent(s[0], used);
#endif
  cudaFreeAsync(x, s[0]);
#if FIXED
  for (int i = 0; i < 10; ++i) {
    for (int k = 0; k < 3; ++k) {
      char* next = nullptr;
      cudaMallocAsync(&next, 4096, s[k]);
      cudaMemsetAsync(next, i, 4096, s[k]);
      cudaFreeAsync(next, s[k]);
    }
  }
#endif
  return finish();
}

// Used on a stream that does not wait for the allocation.
// expect: race/use before allocation
CASE(use_before_allocation_race) {
  Streams<2> s;
  char* x = nullptr;
  cudaMallocAsync(&x, 4096, s[0]);
  cudaMemsetAsync(x, 1, 4096, s[1]);
  cudaDeviceSynchronize();
  cudaFreeAsync(x, s[0]);
  return finish();
}

#if !FIXED

#endif

// expect: race/use before allocation
// The allocation has long been done when the other stream gets its work: nothing has told the program.
// FIXED: the host has waited for the allocation's stream.
CASE(allocation_begun_race) {
  Streams<2> s;
  char* x = nullptr;
  cudaMallocAsync(&x, 4096, s[0]);
#if FIXED
  cudaStreamSynchronize(s[0]);
#else
  usleep(20000);
#endif
  cudaMemsetAsync(x, 1, 4096, s[1]);
  cudaDeviceSynchronize();
  cudaFreeAsync(x, s[0]);
  return finish();
}

// expect: race/race
// A buffer used on a side stream is handed out again on its home stream.
// FIXED: its home stream waits for the side stream first.
CASE(reused_by_caching_allocator_race) {
  Streams<2> s;
  Device x(4096), y(4096);
#if !FIXED
  cudaMemset(x, 0, 4096);
  cudaMemset(y, 0, 4096);
  cudaDeviceSynchronize();
#endif
  int* const a = reinterpret_cast<int*>(static_cast<char*>(x));
  int* const b = reinterpret_cast<int*>(static_cast<char*>(y));
#if FIXED
  Event filled, used;
  cudaMemset(y, 0, 4096);
  cudaDeviceSynchronize();
#else
  Event filled;
#endif
  fill<<<4, 256, 0, s[0]>>>(a, 1024, 1);
  cudaEventRecord(filled, s[0]);
  cudaStreamWaitEvent(s[1], filled);
  add<<<4, 256, 0, s[1]>>>(b, a, 1024);
#if FIXED
  cudaEventRecord(used, s[1]);
  cudaStreamWaitEvent(s[0], used);
#endif
  fill<<<4, 256, 0, s[0]>>>(a, 1024, 2);
  return finish();
}

// Memory that was freed and allocated again has no history.
CASE(reused_memory_norace) {
  Streams<2> s;
  for (int i = 0; i < 4; ++i) {
    char* x = nullptr;
    cudaMalloc(&x, 4096);
    cudaMemsetAsync(x, i, 4096, s[i % 2]);
    cudaFree(x);
  }
  return finish();
}
