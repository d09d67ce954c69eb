// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/captured_memory.h"

#include <cstring>
#include <utility>

#include "api/cudart/captured.h"
#include "runtime/graph/memory_nodes.h"

namespace riffle::api::cudart {

std::optional<cudaError_t> capture_allocation(StreamObject& stream, void** pointer,
                                              std::size_t bytes, int device) {
  if (!stream.capture.is_capturing()) return std::nullopt;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  auto made = graph::make_allocation(device, bytes);
  if (!made) return to_cuda(made.error());
  cudaMemAllocNodeParams shown = {};
  shown.poolProps.allocType = cudaMemAllocationTypePinned;
  shown.poolProps.location = {.type = cudaMemLocationTypeDevice, .id = device};
  shown.bytesize = bytes;
  shown.dptr = made->pointer;
  made->description.resize(sizeof shown);
  std::memcpy(made->description.data(), &shown, sizeof shown);
  const auto node = captured(stream, [&] { return graph::NodeParams(std::move(*made)); });
  if (node == cudaSuccess) *pointer = shown.dptr;
  return node;
}

std::optional<cudaError_t> capture_free(StreamObject& stream, void* pointer) {
  if (!stream.capture.is_capturing()) return std::nullopt;
  if (pointer == nullptr) return cudaSuccess;
  const std::optional<Status> status = graph::capture_node_of(
      stream.capture, [&](const graph::Graph& graph) -> Result<graph::NodeParams> {
        auto made = graph::make_free(graph, pointer);
        if (!made) return std::unexpected(std::move(made.error()));
        return graph::NodeParams(std::move(*made));
      });
  return status ? std::optional(to_cuda(*status)) : std::nullopt;
}

}  // namespace riffle::api::cudart
