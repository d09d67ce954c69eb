// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/network/network.h"

#include <algorithm>
#include <utility>

#include "libraries/tensorrt/engine/session.h"
#include "libraries/tensorrt/network/plugin_layers.h"

namespace riffle::tensorrt {
namespace {

/// The operator set that layers are written in.
constexpr std::int64_t kOperatorSet = 20;

onnx::OnnxValue value_of(const Tensor& tensor, std::string name, OnnxType type) {
  onnx::OnnxValue value;
  value.name = std::move(name);
  value.type = type;
  const Dims dims = tensor.getDimensions();
  value.has_shape = dims.nbDims >= 0;
  for (int i = 0; i < dims.nbDims; ++i) {
    const char* const symbol = tensor.getDimensionName(i);
    // A name of its own shows which outputs have the same dimension.
    const bool needs_name = dims.d[i] < 0 && symbol == nullptr && tensor.isNetworkInput();
    value.shape.push_back({dims.d[i], needs_name ? joined("riffle ", tensor.value(), " ", i)
                                      : symbol == nullptr ? ""
                                                          : symbol});
  }
  return value;
}

void name_dimensions(Tensor& tensor, const onnx::OnnxValue& value) {
  for (std::size_t i = 0; i < value.shape.size(); ++i)
    tensor.setDimensionName(static_cast<int32_t>(i), value.shape[i].name.c_str());
}

using Told = Network::Told;

/// ONNX Runtime's level of optimisation at which it tells dimensions: it computes constants, on which dimensions depend.
constexpr int kFlatLevel = 1;

/// What ONNX Runtime tells of values. It says the same of a scalar and of a value whose number of dimensions it does not know;
/// the length of their shapes differs.
std::vector<Told> told_of(onnx::OnnxModel model, const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    onnx::OnnxNode& shape = model.graph.nodes.emplace_back();
    shape.op = "Shape";
    shape.inputs = {value};
    shape.outputs = {value + "/riffle_shape"};
    model.graph.outputs.emplace_back().name = value;
    model.graph.outputs.emplace_back().name = shape.outputs.front();
  }
  const auto outputs = ort::Model(model.written(), kFlatLevel, 1).outputs();
  std::vector<Told> told;
  for (std::size_t i = 0; i < outputs.size(); i += 2) {
    const auto& dims = outputs[i].dims;
    Told& one = told.emplace_back(outputs[i].type, Dims{});
    one.dims = dims_with(dims);
    if (dims.empty() && outputs[i + 1].dims != std::vector<std::int64_t>{0}) one.dims.nbDims = -1;
  }
  return told;
}

/// What the graph itself says of a constant, which is an initializer of it or, where it is large, an input.
std::optional<Told> given_in(const onnx::OnnxGraph& graph, const std::string& value) {
  const auto input = std::ranges::find(graph.inputs, value, &onnx::OnnxValue::name);
  if (input != graph.inputs.end()) return Told{input->type, input->dims()};
  const auto constant = std::ranges::find(graph.initializers, value, &onnx::OnnxTensor::name);
  if (constant == graph.initializers.end()) return std::nullopt;
  return Told{constant->type, dims_with(constant->dims)};
}

void cast(Lowering& to, const std::string& from, const std::string& into, OnnxType type) {
  to.node("Cast", {from}, {into}).with("to", static_cast<std::int64_t>(type));
}

}  // namespace

Network::Network(IBuilder& builder, const Log& log, NetworkDefinitionCreationFlags flags)
    : builder_(builder), log_(log), flags_(flags) {
  mImpl = this;
  model_.operator_sets.emplace_back("", kOperatorSet);
}
Network::~Network() = default;

Tensor& Network::add_tensor(std::string value, Tensor::Role role) {
  tensors_.push_back(std::make_unique<Tensor>(*this, value, role));
  by_value_[std::move(value)] = tensors_.back().get();
  return *tensors_.back();
}

Tensor& Network::new_tensor() {
  return add_tensor(joined("riffle_tensor_", tensors_.size()), Tensor::Role::kMade);
}

Tensor* Network::find_value(std::string_view value) const {
  const auto found = by_value_.find(std::string(value));
  return found == by_value_.end() ? nullptr : found->second;
}

