// SPDX-License-Identifier: Apache-2.0
// A layer of a network: what all layers have, and how they become nodes of the ONNX graph.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libraries/tensorrt/network/tensor.h"
#include "libraries/tensorrt/onnx/model.h"

namespace riffle::tensorrt {

/// Takes the nodes that layers become.
class Lowering {
 public:
  explicit Lowering(onnx::Graph& graph) : graph(graph) {}

  /// A name that no other value has.
  std::string fresh() { return joined("riffle_", ++count_); }
  onnx::Node& node(std::string_view op, std::vector<std::string> inputs,
                   std::vector<std::string> outputs);
  /// As above, with one output of a fresh name, which is returned.
  std::string value(std::string_view op, std::vector<std::string> inputs);
  /// An initializer, under a fresh name. Weights without values are empty.
  std::string constant(const Weights& weights, const std::vector<std::int64_t>& dims);
  std::string constant(const std::vector<std::int64_t>& values);

  onnx::Graph& graph;

 private:
  std::size_t count_ = 0;
};

class Layer : public LayerDefaults {
 public:
  Layer(Network& network, LayerType type, ILayer& as_public);

  LayerType getType() const noexcept override { return type_; }
  int32_t getNbInputs() const noexcept override { return static_cast<int32_t>(inputs_.size()); }
  ITensor* getInput(int32_t index) const noexcept override;
  int32_t getNbOutputs() const noexcept override { return static_cast<int32_t>(outputs_.size()); }
  ITensor* getOutput(int32_t index) const noexcept override;
  void setInput(int32_t index, ITensor& tensor) noexcept override;
  void setPrecision(DataType type) noexcept override;
  DataType getPrecision() const noexcept override { return precision_; }
  bool precisionIsSet() const noexcept override { return has_precision_; }
  void resetPrecision() noexcept override { has_precision_ = false; }
  void setOutputType(int32_t index, DataType type) noexcept override;
  DataType getOutputType(int32_t index) const noexcept override;
  bool outputTypeIsSet(int32_t index) const noexcept override;
  void resetOutputType(int32_t index) noexcept override;

  /// Adds the layer's nodes to the graph. Inputs and outputs are there by their tensors' values.
  virtual void lower(Lowering& to) const = 0;

  ILayer& as_public() { return as_public_; }
  Tensor& add_output();
  void add_output(Tensor& tensor) { outputs_.push_back(&tensor); }
  void add_input(ITensor& tensor);

 protected:
  void refuse(char const* function) const noexcept override;
  const std::string& input(std::size_t index) const { return inputs_.at(index)->value(); }
  const std::string& output(std::size_t index = 0) const { return outputs_.at(index)->value(); }

  Network& network_;
  std::vector<Tensor*> inputs_;
  std::vector<Tensor*> outputs_;

 private:
  LayerType type_;
  ILayer& as_public_;
  bool has_precision_ = false;
  DataType precision_ = DataType::kFLOAT;
};

/// A layer that programs see as `Public`, whose settings `Table` stores.
template <class Public, class Table>
class LayerOf : public Public, public Table, public Layer {
 public:
  LayerOf(Network& network, LayerType type)
      : Layer(network, type, static_cast<ILayer&>(static_cast<Public&>(*this))) {
    this->mLayer = static_cast<Layer*>(this);
    this->Public::mImpl = static_cast<Table*>(this);
  }

 protected:
  void refuse(char const* function) const noexcept override { Layer::refuse(function); }
};

/// A node of a parsed model, as a layer: programs list them, and set types.
class ParsedLayer final : public ILayer, public Layer {
 public:
  ParsedLayer(Network& network, LayerType type);
  void lower(Lowering&) const override {}  // it is in the graph already
};

/// The kind of layer that TensorRT's own parser makes of an operator.
LayerType layer_type_of(std::string_view op);

}  // namespace riffle::tensorrt
