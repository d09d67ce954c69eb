// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/builder/cut.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "libraries/tensorrt/engine/session.h"
#include "libraries/tensorrt/network/plugin_layers.h"
#include "libraries/tensorrt/network/shape_flow.h"
#include "libraries/tensorrt/onnx/attribute.h"

namespace riffle::tensorrt {
namespace {

using Names = std::unordered_set<std::string>;

bool is_plugin(const onnx::OnnxNode& node) { return node.domain == kPluginDomain; }

onnx::OnnxValue value_of(const TensorPlan& tensor) {
  onnx::OnnxValue value{tensor.engine_name, onnx_type_of(tensor.type), tensor.dims.nbDims >= 0, {}};
  for (int i = 0; i < tensor.dims.nbDims; ++i) {
    const auto at = static_cast<std::size_t>(i);
    value.shape.push_back(
        {tensor.dims.d[i], at < tensor.symbols.size() ? tensor.symbols[at] : std::string()});
  }
  return value;
}

/// A segment and the plugins after it, whose inputs it makes.
struct Level {
  std::vector<const onnx::OnnxNode*> nodes, plugins;
};

class Cutter {
 public:
  Cutter(const Network& network, const onnx::OnnxModel& model, int level)
      : network_(network), model_(model), optimization_level_(level) {
    for (const onnx::OnnxTensor& tensor : model.graph.initializers) constants_.insert(tensor.name);
    for (const onnx::OnnxValue& input : model.graph.inputs) {
      TensorPlan& plan = cut_.values[input.name];
      plan.name = plan.engine_name = input.name;
      plan.type = data_type_of(input.type).value_or(DataType::kFLOAT);
      plan.dims = input.dims();
      for (const onnx::Dimension& dimension : input.shape) plan.symbols.push_back(dimension.name);
    }
    for (const onnx::OnnxValue& output : model.graph.outputs) wanted_.insert(output.name);
  }

  Cut take() {
    find_constants();
    find_levels();
    for (const auto& [number, level] : levels_) {
      if (!level.nodes.empty()) add_segment(level);
      for (const onnx::OnnxNode* const node : level.plugins) add_plugin(*node);
    }
    return std::move(cut_);
  }

 private:
  /// Constants that plugins read are computed once, when an engine is made: the graph that does so has a node for each.
  void find_constants() {
    onnx::OnnxModel part = without_nodes();
    Names read;
    EnginePlan plan;
    for (const onnx::OnnxNode& node : model_.graph.nodes) {
      if (!is_plugin(node)) continue;
      for (const std::string& input : node.inputs) {
        if (!constants_.contains(input) || !read.insert(input).second) continue;
        const std::string name = constant_name(input);
        const auto& all = model_.graph.initializers;
        const auto tensor = std::ranges::find(all, input, &onnx::OnnxTensor::name);
        ort::OutputType type{name, tensor->type, tensor->dims, {}};
        plan.tensors.push_back(cut_.values[name] = plan_of(type));
        part.graph.nodes.push_back({name, "Identity", "", {input}, {name}, {}});
        part.graph.outputs.emplace_back().name = name;
      }
    }
    if (read.empty()) return;
    std::erase_if(part.graph.initializers,
                  [&](const onnx::OnnxTensor& tensor) { return !read.contains(tensor.name); });
    plan.profiles.emplace_back();
    plan.model = std::make_shared<const std::string>(part.written());
    cut_.constants = std::make_shared<EnginePlan>(std::move(plan));
  }
  static std::string constant_name(const std::string& name) { return name + "/riffle_constant"; }

  onnx::OnnxModel without_nodes() const {
    onnx::OnnxModel part = model_;
    part.graph.nodes.clear();
    part.graph.inputs.clear();
    part.graph.outputs.clear();
    return part;
  }

  /// What a node reads, in the graphs inside as well.
  static std::vector<std::string> read_by(const onnx::OnnxNode& node) {
    std::vector<std::string> names = onnx::captured_by(node);
    names.insert(names.end(), node.inputs.begin(), node.inputs.end());
    return names;
  }

  /// A node's level is the number of plugins that come before it, one after the other.
  void find_levels() {
    std::unordered_map<std::string, int> of;
    for (const onnx::OnnxNode& node : model_.graph.nodes) {
      int level = 0;
      for (const std::string& input : read_by(node)) level = std::max(level, of[input]);
      (is_plugin(node) ? levels_[level].plugins : levels_[level].nodes).push_back(&node);
      for (const std::string& output : node.outputs) of[output] = level + (is_plugin(node) ? 1 : 0);
    }
    for (const auto& [number, level] : levels_) {
      Names made;
      for (const onnx::OnnxNode* const node : level.nodes)
        made.insert(node->outputs.begin(), node->outputs.end());
      for (const onnx::OnnxNode* const node : level.nodes)
        for (const std::string& input : read_by(*node))
          if (!made.contains(input)) wanted_.insert(input);
      for (const onnx::OnnxNode* const node : level.plugins)
        wanted_.insert(node->inputs.begin(), node->inputs.end());
    }
  }

