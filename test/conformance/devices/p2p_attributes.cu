// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetP2PAttribute with arguments that it refuses; one device is enough.
#include "../transcript.h"

int main() {
  int count = 0, value = 77;
  MUST(cudaGetDeviceCount(&count));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, count));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, count, 0));
  SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, -1, 0));
  SHOW(cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrAccessSupported, 0, 0));
  SHOW(cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrAccessSupported, 0, count));
  SHOW(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(0), 0, 0));
  SHOW(cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(99), 0, count));
  SHOW(cudaDeviceCanAccessPeer(nullptr, 0, 0));
  SHOW(cudaDeviceCanAccessPeer(&value, 0, count));
  SHOW(cudaDeviceCanAccessPeer(&value, -1, 0));
  SHOW(cudaDeviceCanAccessPeer(nullptr, 0, count));
  SHOW(cudaDeviceEnablePeerAccess(0, 1));
  SHOW(cudaDeviceEnablePeerAccess(count, 1));
  SHOW(cudaDeviceEnablePeerAccess(-1, 0));
  SHOW(cudaDeviceDisablePeerAccess(count));
  SHOW(cudaDeviceDisablePeerAccess(-1));
}
