// SPDX-License-Identifier: Apache-2.0
// Modules: libraries that a context loads for itself, or the view of a library that a context has. Functions are kernels of
// libraries: what a launch of either API takes.
#include "api/cuda/module.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "api/cuda/texture_reference.h"
#include "api/cudart/jit_logs.h"
#include "api/cudart/library.h"
#include "base/handle_table.h"
#include "base/mutex.h"
#include "compiler/abi/device_abi.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"
#include "runtime/module/library.h"
#include "runtime/module/module.h"

namespace riffle::api::cuda {
namespace {

constexpr std::uint8_t kModuleHandleKind = 0x31;

/// The references of one kind that the program has asked for, by name. They go before the module's variables do.
template <class Handle, const char* kSuffix, Handle (*kMake)(ObjectPlace&), void (*kEnd)(Handle)>
class References {
 public:
  References() = default;
  ~References() {
    for (const auto& [name, handle] : made_) kEnd(handle);
  }
  References(const References&) = delete;
  References& operator=(const References&) = delete;

  CUresult find(module::Library& library, const std::string& name, Handle& handle) {
    const MutexLock lock(mutex_);
    if (const auto known = made_.find(name); known != made_.end()) {
      handle = known->second;
      return CUDA_SUCCESS;
    }
    const auto variable = library.variable(name + kSuffix, false, current_context().device());
    if (!variable) return to_result(variable.error());
    Handle const made = kMake(*static_cast<ObjectPlace*>(variable->address));
    if (made == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
    made_.emplace(name, made);
    handle = made;
    return CUDA_SUCCESS;
  }

 private:
  Mutex mutex_;
  std::map<std::string, Handle> made_ RIFFLE_GUARDED_BY(mutex_);
};

using Textures = References<CUtexref, abi::kTextureReferenceSuffix, make_texture_reference,
                            end_texture_reference>;
using Surfaces = References<CUsurfref, abi::kSurfaceReferenceSuffix, make_surface_reference,
                            end_surface_reference>;

struct ModuleObject {
  explicit ModuleObject(const Context* maker, CUlibrary library = nullptr)
      : context(maker), of(library) {}

  const Context* const context;
  std::unique_ptr<module::Library> own;  ///< null: of a library that is loaded for all contexts
  const CUlibrary of;                    ///< that library
  Textures textures;
  Surfaces surfaces;

