// SPDX-License-Identifier: Apache-2.0
// The part of the L2 cache that is set aside, and windows of accesses that persist there.
#include "../transcript.h"

int main() {
  int most_persisting = 0, most_window = 0, l2 = 0;
  MUST(cudaDeviceGetAttribute(&most_persisting, cudaDevAttrMaxPersistingL2CacheSize, 0));
  MUST(cudaDeviceGetAttribute(&most_window, cudaDevAttrMaxAccessPolicyWindowSize, 0));
  MUST(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0));
  show_truth("some may persist", most_persisting > 0);
  show_truth("not all may", most_persisting < l2);
  show_truth("windows", most_window > 0);
  cudaDeviceProp prop;
  MUST(cudaGetDeviceProperties(&prop, 0));
  show_truth("properties agree", prop.persistingL2CacheMaxSize == most_persisting && prop.accessPolicyMaxWindowSize == most_window);
  size_t limit = 1;
  SHOW(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most_persisting));
  MUST(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  show_truth("all", limit == size_t(most_persisting));
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, size_t(most_persisting) + 1));
  MUST(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  show_truth("more than all: still all", limit == size_t(most_persisting));
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1));
  MUST(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  show_truth("one byte: as it is", limit == 1);
  show_truth("one byte: rounded up", limit > 1);
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20));
  MUST(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  show_truth("a MiB: at least", limit >= 1 << 20);
  SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
  MUST(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  show_value("none", limit);

  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  DeviceArray<char> memory(1 << 20);
  auto try_window = [&](const char *what, void *base, size_t bytes, float ratio, cudaAccessProperty hit, cudaAccessProperty miss) {
    cudaStreamAttrValue value = {}, back = {};
    value.accessPolicyWindow.base_ptr = base;
    value.accessPolicyWindow.num_bytes = bytes;
    value.accessPolicyWindow.hitRatio = ratio;
    value.accessPolicyWindow.hitProp = hit;
    value.accessPolicyWindow.missProp = miss;
    cudaError_t set = cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
    cudaError_t get = cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &back);
    std::printf("%s: %s, %s, kept %d %d %g %d %d\n", what, name_of(set), name_of(get), back.accessPolicyWindow.base_ptr == base,
                back.accessPolicyWindow.num_bytes == bytes, back.accessPolicyWindow.hitRatio, int(back.accessPolicyWindow.hitProp),
                int(back.accessPolicyWindow.missProp));
    cudaGetLastError();
  };
  const auto keep = cudaAccessPropertyPersisting, stream_it = cudaAccessPropertyStreaming, normal = cudaAccessPropertyNormal;
  char *p = memory;
  try_window("a window", p, 1 << 20, 0.5f, keep, stream_it);
  try_window("all", p, 1 << 20, 1.f, keep, normal);
  try_window("nothing", p, 0, 1.f, keep, normal);
  try_window("longest", p, most_window, 1.f, keep, normal);
  try_window("too long", p, size_t(most_window) + 1, 1.f, keep, normal);
  try_window("negative ratio", p, 100, -1.f, keep, normal);
  try_window("host memory", &p, 8, 1.f, keep, normal);
  try_window("streaming", p, 100, 0.25f, stream_it, stream_it);
  SHOW(cudaCtxResetPersistingL2Cache());
  show_last_error("at the end");
}
