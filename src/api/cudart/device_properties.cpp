// SPDX-License-Identifier: Apache-2.0
// What a device says about itself: the limits of compute capability 8.0, the memory and cores of
// this machine.
#include <cuda.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>
#include <string>

#include "api/cudart/array.h"
#include "api/cudart/channel_format.h"
#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "device/cpu/limits.h"
#include "platform/clock.h"
#include "platform/cpu.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cudart {
namespace {

int last_level_cache_bytes() {
  const long level3 = sysconf(_SC_LEVEL3_CACHE_SIZE);
  const long level2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return static_cast<int>(std::clamp(std::max(level3, level2), 1L << 20, 1L << 30));
}

constexpr std::size_t kCacheShares = 16;

void set_texture_limits(cudaDeviceProp& prop) {
  // Of compute capability 8.0, so that programs which size arrays by them behave as they do there.
  prop.maxTexture1D = 131072;
  prop.maxTexture1DMipmap = 32768;
  prop.maxTexture2D[0] = 131072;
  prop.maxTexture2D[1] = 65536;
  prop.maxTexture2DMipmap[0] = prop.maxTexture2DMipmap[1] = 32768;
  prop.maxTexture2DLinear[0] = 131072;
  prop.maxTexture2DLinear[1] = 65000;
  prop.maxTexture2DLinear[2] = 2097120;
  prop.maxTexture2DGather[0] = prop.maxTexture2DGather[1] = 32768;
  std::fill_n(prop.maxTexture3D, 3, 16384);
  prop.maxTexture3DAlt[0] = prop.maxTexture3DAlt[1] = 8192;
  prop.maxTexture3DAlt[2] = 32768;
  prop.maxTextureCubemap = 32768;
  prop.maxTexture1DLayered[0] = 32768;
  prop.maxTexture1DLayered[1] = 2048;
  prop.maxTexture2DLayered[0] = prop.maxTexture2DLayered[1] = 32768;
  prop.maxTexture2DLayered[2] = 2048;
  prop.maxTextureCubemapLayered[0] = 32768;
  prop.maxTextureCubemapLayered[1] = 2046;
  prop.maxSurface1D = 32768;
  prop.maxSurface2D[0] = 131072;
  prop.maxSurface2D[1] = 65536;
  std::fill_n(prop.maxSurface3D, 3, 16384);
  prop.maxSurface1DLayered[0] = 32768;
  prop.maxSurface1DLayered[1] = 2048;
  prop.maxSurface2DLayered[0] = prop.maxSurface2DLayered[1] = 32768;
  prop.maxSurface2DLayered[2] = 2048;
  prop.maxSurfaceCubemap = 32768;
  prop.maxSurfaceCubemapLayered[0] = 32768;
  prop.maxSurfaceCubemapLayered[1] = 2046;
}

void set_execution_limits(cudaDeviceProp& prop) {
  prop.major = 8;
  prop.minor = 0;
  prop.warpSize = device::kWarpSize;
  prop.maxThreadsPerBlock = device::kMaxThreadsPerBlock;
  prop.maxThreadsDim[0] = device::kMaxBlockX;
  prop.maxThreadsDim[1] = device::kMaxBlockY;
  prop.maxThreadsDim[2] = device::kMaxBlockZ;
  prop.maxGridSize[0] = device::kMaxGridX;
  prop.maxGridSize[1] = device::kMaxGridY;
  prop.maxGridSize[2] = device::kMaxGridZ;
  prop.sharedMemPerBlock = device::kSharedBytesDefault;
  prop.sharedMemPerBlockOptin = device::kSharedBytesOptIn;
  prop.sharedMemPerMultiprocessor = device::kSharedBytesPerMultiprocessor;
  prop.reservedSharedMemPerBlock = device::kSharedBytesReservedPerBlock;
  prop.regsPerBlock = device::kRegistersPerMultiprocessor;
  prop.regsPerMultiprocessor = device::kRegistersPerMultiprocessor;
  prop.maxThreadsPerMultiProcessor = device::kMaxThreadsPerMultiprocessor;
  prop.maxBlocksPerMultiProcessor = device::kMaxBlocksPerMultiprocessor;
  prop.multiProcessorCount = static_cast<int>(platform::usable_cores());
  prop.totalConstMem = 65536;
}

cudaDeviceProp properties_of(int device) {
  cudaDeviceProp prop = {};
  const std::string name = "Riffle CPU (" + platform::cpu_name() + ")";
  std::snprintf(prop.name, sizeof(prop.name), "%s", name.c_str());
  std::memcpy(prop.uuid.bytes, "RiffleCPU\0\0\0\0\0\0", 15);
  prop.uuid.bytes[15] =
      static_cast<char>(context::number_in_machine(device));  // base/visible_devices.h
  set_execution_limits(prop);
  set_texture_limits(prop);
  prop.totalGlobalMem = memory::registry().device_usage(device).limit_bytes;
  prop.memPitch = INT_MAX;
  prop.textureAlignment = 512;
  prop.texturePitchAlignment = 32;
  prop.surfaceAlignment = 512;
  prop.canMapHostMemory = 1;
  prop.concurrentKernels = 1;
  prop.cooperativeLaunch = 1;
  prop.pciBusID = context::number_in_machine(device) + 1;
  prop.asyncEngineCount = 3;
  prop.unifiedAddressing = 1;
  prop.memoryBusWidth = 512;
  prop.l2CacheSize = last_level_cache_bytes();
  prop.persistingL2CacheMaxSize = static_cast<int>(persisting_cache_bytes_most());
  prop.accessPolicyMaxWindowSize = kPolicyWindowBytesMost;
  prop.streamPrioritiesSupported = 1;
  prop.globalL1CacheSupported = 1;
  prop.localL1CacheSupported = 1;
  prop.managedMemory = 1;
  prop.hostNativeAtomicSupported = 1;
  prop.concurrentManagedAccess = 1;
  prop.directManagedMemAccessFromHost = 1;
  prop.computePreemptionSupported = 1;
  prop.canUseHostPointerForRegisteredMem = 1;
  prop.hostRegisterSupported = 1;
  prop.hostRegisterReadOnlySupported = 1;
  prop.memoryPoolsSupported = 1;
  prop.memoryPoolSupportedHandleTypes = cudaMemHandleTypePosixFileDescriptor;
  prop.ipcEventSupported = 1;
  prop.deviceNumaId = -1;
  prop.hostNumaId = 0;
  return prop;
}

// Attributes that only the driver API has names for.
bool driver_attribute(CUdevice_attribute attribute, int& value) {
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER:
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
      value = 1;
      return true;
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK:
      value = CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE | CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY |
              CU_MEM_DECOMPRESS_ALGORITHM_LZ4;
      return true;
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH:
      value = 1 << 30;
      return true;
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
      value = 0;
      return true;
    default:
      return false;
  }
}

