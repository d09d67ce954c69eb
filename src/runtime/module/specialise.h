// SPDX-License-Identifier: Apache-2.0
// Code of a kernel for launches of one shape, beside its code for all.
//
// A kernel's launches are counted by shape, with the time that they are thought to have run. When that is worth a
// compilation, the specialiser's thread makes the code; launches that come later take it, those that are enqueued keep
// what they have. Nothing else tells the two apart: results are the same, launches were checked before.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "compiler/launch_shape.h"
#include "runtime/module/loaded_object.h"
#include "runtime/module/module.h"

namespace riffle::module {

/// The kernel's code for a launch: for all of them, or, where that is there, for those of the same shape. Counts the
/// launch, for code that is not there yet. Once per launch, where locks may be taken.
const abi::KernelRow& code_for(Kernel& kernel, Dim3 grid, Dim3 block) noexcept;
/// The same, of code that is there: counts nothing, locks nothing.
const abi::KernelRow& ready_code_for(const Kernel& kernel, Dim3 grid, Dim3 block) noexcept;

class LoadedModule;

/// Whether code that the cache does not have is to be compiled.
enum class Search : std::uint8_t { kInCache, kAndMake };

/// More shapes of one kernel than that run its code for all.
inline constexpr unsigned kMostShapes = 8;

/// Lives as long as its kernel.
struct ShapeCode {
  explicit ShapeCode(const compiler::LaunchShape& of) : shape(of) {}

  const compiler::LaunchShape shape;
  /// Release when the code is there; acquired by launches.
  std::atomic<const abi::KernelRow*> code{nullptr};
  std::atomic<std::uint64_t> picoseconds{0};  ///< that its launches have run, as far as is known
  std::atomic<bool> is_settled{false};        ///< asked for: nothing is counted any more
  ShapeCode* next = nullptr;                  ///< of the kernel
  std::optional<LoadedObject> object;         ///< written once, before `code`
};

/// Every Kernel is one of these.
struct LoadedKernel : Kernel {
  explicit LoadedKernel(LoadedModule& of) : module(of) {}
  void set_code(const abi::KernelRow& row);

  LoadedModule& module;
  std::atomic<ShapeCode*> shapes{nullptr};  ///< release when one is added; acquired by code_for
  bool has_shapes = false;  ///< whether there may be such code; written once, before `code`
  std::once_flag followed_once;
  std::optional<LoadedObject> followed;  ///< written once: see followed_code.h
};

/// Whether launches of a kernel with the code `general` can be given `special`.
[[nodiscard]] bool may_replace(const abi::KernelRow& general, const abi::KernelRow& special);

}  // namespace riffle::module
