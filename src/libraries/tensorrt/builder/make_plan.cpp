// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/builder/make_plan.h"

#include <algorithm>
#include <set>

#include "libraries/tensorrt/builder/cut.h"
#include "libraries/tensorrt/engine/session.h"
#include "libraries/tensorrt/network/shape_flow.h"
#include "libraries/tensorrt/runtime/strip.h"

namespace riffle::tensorrt {
namespace {

bool is_dynamic(const Dims& dims) { return elements_of(dims) < 0; }

/// What ONNX Runtime does at a level of the builder, which counts from 0 to 5; the usual one, 3, is all.
int optimization_of(int32_t level) {
  constexpr int kBasic = 1, kExtended = 2, kAll = 99;
  return level <= 0 ? 0 : level == 1 ? kBasic : level == 2 ? kExtended : kAll;
}

/// The one number that all profiles have for a dimension, or -1.
std::int64_t only_extent(const Config& config, const std::string& name, std::size_t i) {
  std::int64_t only = -1;
  for (const Profile* const profile : config.profiles()) {
    const Range* const range = profile->plan().find(name);
    if (range == nullptr || range->min.nbDims <= static_cast<int>(i)) return -1;
    const std::int64_t extent = range->min.d[i];
    if (extent != range->max.d[i] || (only >= 0 && only != extent)) return -1;
    only = extent;
  }
  return only;
}

/// Programs ask the engine, not a context, for the dimensions of outputs when profiles leave nothing open.
void fix_dimensions(onnx::OnnxValue& input, const std::string& name, const Config& config) {
  for (std::size_t i = 0; i < input.shape.size(); ++i)
    if (input.shape[i].value < 0) input.shape[i].value = only_extent(config, name, i);
}

TensorPlan input_plan(const Tensor& tensor, const onnx::OnnxValue& value, const ShapeFlow& flow) {
  TensorPlan plan;
  plan.name = tensor.name;
  plan.engine_name = value.name;
  plan.type = tensor.getType();
  plan.dims = value.dims();
  plan.is_shape = flow.shape_inputs.contains(value.name);
  for (const onnx::Dimension& dimension : value.shape) plan.symbols.push_back(dimension.name);
  return plan;
}

TensorPlan output_plan(const Tensor& tensor, const ort::OutputType& output, const ShapeFlow& flow) {
  TensorPlan plan;
  plan.name = tensor.name;
  plan.engine_name = output.name;
  plan.mode = TensorIOMode::kOUTPUT;
  const auto type = data_type_of(output.type);
  if (!type)
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined("output '", plan.name, "' has type ", name_of(output.type),
                         ", which TensorRT does not have"));
  plan.type = *type;
  check_rank(joined("output '", plan.name, "'"), output.dims.size());
  // ONNX Runtime tells no dimensions for a scalar, and none where it does not know how many there are.
  const bool is_scalar =
      output.dims.empty() && tensor.is_known() && tensor.getDimensions().nbDims == 0;
  plan.dims.nbDims = output.dims.empty() && !is_scalar ? -1 : static_cast<int>(output.dims.size());
  std::ranges::copy(output.dims, plan.dims.d);
  plan.symbols = output.symbols;
  find_dependence(plan, flow);
  return plan;
}

void check_profile(const ProfilePlan& profile, const std::vector<TensorPlan>& tensors) {
  for (const TensorPlan& tensor : tensors) {
    if (tensor.mode != TensorIOMode::kINPUT || !is_dynamic(tensor.dims)) continue;
    const Range* const range = profile.find(tensor.name);
    if (range == nullptr || range->min.nbDims != tensor.dims.nbDims)
      throw Failure(ErrorCode::kINVALID_CONFIG,
                    joined("input '", tensor.name, "' has dimensions ", text_of(tensor.dims),
                           ": expected a profile with dimensions for it"));
    for (int i = 0; i < tensor.dims.nbDims; ++i)
      if (tensor.dims.d[i] >= 0 &&
          (range->min.d[i] != tensor.dims.d[i] || range->max.d[i] != tensor.dims.d[i]))
        throw Failure(
            ErrorCode::kINVALID_CONFIG,
            joined("input '", tensor.name, "': dimension ", i, " is ", tensor.dims.d[i],
                   ", the profile has ", text_of(range->min), " to ", text_of(range->max)));
  }
}

void add_profiles(EnginePlan& plan, const Config& config) {
  for (const Profile* const profile : config.profiles()) plan.profiles.push_back(profile->plan());
  if (plan.profiles.empty()) plan.profiles.emplace_back();
  for (const ProfilePlan& profile : plan.profiles) check_profile(profile, plan.tensors);
}

void add_layers(EnginePlan& plan, const onnx::OnnxGraph& graph) {
  for (const onnx::OnnxNode& node : graph.nodes) plan.layers.push_back(layer_text(node));
  for (const onnx::OnnxTensor& tensor : graph.initializers)
    plan.weight_bytes += static_cast<std::int64_t>(tensor.raw.size());
}

/// The plan of a network with plugins, at which it is cut.
void add_steps(EnginePlan& plan, const Network& network, const onnx::OnnxModel& model,
               const ShapeFlow& flow) {
  if (!flow.shape_inputs.empty())
    throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                  "Riffle does not support inputs that hold dimensions in networks with plugins");
  plan.model = std::make_shared<const std::string>();
  Cut cut = cut_at_plugins(network, model, plan.optimization_level);
  plan.steps = std::move(cut.steps);
  plan.constants = std::move(cut.constants);
  for (std::size_t i = 0; i < network.inputs().size(); ++i)
    plan.tensors.push_back(input_plan(*network.inputs()[i], model.graph.inputs[i], flow));
  for (const Tensor* const output : network.outputs()) {
    const std::string name = Network::engine_name_of(*output);
    if (!cut.values.contains(name))
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("output '", output->name, "' is a constant"));
    TensorPlan tensor = cut.values.at(name);
    tensor.name = output->name;
    tensor.mode = TensorIOMode::kOUTPUT;
    plan.tensors.push_back(std::move(tensor));
  }
  add_layers(plan, model.graph);
}

