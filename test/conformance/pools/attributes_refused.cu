// SPDX-License-Identifier: Apache-2.0
// What the calls about a pool's attributes refuse. (A null value crashes when it is set on hardware.)
#include "../transcript.h"

int main() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, none = nullptr;
  MUST(cudaMemPoolCreate(&pool, &props));
  SHOW(cudaMemPoolDestroy(none));
  unsigned long long value = 0;
  int flag = 2;
  SHOW(cudaMemPoolGetAttribute(none, cudaMemPoolAttrUsedMemHigh, &value));
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, nullptr));
  SHOW(cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(0), &value));
  SHOW(cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(50), &value));
  SHOW(cudaMemPoolSetAttribute(none, cudaMemPoolAttrReleaseThreshold, &value));
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
  show_value("flag", flag);
  flag = -5;
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &flag));
  SHOW(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &flag));
  show_value("flag", flag);
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &value));
  value = 5;
  SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &value));
  SHOW(cudaMemPoolTrimTo(none, 0));
}
