// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuGetProcAddress, cuGetExportTable: names, versions, flags.
#include "driver.h"

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

int main() {
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
