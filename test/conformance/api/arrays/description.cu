// SPDX-License-Identifier: Apache-2.0
// Formats, extents and flags; planes, memory and sparse properties, which ordinary arrays do not have.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../arrays/array_helpers.h"

namespace create_channel_desc_ {
static void tell(const char *what, const cudaChannelFormatDesc &d) {
  std::printf("%s: %d %d %d %d kind %d\n", what, d.x, d.y, d.z, d.w, static_cast<int>(d.f));
}

// cudaCreateChannelDesc: keeps what it is given, in its plain form and for types.
CASE(create_channel_desc) {
  tell("1 2 3 4 float", cudaCreateChannelDesc(1, 2, 3, 4, cudaChannelFormatKindFloat));
  tell("zeros, none", cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone));
  tell("negative", cudaCreateChannelDesc(-1, 0, 8, 0, cudaChannelFormatKindSigned));
  tell("unknown kind", cudaCreateChannelDesc(8, 8, 8, 8, static_cast<cudaChannelFormatKind>(99)));
  tell("char", cudaCreateChannelDesc<char>());
  tell("signed char", cudaCreateChannelDesc<signed char>());
  tell("unsigned char", cudaCreateChannelDesc<unsigned char>());
  tell("char1", cudaCreateChannelDesc<char1>());
  tell("uchar2", cudaCreateChannelDesc<uchar2>());
  tell("char4", cudaCreateChannelDesc<char4>());
  tell("short", cudaCreateChannelDesc<short>());
  tell("unsigned short", cudaCreateChannelDesc<unsigned short>());
  tell("ushort2", cudaCreateChannelDesc<ushort2>());
  tell("short4", cudaCreateChannelDesc<short4>());
  tell("int", cudaCreateChannelDesc<int>());
  tell("unsigned", cudaCreateChannelDesc<unsigned>());
  tell("int2", cudaCreateChannelDesc<int2>());
  tell("uint4", cudaCreateChannelDesc<uint4>());
  tell("float", cudaCreateChannelDesc<float>());
  tell("float1", cudaCreateChannelDesc<float1>());
  tell("float2", cudaCreateChannelDesc<float2>());
  tell("float4", cudaCreateChannelDesc<float4>());
  tell("half", cudaCreateChannelDescHalf());
  tell("half1", cudaCreateChannelDescHalf1());
  tell("half2", cudaCreateChannelDescHalf2());
  tell("half4", cudaCreateChannelDescHalf4());
  tell("double, which is no format", cudaCreateChannelDesc<double>());
  show_last_error("at the end");
}
}  // namespace create_channel_desc_

namespace get_channel_desc_ {
static void tell(const char *what, cudaArray_const_t array) {
  cudaChannelFormatDesc d = {77, 77, 77, 77, cudaChannelFormatKindNone};
  cudaError_t error = cudaGetChannelDesc(&d, array);
  std::printf("%s: %s %d %d %d %d kind %d\n", what, name_of(error), d.x, d.y, d.z, d.w, static_cast<int>(d.f));
}

template <class T>
static void make(const char *what, cudaExtent extent, unsigned flags = 0) {
  auto format = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  MUST(cudaMalloc3DArray(&array, &format, extent, flags));
  tell(what, array);
  MUST(cudaFreeArray(array));
}

// cudaGetChannelDesc: the format of arrays of each shape, and of a level of a mipmapped one; what is refused.
CASE(get_channel_desc) {
  make<float>("float line", make_cudaExtent(8, 0, 0));
  make<uchar4>("uchar4 plane", make_cudaExtent(8, 4, 0));
  make<short2>("short2 cube", make_cudaExtent(8, 4, 2));
  make<uint4>("uint4 layers", make_cudaExtent(8, 4, 2), cudaArrayLayered);
  make<int>("int surface", make_cudaExtent(8, 4, 0), cudaArraySurfaceLoadStore);
  auto half = cudaCreateChannelDescHalf2();
  cudaArray_t array;
  MUST(cudaMallocArray(&array, &half, 4, 4));
  tell("half2", array);
  auto format = cudaCreateChannelDesc<float2>();
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 8, 0), 3));
  cudaArray_t level;
  MUST(cudaGetMipmappedArrayLevel(&level, mipmap, 2));
  tell("level of float2", level);
  std::printf("refused\n");
  tell("null", nullptr);
  SHOW(cudaGetChannelDesc(nullptr, array));
  show_last_error("after refused calls");
  cudaChannelFormatDesc d;
  show_captured("half2", [&](cudaStream_t) { return cudaGetChannelDesc(&d, array); });
}
}  // namespace get_channel_desc_

