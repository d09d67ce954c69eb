// SPDX-License-Identifier: Apache-2.0
// Devices are asked of the runtime library itself, so that this command shows what programs see.
#include "info/machine.h"

#include <filesystem>
#include <fstream>

#include <sched.h>

#include <dlfcn.h>
#include <fmt/format.h>

#include "base/options.h"
#include "cc/process_group.h"
#include "cc/toolchain.h"
#include "cuda_runtime_api.h"
#include "install.h"
#include "version.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    return colon == std::string::npos ? line : line.substr(colon + 2);
  }
  return "unknown";
}

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

void find_vectors(Machine& machine) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    machine.vector_bits = 512;
    machine.vector_set = "AVX-512";
  } else if (__builtin_cpu_supports("avx2")) {
    machine.vector_bits = 256;
    machine.vector_set = __builtin_cpu_supports("fma") ? "AVX2 with FMA" : "AVX2";
  } else {
    machine.vector_bits = 128;
    machine.vector_set = "SSE";
  }
}

void find_clang(Machine& machine) {
  Result<Toolchain> toolchain = find_toolchain();
  if (!toolchain) return;
  machine.clang_path = toolchain->clang;
  ProcessGroup processes;
  if (!processes.start({toolchain->clang, "-v"}, false)) return;
  const Result<FinishedProcess> finished = processes.wait();
  if (!finished) return;
  constexpr std::string_view kBefore = "clang version ";
  const std::size_t at = finished->messages.find(kBefore);
  if (at == std::string::npos) return;
  const std::size_t start = at + kBefore.size();
  machine.clang_version =
      finished->messages.substr(start, finished->messages.find_first_of(" \n", start) - start);
}

CacheUse cache_use() {
  CacheUse use;
  use.folder = options_of_programs().cache_directory;
  if (use.folder.empty()) return use;
  std::error_code failure;
  for (fs::recursive_directory_iterator it(use.folder, failure), end; !failure && it != end;
       it.increment(failure)) {
    std::error_code ignored;
    if (!it->is_regular_file(ignored)) continue;
    use.bytes += it->file_size(ignored);
    const std::string suffix = it->path().extension().string();
    if (suffix == ".so") ++use.kernel_modules;
    if (suffix.empty() && it->path().parent_path().filename() == "programs") ++use.programs;
  }
  return use;
}

}  // namespace

Machine look_at_processor() {
  Machine machine;
  machine.cpu_name = cpu_name();
  machine.cores = usable_cores();
  find_vectors(machine);
  return machine;
}

Machine look_at_machine() {
  Machine machine = look_at_processor();
  machine.cuda_level = fmt::format("{}.{}", kCudaVersion / 1000, kCudaVersion % 1000 / 10);
  find_clang(machine);
  machine.cache = cache_use();
  query_devices(installation().library_folder + "/libcudart.so.13", machine.devices,
                machine.devices_error);
  return machine;
}

void query_devices(const std::string& library, std::vector<ListedDevice>& devices,
                   std::string& failure) {
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
