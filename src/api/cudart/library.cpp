// SPDX-License-Identifier: Apache-2.0
// Libraries: device code that is loaded while the program runs. Their kernels are what a launch takes
// for a host function.
#include "api/cudart/library.h"

#include <algorithm>

#include "api/cudart/capture_rule.h"
#include "api/cudart/entry.h"
#include "api/cudart/jit_logs.h"
#include "base/handle_table.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

constexpr std::uint8_t kLibraryHandleKind = 0x20;

HandleTable<module::Library>& libraries() {
  static constinit HandleTable<module::Library> table(kLibraryHandleKind);
  return table;
}

// All but the logs advise compilers and linkers of another kind: they are taken and change nothing.
bool are_options(const void* options, const void* values, unsigned count) {
  return count == 0 || (options != nullptr && values != nullptr && count <= JitLogs::kMostOptions);
}

bool are_library_options(const cudaLibraryOption* options, const void* values, unsigned count) {
  return are_options(options, values, count) &&
         std::all_of(options, options + count, [](cudaLibraryOption option) {
           return option == cudaLibraryHostUniversalFunctionAndDataTable ||
                  option == cudaLibraryBinaryIsPreserved;
         });
}

cudaError_t hand_out(Result<std::unique_ptr<module::Library>> loaded, cudaLibrary_t* library,
                     const JitLogs& logs) {
  if (!loaded) {
    logs.write(loaded.error());
    return to_cuda(loaded.error());
  }
  const std::uintptr_t made = libraries().insert(loaded->get());
  if (made == 0) return cudaErrorMemoryAllocation;
  loaded->release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *library = reinterpret_cast<cudaLibrary_t>(made);
  return cudaSuccess;
}

cudaError_t find_variable(void** dptr, size_t* bytes, cudaLibrary_t library, const char* name,
                          bool is_managed) {
  if ((dptr == nullptr && bytes == nullptr) || name == nullptr || *name == '\0')
    return cudaErrorInvalidValue;
  module::Library* const found = libraries().find(library);
  if (found == nullptr) return cudaErrorInvalidResourceHandle;
  const Context* const context =
      chosen_context();  // managed variables are asked for without a started one
  if (context == nullptr) return cudaErrorNoDevice;
  const auto variable = found->variable(name, is_managed, context->device());
  if (!variable) return to_cuda(variable.error());
  if (dptr != nullptr) *dptr = variable->address;
  if (bytes != nullptr) *bytes = variable->size;
  return cudaSuccess;
}

}  // namespace

module::Library* find_library(cudaLibrary_t library) { return libraries().find(library); }

cudaLibrary_t library_with(const void* kernel) {
  std::uintptr_t found = 0;
  libraries().for_each([&](std::uintptr_t handle, module::Library* library) {
    if (library->owns(kernel)) found = handle;
  });
  return reinterpret_cast<cudaLibrary_t>(found);
}

bool capture_rule::is_library(cudaLibrary_t library) {
  return libraries().find(library) != nullptr;
}

cudaError_t library_load_data(cudaLibrary_t* library, const void* code, cudaJitOption* jitOptions,
                              void** jitOptionsValues, unsigned int numJitOptions,
                              cudaLibraryOption* libraryOptions, void** libraryOptionValues,
                              unsigned int numLibraryOptions) {
  if (chosen_context() == nullptr) return cudaErrorNoDevice;
  if (library == nullptr || code == nullptr ||
      !are_options(jitOptions, jitOptionsValues, numJitOptions) ||
      !are_library_options(libraryOptions, libraryOptionValues, numLibraryOptions)) {
    return cudaErrorInvalidValue;
  }
  return hand_out(module::Library::load(code), library,
                  JitLogs::among(jitOptions, jitOptionsValues, numJitOptions));
}