  void add_segment(const Level& level) {
    onnx::OnnxModel part = without_nodes();
    onnx::OnnxGraph& graph = part.graph;
    Names read, made;
    EnginePlan plan;
    for (const onnx::OnnxNode* const node : level.nodes) {
      graph.nodes.push_back(*node);
      plan.layers.push_back(layer_text(*node));
      made.insert(node->outputs.begin(), node->outputs.end());
    }
    plan.optimization_level = optimization_level_;
    plan.profiles.emplace_back();
    for (const onnx::OnnxNode* const node : level.nodes)
      for (const std::string& input : read_by(*node)) {
        if (input.empty() || made.contains(input) || !read.insert(input).second) continue;
        if (constants_.contains(input)) continue;
        plan.tensors.push_back(cut_.values.at(input));
        plan.tensors.back().mode = TensorIOMode::kINPUT;
        graph.inputs.push_back(value_of(plan.tensors.back()));
      }
    std::erase_if(graph.initializers,
                  [&](const onnx::OnnxTensor& tensor) { return !read.contains(tensor.name); });
    for (const onnx::OnnxNode* const node : level.nodes)
      for (const std::string& output : node->outputs)
        if (wanted_.contains(output)) graph.outputs.emplace_back().name = output;
    if (graph.outputs.empty()) return;
    plan.model = std::make_shared<const std::string>(part.written());
    const ShapeFlow flow = shape_flow_of(graph, ShapeInputs::kNone);
    for (const ort::OutputType& output :
         ort::Model(*plan.model, optimization_level_, 1).outputs()) {
      plan.tensors.push_back(plan_of(output));
      find_dependence(plan.tensors.back(), flow);
      cut_.values[output.name] = plan.tensors.back();
    }
    cut_.steps.push_back({std::make_shared<EnginePlan>(std::move(plan)), nullptr});
  }

  TensorPlan plan_of(const ort::OutputType& output) const {
    TensorPlan plan;
    plan.name = plan.engine_name = output.name;
    plan.mode = TensorIOMode::kOUTPUT;
    const auto type = data_type_of(output.type);
    if (!type)
      throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                    joined("a tensor between plugins has type ", name_of(output.type),
                           ", which Riffle does not support"));
    plan.type = *type;
    check_rank(joined("tensor '", output.name, "'"), output.dims.size());
    plan.dims = dims_with(output.dims);
    plan.symbols = output.symbols;
    return plan;
  }

  void add_plugin(const onnx::OnnxNode& node) {
    const PluginLayer& of =
        network_.plugin(static_cast<std::size_t>(onnx::integer(node, "plugin").value_or(0)));
    auto made = std::make_shared<PluginPlan>();
    made->layer = of.layer().getName();
    for (const std::string& input : node.inputs)
      made->inputs.push_back(constants_.contains(input) ? constant_name(input) : input);
    made->outputs = node.outputs;
    std::vector<Dims> dims;
    std::vector<DataType> types;
    PluginTensors tensors;
    for (const std::string& input : made->inputs) {
      const TensorPlan& tensor = cut_.values.at(input);
      dims.push_back(tensor.dims);
      types.push_back(tensor.type);
      tensors.inputs.push_back({tensor.dims, tensor.type, TensorFormat::kLINEAR, 1});
    }
    made->output_dims = of.plugin().output_dims(dims, network_.log());
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      TensorPlan& tensor = cut_.values[node.outputs[i]];
      tensor.name = tensor.engine_name = node.outputs[i];
      tensor.mode = TensorIOMode::kOUTPUT;
      tensor.type = of.plugin().output_type(static_cast<std::int32_t>(i), types);
      tensor.dims = dims_of(made->output_dims.at(i), {dims});
      tensor.depends_on_values = std::ranges::any_of(
          made->output_dims.at(i),
          [](const std::string& text) { return text.find('s') != std::string::npos; });
      made->output_types.push_back(tensor.type);
      tensors.outputs.push_back({tensor.dims, tensor.type, TensorFormat::kLINEAR, 1});
    }
    of.plugin().configure(tensors);
    of.plugin().write(*made, tensors);
    cut_.steps.push_back({nullptr, std::move(made)});
  }

  const Network& network_;
  const onnx::OnnxModel& model_;
  int optimization_level_;
  Names constants_, wanted_;
  std::map<int, Level> levels_;
  Cut cut_;
};

}  // namespace

std::string layer_text(const onnx::OnnxNode& node) {
  return joined(node.name.empty() ? node.op : node.name, "\t", node.op);
}

void find_dependence(TensorPlan& output, const ShapeFlow& flow) {
  output.depends_on_values =
      elements_of(output.dims) < 0 && flow.unknown_outputs.contains(output.engine_name);
}

bool has_plugins(const onnx::OnnxGraph& graph) {
  return std::ranges::any_of(graph.nodes, is_plugin);
}

Cut cut_at_plugins(const Network& network, const onnx::OnnxModel& model, int optimization_level) {
  return Cutter(network, model, optimization_level).take();
}

}  // namespace riffle::tensorrt