  [[nodiscard]] module::Library* library() const {
    return own != nullptr ? own.get() : cudart::find_library(of);
  }
};

HandleTable<ModuleObject>& modules() {
  static constinit HandleTable<ModuleObject> table(kModuleHandleKind);
  return table;
}

CUresult hand_out(std::unique_ptr<ModuleObject> object, CUmodule* module) {
  const std::uintptr_t made = modules().insert(object.get());
  if (made == 0) return CUDA_ERROR_OUT_OF_MEMORY;
  object.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *module = reinterpret_cast<CUmodule>(made);
  return CUDA_SUCCESS;
}

CUresult load(Result<std::unique_ptr<module::Library>> loaded, CUmodule* module,
              const cudart::JitLogs& logs = {}) {
  const auto refuse = [&](const Error& failure) {
    logs.write(failure);
    return to_result(failure);
  };
  if (!loaded) return refuse(loaded.error());
  // A library that cannot be loaded is one that nothing can be asked of; a module is refused at once.
  if (const auto kernels = (*loaded)->kernels(current_context().device()); !kernels)
    return refuse(kernels.error());
  auto made = std::make_unique<ModuleObject>(&current_context().home());
  made->own = std::move(*loaded);
  return hand_out(std::move(made), module);
}

module::Library* find(CUmodule module) {
  const ModuleObject* const object = modules().find(module);
  return object != nullptr ? object->library() : nullptr;
}

}  // namespace

void forget_modules_of(const Context& context) {
  std::vector<std::uintptr_t> gone;
  modules().for_each([&](std::uintptr_t handle, const ModuleObject* object) {
    if (object->context == &context) gone.push_back(handle);
  });
  for (const std::uintptr_t handle : gone) delete modules().remove(handle);
}

CUresult module_load(CUmodule* module, const char* fname) {
  if (module == nullptr || fname == nullptr || *fname == 0) return CUDA_ERROR_INVALID_VALUE;
  return load(module::Library::load_file(fname), module);
}

CUresult module_load_data(CUmodule* module, const void* image) {
  if (module == nullptr || image == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return load(module::Library::load(image), module);
}

CUresult module_load_data_ex(CUmodule* module, const void* image, unsigned int num_options,
                             CUjit_option* options, void** option_values) {
  if (module == nullptr || image == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (!cudart::JitLogs::are_options(options, option_values, num_options))
    return CUDA_ERROR_INVALID_VALUE;
  return load(module::Library::load(image), module,
              cudart::JitLogs::among(options, option_values, num_options));
}

CUresult module_load_fat_binary(CUmodule* module, const void* fat_cubin) {
  return module_load_data(module, fat_cubin);
}

CUresult module_unload(CUmodule module) {
  const ModuleObject* const object = modules().find(module);
  if (object == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (object->own == nullptr) return CUDA_ERROR_NOT_PERMITTED;  // the library's
  std::unique_ptr<ModuleObject> gone(modules().remove(reinterpret_cast<std::uintptr_t>(module)));
  if (gone == nullptr) return CUDA_ERROR_INVALID_HANDLE;  // another thread has unloaded it
  cudart::when_no_code_is_used([&] { gone.reset(); });
  return CUDA_SUCCESS;
}

CUresult module_get_loading_mode(CUmoduleLoadingMode* mode) {
  if (mode == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *mode = CU_MODULE_LAZY_LOADING;
  return CUDA_SUCCESS;
}

CUresult module_get_function(CUfunction* function, CUmodule module, const char* name) {
  module::Library* const library = find(module);
  if (library == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (function == nullptr || name == nullptr || *name == '\0') return CUDA_ERROR_INVALID_VALUE;
  const auto kernel = library->kernel(name, current_context().device());
  if (!kernel) return to_result(kernel.error());
  *function = static_cast<CUfunction>(const_cast<void*>(*kernel));
  return CUDA_SUCCESS;
}

CUresult module_get_function_count(unsigned int* count, CUmodule module) {
  if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
  module::Library* const library = find(module);
  if (library == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  const auto kernels = library->kernels(current_context().device());
  if (!kernels) return to_result(kernels.error());
  *count = static_cast<unsigned>(kernels->size());
  return CUDA_SUCCESS;
}

CUresult module_enumerate_functions(CUfunction* functions, unsigned int num_functions,
                                    CUmodule module) {
  if (functions == nullptr) return CUDA_ERROR_INVALID_VALUE;
  module::Library* const library = find(module);
  if (library == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  const auto kernels = library->kernels(current_context().device());
  if (!kernels) return to_result(kernels.error());
  const std::size_t asked = std::min<std::size_t>(num_functions, kernels->size());
  for (std::size_t i = 0; i < asked; ++i)
    functions[i] = static_cast<CUfunction>(const_cast<void*>((*kernels)[i]));
  return CUDA_SUCCESS;
}

CUresult module_get_global_v2(CUdeviceptr* pointer, size_t* bytes, CUmodule module,
                              const char* name) {
  module::Library* const library = find(module);
  if (library == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if ((pointer == nullptr && bytes == nullptr) || name == nullptr || *name == '\0')
    return CUDA_ERROR_INVALID_VALUE;
  const auto variable = library->variable(name, false, current_context().device());
  if (!variable) return to_result(variable.error());
  if (pointer != nullptr) *pointer = reinterpret_cast<CUdeviceptr>(variable->address);
  if (bytes != nullptr) *bytes = variable->size;
  return CUDA_SUCCESS;
}

CUresult module_get_tex_ref(CUtexref* texture, CUmodule module, const char* name) {
  ModuleObject* const object = modules().find(module);
  if (object == nullptr || object->library() == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (texture == nullptr || name == nullptr || *name == '\0') return CUDA_ERROR_INVALID_VALUE;
  return object->textures.find(*object->library(), name, *texture);
}

CUresult module_get_surf_ref(CUsurfref* surface, CUmodule module, const char* name) {
  ModuleObject* const object = modules().find(module);
  if (object == nullptr || object->library() == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (surface == nullptr || name == nullptr || *name == '\0') return CUDA_ERROR_INVALID_VALUE;
  return object->surfaces.find(*object->library(), name, *surface);
}

CUresult library_get_module(CUmodule* module, CUlibrary library) {
  if (module == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (cudart::find_library(library) == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  std::uintptr_t known = 0;
  modules().for_each([&](std::uintptr_t handle, const ModuleObject* object) {
    if (object->of == library && object->context == &current_context().home()) known = handle;
  });
  *module = reinterpret_cast<CUmodule>(known);
  return known != 0
             ? CUDA_SUCCESS
             : hand_out(std::make_unique<ModuleObject>(&current_context().home(), library), module);
}

CUresult library_unload(CUlibrary library) {
  std::vector<std::uintptr_t> views;
  modules().for_each([&](std::uintptr_t handle, const ModuleObject* object) {
    if (object->of == library && library != nullptr) views.push_back(handle);
  });
  const CUresult result = to_result(checked::cudaLibraryUnload(library));
  if (result != CUDA_SUCCESS) return result;
  const engine::Alone alone;  // with the views too
  for (const std::uintptr_t handle : views) delete modules().remove(handle);
  return CUDA_SUCCESS;
}

CUresult func_get_module(CUmodule* module, CUfunction function) {
  if (module == nullptr || function == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::uintptr_t found = 0;
  modules().for_each([&](std::uintptr_t handle, const ModuleObject* object) {
    if (object->own != nullptr && object->own->owns(function)) found = handle;
  });
  if (found == 0) {
    const CUlibrary library = cudart::library_with(function);
    return library != nullptr ? library_get_module(module, library) : CUDA_ERROR_INVALID_HANDLE;
  }
  *module = reinterpret_cast<CUmodule>(found);
  return CUDA_SUCCESS;
}

CUresult kernel_get_library(CUlibrary* library, CUkernel kernel) {
  if (library == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUlibrary found = cudart::library_with(kernel);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  *library = found;
  return CUDA_SUCCESS;
}

}  // namespace riffle::api::cuda
