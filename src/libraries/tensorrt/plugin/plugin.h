// SPDX-License-Identifier: Apache-2.0
// A plugin of any form, seen alike.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/plugin/expressions.h"

namespace riffle::tensorrt {

/// How a plan keeps a plugin.
struct PluginPlan {
  bool is_third_form = false;
  std::string layer, type, version, space;
  std::string bytes;                         ///< what the plugin has serialised, or its fields
  std::vector<std::string> inputs, outputs;  ///< names of values
  std::vector<DataType> output_types;
  std::vector<std::vector<std::string>> output_dims;  ///< expressions
  std::int64_t workspace_bytes = 0;  ///< where the plugin tells it while it is built

  std::string written() const;
  static PluginPlan read(std::string_view message);
};

/// The tensors of one layer.
struct PluginTensors {
  std::vector<PluginTensorDesc> inputs, outputs;
};

class Plugin {
 public:
  virtual ~Plugin() = default;

  virtual std::int32_t outputs() const = 0;
  virtual DataType output_type(std::int32_t index, const std::vector<DataType>& inputs) const = 0;
  virtual std::vector<std::vector<std::string>> output_dims(const std::vector<Dims>& inputs,
                                                            const Log& log) const = 0;
  /// Throws Failure where the plugin does not take linear tensors of these types.
  virtual void configure(const PluginTensors& tensors) = 0;
  /// What a plan needs to make the plugin again: type, version, namespace, bytes, workspace.
  virtual void write(PluginPlan& plan, const PluginTensors& tensors) const = 0;

  /// Before the first enqueue with other dimensions. Returns the bytes of workspace.
  virtual std::size_t prepare(const PluginTensors& tensors, const PluginPlan& plan) = 0;
  virtual bool enqueue(const PluginTensors& tensors, void const* const* inputs, void* const* made,
                       void* workspace, cudaStream_t stream) = 0;
  /// Another one, for a context.
  virtual std::unique_ptr<Plugin> for_context() const = 0;
};

struct DestroyPlugin {
  void operator()(IPluginV2* plugin) const { plugin->destroy(); }
};
/// A plugin as a creator makes it: of one form or the other.
struct MadePlugin {
  std::unique_ptr<IPluginV2, DestroyPlugin> second;
  std::unique_ptr<IPluginV3> third;
};

/// They take a clone of the plugin.
std::unique_ptr<Plugin> plugin_of(const IPluginV2& plugin);
std::unique_ptr<Plugin> plugin_of(IPluginV3& plugin);
/// Throws Failure where the registry has no creator for it, or that makes none.
std::unique_ptr<Plugin> plugin_of(const PluginPlan& plan);

}  // namespace riffle::tensorrt
