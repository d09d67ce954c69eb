// SPDX-License-Identifier: Apache-2.0
// Adds the plugins of libnvinfer_plugin.so to networks that tests make.
#pragma once

#include <NvInferPlugin.h>

#include <map>
#include <variant>

#include "made_network.h"

namespace riffle::tensorrt::test {

using FieldValue = std::variant<std::vector<std::int32_t>, std::vector<float>, std::string>;
using FieldValues = std::map<std::string, FieldValue>;

inline std::int32_t value_count(const FieldValue& value) {
  return std::visit([](const auto& all) { return static_cast<std::int32_t>(all.size()); }, value);
}
inline const void* values_of(const FieldValue& value) {
  return std::visit([](const auto& all) { return static_cast<const void*>(all.data()); }, value);
}

/// The layer of a plugin that the registry's creator makes, or null.
inline ILayer* add_plugin(INetworkDefinition& network, const char* name, const char* version,
                          const FieldValues& values, std::vector<ITensor*> inputs) {
  static const bool has_plugins = initLibNvInferPlugins(nullptr, "");
  EXPECT_TRUE(has_plugins);
  constexpr PluginFieldType kTypes[] = {PluginFieldType::kINT32, PluginFieldType::kFLOAT32,
                                        PluginFieldType::kCHAR};
  std::vector<PluginField> fields;
  for (const auto& [field, value] : values)
    fields.emplace_back(field.c_str(), values_of(value), kTypes[value.index()], value_count(value));
  const PluginFieldCollection collection{static_cast<std::int32_t>(fields.size()), fields.data()};
  IPluginCreatorInterface* const creator = getPluginRegistry()->getCreator(name, version, "");
  EXPECT_NE(creator, nullptr) << name << ' ' << version;
  if (creator == nullptr) return nullptr;
  const auto count = static_cast<std::int32_t>(inputs.size());
  if (std::string(creator->getInterfaceInfo().kind) == "PLUGIN CREATOR_V1") {
    IPluginV2* const plugin = static_cast<IPluginCreator*>(creator)->createPlugin("p", &collection);
    if (plugin == nullptr) return nullptr;
    ILayer* const layer = network.addPluginV2(inputs.data(), count, *plugin);
    plugin->destroy();
    return layer;
  }
  const std::unique_ptr<IPluginV3> plugin(static_cast<IPluginCreatorV3One*>(creator)->createPlugin(
      "p", &collection, TensorRTPhase::kBUILD));
  return plugin == nullptr ? nullptr
                           : network.addPluginV3(inputs.data(), count, nullptr, 0, *plugin);
}

/// The outputs of a network of one plugin.
inline std::vector<Output> run_plugin(Net& net, ILayer* layer) {
  if (layer == nullptr) return {};
  std::vector<ITensor*> outputs;
  for (std::int32_t i = 0; i < layer->getNbOutputs(); ++i) outputs.push_back(layer->getOutput(i));
  return net.run(outputs);
}

}  // namespace riffle::tensorrt::test
