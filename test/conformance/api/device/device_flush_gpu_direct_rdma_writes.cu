// SPDX-License-Identifier: Apache-2.0
// cudaDeviceFlushGPUDirectRDMAWrites: done where the device can, every unknown target and scope refused.
#include "../../capturing.h"

CASES() {
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
