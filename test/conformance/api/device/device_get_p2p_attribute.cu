// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetP2PAttribute: devices outside, a device and itself, unknown attributes, a null pointer.
#include "../../capturing.h"

CASES() {
  int count = 0, value = 77;
  MUST(cudaGetDeviceCount(&count));
  for (int attribute = 1; attribute <= 5; ++attribute)
    std::printf("attribute %d of a device and itself: %s\n", attribute,
                name_of(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(attribute), 0, 0)));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, 0, count));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, count, 0));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, -1, 0));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, 0, -1));
  SHOW(cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrPerformanceRank, 0, 0));
  SHOW(cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrPerformanceRank, 0, count));
  SHOW(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(0), 0, 0));
  SHOW(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(-1), 0, count));
  show_value("untouched", value);
  show_last_error("after refused calls");
  show_while_capturing("asked", [&] {
    return cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0);
  });
}
