// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/specialise.h"

#include <new>

#include "base/options.h"
#include "runtime/module/loaded_module.h"
#include "runtime/module/specialiser.h"

namespace riffle::module {
namespace {

// About what a compilation takes: who has run that long may run as long again.
constexpr std::uint64_t kWorthwhilePicoseconds = 50'000'000'000;

// Fibers do not run faster for a shape that is known. What launches kernels is found by other ways too.
bool may_have_shapes(const abi::KernelRow& code) {
  return options().specialise != SpecialiseOption::kOff && code.strategy != abi::Strategy::kFiber &&
         (code.flags & abi::kKernelLaunches) == 0;
}

ShapeCode* find(const LoadedKernel& kernel, const compiler::LaunchShape& shape) {
  ShapeCode* each = kernel.shapes.load(std::memory_order_acquire);
  while (each != nullptr && each->shape != shape) each = each->next;
  return each;
}

// Of a shape that is new: what an earlier run of the program has made is there at once.
[[gnu::cold, gnu::noinline]] ShapeCode* first_launch(LoadedKernel& kernel,
                                                     const compiler::LaunchShape& shape) noexcept {
  ShapeCode* added = nullptr;
  try {
    added = kernel.module.add_shape(kernel, shape);
  } catch (const std::bad_alloc&) {  // the next launch tries again
  }
  if (added == nullptr) return nullptr;
  const bool is_now = options().specialise == SpecialiseOption::kNow;
  // Of several threads that come at once, one.
  if (added->is_settled.exchange(true, std::memory_order_relaxed)) return added;
  const bool is_there =
      kernel.module.specialise(kernel, *added, is_now ? Search::kAndMake : Search::kInCache);
  if (!is_there && !is_now) added->is_settled.store(false, std::memory_order_relaxed);
  return added;
}

void count(LoadedKernel& kernel, ShapeCode& shape, std::uint64_t blocks) noexcept {
  if (shape.is_settled.load(std::memory_order_relaxed)) return;
  const std::uint64_t now = kernel.cost.picoseconds(blocks);
  const std::uint64_t before = shape.picoseconds.fetch_add(now, std::memory_order_relaxed);
  if (before + now < kWorthwhilePicoseconds) return;
  if (!shape.is_settled.exchange(true, std::memory_order_relaxed))
    specialise_later(kernel.module, kernel, shape);
}

}  // namespace

bool may_replace(const abi::KernelRow& general, const abi::KernelRow& special) {
  return special.strategy != abi::Strategy::kFiber &&
         special.argument_bytes == general.argument_bytes &&
         special.static_shared_bytes == general.static_shared_bytes;
}

void LoadedKernel::set_code(const abi::KernelRow& row) {
  has_shapes = may_have_shapes(row);
  use_code(row);
}

const abi::KernelRow& code_for(Kernel& any, Dim3 grid, Dim3 block) noexcept {
  auto& kernel = static_cast<LoadedKernel&>(any);
  if (!kernel.has_shapes) return *kernel.code;
  const compiler::LaunchShape shape{kernel.block_of_launch(block), grid.y == 1 && grid.z == 1};
  ShapeCode* found = find(kernel, shape);
  if (found == nullptr) [[unlikely]] {
    found = first_launch(kernel, shape);
    if (found == nullptr) return *kernel.code;
  }
  if (const abi::KernelRow* special = found->code.load(std::memory_order_acquire)) return *special;
  count(kernel, *found, grid.count());
  return *kernel.code;
}

const abi::KernelRow& ready_code_for(const Kernel& any, Dim3 grid, Dim3 block) noexcept {
  const auto& kernel = static_cast<const LoadedKernel&>(any);
  if (!kernel.has_shapes) return *kernel.code;
  const ShapeCode* const found = find(kernel, {block, grid.y == 1 && grid.z == 1});
  const abi::KernelRow* const special =
      found == nullptr ? nullptr : found->code.load(std::memory_order_acquire);
  return special == nullptr ? *kernel.code : *special;
}

}  // namespace riffle::module
