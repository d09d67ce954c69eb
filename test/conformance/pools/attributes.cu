// SPDX-License-Identifier: Apache-2.0
// Memory pools: their counters, thresholds, accesses, lives.
#include "../transcript.h"

unsigned long long get(cudaMemPool_t pool, cudaMemPoolAttr attr) {
  unsigned long long value = 77;
  MUST(cudaMemPoolGetAttribute(pool, attr, &value));
  return value;
}

int main() {
  cudaMemPool_t pool, current, standard;
  SHOW(cudaDeviceGetDefaultMemPool(&standard, 0));
  SHOW(cudaDeviceGetMemPool(&current, 0));
  show_truth("the default is current", standard == current);
  SHOW(cudaMemPoolDestroy(standard));
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  SHOW(cudaMemPoolCreate(&pool, &props));
  SHOW(cudaMemPoolCreate(nullptr, &props));
  cudaMemPoolProps bad = props;
  bad.location.id = 1000;
  cudaMemPool_t none;
  SHOW(cudaMemPoolCreate(&none, &bad));
  bad = props;
  bad.allocType = cudaMemAllocationTypeInvalid;
  SHOW(cudaMemPoolCreate(&none, &bad));
  for (auto attr : {cudaMemPoolReuseFollowEventDependencies, cudaMemPoolReuseAllowOpportunistic,
                    cudaMemPoolReuseAllowInternalDependencies}) {
    int value = 77;
    SHOW(cudaMemPoolGetAttribute(pool, attr, &value));
    show_value("value", value);
  }
  show_value("release threshold", static_cast<long long>(get(pool, cudaMemPoolAttrReleaseThreshold)));
  unsigned long long all = ~0ull, zero = 0, one = 1;
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
  show_value("reserved", static_cast<long long>(get(pool, cudaMemPoolAttrReservedMemCurrent)));
  void *a, *b;
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  SHOW(cudaMallocFromPoolAsync(&a, 100, pool, s));
  SHOW(cudaMallocAsync(&b, 5000, pool, s));
  show_value("used", static_cast<long long>(get(pool, cudaMemPoolAttrUsedMemCurrent)));
  show_truth("reserved at least that", get(pool, cudaMemPoolAttrReservedMemCurrent) >= 5100);
  SHOW(cudaFreeAsync(b, s));
  MUST(cudaStreamSynchronize(s));
  show_value("used", static_cast<long long>(get(pool, cudaMemPoolAttrUsedMemCurrent)));
  show_value("used, highest", static_cast<long long>(get(pool, cudaMemPoolAttrUsedMemHigh)));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
  show_value("used, highest", static_cast<long long>(get(pool, cudaMemPoolAttrUsedMemHigh)));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero));
  SHOW(cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(99), &zero));
  SHOW(cudaMemPoolTrimTo(pool, 0));
  cudaMemAccessFlags flags = static_cast<cudaMemAccessFlags>(77);
  cudaMemLocation here = {};
  here.type = cudaMemLocationTypeDevice;
  SHOW(cudaMemPoolGetAccess(&flags, pool, &here));
  show_value("access", flags);
  cudaMemAccessDesc revoke = {};
  revoke.location = here;
  revoke.flags = cudaMemAccessFlagsProtNone;
  SHOW(cudaMemPoolSetAccess(pool, &revoke, 1));
  SHOW(cudaDeviceSetMemPool(0, pool));
  SHOW(cudaDeviceGetMemPool(&current, 0));
  show_truth("set", current == pool);
  SHOW(cudaMallocAsync(&b, 300, s));
  show_value("used", static_cast<long long>(get(pool, cudaMemPoolAttrUsedMemCurrent)));
  SHOW(cudaMemPoolDestroy(pool));
  SHOW(cudaDeviceGetMemPool(&current, 0));
  show_truth("back to the default", current == standard);
  SHOW(cudaMemsetAsync(a, 0, 100, s));
  SHOW(cudaFreeAsync(a, s));
  SHOW(cudaFreeAsync(b, s));
  SHOW(cudaStreamSynchronize(s));
  props.maxSize = 1 << 20;
  SHOW(cudaMemPoolCreate(&pool, &props));
  SHOW(cudaMallocFromPoolAsync(&a, 64 << 20, pool, s));
}
