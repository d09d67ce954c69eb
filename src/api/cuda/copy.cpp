// SPDX-License-Identifier: Apache-2.0
// Copies: flat ones, and those of rectangles and boxes in memory and in arrays.
#include "api/cuda/copy.h"

#include "api/cuda/entry.h"
#include "api/cudart/array.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {
namespace {

void* pointer_to(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

struct Side {
  CUmemorytype type;
  const void* host;
  CUdeviceptr device;
  CUarray array;
  std::size_t x, y, z, pitch, height;
};

std::size_t element_bytes_of(const Side& side) {
  if (side.type != CU_MEMORYTYPE_ARRAY) return 0;
  const auto* const object = cudart::find_array(reinterpret_cast<cudaArray_t>(side.array));
  return object != nullptr ? object->array.element_bytes : 0;
}

/// Memory begins where the copy does; arrays count elements.
bool place(const Side& side, const CUDA_MEMCPY3D& copy, cudaArray_t& array, cudaPitchedPtr& pointer,
           cudaPos& position) {
  if (side.type == CU_MEMORYTYPE_ARRAY) {
    const std::size_t bytes = element_bytes_of(side);
    if (bytes == 0 || side.x % bytes != 0) return false;
    array = reinterpret_cast<cudaArray_t>(side.array);
    position = {side.x / bytes, side.y, side.z};
    return true;
  }
  const bool is_host = side.type == CU_MEMORYTYPE_HOST;
  if (!is_host && side.type != CU_MEMORYTYPE_DEVICE && side.type != CU_MEMORYTYPE_UNIFIED)
    return false;
  // What is not told follows from the rest, as on hardware.
  const std::size_t pitch = side.pitch != 0 ? side.pitch : side.x + copy.WidthInBytes;
  const std::size_t height = side.height != 0 ? side.height : side.y + copy.Height;
  if (pitch < side.x + copy.WidthInBytes || (copy.Depth > 1 && height < side.y + copy.Height))
    return false;
  auto* const begin =
      static_cast<char*>(is_host ? const_cast<void*>(side.host) : pointer_to(side.device));
  if (begin == nullptr) return false;
  pointer = {begin + (side.z * height + side.y) * pitch + side.x, pitch, copy.WidthInBytes, height};
  return true;
}

CUresult copy_box(const CUDA_MEMCPY3D* copy, CUstream default_stream) {
  if (copy == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (copy->WidthInBytes == 0 || copy->Height == 0 || copy->Depth == 0) return CUDA_SUCCESS;
  const auto same = box_copy(*copy);
  return same ? to_result(checked::cudaMemcpy3D(default_stream, &*same)) : same.error();
}

CUresult copy_box_async(const CUDA_MEMCPY3D* copy, CUstream stream) {
  if (copy == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (copy->WidthInBytes == 0 || copy->Height == 0 || copy->Depth == 0) return CUDA_SUCCESS;
  const auto same = box_copy(*copy);
  return same ? to_result(checked::cudaMemcpy3DAsync(&*same, stream)) : same.error();
}

/// Contexts of one process reach all memory: the two that a peer's copy names change nothing.
CUDA_MEMCPY3D without_contexts(const CUDA_MEMCPY3D_PEER& peer) {
  CUDA_MEMCPY3D copy = {};
  copy.srcXInBytes = peer.srcXInBytes;
  copy.srcY = peer.srcY;
  copy.srcZ = peer.srcZ;
  copy.srcMemoryType = peer.srcMemoryType;
  copy.srcHost = peer.srcHost;
  copy.srcDevice = peer.srcDevice;
  copy.srcArray = peer.srcArray;
  copy.srcPitch = peer.srcPitch;
  copy.srcHeight = peer.srcHeight;
  copy.dstXInBytes = peer.dstXInBytes;
  copy.dstY = peer.dstY;
  copy.dstZ = peer.dstZ;
  copy.dstMemoryType = peer.dstMemoryType;
  copy.dstHost = peer.dstHost;
  copy.dstDevice = peer.dstDevice;
  copy.dstArray = peer.dstArray;
  copy.dstPitch = peer.dstPitch;
  copy.dstHeight = peer.dstHeight;
  copy.WidthInBytes = peer.WidthInBytes;
  copy.Height = peer.Height;
  copy.Depth = peer.Depth;
  return copy;
}

/// One row, between an array and memory or another array.
CUDA_MEMCPY3D row(std::size_t bytes) {
  CUDA_MEMCPY3D copy = {};
  copy.WidthInBytes = bytes;
  copy.Height = copy.Depth = 1;
  return copy;
}

void from_array(CUDA_MEMCPY3D& copy, CUarray array, std::size_t offset) {
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = array;
  copy.srcXInBytes = offset;
}

void to_array(CUDA_MEMCPY3D& copy, CUarray array, std::size_t offset) {
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.dstXInBytes = offset;
}

void from_memory(CUDA_MEMCPY3D& copy, CUmemorytype type, const void* pointer) {
  copy.srcMemoryType = type;
  copy.srcHost = pointer;
  copy.srcDevice = reinterpret_cast<CUdeviceptr>(pointer);
}

void to_memory(CUDA_MEMCPY3D& copy, CUmemorytype type, void* pointer) {
  copy.dstMemoryType = type;
  copy.dstHost = pointer;
  copy.dstDevice = reinterpret_cast<CUdeviceptr>(pointer);
}

}  // namespace

std::expected<cudaMemcpy3DParms, CUresult> box_copy(const CUDA_MEMCPY3D& copy) {
  const Side source = {copy.srcMemoryType, copy.srcHost,     copy.srcDevice,
                       copy.srcArray,      copy.srcXInBytes, copy.srcY,
                       copy.srcZ,          copy.srcPitch,    copy.srcHeight};
  const Side destination = {copy.dstMemoryType, copy.dstHost,     copy.dstDevice,
                            copy.dstArray,      copy.dstXInBytes, copy.dstY,
                            copy.dstZ,          copy.dstPitch,    copy.dstHeight};
  cudaMemcpy3DParms same = {};
  same.kind = cudaMemcpyDefault;
  same.extent = {copy.WidthInBytes, copy.Height, copy.Depth};
  if (!place(source, copy, same.srcArray, same.srcPtr, same.srcPos) ||
      !place(destination, copy, same.dstArray, same.dstPtr, same.dstPos))
    return std::unexpected(CUDA_ERROR_INVALID_VALUE);
  for (const Side& side : {source, destination}) {
    const std::size_t bytes = element_bytes_of(side);
    if (bytes == 0) continue;
    if (copy.WidthInBytes % bytes != 0) return std::unexpected(CUDA_ERROR_INVALID_VALUE);
    same.extent.width = copy.WidthInBytes / bytes;
  }
  return same;
}

CUDA_MEMCPY3D as_box(const CUDA_MEMCPY2D& copy) {
  CUDA_MEMCPY3D box = {};
  box.srcXInBytes = copy.srcXInBytes;
  box.srcY = copy.srcY;
  box.srcMemoryType = copy.srcMemoryType;
  box.srcHost = copy.srcHost;
  box.srcDevice = copy.srcDevice;
  box.srcArray = copy.srcArray;
  box.srcPitch = copy.srcPitch;
  box.dstXInBytes = copy.dstXInBytes;
  box.dstY = copy.dstY;
  box.dstMemoryType = copy.dstMemoryType;
  box.dstHost = copy.dstHost;
  box.dstDevice = copy.dstDevice;
  box.dstArray = copy.dstArray;
  box.dstPitch = copy.dstPitch;
  box.WidthInBytes = copy.WidthInBytes;
  box.Height = copy.Height;
  box.Depth = 1;
  return box;
}

CUresult memcpy(CUstream default_stream, CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  return to_result(checked::cudaMemcpy(default_stream, pointer_to(dst), pointer_to(src), bytes,
                                       cudaMemcpyDefault));
}

CUresult memcpy_async(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream) {
  return to_result(
      checked::cudaMemcpyAsync(pointer_to(dst), pointer_to(src), bytes, cudaMemcpyDefault, stream));
}

CUresult memcpy_htod_v2(CUstream default_stream, CUdeviceptr dst_device, const void* src_host,
                        size_t bytes) {
  return to_result(checked::cudaMemcpy(default_stream, pointer_to(dst_device), src_host, bytes,
                                       cudaMemcpyHostToDevice));
}

CUresult memcpy_htod_async_v2(CUdeviceptr dst_device, const void* src_host, size_t bytes,
                              CUstream stream) {
  return to_result(checked::cudaMemcpyAsync(pointer_to(dst_device), src_host, bytes,
                                            cudaMemcpyHostToDevice, stream));
}

CUresult memcpy_dtoh_v2(CUstream default_stream, void* dst_host, CUdeviceptr src_device,
                        size_t bytes) {
  return to_result(checked::cudaMemcpy(default_stream, dst_host, pointer_to(src_device), bytes,
                                       cudaMemcpyDeviceToHost));
}

CUresult memcpy_dtoh_async_v2(void* dst_host, CUdeviceptr src_device, size_t bytes,
                              CUstream stream) {
  return to_result(checked::cudaMemcpyAsync(dst_host, pointer_to(src_device), bytes,
                                            cudaMemcpyDeviceToHost, stream));
}

CUresult memcpy_dtod_v2(CUstream default_stream, CUdeviceptr dst_device, CUdeviceptr src_device,
                        size_t bytes) {
  return to_result(checked::cudaMemcpy(default_stream, pointer_to(dst_device),
                                       pointer_to(src_device), bytes, cudaMemcpyDeviceToDevice));
}

CUresult memcpy_dtod_async_v2(CUdeviceptr dst_device, CUdeviceptr src_device, size_t bytes,
                              CUstream stream) {
  return to_result(checked::cudaMemcpyAsync(pointer_to(dst_device), pointer_to(src_device), bytes,
                                            cudaMemcpyDeviceToDevice, stream));
}

CUresult memcpy_peer(CUstream default_stream, CUdeviceptr dst_device, CUcontext,
                     CUdeviceptr src_device, CUcontext, size_t bytes) {
  return memcpy_dtod_v2(default_stream, dst_device, src_device, bytes);
}

CUresult memcpy_peer_async(CUdeviceptr dst_device, CUcontext, CUdeviceptr src_device, CUcontext,
                           size_t bytes, CUstream stream) {
  return memcpy_dtod_async_v2(dst_device, src_device, bytes, stream);
}

CUresult memcpy_2d_v2(CUstream default_stream, const CUDA_MEMCPY2D* copy) {
  if (copy == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D box = as_box(*copy);
  return copy_box(&box, default_stream);
}

CUresult memcpy_2d_unaligned_v2(CUstream default_stream, const CUDA_MEMCPY2D* copy) {
  return memcpy_2d_v2(default_stream, copy);
}

CUresult memcpy_2d_async_v2(const CUDA_MEMCPY2D* copy, CUstream stream) {
  if (copy == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D box = as_box(*copy);
  return copy_box_async(&box, stream);
}

CUresult memcpy_3d_v2(CUstream default_stream, const CUDA_MEMCPY3D* copy) {
  return copy_box(copy, default_stream);
}

CUresult memcpy_3d_async_v2(const CUDA_MEMCPY3D* copy, CUstream stream) {
  return copy_box_async(copy, stream);
}

CUresult memcpy_3d_peer(CUstream default_stream, const CUDA_MEMCPY3D_PEER* copy) {
  if (copy == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D box = without_contexts(*copy);
  return copy_box(&box, default_stream);
}

CUresult memcpy_3d_peer_async(const CUDA_MEMCPY3D_PEER* copy, CUstream stream) {
  if (copy == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D box = without_contexts(*copy);
  return copy_box_async(&box, stream);
}

CUresult memcpy_dtoa_v2(CUstream default_stream, CUarray dst_array, size_t dst_offset,
                        CUdeviceptr src_device, size_t bytes) {
  CUDA_MEMCPY3D copy = row(bytes);
  to_array(copy, dst_array, dst_offset);
  from_memory(copy, CU_MEMORYTYPE_DEVICE, pointer_to(src_device));
  return copy_box(&copy, default_stream);
}

CUresult memcpy_atod_v2(CUstream default_stream, CUdeviceptr dst_device, CUarray src_array,
                        size_t src_offset, size_t bytes) {
  CUDA_MEMCPY3D copy = row(bytes);
  from_array(copy, src_array, src_offset);
  to_memory(copy, CU_MEMORYTYPE_DEVICE, pointer_to(dst_device));
  return copy_box(&copy, default_stream);
}

CUresult memcpy_htoa_v2(CUstream default_stream, CUarray dst_array, size_t dst_offset,
                        const void* src_host, size_t bytes) {
  CUDA_MEMCPY3D copy = row(bytes);
  to_array(copy, dst_array, dst_offset);
  from_memory(copy, CU_MEMORYTYPE_HOST, src_host);
  return copy_box(&copy, default_stream);
}

CUresult memcpy_htoa_async_v2(CUarray dst_array, size_t dst_offset, const void* src_host,
                              size_t bytes, CUstream stream) {
  CUDA_MEMCPY3D copy = row(bytes);
  to_array(copy, dst_array, dst_offset);
  from_memory(copy, CU_MEMORYTYPE_HOST, src_host);
  return copy_box_async(&copy, stream);
}

CUresult memcpy_atoh_v2(CUstream default_stream, void* dst_host, CUarray src_array,
                        size_t src_offset, size_t bytes) {
  CUDA_MEMCPY3D copy = row(bytes);
  from_array(copy, src_array, src_offset);
  to_memory(copy, CU_MEMORYTYPE_HOST, dst_host);
  return copy_box(&copy, default_stream);
}

CUresult memcpy_atoh_async_v2(void* dst_host, CUarray src_array, size_t src_offset, size_t bytes,
                              CUstream stream) {
  CUDA_MEMCPY3D copy = row(bytes);
  from_array(copy, src_array, src_offset);
  to_memory(copy, CU_MEMORYTYPE_HOST, dst_host);
  return copy_box_async(&copy, stream);
}

CUresult memcpy_atoa_v2(CUstream default_stream, CUarray dst_array, size_t dst_offset,
                        CUarray src_array, size_t src_offset, size_t bytes) {
  CUDA_MEMCPY3D copy = row(bytes);
  from_array(copy, src_array, src_offset);
  to_array(copy, dst_array, dst_offset);
  return copy_box(&copy, default_stream);
}

}  // namespace riffle::api::cuda
