// SPDX-License-Identifier: Apache-2.0
// cudaFuncGetAttributes: refused arguments; shared memory, bounds and defaults, and what was set is read back.
#include "../../capturing.h"

__global__ void plain(int *p) { *p = 1; }
__global__ void fixed(int *p) {
  __shared__ int words[100];
  words[threadIdx.x] = *p;
  __syncthreads();
  *p = words[99 - threadIdx.x];
}
__global__ void __launch_bounds__(96) bounded(int *p) { *p = 2; }
static int host_variable;
static void host_function() {}

static void describe(const char *name, const void *function) {
  cudaFuncAttributes a;
  std::memset(&a, 0x5a, sizeof a);
  const cudaError_t error = cudaFuncGetAttributes(&a, function);
  std::printf("%s: %s, shared %zu, dynamic %d, threads %d, carveout %d\n", name, name_of(error), a.sharedSizeBytes,
              a.maxDynamicSharedSizeBytes, a.maxThreadsPerBlock, a.preferredShmemCarveout);
  std::printf("  cluster must be set %d, width %d, height %d, depth %d, policy %d, not portable %d\n",
              a.clusterDimMustBeSet, a.requiredClusterWidth, a.requiredClusterHeight, a.requiredClusterDepth,
              a.clusterSchedulingPolicyPreference, a.nonPortableClusterSizeAllowed);
  show_truth("  registers and versions", a.numRegs > 0 && a.binaryVersion >= 10 && a.ptxVersion >= 10);
}

CASES() {
  cudaFuncAttributes a;
  std::memset(&a, 0x5a, sizeof a);
  SHOW(cudaFuncGetAttributes(nullptr, plain));
  SHOW(cudaFuncGetAttributes(&a, static_cast<const void *>(nullptr)));
  SHOW(cudaFuncGetAttributes(&a, static_cast<const void *>(&host_variable)));
  SHOW(cudaFuncGetAttributes(&a, reinterpret_cast<const void *>(host_function)));
  show_truth("untouched", a.maxThreadsPerBlock == 0x5a5a5a5a);
  show_last_error("after refused calls");
  describe("plain", reinterpret_cast<const void *>(plain));
  describe("fixed", reinterpret_cast<const void *>(fixed));
  describe("bounded", reinterpret_cast<const void *>(bounded));
  MUST(cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
  MUST(cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  describe("plain, set", reinterpret_cast<const void *>(plain));
  cudaKernel_t kernel;
  MUST(cudaGetKernel(&kernel, plain));
  describe("by its handle", reinterpret_cast<const void *>(kernel));
  int major = 0, minor = 0;
  MUST(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  MUST(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
  MUST(cudaFuncGetAttributes(&a, plain));
  show_truth("binary no newer than the device", a.binaryVersion <= major * 10 + minor);
  show_while_capturing("asked", [&] { return cudaFuncGetAttributes(&a, plain); });
}
