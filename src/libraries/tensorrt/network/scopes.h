// SPDX-License-Identifier: Apache-2.0
// Which layers are inside loops and conditions, and how those become nodes that have graphs inside.
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "libraries/tensorrt/network/layer.h"

namespace riffle::tensorrt {

class Scopes;

/// A loop or a condition. The layers inside are those that depend on its entries, up to its exits.
class LayerBlock {
 public:
  virtual ~LayerBlock() = default;
  /// Adds the block's node, with the layers inside.
  virtual void lower(Lowering& to, const Scopes& scopes) const = 0;
};

using Layers = std::vector<const Layer*>;

class Scopes {
 public:
  explicit Scopes(const Layers& layers);

  /// Lowers the layers directly inside a block (null: the network), and the blocks among them. Where `only` is given, those of
  /// its layers alone.
  void lower(Lowering& to, const LayerBlock* block,
             const std::unordered_set<const Layer*>* only = nullptr) const;
  bool is_inside(const Layer& layer, const LayerBlock& block) const;
  /// The layers inside the block on which a tensor depends.
  std::unordered_set<const Layer*> sources_of(const Tensor& tensor, const LayerBlock& block) const;

 private:
  void find_inside(const LayerBlock& block);

  const Layers& layers_;
  std::unordered_map<const Tensor*, const Layer*> makers_;
  std::unordered_map<const LayerBlock*, std::unordered_set<const Layer*>> inside_;
  std::unordered_map<const Layer*, const LayerBlock*> owners_;  ///< the innermost block
};

/// Lowers all layers of a network.
void lower_layers(const std::vector<std::unique_ptr<Layer>>& layers, Lowering& to);

}  // namespace riffle::tensorrt
