// SPDX-License-Identifier: Apache-2.0
// devices: 2
// What can be asked about a pair of devices.
#include "peers.h"

int main() {
  need_two_devices();
  int value = 77;
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
  show_value("access", value);
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 0));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrNativeAtomicSupported, 0, 1));
  show_value("atomics", value);
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrCudaArrayAccessSupported, 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrOnlyPartialNativeAtomicSupported, 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(0), 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(6), 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrAccessSupported, 0, 1));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 2));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 1));
  unsigned answers[2] = {77, 77};
  const cudaAtomicOperation operations[2] = {cudaAtomicOperationIntegerAdd, cudaAtomicOperationCAS};
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, 1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 0, 0, 1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(nullptr, operations, 2, 0, 1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, nullptr, 2, 0, 1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, 2));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 1, 1));
  const cudaAtomicOperation bad = static_cast<cudaAtomicOperation>(99);
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, &bad, 1, 0, 1));
}