// cudaArrayGetInfo: format, extent and flags, each alone and none of them, levels of mipmapped arrays, refusals.
CASE(array_get_info) {
  const auto format = cudaCreateChannelDesc<ushort4>();
  cudaArray_t array;
  MUST(cudaMalloc3DArray(&array, &format, make_cudaExtent(8, 4, 3), cudaArrayLayered | cudaArraySurfaceLoadStore));
  show_array("all", array);
  cudaChannelFormatDesc desc = {};
  cudaExtent extent = {};
  unsigned flags = 77;
  SHOW(cudaArrayGetInfo(&desc, nullptr, nullptr, array));
  show_row("format", {desc.x, desc.y, desc.z, desc.w, static_cast<int>(desc.f)});
  SHOW(cudaArrayGetInfo(nullptr, &extent, nullptr, array));
  show_row("extent",
           {static_cast<int>(extent.width), static_cast<int>(extent.height), static_cast<int>(extent.depth)});
  SHOW(cudaArrayGetInfo(nullptr, nullptr, &flags, array));
  show_value("flags", flags);
  SHOW(cudaArrayGetInfo(nullptr, nullptr, nullptr, array));
  cudaArray_t line;
  MUST(cudaMallocArray(&line, &format, 5));
  show_array("line", line);
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(9, 5, 0), 3));
  cudaArray_t level;
  MUST(cudaGetMipmappedArrayLevel(&level, mipmap, 1));
  show_array("level", level);
  std::printf("refused\n");
  SHOW(cudaArrayGetInfo(&desc, &extent, &flags, nullptr));
  SHOW(cudaArrayGetInfo(nullptr, nullptr, nullptr, nullptr));
  show_last_error("after refused calls");
  show_captured("all", [&](cudaStream_t) { return cudaArrayGetInfo(&desc, &extent, &flags, array); });
}

// cudaArrayGetPlane: refused for arrays of one plane and for null.
CASE(array_get_plane) {
  const auto format = cudaCreateChannelDesc<uchar4>();
  cudaArray_t array, layers, plane = nullptr;
  MUST(cudaMallocArray(&array, &format, 8, 8));
  MUST(cudaMalloc3DArray(&layers, &format, make_cudaExtent(8, 8, 3), cudaArrayLayered));
  for (unsigned index : {0u, 1u, 2u, ~0u}) {
    std::printf("plane %u: %s", index, name_of(cudaArrayGetPlane(&plane, array, index)));
    std::printf(", of layers: %s\n", name_of(cudaArrayGetPlane(&plane, layers, index)));
  }
  show_truth("untouched", plane == nullptr);
  SHOW(cudaArrayGetPlane(&plane, nullptr, 0));
  SHOW(cudaArrayGetPlane(nullptr, array, 0));
  show_last_error("after refused calls");
  show_captured("plane 0", [&](cudaStream_t) { return cudaArrayGetPlane(&plane, array, 0); });
}

