// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/network/lowering.h"

#include <algorithm>

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

/// Weights up to this many bytes may be dimensions, axes and the like, on which other dimensions depend.
constexpr std::size_t kSmallBytes = 1024;

}  // namespace

const Log& Lowering::log() const { return network_.log(); }

std::int64_t Lowering::number_of(const PluginLayer& of) const { return network_.number_of(of); }

std::string Lowering::fresh() { return joined("riffle_", ++root_.count_); }

onnx::OnnxNode& Lowering::node(std::string_view op, std::vector<std::string> inputs,
                               std::vector<std::string> outputs) {
  onnx::OnnxNode node;
  node.name = joined(layer.empty() ? "riffle" : layer, "/", op, "_", ++root_.count_);
  node.op = op;
  node.inputs = std::move(inputs);
  node.outputs = std::move(outputs);
  return graph.nodes.emplace_back(std::move(node));
}

std::string Lowering::value(std::string_view op, std::vector<std::string> inputs) {
  std::string made = fresh();
  node(op, std::move(inputs), {made});
  return made;
}

std::string Lowering::constant(const Weights& weights, const std::vector<std::int64_t>& dims,
                               std::string name) {
  if (name.empty()) name = fresh();
  const OnnxType type = onnx_type_of(weights.type);
  const std::size_t bytes =
      (static_cast<std::size_t>(weights.count) * bits_of(weights.type) + 7) / 8;
  if (is_flat() && bytes > kSmallBytes) {
    onnx::OnnxValue& input = root_.graph.inputs.emplace_back();
    input.name = name;
    input.type = type;
    input.has_shape = true;
    for (const std::int64_t dim : dims) input.shape.push_back({dim, ""});
  } else {
    root_.graph.add_initializer(name, type, dims, weights.values, bytes);
  }
  return name;
}

std::string Lowering::constant(const std::vector<std::int64_t>& values) {
  std::string made = fresh();
  root_.graph.add_initializer(made, OnnxType::kInt64, {static_cast<std::int64_t>(values.size())},
                              values.data(), values.size() * sizeof(std::int64_t));
  return made;
}

std::string Lowering::scalar(std::int64_t value) {
  std::string made = fresh();
  root_.graph.add_initializer(made, OnnxType::kInt64, {}, &value, sizeof value);
  return made;
}

std::string Lowering::scalar_like(double number, const std::string& like) {
  std::string made = fresh();
  root_.graph.add_initializer(made, OnnxType::kDouble, {}, &number, sizeof number);
  return value("CastLike", {made, like});
}

std::string Lowering::cast(const std::string& from, OnnxType type) {
  std::string made = value("Cast", {from});
  last().with("to", static_cast<std::int64_t>(type));
  return made;
}

std::string Lowering::int64(const std::string& from) { return cast(from, OnnxType::kInt64); }

std::string Lowering::transpose(const std::string& from, const std::vector<std::int64_t>& order) {
  std::string made = value("Transpose", {from});
  last().with("perm", order);
  return made;
}

void Lowering::keep_nodes(std::size_t count) {
  graph.nodes.resize(count);
  digested_nodes_ = std::min(digested_nodes_, count);
}

std::size_t Lowering::digest() {
  const auto add = [&](std::string_view part) {
    constexpr std::size_t kFactor = 0x9e3779b97f4a7c15;
    digest_ = (digest_ ^ std::hash<std::string_view>{}(part)) * kFactor;
  };
  for (; digested_inputs_ < graph.inputs.size(); ++digested_inputs_) {
    const onnx::OnnxValue& input = graph.inputs[digested_inputs_];
    add(input.name);
    add(joined(static_cast<int>(input.type), text_of(input.dims())));
  }
  for (; digested_values_ < graph.initializers.size(); ++digested_values_)
    add(graph.initializers[digested_values_].bytes);
  for (; digested_nodes_ < graph.nodes.size(); ++digested_nodes_) {
    const onnx::OnnxNode& node = graph.nodes[digested_nodes_];
    add(node.op);
    for (const auto* const texts : {&node.inputs, &node.outputs, &node.attributes})
      for (const std::string& text : *texts) add(text);
  }
  return digest_;
}

void Lowering::learn(const std::vector<Tensor*>& tensors) {
  if (is_flat()) network_.learn(tensors, *this);
}

Dims Lowering::dims_of(const Tensor& tensor) {
  learn({network_.find_value(tensor.value())});
  return tensor.learned_dims();
}

OnnxType Lowering::type_of(const Tensor& tensor) {
  learn({network_.find_value(tensor.value())});
  return tensor.type_in_graph();
}

}  // namespace riffle::tensorrt
