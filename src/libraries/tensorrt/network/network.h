// SPDX-License-Identifier: Apache-2.0
// A network: a parsed model, layers that a program has added, or both, one after the other.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>

#include "libraries/tensorrt/network/layers.h"
#include "libraries/tensorrt/network/scopes.h"

namespace riffle::tensorrt {

struct MadePlugin;

class Network final : public INetworkDefinition, public LayerFunctions {
 public:
  Network(IBuilder& builder, const Log& log, NetworkDefinitionCreationFlags flags);
  ~Network() override;

  ITensor* addInput(char const* name, DataType type, Dims const& dimensions) noexcept override;
  void markOutput(ITensor& tensor) noexcept override;
  void unmarkOutput(ITensor& tensor) noexcept override;
  int32_t getNbLayers() const noexcept override { return static_cast<int32_t>(layers_.size()); }
  ILayer* getLayer(int32_t index) const noexcept override;
  int32_t getNbInputs() const noexcept override { return static_cast<int32_t>(inputs_.size()); }
  ITensor* getInput(int32_t index) const noexcept override;
  int32_t getNbOutputs() const noexcept override { return static_cast<int32_t>(outputs_.size()); }
  ITensor* getOutput(int32_t index) const noexcept override;
  bool hasImplicitBatchDimension() const noexcept override { return false; }
  NetworkDefinitionCreationFlags getFlags() const noexcept override { return flags_; }
  bool getFlag(NetworkDefinitionCreationFlag flag) const noexcept override;
  bool markOutputForShapes(ITensor& tensor) noexcept override;
  bool unmarkOutputForShapes(ITensor& tensor) noexcept override;
  bool markDebug(ITensor& tensor) noexcept override;
  IBuilder& getBuilder() const noexcept override { return builder_; }
  void removeTensor(ITensor& tensor) noexcept override;
  void setErrorRecorder(IErrorRecorder* recorder) noexcept override { log_.recorder = recorder; }
  IErrorRecorder* getErrorRecorder() const noexcept override { return log_.recorder; }

  const Log& log() const override { return log_; }

  /// Takes over a model: its inputs, outputs and nodes become the network's. `plugins` has those of nodes that plugins compute, by
  /// their numbers. Throws Failure.
  void adopt(onnx::OnnxModel model, const std::map<std::size_t, MadePlugin>& plugins);
  /// A new tensor inside the network.
  Tensor& new_tensor();
  Tensor* find_value(std::string_view value) const;
  /// Throws Failure where the tensor is another network's.
  void require_own(const Tensor& tensor) const;

  /// The network as a model, whose outputs are the marked tensors in the types that the program asked for. The names of
  /// inputs and outputs in it are `engine_name_of` their tensors.
  onnx::OnnxModel lowered() const;
  static std::string engine_name_of(const Tensor& tensor);
  const std::vector<Tensor*>& inputs() const { return inputs_; }
  const std::vector<Tensor*>& outputs() const { return outputs_; }

  /// Finds types and dimensions of the tensors inside, of one above all. It costs little where nothing has changed since the last time.
  void infer(const Tensor& wanted) const;
  /// Finds those of some tensors while the network is lowered the flat way.
  void learn(const std::vector<Tensor*>& tensors, Lowering& so_far) const;
  /// What ONNX Runtime tells of a value.
  struct Told {
    OnnxType type;
    Dims dims;
  };
  bool has_half_inputs() const;
  /// Whether the dimensions that are known are those of every computation: those of a loop are of its first iteration.
  bool has_fixed_flow() const { return blocks_.empty(); }
  const PluginLayer& plugin(std::size_t number) const { return *plugins_.at(number); }
  std::int64_t number_of(const PluginLayer& layer) const {
    return std::ranges::find(plugins_, &layer) - plugins_.begin();
  }
  /// Takes over a loop or a condition.
  template <class Made>
  Made* keep_block(std::unique_ptr<Made> block) {
    Made* const made = block.get();
    blocks_.push_back(std::move(block));
    return made;
  }

 private:
  void keep(std::unique_ptr<Layer> layer) override;
  Network& network() override { return *this; }
  void refuse(char const* function) const noexcept override { log_.refuse(function); }
  Tensor& add_tensor(std::string value, Tensor::Role role);
  /// Throws Failure where the tensor can be no output.
  void mark(Tensor& tensor);
  void adopt_nodes(const std::map<std::size_t, MadePlugin>& plugins);
  void adopt_plugin(const onnx::OnnxNode& node, const MadePlugin& made);
  /// What a graph of the network becomes a model with.
  onnx::OnnxModel model_of(onnx::OnnxGraph graph) const;
  void lower_flat(Lowering& to) const;
  void find_dimensions(const Tensor* wanted) const;

  IBuilder& builder_;
  Log log_;
  NetworkDefinitionCreationFlags flags_;
  onnx::OnnxModel model_;
  std::vector<std::unique_ptr<Tensor>> tensors_;
  std::unordered_map<std::string, Tensor*> by_value_;
  std::vector<Tensor*> inputs_, outputs_;
  std::vector<std::unique_ptr<Layer>> layers_;
  std::vector<std::unique_ptr<LayerBlock>> blocks_;

  mutable std::unordered_map<std::size_t, Told> known_;  ///< by digests of graphs

  mutable std::size_t inferred_ = 0;
};

}  // namespace riffle::tensorrt
