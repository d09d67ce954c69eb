// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// Texture and surface references that the program makes, and one that nothing is bound to.
#define CUDA_ENABLE_DEPRECATED
#include "../cases.h"
#include "driver.h"

// cuTexRefCreate, cuTexRefDestroy, cuTexRefSetX and cuTexRefGetX: what a reference keeps. No kernel can name one any more.
CASE(texture_references) {
  use_primary();
  CUtexref texture = nullptr;
  SHOW(cuTexRefCreate(nullptr));
  if (SHOW(cuTexRefCreate(&texture)) != CUDA_SUCCESS) return;
  CUdeviceptr memory = allocate(4096), address = 1;
  CUarray array = nullptr, bound = nullptr;
  CUDA_ARRAY_DESCRIPTOR description = {16, 8, CU_AD_FORMAT_FLOAT, 1};
  MUST(cuArrayCreate(&array, &description));
  CUaddress_mode mode = static_cast<CUaddress_mode>(-1);
  CUfilter_mode filter = static_cast<CUfilter_mode>(-1);
  CUarray_format format = static_cast<CUarray_format>(-1);
  int channels = -1, anisotropy = -1;
  unsigned flags = 77;
  float bias = -1, lowest = -1, highest = -1, border[4] = {-1, -1, -1, -1};
  std::size_t offset = 77;

  const auto show_settings = [&](int dimensions) {
    for (int dim = 0; dim < dimensions; ++dim) {
      SHOW(cuTexRefGetAddressMode(&mode, texture, dim));
      show_value("mode", mode);
    }
    SHOW(cuTexRefGetFilterMode(&filter, texture));
    show_value("filter", filter);
    SHOW(cuTexRefGetFormat(&format, &channels, texture));
    show_value("format", format);
    show_value("channels", channels);
    SHOW(cuTexRefGetMipmapFilterMode(&filter, texture));
    show_value("mipmap filter", filter);
    SHOW(cuTexRefGetMipmapLevelBias(&bias, texture));
    show_bits("bias", bias);
    SHOW(cuTexRefGetMipmapLevelClamp(&lowest, &highest, texture));
    show_bits("lowest", lowest);
    show_bits("highest", highest);
    SHOW(cuTexRefGetMaxAnisotropy(&anisotropy, texture));
    show_value("anisotropy", anisotropy);
    SHOW(cuTexRefGetBorderColor(border, texture));
    show_bits("border", border[3]);
    SHOW(cuTexRefGetFlags(&flags, texture));
    show_value("flags", flags);
  };

  std::printf("-- at first\n");
  SHOW(cuTexRefGetAddress(&address, texture));
  SHOW(cuTexRefGetArray(&bound, texture));
  CUmipmappedArray mipmap = nullptr;
  SHOW(cuTexRefGetMipmappedArray(&mipmap, texture));
  show_settings(4);

  std::printf("-- set\n");
  SHOW(cuTexRefSetFormat(texture, CU_AD_FORMAT_FLOAT, 1));
  SHOW(cuTexRefSetFormat(texture, CU_AD_FORMAT_FLOAT, 3));
  SHOW(cuTexRefSetAddressMode(texture, 0, CU_TR_ADDRESS_MODE_CLAMP));
  SHOW(cuTexRefSetAddressMode(texture, 1, CU_TR_ADDRESS_MODE_MIRROR));
  SHOW(cuTexRefSetAddressMode(texture, 3, CU_TR_ADDRESS_MODE_CLAMP));
  SHOW(cuTexRefSetAddressMode(texture, 0, static_cast<CUaddress_mode>(77)));
  SHOW(cuTexRefSetFilterMode(texture, CU_TR_FILTER_MODE_LINEAR));
  SHOW(cuTexRefSetFilterMode(texture, static_cast<CUfilter_mode>(77)));
  SHOW(cuTexRefSetMipmapFilterMode(texture, CU_TR_FILTER_MODE_LINEAR));
  SHOW(cuTexRefSetMipmapLevelBias(texture, 1.5f));
  SHOW(cuTexRefSetMipmapLevelClamp(texture, 0.5f, 2.5f));
  SHOW(cuTexRefSetMaxAnisotropy(texture, 8));
  float red[4] = {1, 2, 3, 4};
  SHOW(cuTexRefSetBorderColor(texture, red));
  SHOW(cuTexRefSetFlags(texture, CU_TRSF_NORMALIZED_COORDINATES));
  SHOW(cuTexRefSetFlags(texture, 0x1000));
  SHOW(cuTexRefSetAddress(&offset, texture, memory, 4096));
  show_value("offset", offset);
  SHOW(cuTexRefGetAddress(&address, texture));
  show_truth("the memory", address == memory);
  SHOW(cuTexRefSetAddress(&offset, texture, memory + 4, 64));
  SHOW(cuTexRefSetAddress(nullptr, texture, memory, 64));
  CUDA_ARRAY_DESCRIPTOR plane = {16, 8, CU_AD_FORMAT_FLOAT, 1};
  SHOW(cuTexRefSetAddress2D(texture, &plane, memory, 512));
  SHOW(cuTexRefSetAddress2D(texture, &plane, memory, 3));
  SHOW(cuTexRefSetArray(texture, array, CU_TRSA_OVERRIDE_FORMAT));
  SHOW(cuTexRefSetArray(texture, array, 0));
  SHOW(cuTexRefSetArray(texture, nullptr, CU_TRSA_OVERRIDE_FORMAT));
  SHOW(cuTexRefGetArray(&bound, texture));
  show_truth("the array", bound == array);
  SHOW(cuTexRefGetAddress(&address, texture));
  show_settings(3);
  std::printf("-- refused\n");
  SHOW(cuTexRefGetFlags(nullptr, texture));
  SHOW(cuTexRefDestroy(texture));
}

constexpr const char *kImage = R"(
.version 7.0
.target sm_80
.address_size 64
.global .surfref surface;
.visible .entry k(.param .u64 out)
{
  .reg .u32 %x, %y, %r;
  .reg .u64 %p;
  mov.u32 %x, 0;
  mov.u32 %r, 5;
  suld.b.2d.b32.zero {%r}, [surface, {%x, %x}];
  ld.param.u64 %p, [out];
  st.global.u32 [%p], %r;
  ret;
}
)";

// A surface reference that nothing is bound to: no place of it is inside.
CASE(unbound_surface) {
  use_primary();
  CUmodule module;
  MUST(cuModuleLoadData(&module, kImage));
  CUdeviceptr out = allocate(4);
  void *arguments[] = {&out};
  MUST(cuLaunchKernel(function_of(module, "k"), 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  SHOW(cuCtxSynchronize());
  int got = -1;
  SHOW(cuMemcpyDtoH(&got, out, 4));
  show_value("got", got);
}
