// SPDX-License-Identifier: Apache-2.0
// What the program registered, and the way from a host address to what a device has of it.
//
// Lock order: the registry's lock, then an image's. Neither is held while an image is compiled or loaded.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

#include "base/mutex.h"
#include "runtime/module/address_table.h"
#include "runtime/module/image.h"
#include "runtime/module/module.h"

namespace riffle::module {
namespace {

// Constant-initialised: constructors of the program run in any order.
constinit Mutex registry_mutex;
constinit Image* images RIFFLE_GUARDED_BY(registry_mutex) = nullptr;
constinit AddressTable<RegisteredKernel> functions;    // written under registry_mutex
constinit AddressTable<RegisteredVariable> variables;  // written under registry_mutex

Image* image_of(void** handle) { return reinterpret_cast<Image*>(handle); }

bool is_device(int device) { return device >= 0 && device < kMaxDevices; }

std::string named(const char* kind, const char* name) { return std::string(kind) + " " + name; }

/// A kernel that cannot be compiled is told of once, as an image is.
std::unexpected<Error> cannot_compile(RegisteredKernel& function, Code code,
                                      const std::string& reason) {
  const std::string text = named("kernel", function.name) + " cannot be compiled: " + reason;
  if (!function.is_refusal_reported.exchange(true, std::memory_order_relaxed))
    std::fprintf(stderr, "riffle: %s\n", text.c_str());
  return error(code, text);
}

std::unexpected<Error> error_of_missing(RegisteredKernel& function, const LoadedModule& module) {
  if (const char* refusal = module.refusal(function.name))
    return cannot_compile(function, Code::kJitCompilationFailed, refusal);
  return error(Code::kInvalidDeviceFunction,
               named("kernel", function.name) + " is not in its device image");
}

enum class Wanted : bool { kDescription, kCode };

Result<Kernel*> load_kernel(const void* host_function, int device, Wanted wanted) {
  if (host_function == nullptr) return error(Code::kInvalidDeviceFunction, "null kernel");
  if (!is_device(device)) return error(Code::kInvalidDevice, "device " + std::to_string(device));
  RegisteredKernel* function = functions.find(host_function);
  if (function == nullptr) {
    return error(Code::kInvalidResourceHandle, "the address launched is not a registered kernel");
  }
  const auto module = function->image->loaded(device);
  if (!module) return std::unexpected(module.error());
  Kernel* kernel = (*module)->kernel(function->name);
  if (kernel == nullptr) return error_of_missing(*function, **module);
  if (wanted == Wanted::kDescription) return kernel;
  if (const Status made = (*module)->ready(*kernel); !made)
    return cannot_compile(*function, made.error().code, made.error().text);
  function->set_loaded(device, kernel);
  return kernel;
}

/// One whose code is there; null if that has to be seen to.
Kernel* loaded_kernel(const void* host_function, int device) {
  const RegisteredKernel* function = functions.find(host_function);
  return function != nullptr && is_device(device) ? function->loaded(device) : nullptr;
}

}  // namespace

// ---- Registration ----

void** register_fat_binary(const void* wrapper) noexcept {
  auto* image = new (std::nothrow) Image(wrapper);
  if (image == nullptr) return nullptr;
  MutexLock lock(registry_mutex);
  image->next = images;
  images = image;
  return reinterpret_cast<void**>(image);
}

void register_fat_binary_end(void**) noexcept {}

namespace {

/// The address is another image's from now on, which registered it too, or nobody's.
void hand_on(const RegisteredKernel& function) RIFFLE_REQUIRES(registry_mutex) {
  functions.erase(function.host_function);
  if (!function.has_twin) return;
  for (Image* image = images; image != nullptr; image = image->next) {
    for (RegisteredKernel* other = image->functions; image->is_registered && other != nullptr;
         other = other->next) {
      if (other->host_function != function.host_function) continue;
      other->has_twin = true;
      functions.insert(other->host_function, other);
      return;
    }
  }
}

}  // namespace

void unregister_fat_binary(void** handle) noexcept {
  Image* image = image_of(handle);
  if (image == nullptr) return;
  image->lose_code();
  MutexLock lock(registry_mutex);
  image->is_registered = false;
  for (RegisteredKernel* function = image->functions; function != nullptr;
       function = function->next) {
    if (functions.find(function->host_function) == function) hand_on(*function);
  }
  for (RegisteredVariable* variable = image->variables; variable != nullptr;
       variable = variable->next) {
    if (variables.find(variable->shadow) == variable) variables.erase(variable->shadow);
  }
}

void register_function(void** handle, const void* host_function, const char* device_name) noexcept {
  Image* image = image_of(handle);
  if (image == nullptr || host_function == nullptr || device_name == nullptr) return;
  auto* function = new (std::nothrow) RegisteredKernel;
  if (function == nullptr) return;
  function->host_function = host_function;
  function->name = device_name;
  function->image = image;
  MutexLock lock(registry_mutex);
  function->next = image->functions;
  image->functions = function;
  if (RegisteredKernel* const first = functions.find(host_function))
    first->has_twin = true;
  else
    functions.insert(host_function, function);
}

namespace {

void add_variable(void** handle, RegisteredVariable description) noexcept {
  Image* image = image_of(handle);
  if (image == nullptr || description.shadow == nullptr || description.name == nullptr) return;
  auto* variable = new (std::nothrow) RegisteredVariable(description);
  if (variable == nullptr) return;
  variable->image = image;
  MutexLock lock(registry_mutex);
  variable->next = image->variables;
  image->variables = variable;
  if (variables.find(variable->shadow) == nullptr) variables.insert(variable->shadow, variable);
}

}  // namespace

void register_variable(void** handle, const void* shadow, const char* device_name, std::size_t size,
                       bool is_constant) noexcept {
  add_variable(handle,
               {.shadow = shadow, .name = device_name, .size = size, .is_constant = is_constant});
}

void register_managed(void** handle, void* storage, const char* device_name,
                      std::size_t size) noexcept {
  add_variable(handle,
               {.shadow = storage, .name = device_name, .size = size, .managed_storage = storage});
}

bool is_foreign(void** handle) noexcept try {
  return handle != nullptr && image_of(handle)->is_foreign();
} catch (...) {
  return false;
}

void* register_managed_without_object(void** handle, const char* device_name,
                                      std::size_t size) noexcept {
  void* const storage = ::operator new(size, kManagedAlignment, std::nothrow);
  if (storage == nullptr) return nullptr;
  std::memset(storage, 0, size);
  add_variable(handle, {.shadow = storage,
                        .name = device_name,
                        .size = size,
                        .managed_storage = storage,
                        .lacks_initial_value = true});
  return storage;
}

void load_managed(void** handle, int device) {
  if (handle != nullptr) (void)image_of(handle)->loaded(device);  // which says what is wrong
}

void for_each_managed(void** handle, void (*visit)(void* storage, std::size_t size)) noexcept {
  const Image* image = image_of(handle);
  if (image == nullptr) return;
  MutexLock lock(registry_mutex);
  for (RegisteredVariable* variable = image->variables; variable != nullptr;
       variable = variable->next) {
    if (variable->managed_storage != nullptr) visit(variable->managed_storage, variable->size);
  }
}

void bind_managed(const Image& image, LoadedModule& module) {
  MutexLock lock(registry_mutex);
  for (RegisteredVariable* variable = image.variables; variable != nullptr;
       variable = variable->next) {
    if (variable->managed_storage == nullptr) continue;
    // In device code the name is a pointer's. It is left out when no kernel uses it.
    if (const abi::VariableRow* pointer = module.variable(variable->name))
      *static_cast<void**>(pointer->address) = variable->managed_storage;
    if (!std::exchange(variable->lacks_initial_value, false)) continue;
    const abi::VariableRow* initial =
        module.variable(std::string(variable->name) + abi::kManagedSuffix);
    if (initial != nullptr)
      std::memcpy(variable->managed_storage, initial->address,
                  std::min(variable->size, initial->size));
  }
}

// ---- Lookup ----

Result<Kernel*> kernel_for(const void* host_function, int device) {
  if (Kernel* kernel = loaded_kernel(host_function, device)) [[likely]]
    return kernel;
  return load_kernel(host_function, device, Wanted::kCode);
}

Result<Kernel*> described_kernel_for(const void* host_function, int device) {
  if (Kernel* kernel = loaded_kernel(host_function, device)) return kernel;
  return load_kernel(host_function, device, Wanted::kDescription);
}

Result<DeviceVariable> variable_for(const void* shadow, int device) {
  if (!is_device(device)) return error(Code::kInvalidDevice, "device " + std::to_string(device));
  const RegisteredVariable* variable = variables.find(shadow);
  if (variable == nullptr)
    return error(Code::kInvalidSymbol, "not the address of a registered device variable");
  if (variable->managed_storage != nullptr)
    return DeviceVariable{variable->managed_storage, variable->size, false};
  const auto module = variable->image->loaded(device);
  if (!module) return std::unexpected(module.error());
  const abi::VariableRow* found = (*module)->variable(variable->name);
  if (found == nullptr) {
    return error(Code::kInvalidSymbol,
                 named("variable", variable->name) + " is not in its device image");
  }
  return DeviceVariable{found->address, found->size, (found->flags & abi::kVariableConstant) != 0};
}

// ---- Devices ----

void unload_device(int device) {
  if (!is_device(device)) return;
  Image* image = nullptr;
  {
    MutexLock lock(registry_mutex);
    image = images;
    for (Image* each = images; each != nullptr; each = each->next) {
      for (RegisteredKernel* function = each->functions; function != nullptr;
           function = function->next) {
        function->set_loaded(device, nullptr);
      }
    }
  }
  for (; image != nullptr; image = image->next)  // the list only grows, at its head
    unload(*image, device);
}

}  // namespace riffle::module
