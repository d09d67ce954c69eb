// SPDX-License-Identifier: Apache-2.0
// A plan: what an engine is made of, and how that is written into bytes and read again.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/base/types.h"

namespace riffle::tensorrt {

/// An input or output of an engine.
struct TensorPlan {
  std::string name;
  std::string engine_name;  ///< in the model
  DataType type = DataType::kFLOAT;
  TensorIOMode mode = TensorIOMode::kINPUT;
  Dims dims{};                       ///< -1 where it is known at run time
  std::vector<std::string> symbols;  ///< names of dimensions, as many as there are, or none
  bool is_shape = false;             ///< its values are dimensions of others
  bool depends_on_values = false;    ///< an output whose dimensions depend on what inputs hold
};

/// The least, usual and greatest dimensions of an input, or values of one that holds dimensions.
struct Range {
  std::string name;
  Dims min{}, opt{}, max{};
  std::vector<std::int64_t> min_values, opt_values, max_values;
};

struct ProfilePlan {
  std::vector<Range> ranges;
  const Range* find(std::string_view name) const;
};

struct EnginePlan;
struct PluginPlan;

/// A plan with plugins has steps: a segment, which is a plan of its own, or a plugin.
struct PlanStep {
  std::shared_ptr<const EnginePlan> segment;
  std::shared_ptr<const PluginPlan> plugin;

  /// What a profiler sees: the layer of a plugin, or the first and last layer of a segment.
  std::string name() const;
};

struct EnginePlan {
  std::string name;
  std::shared_ptr<const std::string> model;     ///< ONNX; empty where there are steps
  std::vector<PlanStep> steps;                  ///< in the order in which they go into a stream
  std::shared_ptr<const EnginePlan> constants;  ///< whose outputs plugins read; null without such
  std::vector<TensorPlan> tensors;              ///< in the order that programs see
  std::vector<ProfilePlan> profiles;            ///< at least one
  std::vector<std::string> layers;              ///< name, a tab, operator
  std::int64_t weight_bytes = 0;
  std::int64_t stripped_bytes = 0;  ///< of weights that the model does not have
  bool is_refittable = false;
  bool may_stream_weights = false;  ///< built with BuilderFlag::kWEIGHT_STREAMING
  int verbosity = 0;                ///< as ProfilingVerbosity
  int optimization_level = 0;       ///< as ONNX Runtime counts

  std::string written() const;
  /// Throws Failure where the bytes are no whole plan of this version.
  static EnginePlan read(std::string_view bytes);
};

}  // namespace riffle::tensorrt
