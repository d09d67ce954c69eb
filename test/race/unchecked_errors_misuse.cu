// SPDX-License-Identifier: Apache-2.0
// Calls that fail, and whose results nobody looks at: freed twice, in the order of the host and of a stream; through a function that
// hands its result on; in a destructor; of the driver; a handle that is gone; a kernel's fault.
// flags: -O1 -lcuda
// tools: api
// expect: api/unchecked error api/unchecked error api/unchecked error api/unchecked error api/unchecked error api/unchecked error api/unchecked error
// says: cudaFree: the memory was freed before, and the program does not check the result (error 1)
// says: byte 0 of 4096 bytes of device memory, freed, allocated at
// says: unchecked_errors_misuse.cu:38 in main (cudaFree)
// says: cudaFreeAsync: the memory was freed before
// says: unchecked_errors_misuse.cu:41 in main (cudaFreeAsync)
// says: cudaFreeHost: the memory was freed before
// says: cudaEventRecord: the call failed, and the program checks neither its result nor the last error (error 400)
// says: cudaHostUnregister: the call failed
// says: cuMemFree_v2: the call failed, and the program does not check its result (error 1)
// says: cudaDeviceSynchronize: kernel store(int*): illegal address in block (0,0,0), and the program does not check the result (error 700)
// says: fix: compare the result with cudaSuccess
#include <cuda.h>

#include "case.h"

__global__ void store(int* place) { *place = 1; }

__attribute__((noinline)) static cudaError_t give_back(void* pinned) {
  return cudaFreeHost(pinned);
}
struct Registered {
  void* memory;
  ~Registered() { cudaHostUnregister(memory); }
};

int main() {
  void *x, *pooled, *pinned;
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, 4096);
  cudaFree(x);
  cudaFree(x);
  cudaMallocAsync(&pooled, 4096, stream);
  cudaFreeAsync(pooled, stream);
  cudaFreeAsync(pooled, stream);
  cudaStreamSynchronize(stream);
  cudaMallocHost(&pinned, 4096);
  give_back(pinned);
  give_back(pinned);
  cudaEventCreate(&event);
  cudaEventDestroy(event);
  cudaEventRecord(event, stream);
  {
    Registered nothing{nullptr};
  }
  cuMemFree(1);
  cudaStreamDestroy(stream);
  store<<<1, 1>>>(nullptr);
  cudaDeviceSynchronize();
  cudaFree(nullptr);
  return 0;
}
