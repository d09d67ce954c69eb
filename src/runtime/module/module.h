// SPDX-License-Identifier: Apache-2.0
// From a host function's address to a kernel that can be enqueued, from a host variable's to device memory.
//
// Registration (static constructors of the program) only remembers pointers. An image is compiled and
// loaded when a device first needs something from it; each device has a copy of its own, so that its
// variables are its own.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/dim3.h"
#include "base/status.h"
#include "compiler/abi/device_abi.h"
#include "device/cpu/launch.h"
#include "device/cpu/limits.h"
#include "runtime/engine/engine.h"

namespace riffle::module {

using device::kMaxDevices;

// --- Registration: __cudaRegisterFatBinary and its companions. Any thread, any time (dlopen too). ---

/// `wrapper` is the fatbin wrapper that the host compiler emits. Never fails: a wrapper that is not ours
/// is reported when something is asked of it. Null only when out of memory.
void** register_fat_binary(const void* wrapper) noexcept;
void register_fat_binary_end(void** handle) noexcept;
/// Forgets the image's functions and variables. Loaded copies stay until the process ends: work that is
/// still queued, and static destructors, may use them.
void unregister_fat_binary(void** handle) noexcept;
/// The first registration of one host address wins: template instances are registered by every object.
void register_function(void** handle, const void* host_function, const char* device_name) noexcept;
void register_variable(void** handle, const void* shadow, const char* device_name, std::size_t size,
                       bool is_constant) noexcept;
/// `storage` is the host's object, which kernels use too; it is also the symbol that calls name.
void register_managed(void** handle, void* storage, const char* device_name,
                      std::size_t size) noexcept;
/// Whether the image is another compiler's, so that its code registers in that compiler's way.
[[nodiscard]] bool is_foreign(void** handle) noexcept;
/// Of such a program, which has no object for the variable: makes the storage, which lives as long as the process. It gets its
/// initial value when the image is first loaded, see load_managed. Null when out of memory.
void* register_managed_without_object(void** handle, const char* device_name,
                                      std::size_t size) noexcept;
/// Before host code uses managed variables of the image.
void load_managed(void** handle, int device);
/// Calls `visit` for the image's managed variables.
void for_each_managed(void** handle, void (*visit)(void* storage, std::size_t size)) noexcept;

// --- Kernels ---

/// How launches of kernels with this code may be run in parts; null: not at all.
[[nodiscard]] const engine::Parts* parts_of(const abi::KernelRow& code);

/// engine::Cost::together of launches, whose code may be another one than the kernel's.
[[nodiscard]] std::uint64_t blocks_together(engine::RangeFunction run,
                                            const void* payload) noexcept;

/// A kernel as loaded for one device. Address-stable; lives until the device is reset.
struct Kernel {
  /// What is known of it without its code: name, parameters, bounds, and sizes.
  const abi::KernelRow* described = nullptr;
  const abi::KernelRow* code = nullptr;  ///< to be run; set before kernel_for answers the kernel
  engine::Cost cost;
  int device = 0;
  std::uint32_t payload_bytes = 0;
  std::uint32_t max_threads = 0;    ///< per block: launch bounds, or the device's limit
  Dim3 required_block = {0, 0, 0};  ///< __block_size__; zeros without
  std::size_t constant_bytes = 0;   ///< of its module's __constant__ variables
  std::uint32_t ptx_version = 0;    ///< what its image was compiled for, 80 for compute_80
  /// cudaFuncAttributeMaxDynamicSharedMemorySize; set through set_max_dynamic_shared_bytes.
  std::atomic<std::uint32_t> max_dynamic_shared_bytes{0};
  std::atomic<std::int32_t> preferred_shared_carveout{-1};
  std::atomic<std::int32_t> cache_preference{0};  ///< cudaFuncCache, remembered only