/// Programs that ask for other formats alone lay their data out so.
void check_formats(const Network& network) {
  constexpr TensorFormats kLinear = 1U << static_cast<unsigned>(TensorFormat::kLINEAR);
  for (const auto& [what, tensors] :
       {std::pair{"input", &network.inputs()}, std::pair{"output", &network.outputs()}})
    for (const Tensor* const tensor : *tensors)
      if ((tensor->allowed_formats & kLinear) == 0)
        throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                      joined(what, " '", tensor->name,
                             "' does not allow TensorFormat::kLINEAR, the one format that Riffle "
                             "supports: add it in setAllowedFormats"));
}

/// Programs know inputs and outputs by their names alone.
void check_names(const Network& network) {
  std::set<std::string> names;
  for (const auto* const tensors : {&network.inputs(), &network.outputs()})
    for (const Tensor* const tensor : *tensors)
      if (!names.insert(tensor->name).second)
        throw Failure(
            ErrorCode::kINVALID_STATE,
            joined("two of the network's inputs and outputs have the name '", tensor->name, "'"));
}

bool is_refittable(const Config& config) {
  return std::ranges::any_of(
      std::initializer_list<BuilderFlag>{BuilderFlag::kREFIT, BuilderFlag::kREFIT_IDENTICAL,
                                         BuilderFlag::kREFIT_INDIVIDUAL, BuilderFlag::kSTRIP_PLAN},
      [&](BuilderFlag flag) { return config.getFlag(flag); });
}

/// With its weights.
EnginePlan make_whole_plan(const Network& network, const Config& config) {
  if (network.outputs().empty())
    throw Failure(ErrorCode::kINVALID_STATE, "the network has no output: mark one with markOutput");
  check_formats(network);
  check_names(network);
  EnginePlan plan;
  plan.name = network.name;
  plan.optimization_level = optimization_of(config.builder_optimization_level);
  plan.verbosity = static_cast<int>(config.profiling_verbosity);
  plan.is_refittable = is_refittable(config);
  plan.may_stream_weights = config.getFlag(BuilderFlag::kWEIGHT_STREAMING);
  onnx::OnnxModel model = network.lowered();
  for (std::size_t i = 0; i < network.inputs().size(); ++i)
    fix_dimensions(model.graph.inputs[i], network.inputs()[i]->name, config);
  const ShapeFlow flow = shape_flow_of(model.graph);
  if (has_plugins(model.graph)) {
    add_steps(plan, network, model, flow);
    add_profiles(plan, config);
    return plan;
  }
  plan.model = std::make_shared<const std::string>(model.written());
  const ort::Model session(*plan.model, plan.optimization_level, 1);
  const std::vector<ort::OutputType> outputs = session.outputs();
  for (std::size_t i = 0; i < network.inputs().size(); ++i)
    plan.tensors.push_back(input_plan(*network.inputs()[i], model.graph.inputs[i], flow));
  for (std::size_t i = 0; i < outputs.size(); ++i)
    plan.tensors.push_back(output_plan(*network.outputs()[i], outputs[i], flow));
  add_layers(plan, model.graph);
  add_profiles(plan, config);
  return plan;
}

}  // namespace

EnginePlan make_plan(const Network& network, const Config& config) {
  EnginePlan plan = make_whole_plan(network, config);
  if (config.getFlag(BuilderFlag::kSTRIP_PLAN)) strip_weights(plan);
  return plan;
}

}  // namespace riffle::tensorrt
