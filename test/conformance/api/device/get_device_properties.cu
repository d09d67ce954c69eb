// SPDX-License-Identifier: Apache-2.0
// cudaGetDeviceProperties: devices, a null pointer, fields with documented values, and what attributes say too.
#include "../../capturing.h"

CASES() {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  cudaDeviceProp p;
  std::memset(&p, 0x5a, sizeof p);
  SHOW(cudaGetDeviceProperties(nullptr, 0));
  SHOW(cudaGetDeviceProperties(&p, -1));
  SHOW(cudaGetDeviceProperties(&p, count));
  show_truth("untouched", p.warpSize == 0x5a5a5a5a);
  show_last_error("after refused calls");
  SHOW(cudaGetDeviceProperties(&p, 0));
  show_row("threads: warp, block, three sides",
           {p.warpSize, p.maxThreadsPerBlock, p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]});
  show_row("grid", {p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]});
  show_row("constant, shared, pitch", {int(p.totalConstMem), int(p.sharedMemPerBlock), int(p.memPitch)});
  show_row("texture and surface alignment",
           {int(p.textureAlignment), int(p.texturePitchAlignment), int(p.surfaceAlignment)});
  show_row("unified addresses, mapped, managed, pools",
           {p.unifiedAddressing, p.canMapHostMemory, p.managedMemory, p.memoryPoolsSupported});
  show_row("cooperative, priorities, concurrent kernels, registering",
           {p.cooperativeLaunch, p.streamPrioritiesSupported, p.concurrentKernels, p.hostRegisterSupported});
  show_truth("a name", p.name[0] != '\0' && std::strlen(p.name) < sizeof p.name);
  const cudaUUID_t none = {};
  show_truth("a UUID", std::memcmp(&p.uuid, &none, sizeof none) != 0);
  show_truth("memory", p.totalGlobalMem > 0);

  struct {
    const char *name;
    cudaDeviceAttr attribute;
    long long value;
  } pairs[] = {
      {"major", cudaDevAttrComputeCapabilityMajor, p.major},
      {"minor", cudaDevAttrComputeCapabilityMinor, p.minor},
      {"multiprocessors", cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
      {"registers of a block", cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
      {"registers of a multiprocessor", cudaDevAttrMaxRegistersPerMultiprocessor, p.regsPerMultiprocessor},
      {"threads of a multiprocessor", cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
      {"blocks of a multiprocessor", cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
      {"shared of a multiprocessor", cudaDevAttrMaxSharedMemoryPerMultiprocessor,
       static_cast<long long>(p.sharedMemPerMultiprocessor)},
      {"shared by opting in", cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<long long>(p.sharedMemPerBlockOptin)},
      {"reserved shared", cudaDevAttrReservedSharedMemoryPerBlock, static_cast<long long>(p.reservedSharedMemPerBlock)},
      {"L2", cudaDevAttrL2CacheSize, p.l2CacheSize},
      {"persisting L2", cudaDevAttrMaxPersistingL2CacheSize, p.persistingL2CacheMaxSize},
      {"window", cudaDevAttrMaxAccessPolicyWindowSize, p.accessPolicyMaxWindowSize},
      {"bus width", cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth},
      {"copy engines", cudaDevAttrAsyncEngineCount, p.asyncEngineCount},
      {"integrated", cudaDevAttrIntegrated, p.integrated},
      {"concurrent managed access", cudaDevAttrConcurrentManagedAccess, p.concurrentManagedAccess},
      {"pageable access", cudaDevAttrPageableMemoryAccess, p.pageableMemoryAccess},
      {"host atomics", cudaDevAttrHostNativeAtomicSupported, p.hostNativeAtomicSupported},
      {"clusters", cudaDevAttrClusterLaunch, p.clusterLaunch},
      {"pool handles", cudaDevAttrMemoryPoolSupportedHandleTypes, p.memoryPoolSupportedHandleTypes},
      {"IPC events", cudaDevAttrIpcEventSupport, p.ipcEventSupported},
      {"PCI bus", cudaDevAttrPciBusId, p.pciBusID},
      {"PCI device", cudaDevAttrPciDeviceId, p.pciDeviceID},
      {"PCI domain", cudaDevAttrPciDomainId, p.pciDomainID},
      {"one-dimensional texture", cudaDevAttrMaxTexture1DWidth, p.maxTexture1D},
      {"two-dimensional texture", cudaDevAttrMaxTexture2DHeight, p.maxTexture2D[1]},
      {"three-dimensional texture", cudaDevAttrMaxTexture3DDepth, p.maxTexture3D[2]},
      {"surface", cudaDevAttrMaxSurface2DWidth, p.maxSurface2D[0]},
  };
  for (const auto &pair : pairs) {
    int value = 0;
    MUST(cudaDeviceGetAttribute(&value, pair.attribute, 0));
    show_truth(pair.name, value == pair.value);
  }
  show_while_capturing("properties", [&] { return cudaGetDeviceProperties(&p, 0); });
}
