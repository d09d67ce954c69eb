// SPDX-License-Identifier: Apache-2.0
// cudaLaunchKernelExC: refused configurations and attributes; those that change nothing that a program can see.
#include "../../transcript.h"

__global__ void put(int *p, int v) { *p = v; }

CASES() {
  DeviceArray<int> word(1);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  put<<<1, 1, 0, stream>>>(word, 0);
  MUST(cudaStreamSynchronize(stream));
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  config.stream = stream;
  int value = 0;
  int *target = word;
  void *arguments[] = {&target, &value};
  const void *kernel = reinterpret_cast<const void *>(put);
  SHOW(cudaLaunchKernelExC(&config, kernel, arguments));
  SHOW(cudaLaunchKernelExC(&config, nullptr, arguments));
  config.blockDim = 2048;
  SHOW(cudaLaunchKernelExC(&config, kernel, arguments));
  config.blockDim = 0;
  SHOW(cudaLaunchKernelExC(&config, kernel, arguments));
  config.blockDim = 1;
  cudaLaunchAttribute attribute;
  config.attrs = &attribute;
  config.numAttrs = 1;
  struct Case {
    const char *name;
    cudaLaunchAttributeID id;
    void (*fill)(cudaLaunchAttributeValue &);
  } cases[] = {
      {"ignore", cudaLaunchAttributeIgnore, [](cudaLaunchAttributeValue &) {}},
      {"priority 0", cudaLaunchAttributePriority, [](cudaLaunchAttributeValue &v) { v.priority = 0; }},
      {"priority far out", cudaLaunchAttributePriority, [](cudaLaunchAttributeValue &v) { v.priority = -1000; }},
      {"synchronization policy", cudaLaunchAttributeSynchronizationPolicy,
       [](cudaLaunchAttributeValue &v) { v.syncPolicy = cudaSyncPolicyAuto; }},
      {"cooperative 0", cudaLaunchAttributeCooperative, [](cudaLaunchAttributeValue &v) { v.cooperative = 0; }},
      {"cluster 1 1 1", cudaLaunchAttributeClusterDimension,
       [](cudaLaunchAttributeValue &v) { v.clusterDim = {1, 1, 1}; }},
      {"cluster 0 1 1", cudaLaunchAttributeClusterDimension,
       [](cudaLaunchAttributeValue &v) { v.clusterDim = {0, 1, 1}; }},
      {"domain 0", cudaLaunchAttributeMemSyncDomain,
       [](cudaLaunchAttributeValue &v) { v.memSyncDomain = cudaLaunchMemSyncDomainDefault; }},
      {"domain 9", cudaLaunchAttributeMemSyncDomain,
       [](cudaLaunchAttributeValue &v) { v.memSyncDomain = static_cast<cudaLaunchMemSyncDomain>(9); }},
      {"empty window", cudaLaunchAttributeAccessPolicyWindow, [](cudaLaunchAttributeValue &) {}},
      {"large ratio", cudaLaunchAttributeAccessPolicyWindow,
       [](cudaLaunchAttributeValue &v) { v.accessPolicyWindow.hitRatio = 2; }},
      {"carveout 50", cudaLaunchAttributePreferredSharedMemoryCarveout,
       [](cudaLaunchAttributeValue &v) { v.sharedMemCarveout = 50; }},
      {"serialization allowed", cudaLaunchAttributeProgrammaticStreamSerialization,
       [](cudaLaunchAttributeValue &v) { v.programmaticStreamSerializationAllowed = 1; }},
      {"attribute 99", static_cast<cudaLaunchAttributeID>(99), [](cudaLaunchAttributeValue &) {}},
  };
  for (auto &c : cases) {
    std::memset(&attribute, 0, sizeof attribute);
    attribute.id = c.id;
    c.fill(attribute.val);
    ++value;
    std::printf("%s: %s\n", c.name, name_of(cudaLaunchKernelExC(&config, kernel, arguments)));
    MUST(cudaStreamSynchronize(stream));
    show_truth("ran", word.read()[0] == value);
  }
  config.stream = nullptr;
  config.attrs = nullptr;
  config.numAttrs = 0;
  value = 99;
  SHOW(cudaLaunchKernelExC(&config, kernel, arguments));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
}
