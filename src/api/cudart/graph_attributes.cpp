// SPDX-License-Identifier: Apache-2.0
// Launch attributes of kernel nodes.
#include <algorithm>
#include <atomic>
#include <cstring>

#include "api/cudart/entry.h"
#include "api/cudart/graph.h"
#include "api/cudart/not_supported.h"
#include "api/cudart/stream.h"
#include "cudart_bodies.h"
#include "runtime/graph/device_node.h"

namespace riffle::api::cudart {
namespace {

constexpr unsigned kMostPercent = 100;

static_assert(sizeof(cudaLaunchAttributeValue) == sizeof(graph::LaunchAttribute::value));

graph::KernelParams* kernel_of(cudaGraphNode_t handle) {
  graph::Node* const node = find_node(handle);
  return node == nullptr ? nullptr : node->as<graph::KernelParams>();
}

/// What a node has that nobody set; false for what kernel nodes do not have.
bool default_of(cudaLaunchAttributeID attr, cudaLaunchAttributeValue& value) {
  std::memset(&value, 0, sizeof value);
  switch (attr) {
    case cudaLaunchAttributeMemSyncDomainMap:
      value.memSyncDomainMap = {0, 1};
      return true;
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeCooperative:
    case cudaLaunchAttributeClusterDimension:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
    case cudaLaunchAttributePreferredClusterDimension:
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
    case cudaLaunchAttributeNvlinkUtilCentricScheduling:
      return true;
    default:
      return false;
  }
}

graph::LaunchAttribute* find(graph::KernelParams& params, cudaLaunchAttributeID attr) {
  const auto found =
      std::ranges::find(params.attributes, static_cast<int>(attr), &graph::LaunchAttribute::id);
  return found == params.attributes.end() ? nullptr : &*found;
}

cudaError_t check_cluster(const decltype(cudaLaunchAttributeValue::clusterDim)& cluster) {
  if (cluster.x <= 1 && cluster.y <= 1 && cluster.z <= 1) return cudaSuccess;
  static std::atomic<bool> said = false;
  return static_cast<cudaError_t>(
      not_supported("a kernel node with clusters of blocks (cudaLaunchAttributeClusterDimension)",
                    said, kWithoutClusters));
}

cudaError_t check(cudaLaunchAttributeID attr, const cudaLaunchAttributeValue& value) {
  const auto valid = [](bool is_good) { return is_good ? cudaSuccess : cudaErrorInvalidValue; };
  switch (attr) {
    case cudaLaunchAttributeAccessPolicyWindow:
      return valid(is_window(value.accessPolicyWindow));
    case cudaLaunchAttributeMemSyncDomain:
      return valid(is_domain(value.memSyncDomain));
    case cudaLaunchAttributeMemSyncDomainMap:
      return valid(is_domain_map(value.memSyncDomainMap));
    case cudaLaunchAttributePreferredSharedMemoryCarveout:
      return valid(value.sharedMemCarveout <= kMostPercent);
    case cudaLaunchAttributeClusterDimension:
      return check_cluster(value.clusterDim);
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
      return valid(value.deviceUpdatableKernelNode.deviceUpdatable == 0 ||
                   value.deviceUpdatableKernelNode.deviceUpdatable == 1);
    default:
      return cudaSuccess;
  }
}

}  // namespace

cudaError_t graph_kernel_node_get_attribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            cudaLaunchAttributeValue* value_out) {
  graph::KernelParams* const params = kernel_of(hNode);
  cudaLaunchAttributeValue value;
  if (params == nullptr || value_out == nullptr || !default_of(attr, value))
    return cudaErrorInvalidValue;
  if (const graph::LaunchAttribute* const set = find(*params, attr))
    std::memcpy(&value, set->value.data(), sizeof value);
  if (attr == cudaLaunchAttributePriority) value.priority = params->priority;
  if (attr == cudaLaunchAttributeDeviceUpdatableKernelNode && params->device_node != nullptr) {
    const std::uintptr_t shown = graph::device_nodes().show(*params->device_node);
    if (shown == 0) return cudaErrorMemoryAllocation;
    value.deviceUpdatableKernelNode = {1, reinterpret_cast<cudaGraphDeviceNode_t>(shown)};
  }
  *value_out = value;
  return cudaSuccess;
}

cudaError_t graph_kernel_node_set_attribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            const cudaLaunchAttributeValue* value) {
  graph::KernelParams* const params = kernel_of(hNode);
  cudaLaunchAttributeValue unset;
  if (params == nullptr || value == nullptr || !default_of(attr, unset))
    return cudaErrorInvalidValue;
  if (const cudaError_t checked = check(attr, *value); checked != cudaSuccess) return checked;
  if (attr == cudaLaunchAttributePriority) {
    params->priority = std::clamp(value->priority, -5, 0);
    return cudaSuccess;
  }
  if (attr == cudaLaunchAttributeDeviceUpdatableKernelNode) {
    const bool is_to_be = value->deviceUpdatableKernelNode.deviceUpdatable != 0;
    if (!is_to_be) return params->device_node == nullptr ? cudaSuccess : cudaErrorNotSupported;
    if (params->device_node != nullptr) return cudaErrorInvalidValue;
    params->device_node = std::make_shared<graph::DeviceNode>();
    return cudaSuccess;
  }
  if (attr == cudaLaunchAttributeCooperative) params->cooperative = value->cooperative != 0;
  graph::LaunchAttribute* set = find(*params, attr);
  if (set == nullptr) {
    set = &params->attributes.emplace_back();
    set->id = attr;
  }
  std::memcpy(set->value.data(), value, sizeof *value);
  return cudaSuccess;
}

cudaError_t graph_kernel_node_copy_attributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc) {
  graph::KernelParams* const to = kernel_of(hDst);
  const graph::KernelParams* const from = kernel_of(hSrc);
  if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
  if (to->device_node != nullptr || from->device_node != nullptr) return cudaErrorNotSupported;
  if (to == from) return cudaSuccess;
  to->attributes = from->attributes;
  to->priority = from->priority;
  to->cooperative = from->cooperative;
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
