// SPDX-License-Identifier: Apache-2.0
// Versions, functions of the driver by name, and the profiler.
#include "../../cases.h"
#include "../../capturing.h"

#include <cuda_profiler_api.h>

__global__ void put(int *word) { *word = 6; }

namespace driver_get_version_ {
static void inside(void *version) { SHOW(cudaDriverGetVersion(static_cast<int *>(version))); }

// cudaDriverGetVersion: a null pointer; the same before any other call, in a capture and in a host function.
CASE(driver_get_version) {
  int version = 77, again = 77;
  SHOW(cudaDriverGetVersion(&version));
  show_truth("at least as new as the runtime", version >= CUDART_VERSION);
  SHOW(cudaDriverGetVersion(nullptr));
  show_last_error("after a null pointer");
  MUST(cudaFree(nullptr));
  show_while_capturing("version", [&] { return cudaDriverGetVersion(&again); });
  show_truth("the same", version == again);
  again = 77;
  MUST(cudaLaunchHostFunc(nullptr, inside, &again));
  SHOW(cudaDeviceSynchronize());
  show_truth("the same", version == again);
}
}  // namespace driver_get_version_

namespace runtime_get_version_ {
static void inside(void *version) { SHOW(cudaRuntimeGetVersion(static_cast<int *>(version))); }

// cudaRuntimeGetVersion: a null pointer; the same before any other call, in a capture and in a host function.
CASE(runtime_get_version) {
  int version = 77, again = 77;
  SHOW(cudaRuntimeGetVersion(&version));
  show_value("version", version);
  SHOW(cudaRuntimeGetVersion(nullptr));
  show_last_error("after a null pointer");
  MUST(cudaFree(nullptr));
  show_while_capturing("version", [&] { return cudaRuntimeGetVersion(&again); });
  show_truth("the same", version == again);
  again = 77;
  MUST(cudaLaunchHostFunc(nullptr, inside, &again));
  SHOW(cudaDeviceSynchronize());
  show_truth("the same", version == again);
}
}  // namespace runtime_get_version_

// cudaGetDriverEntryPoint: names of nothing, flags, and a status that need not be asked for.
CASE(get_driver_entry_point) {
  int mark = 0;
  for (unsigned long long flags : {0ull, 1ull, 2ull, 3ull, 4ull, 8ull, 1ull << 32}) {
    void *function = &mark;
    auto status = static_cast<cudaDriverEntryPointQueryResult>(77);
    const cudaError_t error = cudaGetDriverEntryPoint("cuNothing", &function, flags, &status);
    std::printf("flags %llx: %s, status %d, %s\n", flags, name_of(error), static_cast<int>(status),
                function == &mark ? "untouched" : function == nullptr ? "null" : "a function");
  }
  void *function = &mark;
  SHOW(cudaGetDriverEntryPoint("cuNothing", &function, cudaEnableDefault, nullptr));
  show_truth("null", function == nullptr);
  SHOW(cudaGetDriverEntryPoint("cudaMalloc", &function, cudaEnableDefault, nullptr));
  show_truth("null", function == nullptr);
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  show_while_capturing("asked", [&] {
    return cudaGetDriverEntryPoint("cuNothing", &function, cudaEnableDefault, nullptr);
  });
}

// cudaGetDriverEntryPointByVersion: names of nothing, flags, versions before the first and after the driver's.
CASE(get_driver_entry_point_by_version) {
  int mark = 0, driver = 0;
  MUST(cudaDriverGetVersion(&driver));
  const auto ask = [&](const char *what, unsigned version, unsigned long long flags) {
    void *function = &mark;
    auto status = static_cast<cudaDriverEntryPointQueryResult>(77);
    const cudaError_t error = cudaGetDriverEntryPointByVersion("cuNothing", &function, version, flags, &status);
    std::printf("%s, flags %llx: %s, status %d, %s\n", what, flags, name_of(error), static_cast<int>(status),
                function == &mark ? "untouched" : function == nullptr ? "null" : "a function");
  };
  ask("version 0", 0, cudaEnableDefault);
  ask("version 5000", 5000, cudaEnableDefault);
  ask("version 12000", 12000, cudaEnableLegacyStream);
  ask("version 13000", 13000, cudaEnablePerThreadDefaultStream);
  ask("version 13000", 13000, 4);
  ask("the driver's", static_cast<unsigned>(driver), cudaEnableDefault);
  ask("after the driver's", static_cast<unsigned>(driver) + 1000, cudaEnableDefault);
  ask("the largest", ~0u, cudaEnableDefault);
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  void *function = &mark;
  SHOW(cudaGetDriverEntryPointByVersion("cuNothing", &function, 13000, cudaEnableDefault, nullptr));
  show_while_capturing("asked", [&] {
    return cudaGetDriverEntryPointByVersion("cuNothing", &function, 13000, cudaEnableDefault, nullptr);
  });
}

namespace profiler_start_ {
static void inside(void *) { SHOW(cudaProfilerStart()); }

// cudaProfilerStart: allowed at any time and any number of times, with and without a profiler.
CASE(profiler_start) {
  SHOW(cudaProfilerStart());
  SHOW(cudaProfilerStart());
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word);
  SHOW(cudaProfilerStart());
  show_value("word", word.read()[0]);
  std::thread([] { SHOW(cudaProfilerStart()); }).join();
  show_while_capturing("called", [] { return cudaProfilerStart(); });
  SHOW(cudaSetDevice(-1));
  SHOW(cudaProfilerStart());
  show_last_error("of before");
  SHOW(cudaProfilerStop());
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
}  // namespace profiler_start_

namespace profiler_stop_ {
static void inside(void *) { SHOW(cudaProfilerStop()); }

// cudaProfilerStop: allowed at any time and any number of times, with and without a profiler.
CASE(profiler_stop) {
  SHOW(cudaProfilerStop());
  SHOW(cudaProfilerStop());
  DeviceArray<int> word(1);
  put<<<1, 1>>>(word);
  SHOW(cudaProfilerStop());
  show_value("word", word.read()[0]);
  std::thread([] { SHOW(cudaProfilerStop()); }).join();
  show_while_capturing("called", [] { return cudaProfilerStop(); });
  SHOW(cudaSetDevice(-1));
  SHOW(cudaProfilerStop());
  show_last_error("of before");
  SHOW(cudaProfilerStart());
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
}
}  // namespace profiler_stop_
