// SPDX-License-Identifier: Apache-2.0
// cudaMemPoolSetAttribute: flags, threshold and high marks, attributes that cannot be set, what is refused, captures.
#include "../../capturing.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

CASES() {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto props = device_props();
  cudaMemPool_t pool;
  MUST(cudaMemPoolCreate(&pool, &props));
  auto set = [&](int attribute, unsigned long long value) {
    const auto id = static_cast<cudaMemPoolAttr>(attribute);
    unsigned long long back = 0;
    cudaError_t error = cudaMemPoolSetAttribute(pool, id, &value);
    MUST(cudaMemPoolGetAttribute(pool, id, &back));
    std::printf("attribute %d set to %llu: %s, read %llu\n", attribute, value, name_of(error), back);
  };
  for (int attribute = 1; attribute <= 3; ++attribute)
    for (unsigned long long value : {0, 1, 0, 5}) set(attribute, value);
  for (unsigned long long value : {0ull, 1ull, 12345ull, ~0ull}) set(cudaMemPoolAttrReleaseThreshold, value);
  void *p;
  MUST(cudaMallocFromPoolAsync(&p, 1000, pool, stream));
  MUST(cudaFreeAsync(p, stream));
  MUST(cudaStreamSynchronize(stream));
  set(cudaMemPoolAttrUsedMemHigh, 1);
  set(cudaMemPoolAttrUsedMemHigh, 0);
  set(cudaMemPoolAttrUsedMemCurrent, 0);
  std::printf("memory is kept up to the threshold\n");
  unsigned long long reserved = 0, zero = 0, one = 1;
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
  show_truth("kept", reserved > 0);
  MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &zero));
  MUST(cudaMallocFromPoolAsync(&p, 1000, pool, stream));
  MUST(cudaFreeAsync(p, stream));
  MUST(cudaStreamSynchronize(stream));
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
  show_value("given back", static_cast<long long>(reserved));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &one));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &zero));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &zero));
  std::printf("refused\n");
  SHOW(cudaMemPoolSetAttribute(nullptr, cudaMemPoolAttrReleaseThreshold, &zero));
  for (int attribute : {0, 9, 100, -1})
    std::printf("attribute %d: %s\n", attribute,
                name_of(cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), &zero)));
  show_last_error("after refused calls");
  show_captured("threshold", [&](cudaStream_t) {
    return cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &zero);
  });
}
