// SPDX-License-Identifier: Apache-2.0
// A layer of a network: what all layers have, and how they become nodes of the ONNX graph.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "libraries/tensorrt/network/lowering.h"
#include "libraries/tensorrt/network/tensor.h"

namespace riffle::tensorrt {

class LayerBlock;

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

  /// The loop or condition whose boundary the layer is, and whether it is where values leave that.
  virtual const LayerBlock* block() const { return nullptr; }
  enum class Side { kEntry, kExit, kOther };
  virtual Side side() const { return Side::kOther; }
  /// How many inputs the layer may have, those that programs may leave out included.
  virtual int32_t most_inputs() const { return getNbInputs(); }
  /// Adds the layer's nodes to the graph. Inputs and outputs are there by their tensors' values.
  virtual void lower(Lowering& to) const = 0;

  ILayer& as_public() const { return as_public_; }
  const std::vector<Tensor*>& inputs() const { return inputs_; }
  const std::vector<Tensor*>& outputs() const { return outputs_; }
  Tensor& add_output();
  void add_output(Tensor& tensor) { outputs_.push_back(&tensor); }
  void add_input(ITensor& tensor);

 protected:
  void refuse(char const* function) const noexcept override;
  /// The value of an input, or no name where it is left out.
  const std::string& input(std::size_t index) const;
  const std::string& output(std::size_t index = 0) const { return outputs_.at(index)->value(); }
  bool has_input(std::size_t index) const {
    return index < inputs_.size() && inputs_[index] != nullptr;
  }
  /// The input's number of dimensions. Throws Failure where it is not known.
  int rank(Lowering& to, std::size_t index = 0) const;
  /// The only axis in a mask of axes, or throws Failure.
  static int single_axis(std::uint32_t axes, char const* what);
  /// Weights in the type of a value, with these dimensions.
  std::string weights_like(Lowering& to, const Weights& values,
                           const std::vector<std::int64_t>& dims, const std::string& like) const;

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
  ParsedLayer(Network& network, LayerType type, onnx::OnnxNode node);
  void lower(Lowering& to) const override { to.graph.nodes.push_back(node_); }

 private:
  onnx::OnnxNode node_;
};

/// The kind of layer that TensorRT's own parser makes of an operator.
LayerType layer_type_of(std::string_view op);

}  // namespace riffle::tensorrt
