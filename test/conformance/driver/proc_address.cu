// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Functions of the driver by name.
#include "../cases.h"
#include "driver.h"
#include "first_forms.h"

#include <dlfcn.h>

static void *library;

static const char *which(void *function) {
  static char text[64];
  if (function == nullptr) return "null";
  for (const char *suffix : {"", "_v2", "_v3", "_v4", "_ptsz", "_ptds", "_v2_ptsz", "_v2_ptds", "_v3_ptsz"}) {
    for (const char *name : {"cuMemAlloc", "cuCtxCreate", "cuCtxDestroy", "cuStreamCreate", "cuStreamSynchronize", "cuMemcpyHtoD",
                             "cuMemcpy", "cuMemcpyHtoDAsync", "cuLaunchKernel", "cuStreamGetCaptureInfo", "cuMemsetD8",
                             "cuGetProcAddress", "cuMemAllocAsync", "cuEventElapsedTime", "cuDeviceTotalMem", "cuCtxGetDevice",
                             "cuStreamBeginCapture", "cuGraphInstantiate", "cuStreamGetCtx", "cuLibraryLoadData"}) {
      const std::string symbol = std::string(name) + suffix;
      if (dlsym(library, symbol.c_str()) == function) {
        std::snprintf(text, sizeof text, "%s", symbol.c_str());
        return text;
      }
    }
  }
  return "some function";
}

static void ask(const char *name, int version, cuuint64_t flags) {
  void *function = &function;
  CUdriverProcAddressQueryResult status = static_cast<CUdriverProcAddressQueryResult>(77);
  const CUresult result = cuGetProcAddress(name, &function, version, flags, &status);
  std::printf("%s %d %d: %s, status %d, %s\n", name, version, int(flags), name_of(result), int(status),
              function == &function ? "untouched" : which(function));
  std::fflush(stdout);
}

// cuGetProcAddress, cuGetExportTable: names, versions, flags.
CASE(proc_address) {
  library = dlopen("libcuda.so.1", RTLD_NOW);
  MUST(cuInit(0));
  for (const char *name : {"cuMemAlloc", "cuCtxCreate", "cuCtxDestroy", "cuStreamCreate", "cuStreamSynchronize", "cuMemcpyHtoD",
                           "cuMemcpy", "cuLaunchKernel", "cuStreamGetCaptureInfo", "cuMemsetD8", "cuGetProcAddress",
                           "cuMemAllocAsync", "cuEventElapsedTime", "cuDeviceTotalMem", "cuCtxGetDevice", "cuStreamBeginCapture",
                           "cuGraphInstantiate", "cuStreamGetCtx", "cuLibraryLoadData"}) {
    for (int version : {2000, 3010, 3020, 4000, 6050, 7000, 10000, 11030, 11040, 12000, 12030, 12050, 12080, 13000}) ask(name, version, 0);
  }
  for (cuuint64_t flags : {0, 1, 2, 3, 4}) {
    for (const char *name : {"cuStreamSynchronize", "cuMemcpyHtoD", "cuMemcpy", "cuLaunchKernel", "cuMemAlloc"}) ask(name, 13000, flags);
  }
  ask("cuMemAlloc_v2", 13000, 0);
  ask("cuMemcpy_ptds", 13000, 0);
  ask("cuNothing", 13000, 0);
  ask("", 13000, 0);
  ask("cuMemAlloc", 99000, 0);
  ask("cuMemAlloc", 0, 0);
  ask("cuMemAlloc", -1, 0);
  void *function = nullptr;
  CUdriverProcAddressQueryResult status;
  SHOW(cuGetProcAddress("cuMemAlloc", &function, 13000, 0, nullptr));
  show_truth("found", function != nullptr);
  SHOW(cuGetProcAddress("cuNothing", &function, 13000, 0, nullptr));
  cudaDriverEntryPointQueryResult found = static_cast<cudaDriverEntryPointQueryResult>(77);
  void *by_runtime = nullptr;
  SHOW(cudaGetDriverEntryPointByVersion("cuLaunchKernel", &by_runtime, 13000, cudaEnableDefault, &found));
  show_value("status", found);
  std::printf("%s\n", which(by_runtime));
  const void *table = nullptr;
  const CUuuid none = {};
  SHOW(cuGetExportTable(&table, &none));
}

static void gives(const char *name, int version, cuuint64_t flags, const char *symbol) {
  void *function = &function;
  CUdriverProcAddressQueryResult status;
  MUST(cuGetProcAddress(name, &function, version, flags, &status));
  std::printf("%s %d %d: %s\n", name, version, int(flags), symbol != nullptr ? symbol : "too early");
  const bool is_right = symbol != nullptr ? status == CU_GET_PROC_ADDRESS_SUCCESS && function == form<void *>(symbol)
                                          : status == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT && function == nullptr;
  if (!is_right) expect("gives another", false);
}

