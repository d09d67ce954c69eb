// SPDX-License-Identifier: Apache-2.0
#include "libraries/ptx_run/ptx_run.h"

#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <cuda.h>

namespace {

/// A step that failed: prints one line and returns the code.
int failed(CUresult code, const std::string& what) {
  const char* name = nullptr;
  cuGetErrorName(code, &name);
  std::fprintf(stderr, "ptx_run: %s (%s)\n", what.c_str(), name == nullptr ? "unknown" : name);
  return static_cast<int>(code);
}

/// The primary context of device 0, which is never released: modules live as long as the process.
class PrimaryContext {
 public:
  PrimaryContext() : code_(make()) {}
  [[nodiscard]] CUresult code() const { return code_; }
  [[nodiscard]] CUcontext get() const { return context_; }

 private:
  CUresult make() {
    CUdevice device = 0;
    CUresult code = cuInit(0);
    if (code == CUDA_SUCCESS) code = cuDeviceGet(&device, 0);
    if (code == CUDA_SUCCESS) code = cuDevicePrimaryCtxRetain(&context_, device);
    return code;
  }
  CUcontext context_ = nullptr;
  CUresult code_;
};

/// Makes the context current for one call and restores the caller's.
class CurrentContext {
 public:
  explicit CurrentContext(CUcontext context) : code_(cuCtxPushCurrent(context)) {}
  ~CurrentContext() {
    CUcontext popped = nullptr;
    if (code_ == CUDA_SUCCESS) cuCtxPopCurrent(&popped);
  }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;
  [[nodiscard]] CUresult code() const { return code_; }

 private:
  CUresult code_;
};

struct Found {
  CUresult code = CUDA_SUCCESS;
  CUfunction kernel = nullptr;
  std::string problem;  ///< empty when `kernel` is there
};

Found load(const char* ptx) {
  CUmodule module = nullptr;
  std::vector<char> log(4096, '\0');
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
  CUresult code = cuModuleLoadDataEx(&module, ptx, 2, options, values);
  if (code != CUDA_SUCCESS)
    return {code, nullptr, "the PTX cannot be loaded: " + std::string(log.data())};
  unsigned kernels = 0;
  code = cuModuleGetFunctionCount(&kernels, module);
  Found found{code, nullptr, {}};
  if (code == CUDA_SUCCESS && kernels == 1)
    found.code = cuModuleEnumerateFunctions(&found.kernel, 1, module);
  else if (code == CUDA_SUCCESS)
    found.code = CUDA_ERROR_NOT_FOUND;
  if (found.kernel == nullptr) {
    found.problem = "expected a module of one kernel, got " + std::to_string(kernels);
    cuModuleUnload(module);
  }
  return found;
}

/// The kernel of `ptx`, from an earlier call with the same text if there was one.
Found kernel_of(const char* ptx) {
  static std::mutex mutex;
  static auto* const known = new std::unordered_map<std::string, CUfunction>;  // never destroyed
  const std::lock_guard lock(mutex);
  if (const auto found = known->find(ptx); found != known->end())
    return {CUDA_SUCCESS, found->second, {}};
  Found found = load(ptx);
  if (found.kernel != nullptr) known->emplace(ptx, found.kernel);
  return found;
}

/// Empty when `count` words serve as the kernel's arguments.
std::string problem_of_arguments(CUfunction kernel, int count) {
  std::size_t offset = 0, size = 0, parameters = 0;
  while (cuFuncGetParamInfo(kernel, parameters, &offset, &size) == CUDA_SUCCESS) {
    if (size > sizeof(void*))
      return "expected parameters of at most 8 bytes, parameter " + std::to_string(parameters) +
             " has " + std::to_string(size);
    ++parameters;
  }
  if (count >= 0 && parameters == static_cast<std::size_t>(count)) return {};
  return "expected " + std::to_string(parameters) + " arguments, got " + std::to_string(count);
}

}  // namespace

int ptx_run(const char* ptx, int argument_count, void** arguments, int block_x, int block_y,
            int block_z, int grid_x, int grid_y, int grid_z, int shared_bytes) try {
  if (ptx == nullptr)
    return failed(CUDA_ERROR_INVALID_VALUE, "expected PTX text, got a null pointer");
  if (arguments == nullptr && argument_count != 0)
    return failed(CUDA_ERROR_INVALID_VALUE, "expected arguments, got a null pointer");
  for (const int extent : {block_x, block_y, block_z, grid_x, grid_y, grid_z}) {
    if (extent < 1)
      return failed(CUDA_ERROR_INVALID_VALUE,
                    "expected extents of at least 1, got " + std::to_string(extent));
  }
  if (shared_bytes < 0)
    return failed(CUDA_ERROR_INVALID_VALUE,
                  "expected a size of shared memory, got " + std::to_string(shared_bytes));
  static const PrimaryContext context;
  if (context.code() != CUDA_SUCCESS) return failed(context.code(), "no device can be used");
  const CurrentContext current(context.get());
  if (current.code() != CUDA_SUCCESS)
    return failed(current.code(), "no context can be made current");
  const Found found = kernel_of(ptx);
  if (found.kernel == nullptr) return failed(found.code, found.problem);
  if (const std::string problem = problem_of_arguments(found.kernel, argument_count);
      !problem.empty())
    return failed(CUDA_ERROR_INVALID_VALUE, problem);
  std::vector<void*> parameters(static_cast<std::size_t>(argument_count));
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i] = &arguments[i];
  const auto extent = [](int value) { return static_cast<unsigned>(value); };
  CUresult code =
      cuLaunchKernel(found.kernel, extent(grid_x), extent(grid_y), extent(grid_z), extent(block_x),
                     extent(block_y), extent(block_z), extent(shared_bytes), CU_STREAM_PER_THREAD,
                     parameters.data(), nullptr);
  if (code != CUDA_SUCCESS) return failed(code, "the kernel cannot be launched");
  code = cuStreamSynchronize(CU_STREAM_PER_THREAD);
  return code == CUDA_SUCCESS ? 0 : failed(code, "the kernel failed");
} catch (const std::bad_alloc&) {
  return failed(CUDA_ERROR_OUT_OF_MEMORY, "no memory is left");
}
