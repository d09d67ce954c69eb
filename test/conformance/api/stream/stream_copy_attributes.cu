// SPDX-License-Identifier: Apache-2.0
// cudaStreamCopyAttributes: which attributes travel, between which streams.
#include "../../transcript.h"

static void show_attributes(const char *what, cudaStream_t stream) {
  cudaStreamAttrValue policy = {}, window = {}, domain = {}, map = {}, priority = {};
  MUST(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &policy));
  MUST(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window));
  MUST(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomain, &domain));
  MUST(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomainMap, &map));
  MUST(cudaStreamGetAttribute(stream, cudaStreamAttributePriority, &priority));
  std::printf("%s: policy %d, window %d, domain %d, map %d %d, priority is %s\n", what, policy.syncPolicy,
              int(window.accessPolicyWindow.num_bytes), domain.memSyncDomain, map.memSyncDomainMap.default_,
              map.memSyncDomainMap.remote, priority.priority == 0 ? "0" : "not 0");
}

CASES() {
  DeviceArray<char> data(4096);
  cudaStream_t from, to;
  int least, greatest;
  MUST(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  MUST(cudaStreamCreateWithPriority(&from, cudaStreamNonBlocking, greatest));
  MUST(cudaStreamCreate(&to));
  cudaStreamAttrValue value = {};
  value.syncPolicy = cudaSyncPolicySpin;
  MUST(cudaStreamSetAttribute(from, cudaStreamAttributeSynchronizationPolicy, &value));
  value = {};
  value.accessPolicyWindow.base_ptr = data.get();
  value.accessPolicyWindow.num_bytes = 1024;
  value.accessPolicyWindow.hitRatio = 1;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyNormal;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  MUST(cudaStreamSetAttribute(from, cudaStreamAttributeAccessPolicyWindow, &value));
  value = {};
  value.memSyncDomain = cudaLaunchMemSyncDomainRemote;
  MUST(cudaStreamSetAttribute(from, cudaStreamAttributeMemSyncDomain, &value));
  show_attributes("from", from);
  show_attributes("to, before", to);
  SHOW(cudaStreamCopyAttributes(to, from));
  show_attributes("to, after", to);
  SHOW(cudaStreamCopyAttributes(from, from));
  SHOW(cudaStreamCopyAttributes(cudaStreamPerThread, from));
  show_attributes("per-thread", cudaStreamPerThread);
  SHOW(cudaStreamCopyAttributes(nullptr, to));
  show_attributes("legacy", nullptr);
}
