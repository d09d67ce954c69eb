// SPDX-License-Identifier: Apache-2.0
// What kernels.cu uses of CUDA, in plain C++ and no more: its launches are loops over the threads.
#pragma once

#include <cstdlib>
#include <cstring>

#define __global__
#define __device__
#define LAUNCH(kernel, blocks, threads) \
  launcher(blocks, threads, [](auto... arguments) { kernel(arguments...); })

struct dim3 {
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  unsigned x, y, z;
};

inline thread_local dim3 threadIdx, blockIdx, blockDim;

template <typename Kernel>
auto launcher(dim3 blocks, dim3 threads, Kernel kernel) {
  return [=](auto... arguments) {
    blockDim = threads;
    for (blockIdx.y = 0; blockIdx.y < blocks.y; ++blockIdx.y) {
      for (blockIdx.x = 0; blockIdx.x < blocks.x; ++blockIdx.x) {
        for (threadIdx.y = 0; threadIdx.y < threads.y; ++threadIdx.y) {
          for (threadIdx.x = 0; threadIdx.x < threads.x; ++threadIdx.x) kernel(arguments...);
        }
      }
    }
  };
}

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation };
enum cudaMemcpyKind { cudaMemcpyDeviceToHost };

inline const char* cudaGetErrorString(cudaError_t) { return "out of memory"; }

template <typename T>
cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
  *pointer = static_cast<T*>(std::malloc(bytes));
  return *pointer != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
}

inline cudaError_t cudaFree(void* pointer) {
  std::free(pointer);
  return cudaSuccess;
}

inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}

inline cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
  std::memset(to, value, bytes);
  return cudaSuccess;
}

inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
