// SPDX-License-Identifier: Apache-2.0
// Device image in, loadable objects out. Needs no LLVM in the process when the cache has it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/status.h"
#include "compiler/cache/disk_cache.h"
#include "compiler/launch_shape.h"

namespace riffle::compiler {

/// An open file that dlopen can load: a verified cache entry, or a memory file when the cache
/// cannot be written. Owns its descriptor.
class NativeModule {
 public:
  NativeModule() = default;
  NativeModule(int descriptor, std::string label);
  ~NativeModule();
  NativeModule(NativeModule&& other) noexcept;
  NativeModule& operator=(NativeModule&& other) noexcept;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// For messages: the cache file's path or "memory".
  [[nodiscard]] const std::string& label() const { return label_; }

 private:
  int descriptor_ = -1;
  std::string label_;
};

/// `bytes` up to the end of the image that they begin with. Errors: kInvalidKernelImage (not an image of ours, cut off, or
/// corrupt).
Result<std::span<const std::byte>> check_image(std::span<const std::byte> bytes);

/// The base object of `image` (an ImageHeader and its bitcode) for this CPU, compiled or from the disk cache. Kernels
/// whose row in its table has no code have objects of their own; small images have all in one.
/// The compiler library is loaded on the first miss. Errors: kInvalidKernelImage (not an image of
/// ours, or corrupt), kJitCompilationFailed (text names the intrinsic, symbol or pass),
/// kOperatingSystem. Thread-safe; two calls with one image compile once.
Result<NativeModule> native_module(std::span<const std::byte> image,
                                   const DiskCache& cache = DiskCache::of_options());

/// What the compiler is to tell of an image, beside or instead of making code.
struct Looks {
  std::string compiler;     ///< path of the compiler library
  bool wants_remarks;       ///< what was decided for each kernel (docs/remarks.md)
  std::string dump_folder;  ///< where each kernel's code goes behind each pass; empty: nowhere
};
/// Lines of remarks on `image`'s kernels, as they would be compiled for this processor, or that of RIFFLE_CPU; no code
/// comes of it. Errors: those of native_module.
Result<std::string> look_inside(std::span<const std::byte> image, const Looks& looks);

/// The object of a kernel that the base object of `image` has no code for. The same errors and guarantees; a kernel whose
/// code is as it was in another build of the program comes from the cache too.
Result<NativeModule> native_kernel(std::span<const std::byte> image, std::string_view kernel,
                                   const DiskCache& cache = DiskCache::of_options());

/// The object of a kernel whose threads are followed (AccessNoting::kFollowed), beside the code of `image` that does not follow
/// them. Any image of ours will do. The same errors and guarantees.
Result<NativeModule> followed_kernel(std::span<const std::byte> image, std::string_view kernel,
                                     const DiskCache& cache = DiskCache::of_options());

/// The object of a kernel for launches of `shape` alone: constants take the place of what such launches have in
/// common. Any image of ours will do, whether or not its base has code for the kernel.
struct SpecialisedKernel {
  std::span<const std::byte> image;
  std::string_view kernel;
  LaunchShape shape;
};
/// From the cache; empty when it is not there. Never loads the compiler.
std::optional<NativeModule> find_specialised(const SpecialisedKernel& wanted,
                                             const DiskCache& cache = DiskCache::of_options());
/// From the cache, or compiled. `is_cancelled` (may be null) is asked between steps of the compilation. The errors of
/// native_kernel; kJitCompilationFailed also for a kernel that is too large to be compiled for one shape.
Result<NativeModule> specialised_kernel(const SpecialisedKernel& wanted, bool (*is_cancelled)(),
                                        const DiskCache& cache = DiskCache::of_options());

}  // namespace riffle::compiler
