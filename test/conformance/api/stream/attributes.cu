// SPDX-License-Identifier: Apache-2.0
// Attributes of streams, and the part of the L2 cache that one of them sets aside.
#include "../../cases.h"
#include "../../gate.h"

// cudaStreamGetAttribute and cudaStreamSetAttribute: every attribute of CUDA 13.0, on three kinds of stream.
CASE(stream_attributes) {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const cudaStream_t streams[] = {stream, nullptr, cudaStreamPerThread};
  const char *names[] = {"created", "legacy", "per-thread"};
  for (int which = 0; which < 3; ++which)
    for (int id = 0; id <= 18; ++id) {
      cudaStreamAttrValue value;
      std::memset(&value, 0, sizeof value);
      cudaError_t get = cudaStreamGetAttribute(streams[which], static_cast<cudaStreamAttrID>(id), &value);
      // What was read may be set.
      cudaError_t set = get == cudaSuccess
                            ? cudaStreamSetAttribute(streams[which], static_cast<cudaStreamAttrID>(id), &value)
                            : cudaSuccess;
      cudaStreamAttrValue zero;
      std::memset(&zero, 0, sizeof zero);
      cudaError_t set_zero = cudaStreamSetAttribute(streams[which], static_cast<cudaStreamAttrID>(id), &zero);
      std::printf("%s, attribute %d: get %s, set what was read %s, set zero %s\n", names[which], id, name_of(get),
                  name_of(set), name_of(set_zero));
      std::fflush(stdout);
    }
  cudaGetLastError();

  std::printf("synchronization policy\n");
  for (int policy = -1; policy <= 5; ++policy) {
    cudaStreamAttrValue value = {};
    value.syncPolicy = static_cast<cudaSynchronizationPolicy>(policy);
    cudaError_t set = cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value);
    value = {};
    MUST(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
    std::printf("%d: %s, read %d\n", policy, name_of(set), value.syncPolicy);
  }
  std::printf("memory synchronization domain\n");
  for (int domain = 0; domain <= 2; ++domain) {
    cudaStreamAttrValue value = {};
    value.memSyncDomain = static_cast<cudaLaunchMemSyncDomain>(domain);
    cudaError_t set = cudaStreamSetAttribute(stream, cudaStreamAttributeMemSyncDomain, &value);
    value = {};
    MUST(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomain, &value));
    std::printf("%d: %s, read %d\n", domain, name_of(set), value.memSyncDomain);
  }
  std::printf("domain map\n");
  for (int remote : {0, 1, 3, 4, 200}) {
    cudaStreamAttrValue value = {};
    value.memSyncDomainMap.default_ = 0;
    value.memSyncDomainMap.remote = static_cast<unsigned char>(remote);
    cudaError_t set = cudaStreamSetAttribute(stream, cudaStreamAttributeMemSyncDomainMap, &value);
    value = {};
    MUST(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomainMap, &value));
    std::printf("%d: %s, read %d %d\n", remote, name_of(set), value.memSyncDomainMap.default_,
                value.memSyncDomainMap.remote);
  }
  std::printf("access policy window\n");
  DeviceArray<char> data(4096);
  struct Case {
    const char *name;
    bool with_pointer;
    float ratio;
    int hit, miss;
  } cases[] = {{"plain", true, 1, cudaAccessPropertyNormal, cudaAccessPropertyNormal},
               {"streaming", true, 0.25f, cudaAccessPropertyStreaming, cudaAccessPropertyStreaming},
               {"no pointer", false, 1, cudaAccessPropertyNormal, cudaAccessPropertyNormal},
               {"negative ratio", true, -0.5f, cudaAccessPropertyNormal, cudaAccessPropertyNormal},
               {"large ratio", true, 1.01f, cudaAccessPropertyNormal, cudaAccessPropertyNormal},
               {"persisting misses", true, 1, cudaAccessPropertyNormal, cudaAccessPropertyPersisting},
               {"unknown hit", true, 1, 7, cudaAccessPropertyNormal},
               {"unknown miss", true, 1, cudaAccessPropertyNormal, 7}};
  for (auto &c : cases) {
    cudaStreamAttrValue value = {};
    value.accessPolicyWindow.base_ptr = c.with_pointer ? data.get() : nullptr;
    value.accessPolicyWindow.num_bytes = 1024;
    value.accessPolicyWindow.hitRatio = c.ratio;
    value.accessPolicyWindow.hitProp = static_cast<cudaAccessProperty>(c.hit);
    value.accessPolicyWindow.missProp = static_cast<cudaAccessProperty>(c.miss);
    std::printf("%s: %s\n", c.name,
                name_of(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value)));
  }
}

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

// cudaStreamCopyAttributes: which attributes travel, between which streams.
CASE(stream_copy_attributes) {
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

// cudaCtxResetPersistingL2Cache: succeeds, also while streams are busy and while one captures.
CASE(ctx_reset_persisting_l2_cache) {
  prepare_gates();
  SHOW(cudaCtxResetPersistingL2Cache());
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  show_while_busy("busy", stream, [] { return cudaCtxResetPersistingL2Cache(); });
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaCtxResetPersistingL2Cache());
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(stream, &graph));
}
