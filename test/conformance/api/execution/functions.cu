// SPDX-License-Identifier: Apache-2.0
// What is known about kernels, and their settings.
#include "../../cases.h"
#include "../../capturing.h"

static int host_variable;
static void host_function() {}

__global__ void plain(int *p) { *p = 1; }

__global__ void fixed(int *p) {
  __shared__ int words[100];
  words[threadIdx.x] = *p;
  __syncthreads();
  *p = words[99 - threadIdx.x];
}

__global__ void __launch_bounds__(96) bounded(int *p) { *p = 2; }

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

// cudaFuncGetAttributes: refused arguments; shared memory, bounds and defaults, and what was set is read back.
CASE(func_get_attributes) {
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

extern "C" __global__ void named(int *p, char c, double d) { p[0] = c + static_cast<int>(d); }
__global__ void empty() {}

// cudaFuncGetName, cudaFuncGetParamInfo, cudaFuncSetCacheConfig, cudaFuncSetAttribute, cudaGetFuncBySymbol,
// cudaGetKernel: answers and refusals.
CASE(func_queries) {
  MUST(cudaFree(nullptr));
  const char *name = nullptr;
  SHOW(cudaFuncGetName(&name, named));
  std::printf("%s\n", name);
  SHOW(cudaFuncGetName(nullptr, named));
  SHOW(cudaFuncGetName(&name, static_cast<const void *>(nullptr)));
  SHOW(cudaFuncGetName(&name, static_cast<const void *>(&host_variable)));
  std::size_t offset = 77, size = 77;
  for (std::size_t i = 0; i < 4; ++i) {
    SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void *>(named), i, &offset, &size));
    show_row("offset, size", {int(offset), int(size)});
  }
  SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void *>(named), 0, &offset, nullptr));
  SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void *>(named), 0, nullptr, &size));
  SHOW(cudaFuncGetParamInfo(reinterpret_cast<const void *>(empty), 0, &offset, &size));
  SHOW(cudaFuncGetParamInfo(nullptr, 0, &offset, &size));
  for (int config = -1; config <= 4; ++config) SHOW(cudaFuncSetCacheConfig(named, static_cast<cudaFuncCache>(config)));
  SHOW(cudaFuncSetCacheConfig(static_cast<const void *>(nullptr), cudaFuncCachePreferNone));
  SHOW(cudaFuncSetCacheConfig(reinterpret_cast<const void *>(host_function), cudaFuncCachePreferNone));
  for (int value : {-1, 0, 1024, 1 << 20}) {
    show_value("dynamic shared memory", value);
    SHOW(cudaFuncSetAttribute(named, cudaFuncAttributeMaxDynamicSharedMemorySize, value));
  }
  for (int value : {-2, -1, 0, 100, 101}) {
    show_value("carveout", value);
    SHOW(cudaFuncSetAttribute(named, cudaFuncAttributePreferredSharedMemoryCarveout, value));
  }
  SHOW(cudaFuncSetAttribute(named, static_cast<cudaFuncAttribute>(77), 1));
  cudaFunction_t function = nullptr;
  SHOW(cudaGetFuncBySymbol(&function, reinterpret_cast<const void *>(named)));
  show_truth("a function", function != nullptr);
  SHOW(cudaGetFuncBySymbol(nullptr, reinterpret_cast<const void *>(named)));
  SHOW(cudaGetFuncBySymbol(&function, nullptr));
  SHOW(cudaGetFuncBySymbol(&function, &host_variable));
  cudaKernel_t kernel = nullptr;
  SHOW(cudaGetKernel(&kernel, named));
  show_truth("a kernel", kernel != nullptr);
  SHOW(cudaGetKernel(&kernel, static_cast<const void *>(nullptr)));
  SHOW(cudaGetKernel(&kernel, static_cast<const void *>(&host_variable)));
}

__global__ void reverse(int *words) {
  __shared__ int kept[32];
  kept[threadIdx.x] = words[threadIdx.x];
  __syncthreads();
  words[threadIdx.x] = kept[31 - threadIdx.x];
}

// cudaFuncSetSharedMemConfig: refused functions and values; without effect on today's devices.
CASE(func_set_shared_mem_config) {
  const void *kernel = reinterpret_cast<const void *>(reverse);
  SHOW(cudaFuncSetSharedMemConfig(nullptr, cudaSharedMemBankSizeDefault));
  SHOW(cudaFuncSetSharedMemConfig(&host_variable, cudaSharedMemBankSizeDefault));
  for (int value : {-1, 0, 1, 2, 3, 1000}) {
    std::printf("value %d\n", value);
    SHOW(cudaFuncSetSharedMemConfig(kernel, static_cast<cudaSharedMemConfig>(value)));
  }
  SHOW(cudaFuncSetSharedMemConfig(nullptr, static_cast<cudaSharedMemConfig>(1000)));
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = i;
  DeviceArray<int> words(values);
  reverse<<<1, 32>>>(words);
  SHOW(cudaDeviceSynchronize());
  show_value("first word", words.read()[0]);
  show_while_capturing("set", [&] { return cudaFuncSetSharedMemConfig(kernel, cudaSharedMemBankSizeFourByte); });
}
