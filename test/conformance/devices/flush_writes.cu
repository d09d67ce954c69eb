// SPDX-License-Identifier: Apache-2.0
// cudaDeviceFlushGPUDirectRDMAWrites: targets and scopes.
#include "../transcript.h"

int main() {
  using Target = cudaFlushGPUDirectRDMAWritesTarget;
  using Scope = cudaFlushGPUDirectRDMAWritesScope;
  const Target current = cudaFlushGPUDirectRDMAWritesTargetCurrentDevice;
  int value = 0;
  MUST(cudaDeviceGetAttribute(&value, cudaDevAttrGPUDirectRDMAFlushWritesOptions, 0));
  const bool can = (value & cudaFlushGPUDirectRDMAWritesOptionHost) != 0;
  show_truth("the call answers as the attribute says",
             (cudaDeviceFlushGPUDirectRDMAWrites(current, cudaFlushGPUDirectRDMAWritesToOwner) == cudaSuccess) == can);
  show_truth("for all devices too",
             (cudaDeviceFlushGPUDirectRDMAWrites(current, cudaFlushGPUDirectRDMAWritesToAllDevices) == cudaSuccess) == can);
  SHOW(cudaDeviceFlushGPUDirectRDMAWrites(static_cast<Target>(1), cudaFlushGPUDirectRDMAWritesToOwner));
  SHOW(cudaDeviceFlushGPUDirectRDMAWrites(current, static_cast<Scope>(0)));
  SHOW(cudaDeviceFlushGPUDirectRDMAWrites(current, static_cast<Scope>(300)));
}
