// SPDX-License-Identifier: Apache-2.0
// How layers become nodes of an ONNX graph.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/base/types.h"
#include "libraries/tensorrt/onnx/model.h"
#include "tensorrt_defaults.h"

namespace riffle::tensorrt {

class Network;
class PluginLayer;
class Tensor;

/// Takes the nodes that layers become. A network is lowered in two ways. Flat, loops and conditions are as if they ran once,
/// and weights are inputs: ONNX Runtime tells the dimensions of each tensor of such a graph without weights being copied. To
/// be computed, with all that a plan needs: it uses the dimensions that the flat way has found.
class Lowering {
 public:
  enum class Way { kFlat, kComputed };

  Lowering(onnx::OnnxGraph& graph, const Network& network, Way way)
      : graph(graph), network_(network), way_(way), root_(*this) {}
  /// A graph inside another, that of a loop or of a condition.
  Lowering(onnx::OnnxGraph& graph, Lowering& outer)
      : graph(graph), network_(outer.network_), way_(outer.way_), root_(outer.root_) {}

  bool is_flat() const { return way_ == Way::kFlat; }
  bool is_nested() const { return &root_ != this; }
  const Log& log() const;
  /// The number of a layer among those that have plugins.
  std::int64_t number_of(const PluginLayer& layer) const;

  /// Whether no node has the name yet, in any graph. It is taken from now on.
  bool is_new_name(const std::string& node) {
    return !node.empty() && root_.names_.insert(node).second;
  }
  /// A name that no other value has.
  std::string fresh();
  onnx::OnnxNode& node(std::string_view op, std::vector<std::string> inputs,
                       std::vector<std::string> outputs);
  /// As above, with one output of a fresh name, which is returned.
  std::string value(std::string_view op, std::vector<std::string> inputs);
  /// The node that was added last, for its attributes.
  onnx::OnnxNode& last() { return graph.nodes.back(); }

  /// An initializer, under a fresh name or the one given. Weights without values are empty.
  std::string constant(const Weights& weights, const std::vector<std::int64_t>& dims,
                       std::string name = {});
  /// One dimension, of 64 bits.
  std::string constant(const std::vector<std::int64_t>& values);
  std::string scalar(std::int64_t value);
  /// A scalar in the type of a value.
  std::string scalar_like(double value, const std::string& like);
  /// The value with elements of 64 bits, which dimensions and indices are.
  std::string int64(const std::string& value);
  std::string cast(const std::string& value, OnnxType type);
  std::string transpose(const std::string& value, const std::vector<std::int64_t>& order);

  /// What is known of a tensor whose layer is lowered already. The flat way asks ONNX Runtime about the graph as it is.
  Dims dims_of(const Tensor& tensor);
  /// Of several at once. ONNX Runtime is asked once, the flat way.
  void learn(const std::vector<Tensor*>& tensors);
  OnnxType type_of(const Tensor& tensor);

  /// Of what the graph has by now. Equal graphs have equal numbers.
  std::size_t digest();

  /// Takes back the nodes that were added after the first ones.
  void keep_nodes(std::size_t count);
  /// In the flat way: what cannot be lowered yet, as a program has not made all settings, and why.
  std::unordered_map<const Tensor*, std::string> failed;
  onnx::OnnxGraph& graph;
  std::string layer;  ///< the name of the layer whose nodes are added

 private:
  const Network& network_;
  Way way_;
  Lowering& root_;
  std::size_t count_ = 0;
  std::unordered_set<std::string> names_;  ///< of nodes that have their layer's
  // Of what is counted here; nodes do not change after others were added.
  std::size_t digest_ = 0, digested_nodes_ = 0, digested_values_ = 0, digested_inputs_ = 0;
};

}  // namespace riffle::tensorrt
