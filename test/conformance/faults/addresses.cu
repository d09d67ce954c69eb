// SPDX-License-Identifier: Apache-2.0
// Kernels that read and write where they may not.
#include "../cases.h"
#include "fault.h"

__global__ void null_read(const int *p, int *out) { *out = *p; }

// A kernel reads through a null pointer.
CASE(null_read) {
  DeviceArray<int> out(1);
  null_read<<<1, 1>>>(nullptr, out);
  show_aftermath();
}

__global__ void null_write(int *p) { *p = 1; }

// A kernel writes through a null pointer.
CASE(null_write) {
  MUST(cudaFree(nullptr));
  null_write<<<1, 1>>>(nullptr);
  show_aftermath();
}

__global__ void wild_write(int *p) { p[threadIdx.x] = 1; }

// A kernel writes to an address that nothing is mapped at.
CASE(wild_write) {
  MUST(cudaFree(nullptr));
  wild_write<<<4, 64>>>(reinterpret_cast<int *>(std::uintptr_t(1) << 45));
  show_aftermath();
}

__global__ void wild_atomic(int *p) { atomicAdd(p, 1); }

// An atomic operation on an address that nothing is mapped at.
CASE(wild_atomic) {
  MUST(cudaFree(nullptr));
  wild_atomic<<<1, 32>>>(reinterpret_cast<int *>(std::uintptr_t(1) << 45));
  show_aftermath();
}

__global__ void misaligned_read(const char *p, int *out) { *out = *reinterpret_cast<const volatile int *>(p + 1); }

// A kernel reads a word from an odd address.
CASE(misaligned_read) {
  DeviceArray<int> out(4);
  misaligned_read<<<1, 1>>>(reinterpret_cast<char *>(out.get()), out);
  show_aftermath();
}

__global__ void misaligned_write(float *p) { *reinterpret_cast<float4 *>(p + 1) = make_float4(1, 2, 3, 4); }

// A kernel writes a vector of four words to an address that is only aligned for one.
CASE(misaligned_write) {
  DeviceArray<float> out(16);
  misaligned_write<<<1, 1>>>(out);
  show_aftermath();
}

__constant__ int table[4] = {1, 2, 3, 4};

__global__ void constant_write() {
  volatile int *p = const_cast<int *>(table);
  p[1] = 9;
}

// A kernel writes to constant memory through a pointer that forgot it.
CASE(constant_write) {
  MUST(cudaFree(nullptr));
  constant_write<<<1, 1>>>();
  show_aftermath();
}

__global__ void shared_overflow(int *out, int far_away) {
  __shared__ volatile int shared[16];
  shared[threadIdx.x] = 1;
  shared[far_away] = 7;
  *out = shared[0];
}

// A kernel writes far behind its shared memory.
CASE(shared_overflow) {
  DeviceArray<int> out(1);
  shared_overflow<<<1, 1>>>(out, 1 << 20);
  show_aftermath();
}

__global__ void freed_memory(int *p) { *p = 1; }

// A kernel writes to an allocation of 64 MiB that has been freed.
CASE(freed_memory) {
  int *p;
  MUST(cudaMalloc(&p, 64 << 20));
  freed_memory<<<1, 1>>>(p);
  SHOW(cudaDeviceSynchronize());
  MUST(cudaFree(p));
  freed_memory<<<1, 1>>>(p);
  show_aftermath();
}

__global__ void pageable_host_memory(int *p) { *p = 1; }

// A kernel writes to memory of the host that was never registered. A device that can reach it says so.
CASE(pageable_host_memory) {
  int can = 0;
  MUST(cudaDeviceGetAttribute(&can, cudaDevAttrPageableMemoryAccess, 0));
  show_value("pageable memory access", can);
  std::vector<int> host(16384);
  pageable_host_memory<<<1, 1>>>(host.data());
  show_aftermath();
}
