// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/network/conditional.h"

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

template <class Public, class Table>
class BoundaryOf : public LayerOf<Public, Table>, public ConditionalBoundaryLayerDefaults {
 public:
  BoundaryOf(Network& network, LayerType type, Conditional& conditional, Layer::Side side)
      : LayerOf<Public, Table>(network, type), conditional_(conditional), side_(side) {
    this->mBoundary = static_cast<ConditionalBoundaryLayerDefaults*>(this);
  }
  IIfConditional* getConditional() const noexcept override { return &conditional_; }
  const LayerBlock* block() const override { return &conditional_; }
  Layer::Side side() const override { return side_; }

 protected:
  void refuse(char const* function) const noexcept override { Layer::refuse(function); }

 private:
  Conditional& conditional_;
  Layer::Side side_;
};

class Condition final : public BoundaryOf<IConditionLayer, ConditionLayerDefaults> {
 public:
  Condition(Network& network, Conditional& conditional)
      : BoundaryOf(network, LayerType::kCONDITION, conditional, Side::kOther) {}
  void lower(Lowering&) const override {}
};

class Input final : public BoundaryOf<IIfConditionalInputLayer, ConditionalInputLayerDefaults> {
 public:
  Input(Network& network, Conditional& conditional)
      : BoundaryOf(network, LayerType::kCONDITIONAL_INPUT, conditional, Side::kEntry) {}
  void lower(Lowering& to) const override { to.node("Identity", {input(0)}, {output()}); }
};

class Output final : public BoundaryOf<IIfConditionalOutputLayer, ConditionalOutputLayerDefaults> {
 public:
  Output(Network& network, Conditional& conditional)
      : BoundaryOf(network, LayerType::kCONDITIONAL_OUTPUT, conditional, Side::kExit) {}
  /// For the flat way: both branches have the same dimensions.
  void lower(Lowering& to) const override { to.node("Identity", {input(0)}, {output()}); }
};

}  // namespace

IConditionLayer* Conditional::setCondition(ITensor& tensor) noexcept {
  return guarded(network_.log(), "IIfConditional::setCondition", [&] {
    require(condition_ == nullptr, "the condition is set already");
    Condition* const made =
        network_.add(std::make_unique<Condition>(network_, *this), {&tensor}, 0);
    condition_ = made;
    return made;
  });
}

IIfConditionalInputLayer* Conditional::addInput(ITensor& tensor) noexcept {
  return guarded(network_.log(), "IIfConditional::addInput", [&] {
    Input* const made = network_.add(std::make_unique<Input>(network_, *this), {&tensor});
    inputs_.push_back(made);
    return made;
  });
}

IIfConditionalOutputLayer* Conditional::addOutput(ITensor& if_true, ITensor& if_false) noexcept {
  return guarded(network_.log(), "IIfConditional::addOutput", [&] {
    Output* const made =
        network_.add(std::make_unique<Output>(network_, *this), {&if_true, &if_false});
    outputs_.push_back(made);
    return made;
  });
}

std::string Conditional::branch(Lowering& to, const Scopes& scopes, std::size_t input) const {
  onnx::OnnxGraph graph;
  Lowering in(graph, to);
  std::unordered_set<const Layer*> sources;
  for (const Layer* const output : outputs_)
    sources.merge(scopes.sources_of(*output->inputs()[input], *this));
  for (const Layer* const entry : inputs_)
    if (sources.contains(entry)) entry->lower(in);
  scopes.lower(in, this, &sources);
  for (const Layer* const output : outputs_)
    graph.outputs.emplace_back().name = in.value("Identity", {output->inputs()[input]->value()});
  return graph.written();
}

void Conditional::lower(Lowering& to, const Scopes& scopes) const {
  if (condition_ == nullptr)
    throw Failure(ErrorCode::kINVALID_STATE, "a conditional has no condition");
  std::vector<std::string> made;
  for (const Layer* const output : outputs_) made.push_back(output->outputs().front()->value());
  const std::string if_true = branch(to, scopes, 0), if_false = branch(to, scopes, 1);
  to.node("If", {condition_->inputs().front()->value()}, made)
      .with_graph("then_branch", if_true)
      .with_graph("else_branch", if_false);
}

void Conditional::refuse(char const* function) const noexcept { network_.log().refuse(function); }

IIfConditional* LayerFunctions::addIfConditional() noexcept {
  return guarded(log(), "INetworkDefinition::addIfConditional",
                 [&] { return network().keep_block(std::make_unique<Conditional>(network())); });
}

}  // namespace riffle::tensorrt
