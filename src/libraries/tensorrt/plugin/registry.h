// SPDX-License-Identifier: Apache-2.0
// The creators of plugins, by name, version and namespace. One registry serves the process.
#pragma once

#include <NvInferRuntimeCommon.h>

#include <string>

namespace riffle::tensorrt {

nvinfer1::IPluginRegistry& plugin_registry();
/// Whether a creator makes plugins of IPluginV2 and what extends that, rather than IPluginV3. The registry has no others.
bool is_first_form(const nvinfer1::IPluginCreatorInterface& creator);
bool is_third_form(const nvinfer1::IPluginCreatorInterface& creator);
/// Why there is no creator for a plugin, and what to do.
std::string no_creator_text(const std::string& name, const std::string& version,
                            const std::string& space);

}  // namespace riffle::tensorrt