ITensor* Network::addInput(char const* name, DataType type, Dims const& dimensions) noexcept {
  return guarded(log_, "INetworkDefinition::addInput", [&]() -> ITensor* {
    require(name != nullptr, "the name is null");
    if (find_value(name) != nullptr)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("a tensor named '", name, "' already exists"));
    if (onnx_type_of(type) == OnnxType::kUndefined)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("input '", name, "' has data type ", static_cast<int>(type),
                           ", which TensorRT does not have"));
    if (dimensions.nbDims < 0 || dimensions.nbDims > Dims::MAX_DIMS)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("expected 0 to 8 dimensions, got ", dimensions.nbDims));
    check_countable(joined("input '", name, "'"), dimensions);
    Tensor& tensor = add_tensor(name, Tensor::Role::kInput);
    tensor.learn(onnx_type_of(type), dimensions);
    inputs_.push_back(&tensor);
    return &tensor;
  });
}

void Network::require_own(const Tensor& tensor) const {
  if (&tensor.network() != this)
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined("tensor '", tensor.name, "' is another network's"));
}

void Network::mark(Tensor& tensor) {
  require_own(tensor);
  if (tensor.isNetworkInput())
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined("input '", tensor.name, "' cannot be an output as well"));
  if (std::ranges::find(outputs_, &tensor) != outputs_.end()) return;
  outputs_.push_back(&tensor);
  tensor.is_output = true;
}

void Network::markOutput(ITensor& tensor) noexcept {
  guarded(log_, "INetworkDefinition::markOutput", [&] {
    mark(static_cast<Tensor&>(tensor));
    return true;
  });
}

void Network::unmarkOutput(ITensor& tensor) noexcept {
  auto& marked = static_cast<Tensor&>(tensor);
  marked.is_output = false;
  std::erase(outputs_, &marked);
}

ILayer* Network::getLayer(int32_t index) const noexcept {
  if (index < 0 || index >= getNbLayers()) return nullptr;
  return &layers_[static_cast<std::size_t>(index)]->as_public();
}
ITensor* Network::getInput(int32_t index) const noexcept {
  if (index < 0 || index >= getNbInputs()) return nullptr;
  return inputs_[static_cast<std::size_t>(index)];
}
ITensor* Network::getOutput(int32_t index) const noexcept {
  if (index < 0 || index >= getNbOutputs()) return nullptr;
  return outputs_[static_cast<std::size_t>(index)];
}

bool Network::getFlag(NetworkDefinitionCreationFlag flag) const noexcept {
  return (flags_ >> static_cast<unsigned>(flag) & 1) != 0;
}

bool Network::markOutputForShapes(ITensor& tensor) noexcept {
  auto& marked = static_cast<Tensor&>(tensor);
  markOutput(tensor);
  return marked.is_shape_output = std::ranges::find(outputs_, &marked) != outputs_.end();
}
bool Network::unmarkOutputForShapes(ITensor& tensor) noexcept {
  static_cast<Tensor&>(tensor).is_shape_output = false;
  unmarkOutput(tensor);
  return true;
}

bool Network::markDebug(ITensor&) noexcept {
  log_.refuse("INetworkDefinition::markDebug");
  return false;
}

void Network::removeTensor(ITensor& tensor) noexcept {
  auto& removed = static_cast<Tensor&>(tensor);
  std::erase(inputs_, &removed);
  unmarkOutput(tensor);
}

void Network::keep(std::unique_ptr<Layer> layer) {
  if (*layer->getName() == '\0')
    layer->setName(joined("(Unnamed Layer* ", layers_.size(), ")").c_str());
  for (int i = 0; i < layer->getNbOutputs(); ++i) {
    ITensor* const output = layer->getOutput(i);
    output->setName(joined(layer->getName(), "_output_", i).c_str());
  }
  layers_.push_back(std::move(layer));
}