// cudaArrayGetMemoryRequirements: refused for arrays that have their memory, for null and for unknown devices.
CASE(array_get_memory_requirements) {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array, cube;
  MUST(cudaMallocArray(&array, &format, 64, 64));
  MUST(cudaMalloc3DArray(&cube, &format, make_cudaExtent(8, 8, 8)));
  cudaArrayMemoryRequirements needs;
  std::memset(&needs, 0x5a, sizeof needs);
  SHOW(cudaArrayGetMemoryRequirements(&needs, array, 0));
  show_truth("cleared", needs.size == 0 && needs.alignment == 0);
  SHOW(cudaArrayGetMemoryRequirements(&needs, cube, 0));
  SHOW(cudaArrayGetMemoryRequirements(&needs, array, -1));
  SHOW(cudaArrayGetMemoryRequirements(&needs, array, 1000));
  SHOW(cudaArrayGetMemoryRequirements(&needs, nullptr, 0));
  SHOW(cudaArrayGetMemoryRequirements(nullptr, array, 0));
  show_last_error("after refused calls");
  show_captured("an array", [&](cudaStream_t) { return cudaArrayGetMemoryRequirements(&needs, array, 0); });
}

// cudaArrayGetSparseProperties: refused for arrays that are not sparse and for null.
CASE(array_get_sparse_properties) {
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t array, layers;
  MUST(cudaMallocArray(&array, &format, 64, 64));
  MUST(cudaMalloc3DArray(&layers, &format, make_cudaExtent(64, 64, 2), cudaArrayLayered));
  cudaArraySparseProperties properties;
  std::memset(&properties, 0x5a, sizeof properties);
  SHOW(cudaArrayGetSparseProperties(&properties, array));
  show_truth("cleared", properties.tileExtent.width == 0 && properties.miptailSize == 0 && properties.flags == 0);
  SHOW(cudaArrayGetSparseProperties(&properties, layers));
  SHOW(cudaArrayGetSparseProperties(&properties, nullptr));
  SHOW(cudaArrayGetSparseProperties(nullptr, array));
  show_last_error("after refused calls");
  show_captured("an array", [&](cudaStream_t) { return cudaArrayGetSparseProperties(&properties, array); });
}

// cudaMipmappedArrayGetMemoryRequirements: refused for arrays that have their memory, for null and for unknown devices.
CASE(mipmapped_array_get_memory_requirements) {
  const auto format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, 0), 3));
  cudaArrayMemoryRequirements needs;
  std::memset(&needs, 0x5a, sizeof needs);
  SHOW(cudaMipmappedArrayGetMemoryRequirements(&needs, mipmap, 0));
  show_truth("cleared", needs.size == 0 && needs.alignment == 0);
  SHOW(cudaMipmappedArrayGetMemoryRequirements(&needs, mipmap, -1));
  SHOW(cudaMipmappedArrayGetMemoryRequirements(&needs, mipmap, 1000));
  SHOW(cudaMipmappedArrayGetMemoryRequirements(&needs, nullptr, 0));
  SHOW(cudaMipmappedArrayGetMemoryRequirements(nullptr, mipmap, 0));
  show_last_error("after refused calls");
  show_captured("a mipmapped array",
                [&](cudaStream_t) { return cudaMipmappedArrayGetMemoryRequirements(&needs, mipmap, 0); });
}

// cudaMipmappedArrayGetSparseProperties: refused for arrays that are not sparse and for null.
CASE(mipmapped_array_get_sparse_properties) {
  const auto format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  MUST(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, 0), 3));
  cudaArraySparseProperties properties;
  std::memset(&properties, 0x5a, sizeof properties);
  SHOW(cudaMipmappedArrayGetSparseProperties(&properties, mipmap));
  show_truth("cleared", properties.tileExtent.width == 0 && properties.miptailSize == 0 && properties.flags == 0);
  SHOW(cudaMipmappedArrayGetSparseProperties(&properties, nullptr));
  SHOW(cudaMipmappedArrayGetSparseProperties(nullptr, mipmap));
  show_last_error("after refused calls");
  show_captured("a mipmapped array",
                [&](cudaStream_t) { return cudaMipmappedArrayGetSparseProperties(&properties, mipmap); });
}
