// SPDX-License-Identifier: Apache-2.0
// Attributes of streams. Only the priority changes anything here; the others are checked and
// remembered.
#include "api/cudart/entry.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

bool is_policy(int policy) {
  return policy >= cudaSyncPolicyAuto && policy <= cudaSyncPolicyBlockingSync;
}

constexpr unsigned kMostDomain = 3;

}  // namespace

bool is_domain_map(const cudaLaunchMemSyncDomainMap& map) {
  return map.default_ <= kMostDomain && map.remote <= kMostDomain;
}

bool is_domain(cudaLaunchMemSyncDomain domain) {
  return domain == cudaLaunchMemSyncDomainDefault || domain == cudaLaunchMemSyncDomainRemote;
}

bool is_window(const cudaAccessPolicyWindow& window) {
  return window.num_bytes <= static_cast<std::size_t>(kPolicyWindowBytesMost) &&
         window.hitRatio >= 0.0F && window.hitRatio <= 1.0F &&
         window.missProp != cudaAccessPropertyPersisting;
}

cudaError_t stream_get_attribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                 cudaLaunchAttributeValue* value_out) {
  StreamObject* const object = find_stream(hStream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  if (value_out == nullptr) return cudaErrorInvalidValue;  // hardware crashes here
  const MutexLock lock(object->mutex);
  const StreamAttributes& attributes = object->attributes;
  switch (attr) {
    case cudaLaunchAttributeAccessPolicyWindow:
      value_out->accessPolicyWindow = attributes.window;
      return cudaSuccess;
    case cudaLaunchAttributeSynchronizationPolicy:
      value_out->syncPolicy =
          static_cast<cudaSynchronizationPolicy>(attributes.synchronization_policy);
      return cudaSuccess;
    case cudaLaunchAttributePriority:
      value_out->priority = object->stream->priority();
      return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomainMap:
      value_out->memSyncDomainMap = attributes.domain_map;
      return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomain:
      value_out->memSyncDomain = attributes.domain;
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;  // unknown, or of launches only
  }
}

cudaError_t stream_set_attribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                 const cudaLaunchAttributeValue* value) {
  StreamObject* const object = find_stream(hStream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  if (value == nullptr) return cudaErrorInvalidValue;  // hardware crashes here
  const MutexLock lock(object->mutex);
  StreamAttributes& attributes = object->attributes;
  switch (attr) {
    case cudaLaunchAttributeAccessPolicyWindow:
      if (!is_window(value->accessPolicyWindow)) return cudaErrorInvalidValue;
      attributes.window = value->accessPolicyWindow;
      object->has_attributes.store(true, std::memory_order_relaxed);
      return cudaSuccess;
    case cudaLaunchAttributeSynchronizationPolicy:
      if (!is_policy(value->syncPolicy)) return cudaErrorInvalidValue;
      attributes.synchronization_policy = value->syncPolicy;
      return cudaSuccess;
    case cudaLaunchAttributePriority:
      object->stream->set_priority(value->priority);
      return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomainMap:
      if (!is_domain_map(value->memSyncDomainMap)) return cudaErrorInvalidValue;
      attributes.domain_map = value->memSyncDomainMap;
      return cudaSuccess;
    case cudaLaunchAttributeMemSyncDomain:
      if (!is_domain(value->memSyncDomain)) return cudaErrorInvalidValue;
      attributes.domain = value->memSyncDomain;
      object->has_attributes.store(true, std::memory_order_relaxed);
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

cudaError_t stream_copy_attributes(cudaStream_t dst, cudaStream_t src) {
  StreamObject* const to = find_stream(dst);
  StreamObject* const from = find_stream(src);
  if (to == nullptr || from == nullptr) return cudaErrorInvalidResourceHandle;
  if (to == from) return cudaSuccess;
  StreamAttributes copy;
  {
    const MutexLock lock(from->mutex);
    copy = from->attributes;
  }
  to->stream->set_priority(from->stream->priority());  // an attribute like the others
  const MutexLock lock(to->mutex);
  to->attributes = copy;
  to->has_attributes.store(from->has_attributes.load(std::memory_order_relaxed),
                           std::memory_order_relaxed);
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
