// SPDX-License-Identifier: Apache-2.0
// Graphs as kernels launch them, and nodes as kernels change them. Answers are those of an H200.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>

#include "api/cudart/device_calls.h"
#include "api/cudart/graph.h"
#include "base/log.h"
#include "runtime/graph/chain.h"
#include "runtime/graph/device_node.h"

namespace riffle::api::cudart::device_calls {
namespace {

using dynamic::Grid;

std::optional<graph::LaunchPlace> place_of(cudaStream_t stream) {
  if (stream == cudaStreamGraphFireAndForget) return graph::LaunchPlace::kBeside;
  if (stream == cudaStreamGraphTailLaunch) return graph::LaunchPlace::kTail;
  if (stream == cudaStreamGraphFireAndForgetAsSibling) return graph::LaunchPlace::kSibling;
  return std::nullopt;
}

/// Pieces of an argument are copied out of the program's memory first: an access to that may fault, and nothing is held
/// then.
constexpr std::size_t kPieceBytes = 256;

Code check_param(const graph::DeviceNode& node, std::size_t offset, const void* value,
                 std::size_t size) {
  return value == nullptr ? Code::kInvalidValue : node.check_argument(offset, size);
}

Code set_param(graph::DeviceNode& node, std::size_t offset, const void* value, std::size_t size) {
  if (const Code good = check_param(node, offset, value, size); good != Code::kOk) return good;
  const auto* const bytes = static_cast<const std::byte*>(value);
  for (std::size_t done = 0; done < size; done += kPieceBytes) {
    std::array<std::byte, kPieceBytes> piece;
    const std::size_t count = std::min(size - done, kPieceBytes);
    std::memcpy(piece.data(), bytes + done, count);
    if (const Code set = node.set_argument(offset + done, std::span(piece).first(count));
        set != Code::kOk)
      return set;
  }
  return Code::kOk;
}

/// Calls `change(node)`. Errors of these functions are no last errors, as on hardware.
template <class Change>
cudaError_t change(cudaGraphDeviceNode_t handle, Change&& change) {
  graph::DeviceNode* const node = graph::device_nodes().find(handle);
  return node == nullptr ? cudaErrorInvalidValue : to_cuda(change(*node));
}

/// Does what an update says, or looks whether it may.
Code apply(graph::DeviceNode& node, const cudaGraphKernelNodeUpdate& update, bool is_check) {
  switch (update.field) {
    case cudaGraphKernelNodeFieldGridDim: {
      const Dim3 grid = {update.updateData.gridDim.x, update.updateData.gridDim.y,
                         update.updateData.gridDim.z};
      return is_check ? node.check_grid(grid) : node.set_grid(grid);
    }
    case cudaGraphKernelNodeFieldParam: {
      const auto& param = update.updateData.param;
      return is_check ? check_param(node, param.offset, param.pValue, param.size)
                      : set_param(node, param.offset, param.pValue, param.size);
    }
    case cudaGraphKernelNodeFieldEnabled:
      if (!is_check) node.set_enabled(update.updateData.isEnabled != 0);
      return Code::kOk;
    case cudaGraphKernelNodeFieldInvalid:
      break;
  }
  return Code::kInvalidValue;
}

}  // namespace

// What a kernel launches that is in no graph is never run: so on hardware, though programs may want to know.
cudaError_t graph_launch(std::uint32_t, cudaGraphExec_t handle, cudaStream_t stream) {
  graph::GraphExec* const exec = find_exec(handle);
  // Hardware reads what only graphs for kernels have.
  if (handle != nullptr && (exec == nullptr || !exec->is_for_kernels()))
    device::end_calling_kernel(Code::kIllegalAddress, "launch of a graph that is not for kernels");
  const std::optional<graph::LaunchPlace> place = place_of(stream);
  const auto* const grid = static_cast<const Grid*>(device::device_caller().parent);
  if (exec == nullptr || !place) return cudaErrorInvalidValue;
  if (grid == nullptr || grid->graph() == nullptr) {
    log("graph", "a kernel outside of a graph launched a graph, which does not run");
    return cudaSuccess;
  }
  try {
    return to_cuda(grid->graph()->launch(*exec, *place));
  } catch (const std::bad_alloc&) {
    return cudaErrorMemoryAllocation;
  }
}

cudaGraphExec_t current_graph_exec(std::uint32_t) {
  const auto* const grid = static_cast<const Grid*>(device::device_caller().parent);
  if (grid == nullptr || grid->graph() == nullptr) return nullptr;
  return reinterpret_cast<cudaGraphExec_t>(grid->graph()->current());
}

cudaError_t node_set_param(std::uint32_t, cudaGraphDeviceNode_t node, std::size_t offset,
                           const void* value, std::size_t size) {
  return change(node,
                [&](graph::DeviceNode& found) { return set_param(found, offset, value, size); });
}

cudaError_t node_set_enabled(std::uint32_t, cudaGraphDeviceNode_t node, unsigned enable) {
  return change(node, [&](graph::DeviceNode& found) {
    found.set_enabled(enable != 0);
    return Code::kOk;
  });
}

cudaError_t node_set_grid(std::uint32_t, cudaGraphDeviceNode_t node, unsigned x, unsigned y,
                          unsigned z) {
  return change(node, [&](graph::DeviceNode& found) { return found.set_grid({x, y, z}); });
}

// All of them or none.
cudaError_t node_updates_apply(std::uint32_t, const cudaGraphKernelNodeUpdate* updates,
                               std::size_t count) {
  if (updates == nullptr) return cudaErrorInvalidValue;
  for (const bool is_check : {true, false}) {
    for (std::size_t i = 0; i < count; ++i) {
      const cudaGraphKernelNodeUpdate update = updates[i];
      const cudaError_t result = change(
          update.node, [&](graph::DeviceNode& found) { return apply(found, update, is_check); });
      if (result != cudaSuccess) return result;
    }
  }
  return cudaSuccess;
}

}  // namespace riffle::api::cudart::device_calls
