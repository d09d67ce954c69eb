// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc -lcuda
// Kernels that NVRTC compiles: what they leave out of the order is found as in others.
#include <cuda.h>
#include <nvrtc.h>

#include <string>
#include <vector>

#include "cases.h"

constexpr int kThreads = 64, kBlocks = 8;

const char* const kText = R"(
template <int kGroups> __device__ void settle() {
  asm volatile("cp.async.wait_group %0;" :: "n"(kGroups) : "memory");
}
extern "C" __global__ void copy_tile(int* out, const int* in, unsigned*) {
  __shared__ int tile[64];
  const int t = threadIdx.x, first = blockIdx.x * 64;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(&tile[t])), "l"(in + first + t) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
#if FIXED
  settle<0>();
#endif
  __syncthreads();
  out[first + t] = tile[63 - t];
}
extern "C" __global__ void sum_blocks(int* out, int* partials, unsigned* tickets) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = blockIdx.x + 1;
#if FIXED
    __threadfence();
#endif
    is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x < gridDim.x) out[threadIdx.x] = partials[threadIdx.x];
}
)";

void run(const char* name) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, kText, "kernels.cu", 0, nullptr, nullptr);
  const std::string fixed = "-DFIXED=" + std::to_string(FIXED);
  const char* const options[] = {"-lineinfo", fixed.c_str()};
  if (nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS) std::printf("not compiled\n");
  size_t bytes = 0;
  nvrtcGetPTXSize(program, &bytes);
  std::vector<char> ptx(bytes);
  nvrtcGetPTX(program, ptx.data());
  nvrtcDestroyProgram(&program);
  cudaFree(nullptr);
  CUmodule module;
  cuModuleLoadData(&module, ptx.data());
  CUfunction function;
  cuModuleGetFunction(&function, module, name);
  Device out(4096), in(4096), tickets(256);
  cudaMemset(out, 0, 4096);
  cudaMemset(in, 1, 4096);
  cudaMemset(tickets, 0, 256);
  void* places[] = {out, in, tickets};
  void* arguments[] = {&places[0], &places[1], &places[2]};
  cuLaunchKernel(function, kBlocks, 1, 1, kThreads, 1, 1, 0, nullptr, arguments, nullptr);
  cudaDeviceSynchronize();
  cuModuleUnload(module);
}

// expect: block/read after write
// says: kernels.cu:8
// says: kernels.cu:14
// An asynchronous copy, and a barrier alone. FIXED: with the wait.
CASE(copy) {
  run("copy_tile");
  return finish();
}

// expect: block/read after write
// says: kernels.cu:19
// says: kernels.cu:26
// Sums of blocks without a fence. FIXED: with it.
CASE(last_block) {
  run("sum_blocks");
  return finish();
}
