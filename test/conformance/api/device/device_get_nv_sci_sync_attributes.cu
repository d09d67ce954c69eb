// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetNvSciSyncAttributes: without a list there is nothing to fill, whatever the flags and the device.
#include "../../capturing.h"

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  for (int flags : {0, int(cudaNvSciSyncAttrSignal), int(cudaNvSciSyncAttrWait),
                    int(cudaNvSciSyncAttrSignal | cudaNvSciSyncAttrWait), 4, -1})
    std::printf("flags %d: %s\n", flags, name_of(cudaDeviceGetNvSciSyncAttributes(nullptr, 0, flags)));
  SHOW(cudaDeviceGetNvSciSyncAttributes(nullptr, -1, cudaNvSciSyncAttrWait));
  SHOW(cudaDeviceGetNvSciSyncAttributes(nullptr, count, cudaNvSciSyncAttrWait));
  show_last_error("after refused calls");
  show_while_capturing("asked", [] { return cudaDeviceGetNvSciSyncAttributes(nullptr, 0, cudaNvSciSyncAttrSignal); });
}