// cuGetProcAddress: the form of a name that belongs to a version and to a kind of default stream. Each form is its symbol.
CASE(proc_forms) {
  constexpr cuuint64_t kPlain = CU_GET_PROC_ADDRESS_LEGACY_STREAM, kPerThread = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  for (cuuint64_t flags : {cuuint64_t{CU_GET_PROC_ADDRESS_DEFAULT}, kPlain}) {
    gives("cuMemcpyHtoDAsync", 2000, flags, "cuMemcpyHtoDAsync");
    gives("cuMemcpyHtoDAsync", 3020, flags, "cuMemcpyHtoDAsync_v2");
    gives("cuStreamBeginCapture", 9000, flags, nullptr);
    gives("cuStreamBeginCapture", 10000, flags, "cuStreamBeginCapture");
    gives("cuStreamBeginCapture", 12080, flags, "cuStreamBeginCapture_v2");
  }
  // What has a variant for per-thread default streams has it since CUDA 7.0, and is not found before.
  gives("cuMemcpyHtoDAsync", 2000, kPerThread, nullptr);
  gives("cuMemcpyHtoDAsync", 6050, kPerThread, nullptr);
  gives("cuMemcpyHtoDAsync", 7000, kPerThread, "cuMemcpyHtoDAsync_v2_ptsz");
  gives("cuLaunchKernel", 4000, kPerThread, nullptr);
  gives("cuLaunchKernel", 13000, kPerThread, "cuLaunchKernel_ptsz");
  gives("cuMemsetD2D8", 7000, kPerThread, "cuMemsetD2D8_v2_ptds");
  gives("cuStreamGetCaptureInfo", 10010, kPerThread, "cuStreamGetCaptureInfo_ptsz");
  gives("cuStreamGetCaptureInfo", 12020, kPerThread, "cuStreamGetCaptureInfo_v2_ptsz");
  gives("cuMemAlloc", 2000, kPerThread, "cuMemAlloc");
  gives("cuGraphInstantiate", 10000, kPlain, "cuGraphInstantiate");
  gives("cuGraphInstantiate", 11000, kPlain, "cuGraphInstantiate_v2");
  gives("cuGraphInstantiateWithFlags", 12000, kPlain, "cuGraphInstantiateWithFlags");
  gives("cuGraphAddKernelNode", 11080, kPlain, "cuGraphAddKernelNode");
  gives("cuGraphAddKernelNode", 12000, kPlain, "cuGraphAddKernelNode_v2");
  gives("cuMemcpyBatchAsync", 12090, kPlain, "cuMemcpyBatchAsync");
  gives("cuMemcpyBatchAsync", 13000, kPerThread, "cuMemcpyBatchAsync_v2_ptsz");
  // Other systems' graphics, multicast and tensor maps have names, whatever they answer.
  gives("cuGLGetDevices", 4010, kPlain, "cuGLGetDevices");
  gives("cuGLGetDevices", 6050, kPlain, "cuGLGetDevices_v2");
  gives("cuGLMapBufferObject", 7000, kPerThread, "cuGLMapBufferObject_v2_ptds");
  gives("cuEGLStreamConsumerConnect", 7000, kPlain, "cuEGLStreamConsumerConnect");
  gives("cuVDPAUCtxCreate", 3010, kPlain, "cuVDPAUCtxCreate");
  gives("cuVDPAUCtxCreate", 3020, kPlain, "cuVDPAUCtxCreate_v2");
  gives("cuTensorMapEncodeTiled", 12000, kPlain, "cuTensorMapEncodeTiled");
  gives("cuTensorMapEncodeIm2colWide", 12000, kPlain, nullptr);
  gives("cuMulticastCreate", 12010, kPlain, "cuMulticastCreate");
  const void *table = nullptr;
  const CUuuid none = {};
  show_truth("an export table", cuGetExportTable(&table, &none) == CUDA_SUCCESS);
  std::exit(!(wrong_answers == 0));
}

// cuGetProcAddress, cudaGetDriverEntryPointByVersion: names that are not, versions and flags that nobody means.
CASE(entry_point_versions) {
  for (const char *name : {"cuMemAlloc", "cuStreamSynchronize", "cuCtxCreate", "cudaMalloc", "cumemalloc", "cuMemAlloc "}) {
    for (int version : {0, -1, 1, 1000, 1999, 2000, 11000, 12000, 12080, 13000, 13001, 13020, 14000, 99999, 2147483647}) {
      void *function = &function;
      CUdriverProcAddressQueryResult status = static_cast<CUdriverProcAddressQueryResult>(77);
      const CUresult result = cuGetProcAddress(name, &function, version, 0, &status);
      std::printf("driver '%s' %d: %s, status %d, %s\n", name, version, name_of(result), int(status),
                  function == &function ? "untouched" : function == nullptr ? "null" : "found");
      function = &function;
      cudaDriverEntryPointQueryResult found = static_cast<cudaDriverEntryPointQueryResult>(77);
      const cudaError_t error = cudaGetDriverEntryPointByVersion(name, &function, unsigned(version), cudaEnableDefault, &found);
      std::printf("runtime '%s' %d: %s, status %d, %s\n", name, version, name_of(error), int(found),
                  function == &function ? "untouched" : function == nullptr ? "null" : "found");
    }
  }
  for (unsigned long long flags : {0ull, 1ull, 2ull, 3ull, 4ull, 5ull, 8ull, 1ull << 32, ~0ull}) {
    void *function = &function;
    CUdriverProcAddressQueryResult status = static_cast<CUdriverProcAddressQueryResult>(77);
    const CUresult result = cuGetProcAddress("cuStreamSynchronize", &function, 13000, flags, &status);
    std::printf("driver flags %llx: %s, status %d, %s\n", flags, name_of(result), int(status),
                function == &function ? "untouched" : function == nullptr ? "null" : "found");
    function = &function;
    cudaDriverEntryPointQueryResult found = static_cast<cudaDriverEntryPointQueryResult>(77);
    const cudaError_t error = cudaGetDriverEntryPointByVersion("cuStreamSynchronize", &function, 13000, flags, &found);
    std::printf("runtime flags %llx: %s, status %d, %s\n", flags, name_of(error), int(found),
                function == &function ? "untouched" : function == nullptr ? "null" : "found");
  }
}
