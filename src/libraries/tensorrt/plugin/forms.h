// SPDX-License-Identifier: Apache-2.0
// The forms that plugins have: IPluginV2 with what extends it, and IPluginV3.
#pragma once

#include "libraries/tensorrt/plugin/plugin.h"

namespace riffle::tensorrt {

std::unique_ptr<Plugin> make_second_form(const IPluginV2& plugin);
std::unique_ptr<Plugin> read_second_form(const PluginPlan& plan, IPluginCreatorInterface& creator);
std::unique_ptr<Plugin> make_third_form(IPluginV3& plugin);
std::unique_ptr<Plugin> read_third_form(const PluginPlan& plan, IPluginCreatorInterface& creator);

/// Throws Failure unless the plugin takes each of its tensors; `takes(i)` asks it about tensor i.
template <class Takes>
void check_formats(std::size_t count, Takes takes) {
  for (std::size_t i = 0; i < count; ++i)
    if (!takes(static_cast<std::int32_t>(i)))
      throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                    joined("the plugin refuses the type of its tensor ", i,
                           " in linear format, the only one that Riffle has"));
}

/// Throws Failure where the plugin could not tell how many dimensions an output has.
inline void check_dims(std::int32_t count, std::int32_t output) {
  if (count < 0 || count > Dims::MAX_DIMS)
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined("the plugin does not tell the dimensions of its output ", output));
}

inline std::vector<std::string> texts_of(const DimsExprs& dims, std::int32_t output) {
  check_dims(dims.nbDims, output);
  std::vector<std::string> texts;
  for (int i = 0; i < dims.nbDims; ++i) {
    if (dims.d[i] == nullptr)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("the plugin does not tell dimension ", i, " of its output ", output));
    texts.push_back(static_cast<const Expression*>(dims.d[i])->text());
  }
  return texts;
}

inline DynamicPluginTensorDesc dynamic_of(const PluginTensorDesc& desc) {
  return {desc, desc.dims, desc.dims, desc.dims};
}

}  // namespace riffle::tensorrt