cudaError_t library_load_from_file(cudaLibrary_t* library, const char* fileName,
                                   cudaJitOption* jitOptions, void** jitOptionsValues,
                                   unsigned int numJitOptions, cudaLibraryOption* libraryOptions,
                                   void** libraryOptionValues, unsigned int numLibraryOptions) {
  if (chosen_context() == nullptr) return cudaErrorNoDevice;
  if (library == nullptr || fileName == nullptr || *fileName == '\0' ||
      !are_options(jitOptions, jitOptionsValues, numJitOptions) ||
      !are_library_options(libraryOptions, libraryOptionValues, numLibraryOptions)) {
    return cudaErrorInvalidValue;
  }
  return hand_out(module::Library::load_file(fileName), library,
                  JitLogs::among(jitOptions, jitOptionsValues, numJitOptions));
}

void when_no_code_is_used(const std::function<void()>& unload) {
  const auto drain = [] {
    for (const Context* const context : context::all_contexts()) {
      if (engine::ContextStreams* const running = context->engine()) running->synchronize();
    }
  };
  drain();
  const engine::Alone alone;
  drain();  // what calls have enqueued that were inside meanwhile
  unload();
}

cudaError_t library_unload(cudaLibrary_t library) {
  std::unique_ptr<module::Library> gone(
      libraries().remove(reinterpret_cast<std::uintptr_t>(library)));
  if (gone == nullptr) return cudaErrorInvalidResourceHandle;
  when_no_code_is_used([&] { gone.reset(); });
  return cudaSuccess;
}

cudaError_t library_get_kernel(cudaKernel_t* pKernel, cudaLibrary_t library, const char* name) {
  if (pKernel == nullptr || name == nullptr) return cudaErrorInvalidValue;
  module::Library* const found = libraries().find(library);
  if (found == nullptr) return cudaErrorInvalidResourceHandle;
  const auto kernel = found->kernel(name, chosen_context()->device());
  if (!kernel) return to_cuda(kernel.error());
  *pKernel = static_cast<cudaKernel_t>(const_cast<void*>(*kernel));
  return cudaSuccess;
}

cudaError_t library_get_kernel_count(unsigned int* count, cudaLibrary_t lib) {
  if (count == nullptr) return cudaErrorInvalidValue;
  module::Library* const found = libraries().find(lib);
  if (found == nullptr) return cudaErrorInvalidResourceHandle;
  const auto kernels = found->kernels(chosen_context()->device());
  if (!kernels) return to_cuda(kernels.error());
  *count = static_cast<unsigned>(kernels->size());
  return cudaSuccess;
}

cudaError_t library_enumerate_kernels(cudaKernel_t* kernels, unsigned int numKernels,
                                      cudaLibrary_t lib) {
  if (kernels == nullptr) return cudaErrorInvalidValue;
  module::Library* const found = libraries().find(lib);
  if (found == nullptr) return cudaErrorInvalidResourceHandle;
  const auto all = found->kernels(chosen_context()->device());
  if (!all) return to_cuda(all.error());
  const std::size_t asked = std::min<std::size_t>(numKernels, all->size());
  for (std::size_t i = 0; i < asked; ++i)
    kernels[i] = static_cast<cudaKernel_t>(const_cast<void*>((*all)[i]));
  return cudaSuccess;
}

cudaError_t library_get_global(void** dptr, size_t* bytes, cudaLibrary_t library,
                               const char* name) {
  return find_variable(dptr, bytes, library, name, false);
}

cudaError_t library_get_managed(void** dptr, size_t* bytes, cudaLibrary_t library,
                                const char* name) {
  return find_variable(dptr, bytes, library, name, true);
}

// A unified function is one that the host program shares with the device: no library here has any.
cudaError_t library_get_unified_function(void** fptr, cudaLibrary_t library, const char* symbol) {
  if (fptr == nullptr || symbol == nullptr) return cudaErrorInvalidValue;
  return libraries().find(library) == nullptr ? cudaErrorInvalidResourceHandle
                                              : cudaErrorInvalidValue;
}

}  // namespace riffle::api::cudart
