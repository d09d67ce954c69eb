// SPDX-License-Identifier: Apache-2.0
#include "info/device_query.h"

#include <dlfcn.h>

#include <fmt/format.h>

#include "cuda_runtime_api.h"

namespace riffle::tool {

void query_devices(const std::string& library, std::vector<Device>& devices, std::string& failure) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    failure = dlerror();
    return;
  }
  // Looked up by name: this tool must start, and say so, when the library is missing or broken.
  const auto count_devices =
      reinterpret_cast<cudaError_t (*)(int*)>(dlsym(handle, "cudaGetDeviceCount"));
  const auto properties_of = reinterpret_cast<cudaError_t (*)(cudaDeviceProp*, int)>(
      dlsym(handle, "cudaGetDeviceProperties"));
  int count = 0;
  if (count_devices == nullptr || properties_of == nullptr) {
    failure = fmt::format("'{}' is not a CUDA runtime", library);
    return;
  }
  if (cudaError_t status = count_devices(&count); status != cudaSuccess && count != 0) {
    failure = fmt::format("cudaGetDeviceCount returned {}", static_cast<int>(status));
    return;
  }
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp properties{};
    if (properties_of(&properties, i) != cudaSuccess) {
      failure = fmt::format("cudaGetDeviceProperties failed for device {}", i);
      return;
    }
    devices.push_back({properties.name, fmt::format("{}.{}", properties.major, properties.minor),
                       properties.totalGlobalMem, properties.multiProcessorCount});
  }
}

}  // namespace riffle::tool
