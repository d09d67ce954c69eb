// SPDX-License-Identifier: Apache-2.0
// Ranges of managed memory: prefetches, discards, attributes.
#include "../cases.h"

namespace {

void where(const char *what, const int *p, std::size_t bytes) {
  int value = 77, type = 77;
  MUST(cudaMemRangeGetAttribute(&value, sizeof value, cudaMemRangeAttributeLastPrefetchLocation, p, bytes));
  MUST(cudaMemRangeGetAttribute(&type, sizeof type, cudaMemRangeAttributeLastPrefetchLocationType, p, bytes));
  std::printf("%s: last prefetch to %d, type %d\n", what, value, type);
}

}  // namespace

// Prefetching and discarding ranges of managed memory in batches.
CASE(batches) {
  constexpr std::size_t kBytes = std::size_t(4) << 20;
  int *a, *b, *plain;
  MUST(cudaMallocManaged(&a, kBytes));
  MUST(cudaMallocManaged(&b, kBytes));
  MUST(cudaMalloc(&plain, kBytes));
  std::memset(a, 1, kBytes);
  std::memset(b, 2, kBytes);
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  cudaMemLocation device = {}, host = {}, bad = {};
  device.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;
  bad.type = cudaMemLocationTypeDevice;
  bad.id = 1000;
  int *ptrs[2] = {a, b};
  std::size_t sizes[2] = {kBytes, kBytes}, indices[2] = {0, 1};
  cudaMemLocation locations[2] = {device, host};
  where("before", a, kBytes);
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, locations, indices, 2, 0, s));
  MUST(cudaStreamSynchronize(s));
  where("a", a, kBytes);
  where("b", b, kBytes);
  show_value("a[5]", a[5]);
  show_value("b[5]", b[5]);
  std::size_t zero = 0;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 1, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 0, &device, &zero, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 0, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 1, locations, indices, 2, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(static_cast<int **>(nullptr), sizes, 2, &device, &zero, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, nullptr, 2, &device, &zero, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, nullptr, &zero, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, nullptr, 1, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &bad, &zero, 1, 0, s));
  std::size_t one = 1;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &one, 1, 0, s));
  indices[1] = 0;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, locations, indices, 2, 0, s));
  indices[1] = 2;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, locations, indices, 2, 0, s));
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 0, nullptr));
  ptrs[1] = plain;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 0, s));
  SHOW(cudaMemDiscardBatchAsync(reinterpret_cast<void **>(ptrs), sizes, 2, 0, s));
  ptrs[1] = nullptr;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 0, s));
  ptrs[1] = b;
  sizes[1] = 0;
  SHOW(cudaMemPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 0, s));
  SHOW(cudaMemDiscardBatchAsync(reinterpret_cast<void **>(ptrs), sizes, 2, 0, s));
  sizes[1] = kBytes;
  void **untyped = reinterpret_cast<void **>(ptrs);
  SHOW(cudaMemDiscardBatchAsync(untyped, sizes, 2, 0, s));
  SHOW(cudaMemDiscardBatchAsync(untyped, sizes, 2, 1, s));
  SHOW(cudaMemDiscardBatchAsync(untyped, sizes, 0, 0, s));
  SHOW(cudaMemDiscardBatchAsync(nullptr, sizes, 2, 0, s));
  SHOW(cudaMemDiscardBatchAsync(untyped, nullptr, 2, 0, s));
  SHOW(cudaMemDiscardBatchAsync(untyped, sizes, 2, 0, nullptr));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(ptrs, sizes, 2, &host, &zero, 1, 0, s));
  where("discarded to the host", a, kBytes);
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(ptrs, sizes, 2, &bad, &zero, 1, 0, s));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(ptrs, sizes, 2, &device, &zero, 1, 1, s));
  SHOW(cudaDeviceSynchronize());
  a[5] = 9;
  show_value("a[5]", a[5]);
}

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

// What is told about ranges of managed memory: after advice and prefetches, of parts that differ, and what is refused.
CASE(range_attributes) {
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
