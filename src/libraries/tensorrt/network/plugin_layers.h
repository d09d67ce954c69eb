// SPDX-License-Identifier: Apache-2.0
// Layers that a program's own plugins compute.
#pragma once

#include "libraries/tensorrt/network/layer.h"
#include "libraries/tensorrt/plugin/plugin.h"

namespace riffle::tensorrt {

/// The domain of nodes at which a graph is cut; their attribute "plugin" is the number of the layer among those with plugins.
inline constexpr char kPluginDomain[] = "riffle.plugin";

class PluginLayer {
 public:
  explicit PluginLayer(std::unique_ptr<Plugin> plugin) : plugin_(std::move(plugin)) {}
  virtual ~PluginLayer() = default;
  Plugin& plugin() const { return *plugin_; }
  virtual const Layer& layer() const = 0;

 protected:
  void lower_plugin(Lowering& to) const;

 private:
  std::unique_ptr<Plugin> plugin_;
};

/// The layer of a node of a parsed model.
struct ParsedPlugin {
  std::unique_ptr<Layer> layer;
  const PluginLayer* plugin;
};
ParsedPlugin plugin_layer_of(Network& network, const MadePlugin& made);

}  // namespace riffle::tensorrt