void Network::adopt(onnx::OnnxModel model, const std::map<std::size_t, MadePlugin>& plugins) {
  if (!tensors_.empty())
    throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                  "the network is not empty, a model needs one that is");
  model_ = std::move(model);
  for (const onnx::OnnxValue& input : model_.graph.inputs) {
    if (input.type != OnnxType::kDouble && !data_type_of(input.type))
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("input '", input.name, "' has type ", name_of(input.type),
                           ", which TensorRT does not have"));
    check_rank(joined("input '", input.name, "'"), input.shape.size());
    check_countable(joined("input '", input.name, "'"), input.dims());
    Tensor& tensor = add_tensor(input.name, Tensor::Role::kInput);
    tensor.learn(input.type, input.dims());
    name_dimensions(tensor, input);
    if (input.type == OnnxType::kDouble)
      log_.warning(
          joined("input '", input.name, "' is DOUBLE in the model; the network takes FP32"));
    inputs_.push_back(&tensor);
  }
  adopt_nodes(plugins);
  for (const onnx::OnnxValue& output : model_.graph.outputs) {
    Tensor* tensor = find_value(output.name);
    if (tensor == nullptr) tensor = &add_tensor(output.name, Tensor::Role::kParsed);
    if (output.type != OnnxType::kUndefined && output.has_shape) {
      tensor->learn(output.type, output.dims());
      name_dimensions(*tensor, output);
    }
    mark(*tensor);
  }
}

void Network::adopt_nodes(const std::map<std::size_t, MadePlugin>& plugins) {
  const std::vector<onnx::OnnxNode> nodes = std::exchange(model_.graph.nodes, {});
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const onnx::OnnxNode& node = nodes[i];
    if (const auto plugin = plugins.find(i); plugin != plugins.end()) {
      adopt_plugin(node, plugin->second);
    } else {
      auto layer = std::make_unique<ParsedLayer>(*this, layer_type_of(node.op), node);
      for (const std::string& input : node.inputs)
        if (Tensor* const tensor = find_value(input)) layer->add_input(*tensor);
      layers_.push_back(std::move(layer));
    }
    Layer& layer = *layers_.back();
    layer.setName((node.name.empty() ? joined("node_", i, "_", node.op) : node.name).c_str());
    for (const std::string& output : node.outputs)
      if (!output.empty()) layer.add_output(add_tensor(output, Tensor::Role::kParsed));
  }
}

void Network::adopt_plugin(const onnx::OnnxNode& node, const MadePlugin& made) {
  ParsedPlugin parsed = plugin_layer_of(*this, made);
  if (static_cast<std::size_t>(parsed.plugin->plugin().outputs()) != node.outputs.size() ||
      std::ranges::find(node.outputs, "") != node.outputs.end())
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined("node '", node.name, "' has ", node.outputs.size(), " outputs, plugin '",
                         node.op, "' has ", parsed.plugin->plugin().outputs()));
  for (const std::string& input : node.inputs) {
    Tensor* tensor = find_value(input);
    const auto constant =
        std::ranges::find(model_.graph.initializers, input, &onnx::OnnxTensor::name);
    if (tensor == nullptr && constant != model_.graph.initializers.end()) {
      check_rank(joined("constant '", input, "'"), constant->dims.size());
      tensor = &add_tensor(input, Tensor::Role::kParsed);
      tensor->learn(constant->type, dims_with(constant->dims));
    }
    if (tensor == nullptr)
      throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                    joined("node '", node.name, "': plugin '", node.op, "' has no input '", input,
                           "', and Riffle does not support plugins whose inputs are left out"));
    parsed.layer->add_input(*tensor);
  }
  plugins_.push_back(parsed.plugin);
  layers_.push_back(std::move(parsed.layer));
}

std::string Network::engine_name_of(const Tensor& tensor) {
  const bool is_cast = onnx_type_of(tensor.getType()) != tensor.type_in_graph();
  return is_cast ? tensor.value() + (tensor.isNetworkInput() ? "/riffle_in" : "/riffle_out")
                 : tensor.value();
}

onnx::OnnxModel Network::model_of(onnx::OnnxGraph graph) const {
  onnx::OnnxModel made;
  made.ir_version = model_.ir_version;
  made.operator_sets = model_.operator_sets;
  made.functions = model_.functions;
  made.graph = std::move(graph);
  return made;
}

