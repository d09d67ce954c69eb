// SPDX-License-Identifier: Apache-2.0
// expect: mem/out of bounds mem/out of bounds mem/out of bounds mem/out of bounds mem/out of bounds mem/out of bounds mem/out of bounds mem/misaligned mem/host pointer
// says: kernel store(int*, int) writes, stream
// says: memory_mem.cu:27
// says: in block (1,0,0), thread (36,0,0)
// says: just past the end of 400 bytes of device memory, allocated at
// says: 4 bytes before 4096 bytes of device memory, allocated at
// says: byte 16 of 4096 bytes of device memory, freed, allocated at
// says: outside of the 64 bytes of shared memory of the block
// says: outside a local array of the thread
// says: in block (0,0,0), thread (31,0,0)
// says: which is not a multiple of 4
// says: host memory that devices cannot access
// says: in block (0,0,0), a thread of (0,0,0) to (31,0,0)
// says: in block (0,0,0), thread (9,0,0)
// says: just past the end of 4096 bytes of device memory, allocated at
// says: a copy goes past the end
// Kernels leave their memory, in each way; small steps are seen too. FIXED: by how little each goes too far.
#include <cstdlib>

#include "case.h"

constexpr int kTooFar = FIXED ? 0 : 1;

__global__ void store(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}
__global__ void add_left(int* out, const int* in) {
  out[threadIdx.x] += in[int(threadIdx.x) - kTooFar];
}
__global__ void use(int* out, const int* in, int at) {
  if (threadIdx.x == 5) out[0] = in[at];
}
__global__ void read_word(int* out, const char* bytes) {
  out[threadIdx.x] = *reinterpret_cast<const int*>(bytes + 4 * threadIdx.x + kTooFar);
}
__global__ void from_host(int* out, const int* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void in_shared(int* out) {
  extern __shared__ int words[];
  words[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x + kTooFar];
}
__global__ void in_local(int* out, const int* index) {
  int mine[8];
  for (int i = 0; i < 8; ++i) mine[i] = index[i] + i;
  out[threadIdx.x] = mine[index[threadIdx.x]];
}
__global__ void gather(int* out, const int* in, const int* index) {
  out[threadIdx.x] = in[index[threadIdx.x]];
}

int main() {
  Device before(4096), zeros(4096), x(400);
  int* const some = reinterpret_cast<int*>(static_cast<char*>(zeros));
  int* const words = reinterpret_cast<int*>(static_cast<char*>(x));
  cudaMemset(before, 0, 4096);
  cudaMemset(zeros, 0, 4096);
  cudaMemset(x, 0, 400);
  store<<<2, 64>>>(words, 100 + kTooFar);
  add_left<<<1, 64>>>(words, some);
  int* freed;
  cudaMalloc(&freed, 4096);
  cudaMemset(freed, 0, 4096);
  if (!FIXED) cudaFree(freed);
  use<<<1, 32>>>(words, freed, 4);
  if (FIXED) {
    cudaDeviceSynchronize();
    cudaFree(freed);
  }
  read_word<<<1, 32>>>(words, before);
  int* host = static_cast<int*>(std::calloc(64, sizeof(int)));
  from_host<<<1, 64>>>(words, FIXED ? some : host);
  in_shared<<<1, 16, 16 * sizeof(int)>>>(words);
  int* index;
  cudaMallocManaged(&index, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) index[i] = i % 8;
  index[31] = 7 + kTooFar;
  in_local<<<1, 32>>>(words, index);
  cudaDeviceSynchronize();
  index[31] = 0;
  index[9] = 1023 + kTooFar;
  gather<<<1, 32>>>(words, some, index);
  cudaDeviceSynchronize();
  char there[4100];
  cudaMemcpy(there, before, 4096 + kTooFar, cudaMemcpyDeviceToHost);
  cudaGetLastError();
  cudaFree(index);
  std::free(host);
  return finish();
}