// Attributes that have no member of cudaDeviceProp.
bool other_attribute(cudaDeviceAttr attribute, int& value) {
  switch (attribute) {
    case cudaDevAttrClockRate:  // in kHz: what clock64() counts
      value = static_cast<int>(std::min<std::uint64_t>(platform::ticks_per_us() * 1000, INT_MAX));
      return true;
    case cudaDevAttrMemoryClockRate:
      value = 2400000;
      return true;
    case cudaDevAttrGpuOverlap:
      value = 1;
      return true;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      value = 2;
      return true;
    case cudaDevAttrMemSyncDomainCount:
    case cudaDevAttrHostNumaMemoryPoolsSupported:
    case cudaDevAttrHostMemoryPoolsSupported:
      value = 1;
      return true;
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrComputeMode:
    case cudaDevAttrReserved92:
    case cudaDevAttrReserved93:
    case cudaDevAttrReserved94:
    case cudaDevAttrReserved96:
    case cudaDevAttrCanFlushRemoteWrites:
    case cudaDevAttrReserved122:
    case cudaDevAttrReserved123:
    case cudaDevAttrReserved124:
    case cudaDevAttrReserved127:
    case cudaDevAttrReserved128:
    case cudaDevAttrReserved129:
    case cudaDevAttrReserved132:
    case cudaDevAttrD3D12CigSupported:
    case cudaDevAttrVulkanCigSupported:
    case cudaDevAttrReserved141:
    case cudaDevAttrReserved145:
    case cudaDevAttrOnlyPartialHostNativeAtomicSupported:
      value = 0;
      return true;
    default:
      return false;
  }
}

// The attribute's value in `prop`, which has it as this type or another.
bool member_attribute(const cudaDeviceProp& prop, cudaDeviceAttr attribute, long long& value) {
  switch (attribute) {
#define RIFFLE_ATTRIBUTE(name, member)           \
  case name:                                     \
    value = static_cast<long long>(prop.member); \
    return true;
#include "api/table/device_attributes.def"
#undef RIFFLE_ATTRIBUTE
    default:
      return false;
  }
}

}  // namespace

std::size_t cache_share_bytes() {
  return static_cast<std::size_t>(last_level_cache_bytes()) / kCacheShares;
}

const cudaDeviceProp& texture_limits() {
  static const cudaDeviceProp limits = [] {
    cudaDeviceProp made{};
    set_texture_limits(made);
    return made;
  }();
  return limits;
}

cudaError_t device_get_texture_1d_linear_max_width(std::size_t* maxWidthInElements,
                                                   const cudaChannelFormatDesc* fmtDesc,
                                                   int device) {
  if (maxWidthInElements == nullptr || fmtDesc == nullptr) return cudaErrorInvalidValue;
  const std::size_t bytes = element_bytes(*fmtDesc);
  if (bytes == 0) return cudaErrorInvalidChannelDescriptor;
  if (!is_device(device)) return cudaErrorInvalidDevice;
  *maxWidthInElements = std::min(std::size_t{1} << 28, (std::size_t{1} << 31) / bytes);
  return cudaSuccess;
}

cudaError_t get_device_properties(cudaDeviceProp* prop, int device) {
  if (prop == nullptr) return cudaErrorInvalidValue;
  if (!is_device(device)) return cudaErrorInvalidDevice;
  *prop = properties_of(device);
  return cudaSuccess;
}

cudaError_t device_get_attribute(int* value, cudaDeviceAttr attr, int device) {
  if (value == nullptr) return cudaErrorInvalidValue;
  if (!is_device(device)) return cudaErrorInvalidDevice;
  if (other_attribute(attr, *value)) return cudaSuccess;
  if (driver_attribute(static_cast<CUdevice_attribute>(attr), *value)) return cudaSuccess;
  long long member = 0;
  if (!member_attribute(properties_of(device), attr, member)) return cudaErrorInvalidValue;
  *value = static_cast<int>(std::min<long long>(member, INT_MAX));
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
