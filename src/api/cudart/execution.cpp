// SPDX-License-Identifier: Apache-2.0
// Launches.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <span>

#include "api/cudart/captured.h"
#include "api/cudart/entry.h"
#include "api/cudart/not_supported.h"
#include "cudart_bodies.h"
#include "device/cpu/launch.h"
#include "runtime/dynamic/parent_launch.h"
#include "runtime/graph/device_node.h"
#include "runtime/memory/registry.h"
#include "runtime/module/module.h"
#include "runtime/module/prepare_launch.h"

namespace riffle::api::cudart {
namespace {

Dim3 to_dim3(dim3 extent) { return {extent.x, extent.y, extent.z}; }

using Attributes = std::span<const cudaLaunchAttribute>;

void keep(graph::KernelParams& params, cudaLaunchAttributeID id, const void* value,
          std::size_t bytes) {
  auto known =
      std::ranges::find(params.attributes, static_cast<int>(id), &graph::LaunchAttribute::id);
  if (known == params.attributes.end()) known = params.attributes.insert(known, {id, {}});
  known->value = {};
  std::memcpy(known->value.data(), value, bytes);
}

bool is_updatable(const cudaLaunchAttribute& attribute) {
  return attribute.id == cudaLaunchAttributeDeviceUpdatableKernelNode &&
         attribute.val.deviceUpdatableKernelNode.deviceUpdatable != 0;
}

// A captured kernel has what its stream has, unless the launch says otherwise.
void keep_attributes(graph::KernelParams& params, StreamObject& stream, Attributes attributes) {
  params.priority = stream.stream->priority();
  if (stream.has_attributes.load(std::memory_order_relaxed)) [[unlikely]] {
    const MutexLock lock(stream.mutex);
    const StreamAttributes& own = stream.attributes;
    keep(params, cudaLaunchAttributeAccessPolicyWindow, &own.window, sizeof own.window);
    keep(params, cudaLaunchAttributeMemSyncDomain, &own.domain, sizeof own.domain);
  }
  for (const cudaLaunchAttribute& attribute : attributes) {
    if (attribute.id == cudaLaunchAttributeIgnore) continue;
    if (is_updatable(attribute)) {
      params.device_node = std::make_shared<graph::DeviceNode>();
      const std::uintptr_t shown = graph::device_nodes().show(*params.device_node);
      if (shown == 0) throw std::bad_alloc();
      // CUDA's way to give the handle; its structure of a launch has pointers to what may be written.
      const_cast<cudaLaunchAttribute&>(attribute).val.deviceUpdatableKernelNode.devNode =
          reinterpret_cast<cudaGraphDeviceNode_t>(shown);
      continue;
    }
    cudaLaunchAttributeValue value = attribute.val;
    if (attribute.id == cudaLaunchAttributePriority)
      params.priority = value.priority = std::clamp(value.priority, kGreatestPriority, 0);
    if (attribute.id == cudaLaunchAttributeCooperative) params.cooperative = value.cooperative != 0;
    keep(params, attribute.id, &value, sizeof value);
  }
}

graph::KernelParams kernel_node(const void* function, const module::Kernel& kernel, Dim3 grid,
                                Dim3 block, void** arguments, std::size_t shared_bytes,
                                StreamObject& stream, Attributes attributes) {
  graph::KernelParams params{.function = function,
                             .device = kernel.device,
                             .grid = grid,
                             .block = block,
                             .dynamic_shared_bytes = static_cast<std::uint32_t>(shared_bytes),
                             .arguments = {*kernel.code, arguments},
                             .attributes = {},
                             .device_node = nullptr};
  keep_attributes(params, stream, attributes);
  return params;
}

bool is_cooperative(Attributes attributes) {
  return std::ranges::any_of(attributes, [](const cudaLaunchAttribute& attribute) {
    return attribute.id == cudaLaunchAttributeCooperative && attribute.val.cooperative != 0;
  });
}

/// A launch that may begin before the kernels in front of it have ended: only its edges in a graph show it.
graph::AfterKernels after_kernels(Attributes attributes) {
  const bool allowed = std::ranges::any_of(attributes, [](const cudaLaunchAttribute& attribute) {
    return attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization &&
           attribute.val.programmaticStreamSerializationAllowed != 0;
  });
  return allowed ? graph::AfterKernels::kProgrammatic : graph::AfterKernels::kEnd;
}

/// All blocks of a cooperative launch must fit on the context's multiprocessors at once.
cudaError_t check_cooperative(const Context& context, const module::Kernel& kernel, Dim3 grid,
                              Dim3 block, std::size_t shared_bytes) {
  const auto per_multiprocessor = module::max_active_blocks_per_multiprocessor(
      kernel, static_cast<int>(kernel.block_of_launch(block).count()), shared_bytes);
  if (!per_multiprocessor) return to_cuda(per_multiprocessor.error());
  const auto most = static_cast<std::uint64_t>(*per_multiprocessor) * context.multiprocessors();
  return grid.count() > most ? cudaErrorCooperativeLaunchTooLarge : cudaSuccess;
}

cudaError_t launch(const void* function, Dim3 grid, Dim3 block, void** arguments,
                   std::size_t shared_bytes, cudaStream_t handle, Attributes attributes = {}) {
  StreamObject* const stream = find_stream(handle);
  if (stream == nullptr) [[unlikely]]
    return cudaErrorInvalidResourceHandle;
  // On the stream's device, whichever is current: so does hardware, although documents refuse it.
  const auto found = module::kernel_for(function, stream->context->device());
  if (!found) [[unlikely]]
    return to_cuda(found.error());
  module::Kernel& kernel = **found;
  const bool cooperative = is_cooperative(attributes);
  // Too much shared memory for one block is too large a grid for the device: check_cooperative.
  if (const Status checked =
          module::check_launch(kernel, grid, block, cooperative ? 0 : shared_bytes);
      !checked) [[unlikely]] {
    graph::invalidate_capture(stream->capture);  // as on hardware, unlike for other bad arguments
    return to_cuda(checked);
  }
  if (cooperative) [[unlikely]] {
    const cudaError_t fits = check_cooperative(*stream->context, kernel, grid, block, shared_bytes);
    if (fits != cudaSuccess) return fits;
  }
  if (const auto node = captured(
          *stream,
          [&] {
            return kernel_node(function, kernel, grid, block, arguments, shared_bytes, *stream,
                               attributes);
          },
          after_kernels(attributes))) {
    return *node;
  }
  if (std::ranges::any_of(attributes, is_updatable)) [[unlikely]]
    return cudaErrorNotSupported;  // of nodes only
  memory::before_launch();
  const device::KernelPayload head =
      module::prepare_launch(kernel, {grid, block, shared_bytes, cooperative});
  const auto pack = [&](void* payload) { module::write_launch(payload, head, kernel, arguments); };
  if (dynamic::is_program(kernel, cooperative)) [[unlikely]] {
    dynamic::enqueue(*stream->stream, kernel, pack);
    return cudaSuccess;
  }
  const engine::RangeOperation operation{.run = device::run_blocks,
                                         .cost = &kernel.cost,
                                         .units = grid.count(),
                                         .payload_bytes = kernel.payload_bytes};
  stream->stream->enqueue(operation, pack);
  return cudaSuccess;
}

// Clusters of one block are blocks; 0 x 0 x 0 is no cluster at all.
cudaError_t check_cluster(const decltype(cudaLaunchAttributeValue::clusterDim)& cluster) {
  if (cluster.x == 0 && cluster.y == 0 && cluster.z == 0) return cudaSuccess;
  if (cluster.x == 0 || cluster.y == 0 || cluster.z == 0) return cudaErrorInvalidClusterSize;
  if (cluster.x == 1 && cluster.y == 1 && cluster.z == 1) return cudaSuccess;
  static std::atomic<bool> said = false;
  return static_cast<cudaError_t>(
      not_supported("a launch with clusters of blocks (cudaLaunchAttributeClusterDimension)", said,
                    kWithoutClusters));
}

// Attributes that ask for what a CPU does anyway, or that only advise, change nothing. What would
// change the meaning of the launch is refused.
cudaError_t check_attributes(Attributes attributes) {
  for (const cudaLaunchAttribute& attribute : attributes) {
    switch (attribute.id) {
      case cudaLaunchAttributeIgnore:
      case cudaLaunchAttributeCooperative:  // see is_cooperative
      case cudaLaunchAttributeClusterSchedulingPolicyPreference:
      case cudaLaunchAttributeProgrammaticStreamSerialization:  // allows an overlap, does not
                                                                // demand it
      case cudaLaunchAttributePriority:
      case cudaLaunchAttributeMemSyncDomainMap:
      case cudaLaunchAttributePreferredClusterDimension:
      case cudaLaunchAttributePreferredSharedMemoryCarveout:
      case cudaLaunchAttributeNvlinkUtilCentricScheduling:
        break;
      case cudaLaunchAttributeAccessPolicyWindow:
        if (!is_window(attribute.val.accessPolicyWindow)) return cudaErrorInvalidValue;
        break;
      case cudaLaunchAttributeMemSyncDomain:
        if (!is_domain(attribute.val.memSyncDomain)) return cudaErrorInvalidValue;
        break;
      case cudaLaunchAttributeClusterDimension: {
        const cudaError_t allowed = check_cluster(attribute.val.clusterDim);
        if (allowed != cudaSuccess) return allowed;
        break;
      }
      case cudaLaunchAttributeDeviceUpdatableKernelNode:
        if (attribute.val.deviceUpdatableKernelNode.deviceUpdatable < 0 ||
            attribute.val.deviceUpdatableKernelNode.deviceUpdatable > 1)
          return cudaErrorInvalidValue;
        break;  // see is_updatable
      case cudaLaunchAttributeProgrammaticEvent:
      case cudaLaunchAttributeLaunchCompletionEvent:
        return cudaErrorNotSupported;
      default:
        return cudaErrorInvalidValue;
    }
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t launch_cooperative_kernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                      size_t sharedMem, cudaStream_t stream) {
  cudaLaunchAttribute cooperative = {};
  cooperative.id = cudaLaunchAttributeCooperative;
  cooperative.val.cooperative = 1;
  return launch(func, to_dim3(gridDim), to_dim3(blockDim), args, sharedMem, stream,
                {&cooperative, 1});
}

cudaError_t launch_kernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                          size_t sharedMem, cudaStream_t stream) {
  return launch(func, to_dim3(gridDim), to_dim3(blockDim), args, sharedMem, stream);
}

// A kernel's handle is the address of its host function: cudaGetKernel.
cudaError_t launch_kernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void** args,
                          size_t sharedMem, cudaStream_t stream) {
  return launch(kernel, to_dim3(gridDim), to_dim3(blockDim), args, sharedMem, stream);
}

cudaError_t launch_kernel_ex_c(cudaStream_t default_stream, const cudaLaunchConfig_t* config,
                               const void* func, void** args) {
  if (config == nullptr || (config->numAttrs > 0 && config->attrs == nullptr))
    return cudaErrorInvalidValue;
  const Attributes attributes(config->attrs, config->numAttrs);
  const cudaError_t allowed = check_attributes(attributes);
  if (allowed != cudaSuccess) return allowed;
  return launch(func, to_dim3(config->gridDim), to_dim3(config->blockDim), args,
                config->dynamicSmemBytes,
                config->stream != nullptr ? config->stream : default_stream, attributes);
}

}  // namespace riffle::api::cudart
