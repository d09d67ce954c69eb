// SPDX-License-Identifier: Apache-2.0
// Texture references, which programs of before texture objects bind memory to. The language has none any more, but PTX has:
// kernels of a module read through those that it declares. Others keep what they are told, as hardware's do.
#include "api/cuda/texture_reference.h"

#include <cstdint>
#include <memory>

#include "api/cuda/entry.h"
#include "api/cuda/format.h"
#include "api/cudart/array.h"
#include "base/handle_table.h"
#include "base/mutex.h"
#include "cuda_bodies.h"
#include "runtime/memory/image_storage.h"

namespace riffle::api::cuda {
namespace {

constexpr std::uint8_t kTextureReferenceHandleKind = 0x33;
constexpr int kDimensions = 3;
constexpr unsigned kTextureAlignment = 512;
constexpr unsigned kPitchAlignment = 32;
constexpr unsigned kFlags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
                            CU_TRSF_SRGB | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION |
                            CU_TRSF_SEAMLESS_CUBEMAP;

struct TextureReference {
  explicit TextureReference(ObjectPlace* place) : place(place) {}

  ObjectPlace* const place;  ///< null: of no module
  Mutex mutex;
  TextureSettings settings RIFFLE_GUARDED_BY(mutex);
  CUtexObject object RIFFLE_GUARDED_BY(mutex) = 0;
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

/// Lets `act` change the settings, and kernels that are launched from now on see it.
template <class Act>
CUresult change(CUtexref handle, Act&& act) {
  TextureReference* const found = references().find(handle);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (found->place != nullptr) wait_for_readers();
  const CUresult result = with(handle, act);
  if (result != CUDA_SUCCESS || found->place == nullptr) return result;
  const MutexLock lock(found->mutex);
  if (found->object != 0) (void)tex_object_destroy(found->object);
  found->object = texture_of(found->settings);
  *found->place =
      found->object != 0 ? found->object : reinterpret_cast<ObjectPlace>(memory::unbound_texture());
  return CUDA_SUCCESS;
}

/// Shows one setting. `out` is the program's.
template <class Out, class In>
CUresult show(CUtexref handle, Out* out, In TextureSettings::* setting) {
  return with(handle, [&](const TextureSettings& settings) {
    if (out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *out = static_cast<Out>(settings.*setting);
    return CUDA_SUCCESS;
  });
}

/// The same of what is bound: nothing of another kind is.
template <class Out>
CUresult show_bound(CUtexref handle, Out* out, Out Binding::* bound) {
  return with(handle, [&](const TextureSettings& settings) {
    if (out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (settings.binding.*bound == Out{}) return CUDA_ERROR_INVALID_VALUE;
    *out = settings.binding.*bound;
    return CUDA_SUCCESS;
  });
}

template <class Value>
CUresult keep(CUtexref handle, Value TextureSettings::* setting, Value value) {
  return change(handle, [&](TextureSettings& settings) { settings.*setting = value; });
}

bool is_too_large(const CUDA_ARRAY_DESCRIPTOR& plane, std::size_t pitch) {
  const int* const most = cudart::texture_limits().maxTexture2DLinear;
  return plane.Width > static_cast<std::size_t>(most[0]) ||
         plane.Height > static_cast<std::size_t>(most[1]) ||
         pitch > static_cast<std::size_t>(most[2]);
}

CUtexref make(ObjectPlace* place) {
  auto made = std::make_unique<TextureReference>(place);
  const std::uintptr_t handle = references().insert(made.get());
  if (handle != 0) made.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  return reinterpret_cast<CUtexref>(handle);
}

bool is_dimension(int dim) { return dim >= 0 && dim < kDimensions; }

}  // namespace

CUresult tex_ref_create(CUtexref* tex_ref) {
  if (tex_ref == nullptr) return CUDA_ERROR_INVALID_VALUE;
  CUtexref const made = make(nullptr);
  if (made == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
  *tex_ref = made;
  return CUDA_SUCCESS;
}

CUresult tex_ref_destroy(CUtexref texture) {
  const std::unique_ptr<TextureReference> gone(
      references().remove(reinterpret_cast<std::uintptr_t>(texture)));
  if (gone == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  const MutexLock lock(gone->mutex);
  if (gone->object != 0) (void)tex_object_destroy(gone->object);
  return CUDA_SUCCESS;
}

CUtexref make_texture_reference(ObjectPlace& place) { return make(&place); }

void end_texture_reference(CUtexref reference) { (void)tex_ref_destroy(reference); }

bool is_of_module(CUtexref reference) {
  const TextureReference* const found = references().find(reference);
  return found != nullptr && found->place != nullptr;
}

// --- What is bound ---

CUresult tex_ref_set_array(CUtexref texture, CUarray array, unsigned int flags) {
  if ((flags & ~unsigned{CU_TRSA_OVERRIDE_FORMAT}) != 0) return CUDA_ERROR_INVALID_VALUE;
  if (cudart::find_array(reinterpret_cast<cudaArray_const_t>(array)) == nullptr)
    return CUDA_ERROR_INVALID_HANDLE;
  return change(texture, [&](TextureSettings& settings) { settings.binding = {.array = array}; });
}

CUresult tex_ref_set_mipmapped_array(CUtexref texture, CUmipmappedArray mipmapped_array,
                                     unsigned int flags) {
  if ((flags & ~unsigned{CU_TRSA_OVERRIDE_FORMAT}) != 0) return CUDA_ERROR_INVALID_VALUE;
  if (cudart::mipmapped_arrays().find(static_cast<const void*>(mipmapped_array)) == nullptr)
    return CUDA_ERROR_INVALID_HANDLE;
  return change(texture,
                [&](TextureSettings& settings) { settings.binding = {.mipmap = mipmapped_array}; });
}

CUresult tex_ref_set_address_v2(size_t* byte_offset, CUtexref texture, CUdeviceptr pointer,
                                size_t bytes) {
  // Bound is what is aligned: kernels add the offset to what they ask for.
  return change(texture, [&](TextureSettings& settings) {
    const std::size_t offset = pointer % kTextureAlignment;
    settings.binding = {.address = pointer, .bytes = bytes + offset};
    if (byte_offset != nullptr) *byte_offset = offset;
  });
}

CUresult tex_ref_set_address_2d_v3(CUtexref texture, const CUDA_ARRAY_DESCRIPTOR* desc,
                                   CUdeviceptr pointer, size_t pitch) {
  return change(texture, [&](TextureSettings& settings) {
    if (desc == nullptr || pitch % kPitchAlignment != 0 || is_too_large(*desc, pitch) ||
        !channel_format(desc->Format, desc->NumChannels))
      return CUDA_ERROR_INVALID_VALUE;
    settings.binding = {
        .address = pointer, .width = desc->Width, .height = desc->Height, .pitch_bytes = pitch};
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
  return change(texture, [&](TextureSettings& settings) {
    if (num_packed_components < 0 ||
        !channel_format(fmt, static_cast<unsigned>(num_packed_components)))
      return CUDA_ERROR_INVALID_VALUE;
    settings.format = fmt;
    settings.channels = num_packed_components;
    return CUDA_SUCCESS;
  });
}

CUresult tex_ref_get_format(CUarray_format* format, int* num_channels, CUtexref texture) {
  return with(texture, [&](const TextureSettings& settings) {
    if (format != nullptr) *format = settings.format;
    if (num_channels != nullptr) *num_channels = settings.channels;
  });
}

// Unknown modes clamp, as on hardware.
CUresult tex_ref_set_address_mode(CUtexref texture, int dim, CUaddress_mode am) {
  if (!is_dimension(dim)) return CUDA_ERROR_INVALID_VALUE;
  const bool is_known = am >= CU_TR_ADDRESS_MODE_WRAP && am <= CU_TR_ADDRESS_MODE_BORDER;
  return change(texture, [&](TextureSettings& settings) {
    settings.modes[static_cast<std::size_t>(dim)] = is_known ? am : CU_TR_ADDRESS_MODE_CLAMP;
  });
}

CUresult tex_ref_get_address_mode(CUaddress_mode* pam, CUtexref texture, int dim) {
  return with(texture, [&](const TextureSettings& settings) {
    if (pam == nullptr || !is_dimension(dim)) return CUDA_ERROR_INVALID_VALUE;
    *pam = settings.modes[static_cast<std::size_t>(dim)];
    return CUDA_SUCCESS;
  });
}

CUresult tex_ref_set_filter_mode(CUtexref texture, CUfilter_mode fm) {
  return keep(texture, &TextureSettings::filter, fm);
}

CUresult tex_ref_get_filter_mode(CUfilter_mode* pfm, CUtexref texture) {
  return show(texture, pfm, &TextureSettings::filter);
}

CUresult tex_ref_set_mipmap_filter_mode(CUtexref texture, CUfilter_mode fm) {
  return keep(texture, &TextureSettings::mipmap_filter, fm);
}

CUresult tex_ref_get_mipmap_filter_mode(CUfilter_mode* pfm, CUtexref texture) {
  return show(texture, pfm, &TextureSettings::mipmap_filter);
}

CUresult tex_ref_set_mipmap_level_bias(CUtexref texture, float bias) {
  return keep(texture, &TextureSettings::bias, bias);
}

CUresult tex_ref_get_mipmap_level_bias(float* pbias, CUtexref texture) {
  return show(texture, pbias, &TextureSettings::bias);
}

CUresult tex_ref_set_mipmap_level_clamp(CUtexref texture, float min_mipmap_level_clamp,
                                        float max_mipmap_level_clamp) {
  return change(texture, [&](TextureSettings& settings) {
    settings.lowest_level = min_mipmap_level_clamp;
    settings.highest_level = max_mipmap_level_clamp;
  });
}

CUresult tex_ref_get_mipmap_level_clamp(float* pmin_mipmap_level_clamp,
                                        float* pmax_mipmap_level_clamp, CUtexref texture) {
  return with(texture, [&](const TextureSettings& settings) {
    if (pmin_mipmap_level_clamp == nullptr || pmax_mipmap_level_clamp == nullptr)
      return CUDA_ERROR_INVALID_VALUE;
    *pmin_mipmap_level_clamp = settings.lowest_level;
    *pmax_mipmap_level_clamp = settings.highest_level;
    return CUDA_SUCCESS;
  });
}

CUresult tex_ref_set_max_anisotropy(CUtexref texture, unsigned int max_aniso) {
  return keep(texture, &TextureSettings::anisotropy, max_aniso);
}

CUresult tex_ref_get_max_anisotropy(int* pmax_aniso, CUtexref texture) {
  return show(texture, pmax_aniso, &TextureSettings::anisotropy);
}

CUresult tex_ref_set_border_color(CUtexref texture, float* border_color) {
  return change(texture, [&](TextureSettings& settings) {
    if (border_color == nullptr) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < settings.border.size(); ++i) settings.border[i] = border_color[i];
    return CUDA_SUCCESS;
  });
}

CUresult tex_ref_get_border_color(float* border_color, CUtexref texture) {
  return with(texture, [&](const TextureSettings& settings) {
    if (border_color == nullptr) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < settings.border.size(); ++i) border_color[i] = settings.border[i];
    return CUDA_SUCCESS;
  });
}

CUresult tex_ref_set_flags(CUtexref texture, unsigned int flags) {
  if ((flags & ~kFlags) != 0) return CUDA_ERROR_INVALID_VALUE;
  return keep(texture, &TextureSettings::flags, flags);
}

CUresult tex_ref_get_flags(unsigned int* flags, CUtexref texture) {
  return show(texture, flags, &TextureSettings::flags);
}

}  // namespace riffle::api::cuda
