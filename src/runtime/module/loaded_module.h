// SPDX-License-Identifier: Apache-2.0
// One device's copy of one image: its variables, what is known of its kernels, and the code of those that were
// needed.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

#include "base/mutex.h"
#include "base/status.h"
#include "compiler/native.h"
#include "runtime/module/loaded_object.h"
#include "runtime/module/module.h"
#include "runtime/module/specialise.h"

namespace riffle::module {

class LoadedModule {
 public:
  /// Loads a copy of the base object. `image` is what it was made from; it stays where it is, for kernels that have
  /// objects of their own. Errors: those of LoadedObject::load.
  static Result<std::unique_ptr<LoadedModule>> load(const compiler::NativeModule& base,
                                                    std::span<const std::byte> image, int device);
  ~LoadedModule();

  /// The image is about to go: what has not been made from it never is.
  void lose_image() noexcept RIFFLE_EXCLUDES(mutex_);

  /// Null when the module has no kernel of that name. Its code may still have to be made: `ready`.
  [[nodiscard]] Kernel* kernel(std::string_view name);
  /// Makes the kernel's code if need be, and that of the kernels that it may launch; others wait for that, and other
  /// kernels' code is made meanwhile. A failure is remembered. Errors: those of compiler::native_kernel and of loading.
  Status ready(Kernel& kernel) RIFFLE_EXCLUDES(mutex_);
  /// A place for the kernel's code for one shape. Null when it has enough of them, or memory is refused.
  ShapeCode* add_shape(LoadedKernel& kernel, const compiler::LaunchShape& shape)
      RIFFLE_EXCLUDES(mutex_);
  /// Loads such code if the cache has it, or makes it; launches take it from then on. False: there is none to be had.
  bool specialise(const Kernel& kernel, ShapeCode& shape, Search search) noexcept;
  /// Makes LoadedKernel::followed, if it can be had. Once.
  void follow(LoadedKernel& kernel) RIFFLE_EXCLUDES(mutex_);
  /// Why the image's kernel of that name could not be compiled; null if there is none such.
  [[nodiscard]] const char* refusal(std::string_view name) const;
  [[nodiscard]] std::span<const abi::KernelRow> kernels() const;
  [[nodiscard]] const abi::VariableRow* variable(std::string_view name) const;
  [[nodiscard]] std::span<const abi::VariableRow> variables() const;

 private:
  /// What there is of a kernel with an object of its own.
  struct OwnCode {
    bool is_loading = false;
    std::optional<LoadedObject> object;
    std::optional<Error> failure;
    bool launches_are_ready = false;  ///< the kernels that it may launch are loaded, or have failed
  };

  explicit LoadedModule(LoadedObject base, std::span<const std::byte> image)
      : base_(std::move(base)), image_(image) {}
  void add_kernel(const abi::KernelRow& row, std::size_t constant_bytes, std::uint32_t ptx_version,
                  int device);
  void require_blocks();
  [[nodiscard]] std::span<const std::byte> image() RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] Status own_code(Kernel& kernel) RIFFLE_EXCLUDES(mutex_);
  [[nodiscard]] Result<LoadedObject> load_code(const compiler::NativeModule& native);
  [[nodiscard]] Status bind_imports(const LoadedObject& object) const;
  /// For launches from device code.
  void bind_kernels(const LoadedObject& object);
  [[nodiscard]] void* exported(std::string_view name) const;
  template <class Visitor>
  void for_each_launched(const LoadedObject& object, Visitor visit);

  LoadedObject base_;
  std::deque<LoadedKernel> kernels_;
  std::unordered_map<std::string_view, Kernel*> kernels_by_name_;
  std::unordered_map<std::string_view, void*> exports_;
  Mutex mutex_;
  std::span<const std::byte> image_ RIFFLE_GUARDED_BY(mutex_);
  std::condition_variable loading_done_;
  std::unordered_map<const Kernel*, OwnCode> codes_ RIFFLE_GUARDED_BY(mutex_);
  std::deque<ShapeCode> shapes_ RIFFLE_GUARDED_BY(mutex_);
};

}  // namespace riffle::module