  [[nodiscard]] const char* name() const { return described->name; }
  /// The blocks of a launch with blocks of `asked`, which check_launch has allowed: one with __block_size__ may leave
  /// them open, as single threads.
  [[nodiscard]] Dim3 block_of_launch(Dim3 asked) const {
    return required_block.x == 0 ? asked : required_block;
  }
  void use_code(const abi::KernelRow& row) {
    cost.ends = (row.flags & abi::kKernelEnds) != 0;
    cost.parts = parts_of(row);
    cost.together = blocks_together;
    code = &row;
  }
};

/// What cudaFuncGetAttributes shows; the figures that a CPU does not have are a plausible constant.
struct KernelAttributes {
  std::size_t shared_bytes = 0;  ///< static
  std::size_t constant_bytes = 0;
  std::size_t local_bytes = 0;  ///< per thread
  int max_threads_per_block = 0;
  int registers_per_thread = 0;
  int ptx_version = 0;     ///< the architecture in whose terms the kernel was compiled
  int binary_version = 0;  ///< of the code that runs, which is always made for the device
  int max_dynamic_shared_bytes = 0;
  int preferred_shared_carveout = -1;
  Dim3 required_cluster = {0, 0, 0};  ///< blocks; zeros when a launch may say what it likes
};

/// The kernel that `host_function` (a stub's address) stands for, loaded for `device`; compiles and loads
/// its image's base, and its code, at the first call. Errors: kInvalidDeviceFunction (null, or the image lacks it),
/// kInvalidResourceHandle (an address that was never registered), kNoKernelImageForDevice (an image of
/// another compiler), kInvalidKernelImage, kJitCompilationFailed (of this kernel, or of the image),
/// kOperatingSystem. Thread-safe; a few nanoseconds once loaded.
Result<Kernel*> kernel_for(const void* host_function, int device);
/// The same kernel, perhaps without code: for questions about it, and settings.
Result<Kernel*> described_kernel_for(const void* host_function, int device);

[[nodiscard]] KernelAttributes attributes_of(const Kernel& kernel);
/// Errors: kInvalidValue when static plus dynamic exceed what the device can give to a block.
Status set_max_dynamic_shared_bytes(Kernel& kernel, int bytes);

/// CUDA's rules for a launch configuration. All violations are kInvalidValue, as on hardware.
Status check_launch(const Kernel& kernel, Dim3 grid, Dim3 block, std::size_t dynamic_shared_bytes);
/// Those for a launch by a kernel: the size that __block_size__ says does not hold there, on hardware either.
Status check_child_launch(const Kernel& kernel, Dim3 grid, Dim3 block,
                          std::size_t dynamic_shared_bytes);

void settle_limits_of(const Kernel& kernel);
/// Before the kernel is enqueued, or becomes part of an executable graph: the sizes of the buffers that
/// it prints to and allocates from can no longer be set.
inline void settle_limits(const Kernel& kernel) {
  if ((kernel.code->flags & (abi::kKernelUsesPrintf | abi::kKernelUsesHeap)) != 0) [[unlikely]]
    settle_limits_of(kernel);
}

// --- Occupancy: what fits on one multiprocessor of compute capability 8.0. Launch bounds are ignored, as
// on hardware. ---

/// Errors: kInvalidValue for a block of no threads. Zero blocks is an answer, not an error.
Result<int> max_active_blocks_per_multiprocessor(const Kernel& kernel, int block_threads,
                                                 std::size_t dynamic_shared_bytes);
/// Dynamic shared memory per block that still lets `blocks` of them share a multiprocessor.
Result<std::size_t> available_dynamic_shared_bytes(const Kernel& kernel, int blocks,
                                                   int block_threads);

// --- Variables ---

struct DeviceVariable {
  void* address = nullptr;
  std::size_t size = 0;
  bool is_constant = false;
};

/// The storage on `device` of the variable with the host address `shadow`. Errors: kInvalidSymbol (null,
/// never registered, or absent from the image), and those of loading.
Result<DeviceVariable> variable_for(const void* shadow, int device);

// --- Devices ---

/// Called after an image was loaded for a device, and before it is unloaded, outside of all locks: lets
/// the memory registry know the variables. Set it once, before the first kernel.
struct LoadObserver {
  void (*loaded)(int device, std::span<const abi::VariableRow> variables) = nullptr;
  void (*unloading)(int device, std::span<const abi::VariableRow> variables) = nullptr;
  /// Storage of a library's managed variable, which all devices share.
  void (*managed_made)(std::span<std::byte> storage) = nullptr;
  void (*managed_gone)(std::span<std::byte> storage) = nullptr;
};
void set_load_observer(const LoadObserver& observer);

/// cudaDeviceReset: unloads the device's copies, so that variables start afresh at the next use. The
/// caller has drained the device.
void unload_device(int device);

}  // namespace riffle::module
