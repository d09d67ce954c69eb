// SPDX-License-Identifier: Apache-2.0
// Textures, surfaces, tensor maps.
#ifndef RIFFLE_DRIVER_CALLS_TEXTURES_H
#define RIFFLE_DRIVER_CALLS_TEXTURES_H

#include <riffle_driver/declare.h>
#include <riffle_driver/types.h>

#ifdef __cplusplus
extern "C" {
#endif

RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefSetArray(CUtexref texture,
                                                                             CUarray array,
                                                                             unsigned int flags);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefSetMipmappedArray(CUtexref texture, CUmipmappedArray mipmapped_array, unsigned int flags);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefSetAddress(size_t* byte_offset,
                                                                               CUtexref texture,
                                                                               CUdeviceptr pointer,
                                                                               size_t bytes);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefSetAddress2D(
    CUtexref texture, const CUDA_ARRAY_DESCRIPTOR* desc, CUdeviceptr pointer, size_t pitch);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefSetFormat(CUtexref texture, CUarray_format fmt, int num_packed_components);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefSetAddressMode(CUtexref texture, int dim, CUaddress_mode am);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefSetFilterMode(CUtexref texture,
                                                                                  CUfilter_mode fm);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefSetMipmapFilterMode(CUtexref texture, CUfilter_mode fm);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefSetMipmapLevelBias(CUtexref texture, float bias);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefSetMipmapLevelClamp(
    CUtexref texture, float min_mipmap_level_clamp, float max_mipmap_level_clamp);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefSetMaxAnisotropy(CUtexref texture, unsigned int max_aniso);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefSetBorderColor(CUtexref texture, float* border_color);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefSetFlags(CUtexref texture,
                                                                             unsigned int flags);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefGetAddress(CUdeviceptr* device_pointer, CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefGetArray(CUarray* array,
                                                                             CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefGetMipmappedArray(CUmipmappedArray* mipmapped_array, CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefGetAddressMode(CUaddress_mode* pam, CUtexref texture, int dim);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefGetFilterMode(CUfilter_mode* pfm, CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefGetFormat(CUarray_format* format, int* num_channels, CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefGetMipmapFilterMode(CUfilter_mode* pfm, CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefGetMipmapLevelBias(float* pbias, CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefGetMipmapLevelClamp(
    float* pmin_mipmap_level_clamp, float* pmax_mipmap_level_clamp, CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefGetMaxAnisotropy(int* pmax_aniso, CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexRefGetBorderColor(float* border_color, CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefGetFlags(unsigned int* flags,
                                                                             CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefCreate(CUtexref* tex_ref);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuTexRefDestroy(CUtexref texture);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuSurfRefSetArray(CUsurfref surface,
                                                                              CUarray array,
                                                                              unsigned int flags);
RIFFLE_DRIVER_DEPRECATED RIFFLE_DRIVER_API CUresult CUDAAPI cuSurfRefGetArray(CUarray* array,
                                                                              CUsurfref surface);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTexObjectCreate(CUtexObject* tex_object,
                                                     const CUDA_RESOURCE_DESC* res_desc,
                                                     const CUDA_TEXTURE_DESC* tex_desc,
                                                     const CUDA_RESOURCE_VIEW_DESC* res_view_desc);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTexObjectDestroy(CUtexObject tex_object);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* res_desc,
                                                              CUtexObject tex_object);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* tex_desc,
                                                             CUtexObject tex_object);
RIFFLE_DRIVER_API CUresult CUDAAPI
cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC* res_view_desc, CUtexObject tex_object);
RIFFLE_DRIVER_API CUresult CUDAAPI cuSurfObjectCreate(CUsurfObject* surf_object,
                                                      const CUDA_RESOURCE_DESC* res_desc);
RIFFLE_DRIVER_API CUresult CUDAAPI cuSurfObjectDestroy(CUsurfObject surf_object);
RIFFLE_DRIVER_API CUresult CUDAAPI cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* res_desc,
                                                               CUsurfObject surf_object);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTensorMapEncodeTiled(
    CUtensorMap* tensor_map, CUtensorMapDataType tensor_data_type, cuuint32_t tensor_rank,
    void* global_address, const cuuint64_t* global_dim, const cuuint64_t* global_strides,
    const cuuint32_t* box_dim, const cuuint32_t* element_strides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2_promotion,
    CUtensorMapFloatOOBfill oob_fill);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTensorMapEncodeIm2col(
    CUtensorMap* tensor_map, CUtensorMapDataType tensor_data_type, cuuint32_t tensor_rank,
    void* global_address, const cuuint64_t* global_dim, const cuuint64_t* global_strides,
    const int* pixel_box_lower_corner, const int* pixel_box_upper_corner,
    cuuint32_t channels_per_pixel, cuuint32_t pixels_per_column, const cuuint32_t* element_strides,
    CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion l2_promotion, CUtensorMapFloatOOBfill oob_fill);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTensorMapEncodeIm2colWide(
    CUtensorMap* tensor_map, CUtensorMapDataType tensor_data_type, cuuint32_t tensor_rank,
    void* global_address, const cuuint64_t* global_dim, const cuuint64_t* global_strides,
    int pixel_box_lower_corner_width, int pixel_box_upper_corner_width,
    cuuint32_t channels_per_pixel, cuuint32_t pixels_per_column, const cuuint32_t* element_strides,
    CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion l2_promotion, CUtensorMapFloatOOBfill oob_fill);
RIFFLE_DRIVER_API CUresult CUDAAPI cuTensorMapReplaceAddress(CUtensorMap* tensor_map,
                                                             void* global_address);

#ifdef __cplusplus
}
#endif

#endif  // RIFFLE_DRIVER_CALLS_TEXTURES_H
