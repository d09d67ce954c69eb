// SPDX-License-Identifier: Apache-2.0
// What devices, the host and other hardware can do with each other.
#include "../../cases.h"
#include "../../capturing.h"

// cudaDeviceGetP2PAttribute: devices outside, a device and itself, unknown attributes, a null pointer.
CASE(device_get_p2p_attribute) {
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

// cudaDeviceGetP2PAtomicCapabilities: devices outside, a device and itself, null arrays, no operations.
CASE(device_get_p2p_atomic_capabilities) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  unsigned answers[2] = {77, 77};
  cudaAtomicOperation operations[2] = {cudaAtomicOperationIntegerAdd, cudaAtomicOperationCAS};
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, count));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, count, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, -1, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, -1));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(nullptr, operations, 2, 0, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, nullptr, 2, 0, 0));
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 0, 0, 0));
  operations[1] = static_cast<cudaAtomicOperation>(99);
  SHOW(cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, 0));
  show_row("untouched", {int(answers[0]), int(answers[1])});
  show_last_error("after refused calls");
  operations[1] = cudaAtomicOperationCAS;
  show_while_capturing("asked", [&] { return cudaDeviceGetP2PAtomicCapabilities(answers, operations, 2, 0, 0); });
}

// cudaDeviceGetHostAtomicCapabilities: refused arguments; one by one as all together, known bits only.
CASE(device_get_host_atomic_capabilities) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  constexpr int kOperations = 13;
  cudaAtomicOperation operations[kOperations];
  unsigned together[kOperations], one = 77;
  for (int i = 0; i < kOperations; ++i) operations[i] = static_cast<cudaAtomicOperation>(i);
  SHOW(cudaDeviceGetHostAtomicCapabilities(nullptr, operations, 1, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(&one, nullptr, 1, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(&one, operations, 0, 0));
  SHOW(cudaDeviceGetHostAtomicCapabilities(&one, operations, 1, count));
  SHOW(cudaDeviceGetHostAtomicCapabilities(&one, operations, 1, -1));
  SHOW(cudaDeviceGetHostAtomicCapabilities(nullptr, operations, 1, count));
  const cudaAtomicOperation unknown[2] = {cudaAtomicOperationExchange, static_cast<cudaAtomicOperation>(99)};
  unsigned two[2] = {77, 77};
  SHOW(cudaDeviceGetHostAtomicCapabilities(two, unknown, 2, 0));
  show_value("untouched", one);
  show_last_error("after refused calls");
  SHOW(cudaDeviceGetHostAtomicCapabilities(together, operations, kOperations, 0));
  bool same = true, known = true;
  for (int i = 0; i < kOperations; ++i) {
    MUST(cudaDeviceGetHostAtomicCapabilities(&one, &operations[i], 1, 0));
    same = same && one == together[i];
    known = known && (one & ~0x7fu) == 0;
  }
  show_truth("one by one the same", same);
  show_truth("known bits only", known);
  show_while_capturing("asked", [&] { return cudaDeviceGetHostAtomicCapabilities(&one, operations, 1, 0); });
}

// cudaDeviceFlushGPUDirectRDMAWrites: done where the device can, every unknown target and scope refused.
CASE(device_flush_gpu_direct_rdma_writes) {
  using Target = cudaFlushGPUDirectRDMAWritesTarget;
  using Scope = cudaFlushGPUDirectRDMAWritesScope;
  int options = 0;
  MUST(cudaDeviceGetAttribute(&options, cudaDevAttrGPUDirectRDMAFlushWritesOptions, 0));
  const bool can = (options & cudaFlushGPUDirectRDMAWritesOptionHost) != 0;
  const Target current = cudaFlushGPUDirectRDMAWritesTargetCurrentDevice;
  for (Scope scope : {cudaFlushGPUDirectRDMAWritesToOwner, cudaFlushGPUDirectRDMAWritesToAllDevices}) {
    const cudaError_t error = cudaDeviceFlushGPUDirectRDMAWrites(current, scope);
    std::printf("scope %d: %s\n", static_cast<int>(scope),
                error == (can ? cudaSuccess : cudaErrorNotSupported) ? "as the attribute says" : name_of(error));
  }
  for (int target : {-1, 1, 100})
    SHOW(cudaDeviceFlushGPUDirectRDMAWrites(static_cast<Target>(target), cudaFlushGPUDirectRDMAWritesToOwner));
  for (int scope : {-1, 0, 1, 99, 101, 150, 201})
    SHOW(cudaDeviceFlushGPUDirectRDMAWrites(current, static_cast<Scope>(scope)));
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  show_while_capturing("refused", [&] { return cudaDeviceFlushGPUDirectRDMAWrites(current, static_cast<Scope>(0)); });
}

// cudaDeviceGetNvSciSyncAttributes: without a list there is nothing to fill, whatever the flags and the device.
CASE(device_get_nv_sci_sync_attributes) {
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
