// SPDX-License-Identifier: Apache-2.0
// Peer access: all devices share one memory, so that any pair can; what is enabled is only
// remembered.
#include "api/cudart/entry.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

std::uint64_t bit(int device) { return std::uint64_t{1} << device; }

}  // namespace

cudaError_t device_can_access_peer(int* canAccessPeer, int device, int peerDevice) {
  if (!is_device(device) || !is_device(peerDevice)) return cudaErrorInvalidDevice;
  if (canAccessPeer == nullptr) return cudaErrorInvalidValue;
  *canAccessPeer = device != peerDevice ? 1 : 0;
  return cudaSuccess;
}

cudaError_t device_enable_peer_access(int peerDevice, unsigned int flags) {
  if (!is_device(peerDevice)) return cudaErrorInvalidDevice;
  if (flags != 0) return cudaErrorInvalidValue;
  Context& context = current_context();
  if (peerDevice == context.device()) return cudaErrorPeerAccessUnsupported;
  const std::uint64_t before = context.settings.peers.fetch_or(bit(peerDevice));
  return (before & bit(peerDevice)) != 0 ? cudaErrorPeerAccessAlreadyEnabled : cudaSuccess;
}

cudaError_t device_disable_peer_access(int peerDevice) {
  if (!is_device(peerDevice)) return cudaErrorInvalidDevice;
  const std::uint64_t before = current_context().settings.peers.fetch_and(~bit(peerDevice));
  return (before & bit(peerDevice)) == 0 ? cudaErrorPeerAccessNotEnabled : cudaSuccess;
}

cudaError_t device_get_p2p_attribute(int* value, cudaDeviceP2PAttr attr, int srcDevice,
                                     int dstDevice) {
  if (value == nullptr) return cudaErrorInvalidValue;
  if (srcDevice == dstDevice || !is_device(srcDevice) || !is_device(dstDevice))
    return cudaErrorInvalidDevice;
  switch (attr) {
    case cudaDevP2PAttrPerformanceRank:
    case cudaDevP2PAttrCudaArrayAccessSupported:
    case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
      *value = 0;
      return cudaSuccess;
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrNativeAtomicSupported:
      *value = 1;
      return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

}  // namespace riffle::api::cudart
