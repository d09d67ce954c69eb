// SPDX-License-Identifier: Apache-2.0
// What each kind of graph node is told: values that own all they refer to, so that a node outlives
// the call that made it. Nothing here is resolved for a device's loaded code: that is done when a
// graph is instantiated.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "base/dim3.h"
#include "base/status.h"
#include "compiler/abi/device_abi.h"
#include "runtime/memory/shape.h"
#include "runtime/memory/transfer.h"

namespace riffle::graph {

class Graph;
class DeviceNode;

/// The numbers of cudaGraphNodeType.
enum class NodeKind : std::uint8_t {
  kKernel = 0,
  kCopy = 1,
  kMemset = 2,
  kHost = 3,
  kChildGraph = 4,
  kEmpty = 5,
  kEventWait = 6,
  kEventRecord = 7,
  kSemaphoreSignal = 8,
  kSemaphoreWait = 9,
  kAllocation = 10,
  kFree = 11,
  kBatchMemOp = 12,
  kConditional = 13,
};

/// A value that a node only remembers: a launch attribute as the API encodes it.
struct LaunchAttribute {
  int id = 0;
  alignas(8) std::array<std::byte, 64> value{};
};

/// A kernel's arguments, copied: one block of memory, laid out as the kernel reads it, and where
/// each parameter lies in it.
class Arguments {
 public:
  Arguments() = default;
  /// `values` has one pointer per parameter, as in cudaLaunchKernel; may be null when there are
  /// none. Throws std::bad_alloc.
  Arguments(const abi::KernelRow& kernel, const void* const* values);
  Arguments(const Arguments& other);
  Arguments& operator=(const Arguments& other);
  Arguments(Arguments&& other) noexcept;
  Arguments& operator=(Arguments&& other) noexcept;
  ~Arguments() = default;

  [[nodiscard]] const std::byte* bytes() const {
    return outside_ ? outside_.get() : inside_.data();
  }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  /// One pointer per parameter into `bytes()`, as cudaKernelNodeParams::kernelParams shows them;
  /// valid until the arguments are changed.
  [[nodiscard]] void** pointers() const;

 private:
  [[nodiscard]] std::byte* block() const { return const_cast<std::byte*>(bytes()); }
  [[nodiscard]] std::size_t block_bytes() const;
  [[nodiscard]] std::uint32_t* offsets() const;
  void make_block();

  // The arguments, then the offset of each; most kernels' are few.
  alignas(16) std::array<std::byte, 64> inside_;
  std::unique_ptr<std::byte[]> outside_;
  std::uint32_t size_ = 0;
  std::uint32_t count_ = 0;
  mutable std::unique_ptr<void*[]> pointers_;  // made when somebody asks
};

struct KernelParams {
  const void* function = nullptr;  ///< the host function (or handle) that the program named
  int device = 0;                  ///< where it runs: the current device when the node was made
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  Arguments arguments;
  int priority = 0;  ///< 0 least to -5 greatest; a captured node has its stream's
  bool cooperative = false;
  std::vector<LaunchAttribute> attributes;  ///< all that were set, the two above included
  std::shared_ptr<DeviceNode> device_node;  ///< if kernels may change it
};

/// One memory of a copy, in the shape of cudaPitchedPtr and cudaPos. Symbols are resolved before.
struct CopySide {
  char* pointer = nullptr;
  std::size_t pitch_bytes = 0;
  std::size_t row_bytes = 0;  ///< xsize: logical width, only remembered
  std::size_t height = 0;     ///< ysize: rows from one slice to the next
  std::size_t x = 0;          ///< bytes
  std::size_t y = 0;
  std::size_t z = 0;
  std::uintptr_t array = 0;  ///< as the API names it; then what stands above is its memory
};

struct CopyParams {
  CopySide destination;
  CopySide source;
  memory::CopyExtent extent;
  memory::Direction direction = memory::Direction::kDefault;
  std::size_t element_bytes = 1;  ///< what the API counts in: an array's elements, else bytes
  bool is_flat = false;           ///< made by the 1D, symbol or capture forms
  int device = 0;

  [[nodiscard]] memory::CopyRequest request() const;
  [[nodiscard]] static CopyParams flat(void* destination, const void* source, std::size_t bytes,
                                       memory::Direction direction);
  [[nodiscard]] static CopyParams boxed(const memory::CopyRequest& request,
                                        memory::Direction direction);
};

struct MemsetParams {
  char* destination = nullptr;
  std::size_t pitch_bytes = 0;      ///< unused when there is one row
  std::uint32_t value = 0;          ///< the low `element_bytes` count
  std::uint32_t element_bytes = 1;  ///< 1, 2 or 4
  std::size_t width = 0;            ///< elements in a row
  std::size_t height = 1;
  int device = 0;
};

struct HostParams {
  void (*function)(void* user) = nullptr;
  void* user = nullptr;
};

struct ChildGraphParams {
  std::unique_ptr<Graph> graph;  ///< the node's own copy
};

struct EmptyParams {};

/// An event as the API names it; what it stands for is asked at each launch.
struct EventParams {
  std::uintptr_t event = 0;
};
struct EventWaitParams : EventParams {};
struct EventRecordParams : EventParams {};

/// External semaphores: how the API names them, their parameters in its own encoding, and what to call
/// with them at each launch. The node and what is instantiated from it keep them alive.
struct SemaphoreParams {
  std::vector<std::uintptr_t> handles;
  std::vector<std::byte> parameters;
  std::shared_ptr<void> semaphores;
  void (*use)(void* semaphores) = nullptr;  ///< signals all, or waits for all
};
struct SemaphoreSignalParams : SemaphoreParams {};
struct SemaphoreWaitParams : SemaphoreParams {};

/// Stream memory operations: in the API's own encoding, and what to call with them at each launch, which may block.
struct BatchMemOpParams {
  std::size_t count = 0;
  std::vector<std::byte> parameters;  ///< as the API was told, to be read back
  std::uintptr_t context = 0;         ///< the same
  std::shared_ptr<void> operations;
  void (*run)(void* operations) = nullptr;
};

/// Made by memory_nodes.h; `memory` keeps the address reserved.
struct AllocationParams {
  void* pointer = nullptr;
  std::shared_ptr<void> memory;
  std::size_t bytes = 0;
  int device = 0;
  std::vector<std::byte> description;  ///< what the API was told, to be read back
};

struct FreeParams {
  void* pointer = nullptr;
  std::shared_ptr<void> memory;
};

enum class ConditionalKind : std::uint8_t { kIf = 0, kWhile = 1, kSwitch = 2 };

struct ConditionalParams {
  std::uint64_t handle = 0;  ///< see condition.h
  ConditionalKind kind = ConditionalKind::kIf;
  std::vector<std::unique_ptr<Graph>> bodies;
  std::vector<std::uintptr_t> body_handles;  ///< as the API shows them, in an array of the node's
};

using NodeParams =
    std::variant<KernelParams, CopyParams, MemsetParams, HostParams, ChildGraphParams, EmptyParams,
                 EventWaitParams, EventRecordParams, SemaphoreSignalParams, SemaphoreWaitParams,
                 AllocationParams, FreeParams, BatchMemOpParams, ConditionalParams>;

[[nodiscard]] NodeKind kind_of(const NodeParams& params);

}  // namespace riffle::graph
