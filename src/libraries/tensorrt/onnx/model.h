// SPDX-License-Identifier: Apache-2.0
// An ONNX model as far as a network is concerned: its inputs, outputs, nodes and initializers. What is not looked into
// (attributes, weights) stays as it is written.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libraries/tensorrt/base/types.h"

namespace riffle::tensorrt::onnx {

/// One dimension: a number, or a name of what is known at run time (which may be empty).
struct Dimension {
  std::int64_t value = -1;
  std::string name;
};

struct OnnxValue {
  std::string name;
  OnnxType type = OnnxType::kUndefined;
  bool has_shape = false;
  std::vector<Dimension> shape;

  /// -1 dimensions where it has no shape, or more than TensorRT has.
  Dims dims() const;
};

struct OnnxNode {
  std::string name, op, domain;
  std::vector<std::string> inputs, outputs;
  std::vector<std::string> attributes;  ///< each as AttributeProto is written

  // For nodes that are made: adds an attribute and returns the node.
  OnnxNode& with(std::string_view attribute, std::int64_t value);
  OnnxNode& with(std::string_view attribute, float value);
  OnnxNode& with(std::string_view attribute, std::string_view value);
  OnnxNode& with(std::string_view attribute, const std::vector<std::int64_t>& values);
  /// `graph` is a GraphProto as `OnnxGraph::written` gives it.
  OnnxNode& with_graph(std::string_view attribute, const std::string& graph);
};

/// An initializer: TensorProto as it is written.
struct OnnxTensor {
  std::string name;
  OnnxType type = OnnxType::kUndefined;
  std::vector<std::int64_t> dims;
  std::string_view bytes;
  std::string_view raw;                  ///< its values, where they are written as plain bytes
  std::optional<std::string> elsewhere;  ///< the file that has the values
  std::int64_t offset = 0, length = -1;  ///< of them in that file
  bool has_values = false;               ///< false where it was stripped of them
};

struct OnnxGraph {
  std::string name;
  std::vector<OnnxNode> nodes;
  std::vector<OnnxTensor> initializers;
  std::vector<OnnxValue> inputs, outputs, value_infos;

  /// A tensor with `count` bytes of values, which are copied.
  void add_initializer(const std::string& name, OnnxType type,
                       const std::vector<std::int64_t>& dims, const void* data, std::size_t bytes);
  /// Gives an initializer other values, as plain bytes; false where there is none of that name.
  bool set_values(std::string_view name, std::string_view values);
  /// Takes the values of an initializer away.
  void strip(OnnxTensor& tensor);
  /// As set_values, with TensorProto as it is written, of the same name, type and dimensions; false where they differ.
  bool replace(const OnnxTensor& tensor);
  std::string written() const;

 private:
  friend struct OnnxModel;
  friend OnnxGraph read_graph(std::string_view message);
  std::vector<std::shared_ptr<const std::string>> kept_;  // what initializers refer to
  std::vector<std::string> others_;  // fields that are not looked into, as they are written
};

struct OnnxModel {
  std::int64_t ir_version = 10;
  std::vector<std::pair<std::string, std::int64_t>> operator_sets;
  OnnxGraph graph;
  std::vector<std::string> functions;  ///< as FunctionProto is written

  /// Throws Failure where the bytes are no model.
  static OnnxModel read(std::shared_ptr<const std::string> bytes);
  std::string written() const;
};

/// The first attribute of that name as an integer.
std::optional<std::int64_t> integer(const OnnxNode& node, std::string_view attribute);

}  // namespace riffle::tensorrt::onnx
