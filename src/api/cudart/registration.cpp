// SPDX-License-Identifier: Apache-2.0
// What the compiler's generated code calls: images, kernels and variables of the program, and
// <<<...>>>.
#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "runtime/memory/registry.h"
#include "runtime/module/module.h"

namespace riffle::api::cudart {

void** register_fat_binary(void* fatCubin) { return module::register_fat_binary(fatCubin); }

void register_fat_binary_end(void** fatCubinHandle) {
  module::register_fat_binary_end(fatCubinHandle);
}

void unregister_fat_binary(void** fatCubinHandle) {
  module::for_each_managed(fatCubinHandle, [](void* storage, std::size_t) {
    memory::registry().remove_variable(storage);
  });
  module::unregister_fat_binary(fatCubinHandle);
}

// Other compilers' programs call it before host code uses a managed variable, perhaps before any call of CUDA.
char init_module(void** fatCubinHandle) {
  if (!module::is_foreign(fatCubinHandle)) return 1;
  const auto load = [&] {
    module::load_managed(fatCubinHandle, current_context().device());
    return cudaSuccess;
  };
  return run_checked<RuntimeChecks::kAnywhere>(load) == cudaSuccess ? 1 : 0;
}

int register_function(void** fatCubinHandle, const char* hostFun, char*, const char* deviceName,
                      int, uint3*, uint3*, dim3*, dim3*, int*) {
  module::register_function(fatCubinHandle, hostFun, deviceName);
  return 0;
}

void register_var(void** fatCubinHandle, char* hostVar, char*, const char* deviceName, int,
                  size_t size, int constant, int) {
  module::register_variable(fatCubinHandle, hostVar, deviceName, size, constant != 0);
}

// `hostVar` is the pointer that the host's code goes through. clang gives storage, its size and its alignment; nvcc has none,
// and its arguments are those of __cudaRegisterVar: a name again, a flag, the size.
void register_managed_var(void** fatCubinHandle, void** hostVar, char* storage,
                          const char* deviceName, size_t size, unsigned alignment) {
  if (module::is_foreign(fatCubinHandle)) {
    size = alignment;
    *hostVar = module::register_managed_without_object(fatCubinHandle, deviceName, size);
    if (*hostVar != nullptr)
      memory::registry().add_variable(*hostVar, size, 0, memory::MemoryType::kManaged);
    return;
  }
  *hostVar = storage;
  module::register_managed(fatCubinHandle, storage, deviceName, size);
  memory::registry().add_variable(storage, size, 0, memory::MemoryType::kManaged);
}

void register_host_var(void** fatCubinHandle, const char* deviceName, char* hostVar, size_t size) {
  module::register_variable(fatCubinHandle, hostVar, deviceName, size, false);
}

// Not zero: the launch is skipped.
unsigned push_call_configuration(dim3 gridDim, dim3 blockDim, size_t sharedMem,
                                 CUstream_st* stream) {
  ThreadState& state = thread_state;
  if (state.depth == ThreadState::kDepth) [[unlikely]] {
    state.last_error = cudaErrorLaunchMaxDepthExceeded;
    return 1;
  }
  state.configurations[state.depth++] = {
      {gridDim.x, gridDim.y, gridDim.z}, {blockDim.x, blockDim.y, blockDim.z}, sharedMem, stream};
  return 0;
}

cudaError_t pop_call_configuration(dim3* gridDim, dim3* blockDim, size_t* sharedMem, void* stream) {
  ThreadState& state = thread_state;
  if (state.depth == 0) [[unlikely]]
    return state.last_error = cudaErrorMissingConfiguration;
  const CallConfiguration& top = state.configurations[--state.depth];
  *gridDim = {top.grid[0], top.grid[1], top.grid[2]};
  *blockDim = {top.block[0], top.block[1], top.block[2]};
  *sharedMem = top.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
