// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/network/plugin_layers.h"

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

DataType type_of(const Tensor& tensor) {
  const auto type = data_type_of(tensor.type_in_graph());
  if (!type)
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  "the input of a plugin has a type that TensorRT does not have");
  return *type;
}

class SecondFormLayer final : public LayerOf<IPluginV2Layer, PluginV2LayerDefaults>,
                              public PluginLayer {
 public:
  SecondFormLayer(Network& network, const IPluginV2& plugin)
      : LayerOf(network, LayerType::kPLUGIN_V2),
        PluginLayer(plugin_of(plugin)),
        clone_(plugin.clone()) {}
  IPluginV2& getPlugin() noexcept override { return *clone_; }
  void lower(Lowering& to) const override { lower_plugin(to); }
  const Layer& layer() const override { return *this; }

 private:
  std::unique_ptr<IPluginV2, DestroyPlugin> clone_;
};

class ThirdFormLayer final : public LayerOf<IPluginV3Layer, PluginV3LayerDefaults>,
                             public PluginLayer {
 public:
  ThirdFormLayer(Network& network, IPluginV3& plugin)
      : LayerOf(network, LayerType::kPLUGIN_V3),
        PluginLayer(plugin_of(plugin)),
        clone_(plugin.clone()) {}
  IPluginV3& getPlugin() noexcept override { return *clone_; }
  void lower(Lowering& to) const override { lower_plugin(to); }
  const Layer& layer() const override { return *this; }

 private:
  std::unique_ptr<IPluginV3> clone_;
};

template <class Made>
Made* add_plugin(LayerFunctions& functions, std::vector<const PluginLayer*>& all,
                 std::unique_ptr<Made> layer, ITensor* const* inputs, int32_t count) {
  require(count == 0 || inputs != nullptr, "the inputs are null");
  for (int32_t i = 0; i < count; ++i) {
    require(inputs[i] != nullptr, "an input is null");
    layer->add_input(*inputs[i]);
  }
  const int32_t outputs = layer->plugin().outputs();
  require(outputs > 0, "the plugin has no outputs");
  all.push_back(layer.get());
  return functions.add(std::move(layer), {}, outputs);
}

}  // namespace

void PluginLayer::lower_plugin(Lowering& to) const {
  const Layer& of = layer();
  std::vector<std::string> inputs, outputs;
  inputs.reserve(of.inputs().size());
  outputs.reserve(of.outputs().size());
  for (const Tensor* const input : of.inputs()) inputs.push_back(input->value());
  for (const Tensor* const output : of.outputs()) outputs.push_back(output->value());
  if (to.is_nested())
    throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                  joined("plugin layer '", of.getName(),
                         "' is inside a loop or condition, where Riffle does not support plugins"));
  if (!to.is_flat()) {
    to.node("Plugin", inputs, outputs).with("plugin", to.number_of(*this)).domain = kPluginDomain;
    return;
  }
  to.learn(of.inputs());
  std::vector<Dims> dims;
  std::vector<DataType> types;
  for (const Tensor* const input : of.inputs()) {
    dims.push_back(input->learned_dims());
    if (dims.back().nbDims < 0)
      throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                    joined("the number of dimensions of plugin input '", input->name,
                           "' is not known, or is above ", Dims::MAX_DIMS));
    types.push_back(type_of(*input));
  }
  const auto expressions = plugin_->output_dims(dims, to.log());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    onnx::OnnxValue& made = to.graph.inputs.emplace_back();
    made.name = outputs[i];
    made.type = onnx_type_of(plugin_->output_type(static_cast<std::int32_t>(i), types));
    made.has_shape = true;
    const Dims told = tensorrt::dims_of(expressions.at(i), {dims});
    for (int k = 0; k < told.nbDims; ++k) made.shape.push_back({told.d[k], ""});
  }
}

ParsedPlugin plugin_layer_of(Network& network, const MadePlugin& made) {
  if (made.second != nullptr) {
    auto layer = std::make_unique<SecondFormLayer>(network, *made.second);
    const PluginLayer* const plugin = layer.get();
    return {std::move(layer), plugin};
  }
  auto layer = std::make_unique<ThirdFormLayer>(network, *made.third);
  const PluginLayer* const plugin = layer.get();
  return {std::move(layer), plugin};
}

IPluginV2Layer* LayerFunctions::addPluginV2(ITensor* const* inputs, int32_t count,
                                            IPluginV2& plugin) noexcept {
  return guarded(log(), "INetworkDefinition::addPluginV2", [&] {
    return add_plugin(*this, plugins_, std::make_unique<SecondFormLayer>(network(), plugin), inputs,
                      count);
  });
}

IPluginV3Layer* LayerFunctions::addPluginV3(ITensor* const* inputs, int32_t count, ITensor* const*,
                                            int32_t shape_count, IPluginV3& plugin) noexcept {
  return guarded(log(), "INetworkDefinition::addPluginV3", [&] {
    if (shape_count != 0)
      throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                    "Riffle does not support plugins with inputs that hold dimensions");
    return add_plugin(*this, plugins_, std::make_unique<ThirdFormLayer>(network(), plugin), inputs,
                      count);
  });
}

}  // namespace riffle::tensorrt
