// SPDX-License-Identifier: Apache-2.0
// The library's own plugins, under the names, versions and fields of those that NVIDIA's library has.
#pragma once

#include "libraries/tensorrt/plugin/own/computation.h"

namespace riffle::tensorrt {

/// What creators and plugins of one name and version share.
struct OwnPlugin {
  const char* name;
  const char* version;
  bool is_third_form;  ///< IPluginV3, else IPluginV2DynamicExt
  /// Throws Failure where the fields have values that the plugin does not take.
  std::unique_ptr<Computation> (*make)(const PluginFields& fields);
  std::vector<PluginField> fields;  ///< without values
  bool is_registered_at_load = false;
};

/// Adds the creators to the registry, under a namespace; those that are registered when the library is loaded, or the others.
void register_own_plugins(const char* space, bool at_load);

// One function for each file of plugins.
std::vector<OwnPlugin> efficient_nms_plugins();
std::vector<OwnPlugin> batched_nms_plugins();
std::vector<OwnPlugin> detection_output_plugins();
std::vector<OwnPlugin> roi_align_plugins();
std::vector<OwnPlugin> normalization_plugins();
std::vector<OwnPlugin> scatter_plugins();
std::vector<OwnPlugin> deformable_plugins();

}  // namespace riffle::tensorrt
