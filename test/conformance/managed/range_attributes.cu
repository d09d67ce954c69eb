// SPDX-License-Identifier: Apache-2.0
// What is told about ranges of managed memory: after advice and prefetches, of parts that differ, and what is refused.
#include "../transcript.h"

namespace {

constexpr std::size_t kBytes = std::size_t(4) << 20;

void all(const char *when, const char *p, std::size_t bytes) {
  std::printf("%s:", when);
  for (int attribute = 1; attribute <= 8; ++attribute) {
    if (attribute == cudaMemRangeAttributeAccessedBy) {
      int devices[3] = {77, 77, 77};
      cudaError_t e =
          cudaMemRangeGetAttribute(devices, sizeof devices, cudaMemRangeAttributeAccessedBy, p, bytes);
      std::printf(" 3=%d,%d,%d(%d)", devices[0], devices[1], devices[2], e);
      continue;
    }
    int value = 77;
    cudaError_t e =
        cudaMemRangeGetAttribute(&value, sizeof value, static_cast<cudaMemRangeAttribute>(attribute), p, bytes);
    std::printf(" %d=%d(%d)", attribute, value, e);
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main() {
  char *p;
  MUST(cudaMallocManaged(&p, kBytes));
  cudaMemLocation device = {}, host = {}, node = {}, current = {};
  device.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;
  node.type = cudaMemLocationTypeHostNuma;
  current.type = cudaMemLocationTypeHostNumaCurrent;
  all("fresh", p, kBytes);
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetPreferredLocation, device));
  all("device preferred", p, kBytes);
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetPreferredLocation, host));
  all("host preferred", p, kBytes);
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetPreferredLocation, node));
  all("node preferred", p, kBytes);
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseUnsetPreferredLocation, device));
  all("none preferred", p, kBytes);
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetAccessedBy, device));
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetAccessedBy, host));
  all("accessed by both", p, kBytes);
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseUnsetAccessedBy, device));
  all("accessed by the host", p, kBytes);
  SHOW(cudaMemAdvise(p, kBytes / 2, cudaMemAdviseSetReadMostly, device));
  all("first half read mostly", p, kBytes);
  all("of the first half", p, kBytes / 2);
  SHOW(cudaMemAdvise(p, kBytes / 2, cudaMemAdviseSetPreferredLocation, device));
  SHOW(cudaMemAdvise(p + kBytes / 2, kBytes / 2, cudaMemAdviseSetPreferredLocation, host));
  all("halves prefer different places", p, kBytes);
  MUST(cudaMemPrefetchAsync(p, kBytes / 2, device, 0, nullptr));
  MUST(cudaDeviceSynchronize());
  all("first half prefetched", p, kBytes);
  all("of the first half", p, kBytes / 2);
  MUST(cudaMemPrefetchAsync(p, kBytes, host, 0, nullptr));
  MUST(cudaDeviceSynchronize());
  all("prefetched to the host", p, kBytes);
  SHOW(cudaMemPrefetchAsync(p, kBytes, node, 0, nullptr));
  all("prefetched to a node", p, kBytes);
  cudaMemLocation none = {}, negative = device, far = device;
  negative.id = -1;
  far.id = 1000;
  SHOW(cudaMemPrefetchAsync(p, kBytes, none, 0, nullptr));
  SHOW(cudaMemPrefetchAsync(p, kBytes, negative, 0, nullptr));
  SHOW(cudaMemPrefetchAsync(p, kBytes + 1, device, 0, nullptr));
  SHOW(cudaMemPrefetchAsync(p + 100, 100, device, 0, nullptr));
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetAccessedBy, none));
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetAccessedBy, far));
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetReadMostly, far));
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseUnsetPreferredLocation, far));
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetAccessedBy, node));
  SHOW(cudaMemAdvise(p, kBytes, cudaMemAdviseSetPreferredLocation, current));
  SHOW(cudaMemAdvise(nullptr, kBytes, cudaMemAdviseSetReadMostly, device));
  SHOW(cudaMemAdvise(p, kBytes + 1, cudaMemAdviseSetReadMostly, device));
  SHOW(cudaMemAdvise(p, kBytes, static_cast<cudaMemoryAdvise>(0), device));
  int value = 0;
  SHOW(cudaMemRangeGetAttribute(nullptr, 4, cudaMemRangeAttributeReadMostly, p, kBytes));
  SHOW(cudaMemRangeGetAttribute(&value, 0, cudaMemRangeAttributeReadMostly, p, kBytes));
  SHOW(cudaMemRangeGetAttribute(&value, 3, cudaMemRangeAttributeReadMostly, p, kBytes));
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, p, 0));
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, nullptr, kBytes));
  SHOW(cudaMemRangeGetAttribute(&value, 4, static_cast<cudaMemRangeAttribute>(0), p, kBytes));
  SHOW(cudaMemRangeGetAttribute(&value, 4, static_cast<cudaMemRangeAttribute>(50), p, kBytes));
  SHOW(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, &value, 4));
  int read_mostly = 77, preferred = 77;
  void *data[2] = {&read_mostly, &preferred};
  std::size_t sizes[2] = {4, 4};
  cudaMemRangeAttribute attributes[2] = {cudaMemRangeAttributeReadMostly, cudaMemRangeAttributePreferredLocation};
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 2, p, kBytes / 2));
  show_row("values", {read_mostly, preferred});
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 0, p, kBytes));
  SHOW(cudaMemRangeGetAttributes(nullptr, sizes, attributes, 2, p, kBytes));
  SHOW(cudaMemRangeGetAttributes(data, nullptr, attributes, 2, p, kBytes));
  SHOW(cudaMemRangeGetAttributes(data, sizes, nullptr, 2, p, kBytes));
  sizes[1] = 1;
  SHOW(cudaMemRangeGetAttributes(data, sizes, attributes, 2, p, kBytes));
}
