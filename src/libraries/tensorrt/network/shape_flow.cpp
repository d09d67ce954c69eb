// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/network/shape_flow.h"

#include <algorithm>
#include <ranges>

namespace riffle::tensorrt {
namespace {

using Names = std::unordered_set<std::string>;

/// Operators that read dimensions (or what decides them) from inputs, as a set of bits of the inputs' numbers.
unsigned dimension_inputs(std::string_view op) {
  struct Row {
    std::string_view op;
    unsigned inputs;
  };
  static constexpr Row kRows[] = {{"Reshape", 2},
                                  {"Expand", 2},
                                  {"Tile", 2},
                                  {"Slice", 30},
                                  {"Pad", 10},
                                  {"Resize", 12},
                                  {"Upsample", 2},
                                  {"ConstantOfShape", 1},
                                  {"Range", 7},
                                  {"TopK", 2},
                                  {"OneHot", 2},
                                  {"Unsqueeze", 2},
                                  {"Squeeze", 2},
                                  {"Split", 2},
                                  {"Col2Im", 6},
                                  {"MaxUnpool", 4},
                                  {"CenterCropPad", 2},
                                  {"AffineGrid", 2},
                                  {"DFT", 6},
                                  {"BlackmanWindow", 1},
                                  {"HannWindow", 1},
                                  {"HammingWindow", 1},
                                  {"SplitToSequence", 2},
                                  {"ReduceSum", 2},
                                  {"ReduceMean", 2},
                                  {"ReduceMax", 2},
                                  {"ReduceMin", 2},
                                  {"ReduceProd", 2},
                                  {"ReduceL1", 2},
                                  {"ReduceL2", 2},
                                  {"ReduceLogSum", 2},
                                  {"ReduceLogSumExp", 2},
                                  {"ReduceSumSquare", 2},
                                  {"MelWeightMatrix", 3},
                                  {"STFT", 10}};
  const auto* const row = std::ranges::find(kRows, op, &Row::op);
  return row == std::end(kRows) ? 0 : row->inputs;
}

/// Operators whose outputs' dimensions depend on values always. Of those that have graphs inside nothing is known.
bool decides_by_values(std::string_view op) {
  static constexpr std::string_view kOps[] = {
      "NonZero", "NonMaxSuppression", "Unique", "Compress", "Loop", "If", "Scan"};
  return std::ranges::find(kOps, op) != std::end(kOps);
}

bool reads_dimensions(std::string_view op) { return op == "Shape" || op == "Size"; }

bool is_integral(const onnx::OnnxValue& input) {
  return (input.type == OnnxType::kInt32 || input.type == OnnxType::kInt64) && input.has_shape &&
         input.shape.size() <= 1;
}

/// The values from which dimensions are computed, seen from their use.
Names sources_of_dimensions(const onnx::OnnxGraph& graph) {
  Names sources;
  for (const onnx::OnnxNode& node : graph.nodes | std::views::reverse) {
    const unsigned direct = dimension_inputs(node.op);
    const bool feeds = !reads_dimensions(node.op) &&
                       std::ranges::any_of(node.outputs, [&](const std::string& output) {
                         return sources.contains(output);
                       });
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      if (feeds || (i < 32 && (direct >> i & 1) != 0)) sources.insert(node.inputs[i]);
  }
  return sources;
}

}  // namespace

ShapeFlow shape_flow_of(const onnx::OnnxGraph& graph, ShapeInputs inputs) {
  ShapeFlow flow;
  flow.sources = sources_of_dimensions(graph);
  Names by_values;  // their content depends on what inputs hold
  for (const onnx::OnnxValue& input : graph.inputs) {
    if (inputs == ShapeInputs::kOnHost && is_integral(input) && flow.sources.contains(input.name))
      flow.shape_inputs.insert(input.name);
    else
      by_values.insert(input.name);
  }
  Names unknown;  // their dimensions do
  for (const onnx::OnnxNode& node : graph.nodes) {
    const unsigned direct = dimension_inputs(node.op);
    bool is_unknown = decides_by_values(node.op), depends = false;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const bool has_values = by_values.contains(node.inputs[i]);
      const bool has_unknown = unknown.contains(node.inputs[i]);
      depends = depends || (reads_dimensions(node.op) ? has_unknown : has_values);
      is_unknown = is_unknown || (has_unknown && !reads_dimensions(node.op)) ||
                   (has_values && i < 32 && (direct >> i & 1) != 0);
    }
    for (const std::string& output : node.outputs) {
      if (depends || is_unknown) by_values.insert(output);
      if (is_unknown) unknown.insert(output);
    }
  }
  for (const onnx::OnnxValue& output : graph.outputs)
    if (unknown.contains(output.name)) flow.unknown_outputs.insert(output.name);
  return flow;
}

}  // namespace riffle::tensorrt
