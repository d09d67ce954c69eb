// SPDX-License-Identifier: Apache-2.0
// Launches the kernels of generate.py, each with memory that nothing else has touched.
#pragma once

#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>

namespace cg = cooperative_groups;

/// What kernels copy from: nothing writes it.
static __device__ unsigned c[2048];

inline __device__ void copy_async(unsigned* to, const unsigned* from) {
  asm volatile(
      "cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(unsigned(__cvta_generic_to_shared(to))),
      "l"(from)
      : "memory");
}

inline void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

inline void run(void (*kernel)(unsigned*, unsigned*, unsigned*), int blocks, dim3 block,
                bool is_cooperative) {
  constexpr size_t kBytes = 2048 * sizeof(unsigned);
  unsigned* memory[3];
  for (unsigned*& each : memory) {
    must(cudaMalloc(&each, kBytes), "cudaMalloc");
    must(cudaMemset(each, 0, kBytes), "cudaMemset");
  }
  void* arguments[] = {&memory[0], &memory[1], &memory[2]};
  const auto* function = reinterpret_cast<const void*>(kernel);
  must(is_cooperative ? cudaLaunchCooperativeKernel(function, blocks, block, arguments)
                      : cudaLaunchKernel(function, blocks, block, arguments),
       "launch");
  must(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  for (unsigned* each : memory) must(cudaFree(each), "cudaFree");
}