onnx::OnnxModel Network::lowered() const {
  // Layers are lowered by the dimensions of their inputs; nodes of a model are there as they are.
  if (std::ranges::any_of(tensors_, [](const auto& tensor) { return tensor->is_made(); }))
    find_dimensions(nullptr);
  onnx::OnnxModel made = model_of(model_.graph);
  onnx::OnnxGraph& graph = made.graph;
  graph.inputs.clear();
  graph.outputs.clear();
  Lowering to(graph, *this, Lowering::Way::kComputed);
  for (const Tensor* const input : inputs_) {
    const std::string name = engine_name_of(*input);
    graph.inputs.push_back(value_of(*input, name, onnx_type_of(input->getType())));
    if (name != input->value()) cast(to, name, input->value(), input->type_in_graph());
  }
  lower_layers(layers_, to);
  for (const Tensor* const output : outputs_) {
    const std::string name = engine_name_of(*output);
    if (name != output->value()) cast(to, output->value(), name, onnx_type_of(output->getType()));
    onnx::OnnxValue value;
    value.name = name;
    graph.outputs.push_back(std::move(value));
  }
  return made;
}

bool Network::has_half_inputs() const {
  return std::ranges::any_of(inputs_, [](const Tensor* input) {
    return input->type_in_graph() == OnnxType::kFloat16 ||
           input->type_in_graph() == OnnxType::kBfloat16;
  });
}

void Network::lower_flat(Lowering& to) const {
  onnx::OnnxGraph& graph = to.graph;
  graph.inputs.clear();
  graph.outputs.clear();
  for (const Tensor* const input : inputs_)
    graph.inputs.push_back(value_of(*input, input->value(), input->type_in_graph()));
  lower_layers(layers_, to);
}

void Network::learn(const std::vector<Tensor*>& tensors, Lowering& so_far) const {
  std::vector<Tensor*> unknown;
  std::vector<std::string> asked;
  const auto key_of = [&](const Tensor& tensor) {
    return so_far.digest() ^ std::hash<std::string>{}(tensor.value());
  };
  const onnx::OnnxGraph& graph = so_far.graph;
  for (Tensor* const tensor : tensors) {
    if (tensor->isNetworkInput()) continue;
    const auto known = known_.find(key_of(*tensor));
    if (known != known_.end()) {
      tensor->learn(known->second.type, known->second.dims);
    } else if (const auto given = given_in(graph, tensor->value())) {
      tensor->learn(given->type, given->dims);
    } else {
      unknown.push_back(tensor);
      asked.push_back(tensor->value());
    }
  }
  if (asked.empty()) return;
  const std::vector<Told> told = told_of(model_of(graph), asked);
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    known_[key_of(*unknown[i])] = told[i];
    unknown[i]->learn(told[i].type, told[i].dims);
  }
}

void Network::infer(const Tensor& wanted) const {
  guarded(log_, "INetworkDefinition", [&] {
    find_dimensions(&wanted);
    return true;
  });
}

void Network::find_dimensions(const Tensor* wanted) const {
  onnx::OnnxGraph graph = model_.graph;
  Lowering to(graph, *this, Lowering::Way::kFlat);
  lower_flat(to);
  if (const auto failed = to.failed.find(wanted); failed != to.failed.end())
    throw Failure(ErrorCode::kINVALID_STATE, failed->second);
  if (to.digest() == inferred_) return;
  const std::size_t digest = to.digest();
  std::vector<std::string> asked;
  for (const auto& tensor : tensors_) {
    if (!tensor->is_made() && tensor->is_known()) continue;
    if (to.failed.contains(tensor.get())) continue;
    if (const auto given = given_in(graph, tensor->value()))
      tensor->learn(given->type, given->dims);
    else
      asked.push_back(tensor->value());
  }
  if (asked.empty()) return;  // all are known, or cannot be
  const std::vector<Told> told = told_of(model_of(std::move(graph)), asked);
  for (std::size_t i = 0; i < asked.size(); ++i)
    find_value(asked[i])->learn(told[i].type, told[i].dims);
  inferred_ = digest;
}

}  // namespace riffle::tensorrt
