// SPDX-License-Identifier: Apache-2.0
// A condition: of two branches the one is computed that the condition chooses.
#pragma once

#include "libraries/tensorrt/network/scopes.h"

namespace riffle::tensorrt {

class Conditional final : public IIfConditional, public IfConditionalDefaults, public LayerBlock {
 public:
  explicit Conditional(Network& network) : network_(network) { mImpl = this; }

  IConditionLayer* setCondition(ITensor& tensor) noexcept override;
  IIfConditionalInputLayer* addInput(ITensor& tensor) noexcept override;
  IIfConditionalOutputLayer* addOutput(ITensor& if_true, ITensor& if_false) noexcept override;

  void lower(Lowering& to, const Scopes& scopes) const override;

 private:
  void refuse(char const* function) const noexcept override;
  /// The graph of a branch, whose outputs are these inputs of the output layers.
  std::string branch(Lowering& to, const Scopes& scopes, std::size_t input) const;

  Network& network_;
  // The boundary's layers; the network owns them.
  Layer* condition_ = nullptr;
  std::vector<Layer*> inputs_, outputs_;
};

}  // namespace riffle::tensorrt
