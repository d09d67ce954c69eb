// SPDX-License-Identifier: Apache-2.0
// One device image of the program, what was registered from it, and its loaded copies.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>

#include "base/mutex.h"
#include "base/status.h"
#include "compiler/native.h"
#include "runtime/module/fat_wrapper.h"
#include "runtime/module/image_bytes.h"
#include "runtime/module/loaded_module.h"
#include "runtime/module/module.h"

namespace riffle::module {

class Image;

inline constexpr std::align_val_t kManagedAlignment{256};  // as cudaMallocManaged's

/// A registered kernel. Never freed: launches read it without a lock.
struct RegisteredKernel {
  const void* host_function = nullptr;
  const char* name = nullptr;
  Image* image = nullptr;
  RegisteredKernel* next = nullptr;  ///< of the same image
  /// Loaded kernels: device 0, and an array for all devices once a second one is used. Release when a
  /// kernel was loaded; acquired by kernel_for.
  std::atomic<Kernel*> first{nullptr};
  std::atomic<std::atomic<Kernel*>*> others{nullptr};
  std::atomic<bool> is_refusal_reported{false};
  bool has_twin =
      false;  ///< another image has registered the address too; guarded by the registry's lock

  [[nodiscard]] Kernel* loaded(int device) const {
    if (device == 0) return first.load(std::memory_order_acquire);
    const auto* array = others.load(std::memory_order_acquire);
    return array == nullptr ? nullptr : array[device].load(std::memory_order_acquire);
  }
  void set_loaded(int device, Kernel* kernel);
};

/// A registered variable. Never freed.
struct RegisteredVariable {
  const void* shadow = nullptr;
  const char* name = nullptr;
  Image* image = nullptr;
  RegisteredVariable* next = nullptr;
  std::size_t size = 0;
  bool is_constant = false;
  void* managed_storage = nullptr;  ///< of a managed variable: the same on all devices
  /// The storage is ours, and has not got its initial value, which only the image knows.
  bool lacks_initial_value = false;
};

/// A managed variable for which no host code has an object, one of a library or one of a program that only device code names:
/// one storage for all devices, with the initial value that the image has.
class ManagedVariable {
 public:
  ManagedVariable(std::string_view name, const abi::VariableRow& initial);
  ~ManagedVariable();
  ManagedVariable(const ManagedVariable&) = delete;
  ManagedVariable& operator=(const ManagedVariable&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::span<std::byte> storage() const { return storage_; }

 private:
  const std::string name_;
  const std::span<std::byte> storage_;
};

/// Never freed: queued work and static destructors may still use what was loaded.
class Image {
 public:
  explicit Image(const void* wrapper) : wrapper_(wrapper) {}

  /// The copy for `device`; compiles and loads it at the first call, others wait for that. A failure is
  /// told on stderr once, and remembered.
  Result<LoadedModule*> loaded(int device) RIFFLE_EXCLUDES(mutex_);
  /// Takes the device's copy out; null when there is none. Forgets a failure too.
  std::unique_ptr<LoadedModule> unload(int device) RIFFLE_EXCLUDES(mutex_);
  /// The program's code goes away, with the image in it: nothing is made from it any more.
  void lose_code() noexcept RIFFLE_EXCLUDES(mutex_);

  /// Of a library, before anything is loaded: managed variables get storage at the first load.
  void own_managed() { owns_managed_ = true; }
  /// The storage of a managed variable that the image owns; empty when it has none of that name.
  [[nodiscard]] std::span<std::byte> managed(std::string_view name) RIFFLE_EXCLUDES(mutex_);
  /// Frees them; nothing is loaded any more.
  void drop_managed() RIFFLE_EXCLUDES(mutex_);

  /// Its program was made by another compiler.
  [[nodiscard]] bool is_foreign() const;

  // Guarded by the registry's lock.
  RegisteredKernel* functions = nullptr;
  RegisteredVariable* variables = nullptr;
  bool is_registered = true;
  Image* next = nullptr;

 private:
  struct Copy {
    bool is_loading = false;
    std::unique_ptr<LoadedModule> module;
    std::unique_ptr<Error> failure;
  };

  /// The image behind the wrapper; made from PTX when the program is another compiler's.
  Result<std::span<const std::byte>> code() RIFFLE_EXCLUDES(mutex_);
  Result<std::unique_ptr<LoadedModule>> load(int device);
  /// After bind_managed: points the rest of the module's managed variables to storage of the image's own.
  void bind_owned(LoadedModule& module) RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] ManagedVariable* find_managed(std::string_view name) RIFFLE_REQUIRES(mutex_);

  const void* const wrapper_;
  bool owns_managed_ = false;
  Mutex mutex_;
  std::condition_variable loading_done_;
  std::map<int, Copy> copies_ RIFFLE_GUARDED_BY(mutex_);
  std::deque<ManagedVariable> managed_ RIFFLE_GUARDED_BY(mutex_);
  ImageBytes translated_ RIFFLE_GUARDED_BY(mutex_);  ///< written once
};

/// Where native code comes from; the compiler unless a test says otherwise. Null puts it back.
using NativeSource = Result<compiler::NativeModule> (*)(std::span<const std::byte> image);
void set_native_source(NativeSource source);

/// Gives a device's copy of an image back; the caller has drained the device.
void unload(Image& image, int device);

/// Points the program's managed variables, in a copy that was just loaded, to their storage.
void bind_managed(const Image& image, LoadedModule& module);

/// As set by set_load_observer.
[[nodiscard]] const LoadObserver& load_observer();

}  // namespace riffle::module
