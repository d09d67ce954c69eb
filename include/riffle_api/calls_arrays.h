// SPDX-License-Identifier: Apache-2.0
// Arrays, the copies that reach them, texture and surface objects.
#ifndef RIFFLE_API_CALLS_ARRAYS_H
#define RIFFLE_API_CALLS_ARRAYS_H

#include <driver_types.h>
#include <riffle_api/declare.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_API cudaError_t CUDARTAPI cudaMallocArray(cudaArray_t* array,
                                                 const struct cudaChannelFormatDesc* desc,
                                                 size_t width, size_t height RIFFLE_API_DEFAULT(0),
                                                 unsigned int flags RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMalloc3DArray(cudaArray_t* array,
                                                   const struct cudaChannelFormatDesc* desc,
                                                   struct cudaExtent extent,
                                                   unsigned int flags RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMallocMipmappedArray(cudaMipmappedArray_t* mipmapped,
                                                          const struct cudaChannelFormatDesc* desc,
                                                          struct cudaExtent extent,
                                                          unsigned int num_levels,
                                                          unsigned int flags RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaFreeArray(cudaArray_t array);
RIFFLE_API cudaError_t CUDARTAPI cudaFreeMipmappedArray(cudaMipmappedArray_t mipmapped);
RIFFLE_API cudaError_t CUDARTAPI cudaGetMipmappedArrayLevel(cudaArray_t* level_array,
                                                            cudaMipmappedArray_const_t mipmapped,
                                                            unsigned int level);
RIFFLE_API cudaError_t CUDARTAPI cudaArrayGetInfo(struct cudaChannelFormatDesc* desc,
                                                  struct cudaExtent* extent, unsigned int* flags,
                                                  cudaArray_t array);
RIFFLE_API cudaError_t CUDARTAPI cudaArrayGetPlane(cudaArray_t* plane, cudaArray_t array,
                                                   unsigned int plane_index);
RIFFLE_API cudaError_t CUDARTAPI cudaArrayGetMemoryRequirements(
    struct cudaArrayMemoryRequirements* memory_requirements, cudaArray_t array, int device);
RIFFLE_API cudaError_t CUDARTAPI cudaArrayGetSparseProperties(
    struct cudaArraySparseProperties* sparse_properties, cudaArray_t array);
RIFFLE_API cudaError_t CUDARTAPI
cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements* memory_requirements,
                                        cudaMipmappedArray_t mipmap, int device);
RIFFLE_API cudaError_t CUDARTAPI cudaMipmappedArrayGetSparseProperties(
    struct cudaArraySparseProperties* sparse_properties, cudaMipmappedArray_t mipmap);
RIFFLE_API cudaError_t CUDARTAPI cudaGetChannelDesc(struct cudaChannelFormatDesc* desc,
                                                    cudaArray_const_t array);
RIFFLE_API struct cudaChannelFormatDesc CUDARTAPI
cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f);

RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy2DToArray(cudaArray_t dst, size_t w_offset,
                                                     size_t h_offset, const void* src,
                                                     size_t spitch, size_t width, size_t height,
                                                     enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy2DToArrayAsync(
    cudaArray_t dst, size_t w_offset, size_t h_offset, const void* src, size_t spitch, size_t width,
    size_t height, enum cudaMemcpyKind kind, cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy2DFromArray(void* dst, size_t dpitch,
                                                       cudaArray_const_t src, size_t w_offset,
                                                       size_t h_offset, size_t width, size_t height,
                                                       enum cudaMemcpyKind kind);
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy2DFromArrayAsync(
    void* dst, size_t dpitch, cudaArray_const_t src, size_t w_offset, size_t h_offset, size_t width,
    size_t height, enum cudaMemcpyKind kind, cudaStream_t stream RIFFLE_API_DEFAULT(0));
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpy2DArrayToArray(
    cudaArray_t dst, size_t w_offset_dst, size_t h_offset_dst, cudaArray_const_t src,
    size_t w_offset_src, size_t h_offset_src, size_t width, size_t height,
    enum cudaMemcpyKind kind RIFFLE_API_DEFAULT(cudaMemcpyDeviceToDevice));
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyToArray(cudaArray_t dst, size_t w_offset,
                                                   size_t h_offset, const void* src, size_t count,
                                                   enum cudaMemcpyKind kind) RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyToArrayAsync(
    cudaArray_t dst, size_t w_offset, size_t h_offset, const void* src, size_t count,
    enum cudaMemcpyKind kind, cudaStream_t stream RIFFLE_API_DEFAULT(0)) RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI
cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t w_offset, size_t h_offset,
                    size_t count, enum cudaMemcpyKind kind) RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyFromArrayAsync(
    void* dst, cudaArray_const_t src, size_t w_offset, size_t h_offset, size_t count,
    enum cudaMemcpyKind kind, cudaStream_t stream RIFFLE_API_DEFAULT(0)) RIFFLE_API_DEPRECATED;
RIFFLE_API cudaError_t CUDARTAPI cudaMemcpyArrayToArray(
    cudaArray_t dst, size_t w_offset_dst, size_t h_offset_dst, cudaArray_const_t src,
    size_t w_offset_src, size_t h_offset_src, size_t count,
    enum cudaMemcpyKind kind RIFFLE_API_DEFAULT(cudaMemcpyDeviceToDevice)) RIFFLE_API_DEPRECATED;

RIFFLE_API cudaError_t CUDARTAPI cudaCreateTextureObject(cudaTextureObject_t* texture,
                                                         const struct cudaResourceDesc* resource,
                                                         const struct cudaTextureDesc* desc,
                                                         const struct cudaResourceViewDesc* view);
RIFFLE_API cudaError_t CUDARTAPI cudaDestroyTextureObject(cudaTextureObject_t texture);
RIFFLE_API cudaError_t CUDARTAPI cudaGetTextureObjectResourceDesc(struct cudaResourceDesc* resource,
                                                                  cudaTextureObject_t texture);
RIFFLE_API cudaError_t CUDARTAPI cudaGetTextureObjectTextureDesc(struct cudaTextureDesc* desc,
                                                                 cudaTextureObject_t texture);
RIFFLE_API cudaError_t CUDARTAPI cudaGetTextureObjectResourceViewDesc(
    struct cudaResourceViewDesc* view, cudaTextureObject_t texture);
RIFFLE_API cudaError_t CUDARTAPI cudaCreateSurfaceObject(cudaSurfaceObject_t* surface,
                                                         const struct cudaResourceDesc* resource);
RIFFLE_API cudaError_t CUDARTAPI cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
RIFFLE_API cudaError_t CUDARTAPI cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc* resource,
                                                                  cudaSurfaceObject_t surface);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_API_CALLS_ARRAYS_H
