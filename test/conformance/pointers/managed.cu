// SPDX-License-Identifier: Apache-2.0
// Managed memory: one address for host and device, prefetch and advice.
#include "../transcript.h"

__global__ void add(int *p, int n) {
  if (threadIdx.x < n) p[threadIdx.x] += 100;
}

int main() {
  int *p;
  SHOW(cudaMallocManaged(&p, 1 << 16));
  for (int i = 0; i < 64; ++i) p[i] = i;
  add<<<1, 64>>>(p, 64);
  SHOW(cudaDeviceSynchronize());
  show_row("words", {p[0], p[1], p[63]});
  cudaMemLocation device = {}, host = {}, bad = {};
  device.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;
  bad.type = cudaMemLocationTypeDevice;
  bad.id = 1000;
  SHOW(cudaMemPrefetchAsync(p, 1 << 16, device, 0, 0));
  SHOW(cudaMemPrefetchAsync(p, 1 << 16, host, 0, 0));
  SHOW(cudaMemPrefetchAsync(p, 1 << 16, bad, 0, 0));
  SHOW(cudaMemPrefetchAsync(p, 1 << 16, device, 1, 0));
  SHOW(cudaMemPrefetchAsync(p, 0, device, 0, 0));
  SHOW(cudaMemPrefetchAsync(nullptr, 64, device, 0, 0));
  void *plain;
  MUST(cudaMalloc(&plain, 4096));
  SHOW(cudaMemPrefetchAsync(plain, 4096, device, 0, 0));
  SHOW(cudaMemAdvise(p, 1 << 16, cudaMemAdviseSetReadMostly, device));
  int value = -1;
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, p, 1 << 16));
  show_value("read mostly", value);
  SHOW(cudaMemAdvise(p, 1 << 16, cudaMemAdviseUnsetReadMostly, device));
  SHOW(cudaMemAdvise(p, 1 << 16, cudaMemAdviseSetPreferredLocation, host));
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, p, 1 << 16));
  show_value("preferred location", value);
  SHOW(cudaMemAdvise(p, 1 << 16, cudaMemAdviseSetAccessedBy, device));
  SHOW(cudaMemAdvise(p, 1 << 16, static_cast<cudaMemoryAdvise>(50), device));
  SHOW(cudaMemAdvise(plain, 4096, cudaMemAdviseSetReadMostly, device));
  SHOW(cudaMemAdvise(p, 0, cudaMemAdviseSetReadMostly, device));
  SHOW(cudaMemAdvise(p, 1 << 16, cudaMemAdviseSetPreferredLocation, bad));
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  SHOW(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(s, p, 1 << 16, cudaMemAttachHost));
  SHOW(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachGlobal));
  SHOW(cudaStreamAttachMemAsync(nullptr, p, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(cudaStreamLegacy, p, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(cudaStreamPerThread, p, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(s, p + 1, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(s, p, 64, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(s, (char *)plain, 0, cudaMemAttachSingle));
  SHOW(cudaStreamAttachMemAsync(s, p, 0, 3));
  SHOW(cudaDeviceSynchronize());
}
