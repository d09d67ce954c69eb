// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetNvSciSyncAttributes where there is no NvSciSync.
#include "../transcript.h"

int main() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaDeviceGetNvSciSyncAttributes(nullptr, 0, cudaNvSciSyncAttrSignal));
  SHOW(cudaDeviceGetNvSciSyncAttributes(nullptr, count, cudaNvSciSyncAttrSignal));
  SHOW(cudaDeviceGetNvSciSyncAttributes(nullptr, 0, 0));
}
