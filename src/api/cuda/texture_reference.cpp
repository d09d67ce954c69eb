// SPDX-License-Identifier: Apache-2.0
// Texture references, which programs of before texture objects bind memory to. The language has none any more, so no kernel
// can read through one: they keep what they are told, as hardware's do.
#include <array>
#include <cstdint>
#include <memory>

#include "api/cuda/entry.h"
#include "api/cuda/format.h"
#include "api/cudart/array.h"
#include "base/handle_table.h"
#include "base/mutex.h"
#include "cuda_bodies.h"

namespace riffle::api::cuda {
namespace {

constexpr std::uint8_t kTextureReferenceHandleKind = 0x33;
constexpr int kDimensions = 3;
constexpr unsigned kTextureAlignment = 512;
constexpr unsigned kPitchAlignment = 32;
constexpr unsigned kFlags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
                            CU_TRSF_SRGB | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION |
                            CU_TRSF_SEAMLESS_CUBEMAP;

/// At most one of the three is bound.
struct Binding {
  CUdeviceptr address = 0;
  CUarray array = nullptr;
  CUmipmappedArray mipmap = nullptr;
};

struct Settings {
  Binding binding;
  CUarray_format format = CU_AD_FORMAT_FLOAT;
  int channels = 1;
  std::array<CUaddress_mode, kDimensions> modes{CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP,
                                                CU_TR_ADDRESS_MODE_CLAMP};
  CUfilter_mode filter = CU_TR_FILTER_MODE_POINT;
  CUfilter_mode mipmap_filter = CU_TR_FILTER_MODE_POINT;
  float bias = 0;
  float lowest_level = 0;
  float highest_level = 0;
  unsigned anisotropy = 0;
  std::array<float, 4> border{};
  unsigned flags = 0;
};

struct TextureReference {
  Mutex mutex;
  Settings settings RIFFLE_GUARDED_BY(mutex);
};

HandleTable<TextureReference>& references() {
  static constinit HandleTable<TextureReference> table(kTextureReferenceHandleKind);
  return table;
}

/// Lets `act` read or change the settings; it answers the call's result, or nothing for success.
template <class Act>
CUresult with(CUtexref handle, Act&& act) {
  TextureReference* const found = references().find(handle);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  const MutexLock lock(found->mutex);
  if constexpr (std::is_void_v<decltype(act(found->settings))>) {
    act(found->settings);
    return CUDA_SUCCESS;
  } else {
    return act(found->settings);
  }
}

/// Shows one setting. `out` is the program's.
template <class Out, class In>
CUresult show(CUtexref handle, Out* out, In Settings::* setting) {
  return with(handle, [&](const Settings& settings) {
    if (out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *out = static_cast<Out>(settings.*setting);
    return CUDA_SUCCESS;
  });
}

/// The same of what is bound: nothing of another kind is.
template <class Out>
CUresult show_bound(CUtexref handle, Out* out, Out Binding::* bound) {
  return with(handle, [&](const Settings& settings) {
    if (out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (settings.binding.*bound == Out{}) return CUDA_ERROR_INVALID_VALUE;
    *out = settings.binding.*bound;
    return CUDA_SUCCESS;
  });
}

template <class Value>
CUresult keep(CUtexref handle, Value Settings::* setting, Value value) {
  return with(handle, [&](Settings& settings) { settings.*setting = value; });
}

bool is_dimension(int dim) { return dim >= 0 && dim < kDimensions; }

}  // namespace

CUresult tex_ref_create(CUtexref* tex_ref) {
  if (tex_ref == nullptr) return CUDA_ERROR_INVALID_VALUE;
  auto made = std::make_unique<TextureReference>();
  const std::uintptr_t handle = references().insert(made.get());
  if (handle == 0) return CUDA_ERROR_OUT_OF_MEMORY;
  made.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *tex_ref = reinterpret_cast<CUtexref>(handle);
  return CUDA_SUCCESS;
}

CUresult tex_ref_destroy(CUtexref texture) {
  const std::unique_ptr<TextureReference> gone(
      references().remove(reinterpret_cast<std::uintptr_t>(texture)));
  return gone != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

// --- What is bound ---

CUresult tex_ref_set_array(CUtexref texture, CUarray array, unsigned int flags) {
  if ((flags & ~unsigned{CU_TRSA_OVERRIDE_FORMAT}) != 0) return CUDA_ERROR_INVALID_VALUE;
  if (cudart::find_array(reinterpret_cast<cudaArray_const_t>(array)) == nullptr)
    return CUDA_ERROR_INVALID_HANDLE;
  return with(texture, [&](Settings& settings) { settings.binding = {.array = array}; });
}

CUresult tex_ref_set_mipmapped_array(CUtexref texture, CUmipmappedArray mipmapped_array,
                                     unsigned int flags) {
  if ((flags & ~unsigned{CU_TRSA_OVERRIDE_FORMAT}) != 0) return CUDA_ERROR_INVALID_VALUE;
  if (cudart::mipmapped_arrays().find(static_cast<const void*>(mipmapped_array)) == nullptr)
    return CUDA_ERROR_INVALID_HANDLE;
  return with(texture, [&](Settings& settings) { settings.binding = {.mipmap = mipmapped_array}; });
}

CUresult tex_ref_set_address_v2(size_t* byte_offset, CUtexref texture, CUdeviceptr pointer,
                                size_t bytes) {
  (void)bytes;  // kept nowhere: nothing asks for it
  return with(texture, [&](Settings& settings) {
    settings.binding = {.address = pointer};
    if (byte_offset != nullptr) *byte_offset = pointer % kTextureAlignment;
  });
}

CUresult tex_ref_set_address_2d_v3(CUtexref texture, const CUDA_ARRAY_DESCRIPTOR* desc,
                                   CUdeviceptr pointer, size_t pitch) {
  return with(texture, [&](Settings& settings) {
    if (desc == nullptr || pitch % kPitchAlignment != 0 ||
        !channel_format(desc->Format, desc->NumChannels))
      return CUDA_ERROR_INVALID_VALUE;
    settings.binding = {.address = pointer};
    settings.format = desc->Format;
    settings.channels = static_cast<int>(desc->NumChannels);
    return CUDA_SUCCESS;
  });
}

CUresult tex_ref_get_address_v2(CUdeviceptr* device_pointer, CUtexref texture) {
  return show_bound(texture, device_pointer, &Binding::address);
}

CUresult tex_ref_get_array(CUarray* array, CUtexref texture) {
  return show_bound(texture, array, &Binding::array);
}

CUresult tex_ref_get_mipmapped_array(CUmipmappedArray* mipmapped_array, CUtexref texture) {
  return show_bound(texture, mipmapped_array, &Binding::mipmap);
}

// --- How it is read ---

CUresult tex_ref_set_format(CUtexref texture, CUarray_format fmt, int num_packed_components) {
  return with(texture, [&](Settings& settings) {
    if (num_packed_components < 0 ||
        !channel_format(fmt, static_cast<unsigned>(num_packed_components)))
      return CUDA_ERROR_INVALID_VALUE;
    settings.format = fmt;
    settings.channels = num_packed_components;
    return CUDA_SUCCESS;
  });
}

CUresult tex_ref_get_format(CUarray_format* format, int* num_channels, CUtexref texture) {
  return with(texture, [&](const Settings& settings) {
    if (format != nullptr) *format = settings.format;
    if (num_channels != nullptr) *num_channels = settings.channels;
  });
}

// Unknown modes clamp, as on hardware.
CUresult tex_ref_set_address_mode(CUtexref texture, int dim, CUaddress_mode am) {
  if (!is_dimension(dim)) return CUDA_ERROR_INVALID_VALUE;
  const bool is_known = am >= CU_TR_ADDRESS_MODE_WRAP && am <= CU_TR_ADDRESS_MODE_BORDER;
  return with(texture, [&](Settings& settings) {
    settings.modes[static_cast<std::size_t>(dim)] = is_known ? am : CU_TR_ADDRESS_MODE_CLAMP;
  });
}

CUresult tex_ref_get_address_mode(CUaddress_mode* pam, CUtexref texture, int dim) {
  return with(texture, [&](const Settings& settings) {
    if (pam == nullptr || !is_dimension(dim)) return CUDA_ERROR_INVALID_VALUE;
    *pam = settings.modes[static_cast<std::size_t>(dim)];
    return CUDA_SUCCESS;
  });
}

CUresult tex_ref_set_filter_mode(CUtexref texture, CUfilter_mode fm) {
  return keep(texture, &Settings::filter, fm);
}

CUresult tex_ref_get_filter_mode(CUfilter_mode* pfm, CUtexref texture) {
  return show(texture, pfm, &Settings::filter);
}

CUresult tex_ref_set_mipmap_filter_mode(CUtexref texture, CUfilter_mode fm) {
  return keep(texture, &Settings::mipmap_filter, fm);
}

CUresult tex_ref_get_mipmap_filter_mode(CUfilter_mode* pfm, CUtexref texture) {
  return show(texture, pfm, &Settings::mipmap_filter);
}

CUresult tex_ref_set_mipmap_level_bias(CUtexref texture, float bias) {
  return keep(texture, &Settings::bias, bias);
}

CUresult tex_ref_get_mipmap_level_bias(float* pbias, CUtexref texture) {
  return show(texture, pbias, &Settings::bias);
}

CUresult tex_ref_set_mipmap_level_clamp(CUtexref texture, float min_mipmap_level_clamp,
                                        float max_mipmap_level_clamp) {
  return with(texture, [&](Settings& settings) {
    settings.lowest_level = min_mipmap_level_clamp;
    settings.highest_level = max_mipmap_level_clamp;
  });
}

CUresult tex_ref_get_mipmap_level_clamp(float* pmin_mipmap_level_clamp,
                                        float* pmax_mipmap_level_clamp, CUtexref texture) {
  return with(texture, [&](const Settings& settings) {
    if (pmin_mipmap_level_clamp == nullptr || pmax_mipmap_level_clamp == nullptr)
      return CUDA_ERROR_INVALID_VALUE;
    *pmin_mipmap_level_clamp = settings.lowest_level;
    *pmax_mipmap_level_clamp = settings.highest_level;
    return CUDA_SUCCESS;
  });
}

CUresult tex_ref_set_max_anisotropy(CUtexref texture, unsigned int max_aniso) {
  return keep(texture, &Settings::anisotropy, max_aniso);
}

CUresult tex_ref_get_max_anisotropy(int* pmax_aniso, CUtexref texture) {
  return show(texture, pmax_aniso, &Settings::anisotropy);
}

CUresult tex_ref_set_border_color(CUtexref texture, float* border_color) {
  return with(texture, [&](Settings& settings) {
    if (border_color == nullptr) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < settings.border.size(); ++i) settings.border[i] = border_color[i];
    return CUDA_SUCCESS;
  });
}

CUresult tex_ref_get_border_color(float* border_color, CUtexref texture) {
  return with(texture, [&](const Settings& settings) {
    if (border_color == nullptr) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < settings.border.size(); ++i) border_color[i] = settings.border[i];
    return CUDA_SUCCESS;
  });
}

CUresult tex_ref_set_flags(CUtexref texture, unsigned int flags) {
  if ((flags & ~kFlags) != 0) return CUDA_ERROR_INVALID_VALUE;
  return keep(texture, &Settings::flags, flags);
}

CUresult tex_ref_get_flags(unsigned int* flags, CUtexref texture) {
  return show(texture, flags, &Settings::flags);
}

}  // namespace riffle::api::cuda
