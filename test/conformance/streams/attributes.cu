// SPDX-License-Identifier: Apache-2.0
// Stream attributes: defaults, what may be set, what is refused, copies.
#include "../transcript.h"

int main() {
  cudaStream_t stream, other;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamCreate(&other));
  cudaStreamAttrValue value = {};
  SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
  show_value("synchronization policy", value.syncPolicy);
  value.syncPolicy = cudaSyncPolicyYield;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
  value = {};
  SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
  show_value("synchronization policy", value.syncPolicy);
  value.syncPolicy = static_cast<cudaSynchronizationPolicy>(9);
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));

  std::memset(&value, 0x5a, sizeof value);
  SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
  show_value("window bytes", static_cast<long long>(value.accessPolicyWindow.num_bytes));
  DeviceArray<int> data(1024);
  value = {};
  value.accessPolicyWindow.base_ptr = data.get();
  value.accessPolicyWindow.num_bytes = 4096;
  value.accessPolicyWindow.hitRatio = 0.5f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
  value.accessPolicyWindow.hitRatio = 1.5f;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
  value.accessPolicyWindow.hitRatio = 1.0f;
  value.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));

  value = {};
  SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomain, &value));
  show_value("memory synchronization domain", value.memSyncDomain);
  SHOW(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomainMap, &value));
  show_row("domain map", {value.memSyncDomainMap.default_, value.memSyncDomainMap.remote});

  SHOW(cudaStreamGetAttribute(stream, cudaLaunchAttributeCooperative, &value));
  SHOW(cudaStreamSetAttribute(stream, cudaLaunchAttributeCooperative, &value));
  SHOW(cudaStreamGetAttribute(stream, static_cast<cudaStreamAttrID>(1000), &value));

  SHOW(cudaStreamCopyAttributes(other, stream));
  value = {};
  MUST(cudaStreamGetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &value));
  show_value("copied policy", value.syncPolicy);
  MUST(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &value));
  show_value("copied window bytes", static_cast<long long>(value.accessPolicyWindow.num_bytes));
  SHOW(cudaStreamCopyAttributes(stream, stream));
  SHOW(cudaStreamCopyAttributes(cudaStreamLegacy, stream));
  SHOW(cudaStreamCopyAttributes(stream, cudaStreamLegacy));

  int least, greatest, priority = 77;
  MUST(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  value = {};
  value.priority = greatest - 50;
  SHOW(cudaStreamSetAttribute(stream, cudaStreamAttributePriority, &value));
  MUST(cudaStreamGetPriority(stream, &priority));
  show_truth("priority set by attribute is clamped and seen", priority == greatest);
}
