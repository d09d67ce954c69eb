// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuDeviceGet, cuDeviceGetCount, cuDeviceGetName, cuDeviceGetUuid, cuDeviceGetLuid, cuDeviceTotalMem, cuDeviceGetAttribute,
// cuDeviceGetProperties, cuDeviceComputeCapability, cuDeviceGetByPCIBusId, cuDeviceGetPCIBusId,
// cuDeviceGetExecAffinitySupport, cuDeviceGetTexture1DLinearMaxWidth, cuDeviceGetDefaultMemPool, cuDeviceGetMemPool,
// cuDeviceSetMemPool, cuDeviceCanAccessPeer, cuDeviceGetP2PAttribute, cuDeviceGetHostAtomicCapabilities,
// cuDeviceGetP2PAtomicCapabilities, cuDeviceGetNvSciSyncAttributes, cuFlushGPUDirectRDMAWrites: refused arguments, and what agrees with the runtime.
#include "driver.h"

int main() {
  MUST(cuInit(0));
  CUdevice device = -7;
  int count = 0, value = -7, other = -7;
  MUST(cuDeviceGetCount(&count));
  SHOW(cuDeviceGet(nullptr, 0));
  SHOW(cuDeviceGet(&device, -1));
  SHOW(cuDeviceGet(&device, 4096));
  SHOW(cuDeviceGet(&device, 0));
  show_value("device", device);
  char name[256] = "", tiny[4] = "abc";
  SHOW(cuDeviceGetName(name, 256, 0));
  cudaDeviceProp properties;
  MUST(cudaGetDeviceProperties(&properties, 0));
  show_truth("the runtime's name", std::strcmp(name, properties.name) == 0);
  SHOW(cuDeviceGetName(tiny, 4, 0));
  show_truth("cut off", std::strncmp(tiny, name, 3) == 0 && tiny[3] == 0);
  SHOW(cuDeviceGetName(name, 256, 4096));
  SHOW(cuDeviceGetName(name, 256, -1));
  CUuuid uuid;
  SHOW(cuDeviceGetUuid(nullptr, 0));
  SHOW(cuDeviceGetUuid(&uuid, 4096));
  SHOW(cuDeviceGetUuid(&uuid, 0));
  show_truth("the runtime's id", std::memcmp(&uuid, &properties.uuid, sizeof uuid) == 0);
  char luid[8];
  unsigned mask = 0;
  SHOW(cuDeviceGetLuid(luid, &mask, 0));
  std::size_t bytes = 0;
  SHOW(cuDeviceTotalMem(nullptr, 0));
  SHOW(cuDeviceTotalMem(&bytes, 4096));
  SHOW(cuDeviceTotalMem(&bytes, 0));
  show_truth("the runtime's", bytes == properties.totalGlobalMem);
  SHOW(cuDeviceGetAttribute(nullptr, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  SHOW(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 4096));
  SHOW(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, -1));
  SHOW(cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(0), 0));
  SHOW(cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(9999), 0));
  SHOW(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  show_value("warp", value);
  int differing = 0;
  for (int attribute = 1; attribute < CU_DEVICE_ATTRIBUTE_MAX; ++attribute) {
    int ours = -1, theirs = -1;
    const CUresult driver = cuDeviceGetAttribute(&ours, static_cast<CUdevice_attribute>(attribute), 0);
    const cudaError_t runtime = cudaDeviceGetAttribute(&theirs, static_cast<cudaDeviceAttr>(attribute), 0);
    if (int(driver) != int(runtime) || (driver == CUDA_SUCCESS && ours != theirs)) {
      ++differing;
      std::printf("attribute %d: %s, runtime %s%s\n", attribute, name_of(driver), name_of(runtime),
                  driver == CUDA_SUCCESS && runtime == cudaSuccess ? ", another value" : "");
    }
  }
  show_value("attributes that differ from the runtime's", differing);
  CUdevprop old;
  SHOW(cuDeviceGetProperties(nullptr, 0));
  SHOW(cuDeviceGetProperties(&old, 4096));
  SHOW(cuDeviceGetProperties(&old, 0));
  show_row("threads per block, warp", {old.maxThreadsPerBlock, old.SIMDWidth});
  SHOW(cuDeviceComputeCapability(nullptr, &other, 0));
  SHOW(cuDeviceComputeCapability(&value, nullptr, 0));
  SHOW(cuDeviceComputeCapability(&value, &other, 4096));
  SHOW(cuDeviceComputeCapability(&value, &other, 0));
  show_truth("the runtime's", value == properties.major && other == properties.minor);
  char bus[32] = "";
  SHOW(cuDeviceGetPCIBusId(nullptr, 32, 0));
  SHOW(cuDeviceGetPCIBusId(bus, 4, 0));
  SHOW(cuDeviceGetPCIBusId(bus, 32, 4096));
  SHOW(cuDeviceGetPCIBusId(bus, 32, 0));
  device = -7;
  SHOW(cuDeviceGetByPCIBusId(&device, bus));
  show_value("device", device);
  SHOW(cuDeviceGetByPCIBusId(nullptr, bus));
  SHOW(cuDeviceGetByPCIBusId(&device, nullptr));
  SHOW(cuDeviceGetByPCIBusId(&device, "nonsense"));
  SHOW(cuDeviceGetExecAffinitySupport(nullptr, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0));
  SHOW(cuDeviceGetExecAffinitySupport(&value, static_cast<CUexecAffinityType>(77), 0));
  SHOW(cuDeviceGetExecAffinitySupport(&value, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0));
  SHOW(cuDeviceGetTexture1DLinearMaxWidth(nullptr, CU_AD_FORMAT_FLOAT, 1, 0));
  SHOW(cuDeviceGetTexture1DLinearMaxWidth(&bytes, CU_AD_FORMAT_FLOAT, 1, 4096));
  SHOW(cuDeviceGetTexture1DLinearMaxWidth(&bytes, CU_AD_FORMAT_FLOAT, 3, 0));
  SHOW(cuDeviceGetTexture1DLinearMaxWidth(&bytes, static_cast<CUarray_format>(77), 1, 0));
  SHOW(cuDeviceGetTexture1DLinearMaxWidth(&bytes, CU_AD_FORMAT_FLOAT, 1, 0));
  CUmemoryPool pool = nullptr, same = nullptr;
  SHOW(cuDeviceGetDefaultMemPool(nullptr, 0));
  SHOW(cuDeviceGetDefaultMemPool(&pool, 4096));
  SHOW(cuDeviceGetDefaultMemPool(&pool, 0));
  SHOW(cuDeviceGetMemPool(nullptr, 0));
  SHOW(cuDeviceGetMemPool(&same, 4096));
  SHOW(cuDeviceGetMemPool(&same, 0));
  show_truth("the default pool", pool != nullptr && pool == same);
  SHOW(cuDeviceSetMemPool(0, nullptr));
  SHOW(cuDeviceSetMemPool(4096, pool));
  SHOW(cuDeviceSetMemPool(0, pool));
  SHOW(cuDeviceCanAccessPeer(nullptr, 0, 0));
  SHOW(cuDeviceCanAccessPeer(&value, 0, 4096));
  SHOW(cuDeviceCanAccessPeer(&value, 0, 0));
  show_value("peer of itself", value);
  SHOW(cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0));
  SHOW(cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 4096));
  SHOW(cuDeviceGetP2PAttribute(nullptr, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 4096));
  CUatomicOperation operation = CU_ATOMIC_OPERATION_INTEGER_ADD;
  unsigned capability = 77;
  SHOW(cuDeviceGetHostAtomicCapabilities(nullptr, &operation, 1, 0));
  SHOW(cuDeviceGetHostAtomicCapabilities(&capability, &operation, 0, 0));
  SHOW(cuDeviceGetHostAtomicCapabilities(&capability, &operation, 1, 4096));
  SHOW(cuDeviceGetHostAtomicCapabilities(&capability, &operation, 1, 0));
  SHOW(cuDeviceGetP2PAtomicCapabilities(&capability, &operation, 1, 0, 0));
  SHOW(cuDeviceGetP2PAtomicCapabilities(&capability, &operation, 1, 0, 4096));
  SHOW(cuFlushGPUDirectRDMAWrites(CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX, static_cast<CUflushGPUDirectRDMAWritesScope>(77)));
  show_truth("no context was made", cuCtxGetCurrent(reinterpret_cast<CUcontext *>(&pool)) == CUDA_SUCCESS);
}
