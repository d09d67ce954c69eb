// SPDX-License-Identifier: Apache-2.0
// cudaMemPoolGetAttribute: each attribute of a fresh pool, counters that follow use, what is refused, captures.
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
  for (int attribute = 1; attribute <= 3; ++attribute) {
    int flag[2] = {77, 77};
    cudaError_t error = cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), flag);
    std::printf("attribute %d: %s, %d %d\n", attribute, name_of(error), flag[0], flag[1]);
  }
  unsigned long long threshold = 77;
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  show_value("threshold", static_cast<long long>(threshold));
  auto show_use = [&](const char *when) {
    unsigned long long reserved = 77, reserved_high = 77, used = 77, used_high = 77;
    MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
    MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &reserved_high));
    MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &used_high));
    std::printf("%s: used %llu, at most %llu; reserved %s, at most %s\n", when, used, used_high,
                reserved == 0 ? "nothing" : reserved >= used ? "enough" : "too little",
                reserved_high == 0 ? "nothing" : reserved_high >= used_high ? "enough" : "too little");
  };
  show_use("fresh");
  void *p, *q;
  MUST(cudaMallocFromPoolAsync(&p, 1000, pool, stream));
  show_use("1000 bytes");
  MUST(cudaMallocFromPoolAsync(&q, 3, pool, stream));
  show_use("3 more");
  MUST(cudaFreeAsync(p, stream));
  MUST(cudaStreamSynchronize(stream));
  show_use("1000 freed");
  MUST(cudaFreeAsync(q, stream));
  MUST(cudaStreamSynchronize(stream));
  show_use("all freed");
  std::printf("refused\n");
  unsigned long long value = 77;
  SHOW(cudaMemPoolGetAttribute(nullptr, cudaMemPoolAttrUsedMemCurrent, &value));
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, nullptr));
  for (int attribute : {0, 9, 100, -1})
    std::printf("attribute %d: %s\n", attribute,
                name_of(cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), &value)));
  show_value("untouched", static_cast<long long>(value));
  show_last_error("after refused calls");
  show_captured("used", [&](cudaStream_t) {
    return cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value);
  });
}
