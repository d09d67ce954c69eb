// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/network/loop.h"

#include <algorithm>
#include <numeric>

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

/// What the layers at a loop's boundary share.
template <class Public, class Table>
class BoundaryOf : public LayerOf<Public, Table>, public LoopBoundaryLayerDefaults {
 public:
  BoundaryOf(Network& network, LayerType type, Loop& loop, Layer::Side side)
      : LayerOf<Public, Table>(network, type), loop_(loop), side_(side) {
    this->mBoundary = static_cast<LoopBoundaryLayerDefaults*>(this);
  }
  ILoop* getLoop() const noexcept override { return &loop_; }
  const LayerBlock* block() const override { return &loop_; }
  Layer::Side side() const override { return side_; }

 protected:
  void refuse(char const* function) const noexcept override { Layer::refuse(function); }
  const Loop& loop() const { return loop_; }

 private:
  Loop& loop_;
  Layer::Side side_;
};

// Each is lowered here for the flat way, in which a loop is as if it ran once.

class Recurrence final : public BoundaryOf<IRecurrenceLayer, RecurrenceLayerDefaults> {
 public:
  Recurrence(Network& network, Loop& loop)
      : BoundaryOf(network, LayerType::kRECURRENCE, loop, Side::kEntry) {}
  std::int32_t most_inputs() const override { return 2; }
  void lower(Lowering& to) const override { to.node("Identity", {input(0)}, {output()}); }
};

class TripLimitLayer final : public BoundaryOf<ITripLimitLayer, TripLimitLayerDefaults> {
 public:
  TripLimitLayer(Network& network, Loop& loop, TripLimit limit)
      : BoundaryOf(network, LayerType::kTRIP_LIMIT, loop, Side::kOther), limit_(limit) {}
  TripLimit getTripLimit() const noexcept override { return limit_; }
  void lower(Lowering&) const override {}

 private:
  TripLimit limit_;
};

class Iterator final : public BoundaryOf<IIteratorLayer, IteratorLayerDefaults> {
 public:
  Iterator(Network& network, Loop& loop, std::int32_t axis, bool reverse)
      : BoundaryOf(network, LayerType::kITERATOR, loop, Side::kEntry) {
    this->axis = axis;
    this->reverse = reverse;
  }
  void lower(Lowering& to) const override { lower_at(to, to.scalar(0)); }
  void lower_at(Lowering& to, const std::string& iteration) const {
    std::string index = iteration;
    if (this->reverse)  // from the end, where -1 is the last
      index = to.value("Sub", {to.scalar(-1), iteration});
    to.node("Gather", {input(0), index}, {output()}).with("axis", std::int64_t{this->axis});
  }
};

class LoopOutputLayer final : public BoundaryOf<ILoopOutputLayer, LoopOutputLayerDefaults> {
 public:
  LoopOutputLayer(Network& network, Loop& loop, LoopOutput kind, std::int32_t axis)
      : BoundaryOf(network, LayerType::kLOOP_OUTPUT, loop, Side::kExit), kind_(kind) {
    this->axis = axis;
  }
  std::int32_t most_inputs() const override { return 2; }
  LoopOutput getLoopOutput() const noexcept override { return kind_; }

  void lower(Lowering& to) const override {
    if (kind_ == LoopOutput::kLAST_VALUE) {
      to.node("Identity", {input(0)}, {output()});
      return;
    }
    const Tensor* const length = has_input(1) ? inputs_[1] : loop().count();
    require(length != nullptr, "a loop that is not counted needs the length of its output");
    const int before = rank(to);
    const auto ones = [&](int count) {
      return to.constant(std::vector<std::int64_t>(static_cast<std::size_t>(count), 1));
    };
    const std::string count = to.value("Reshape", {to.int64(length->value()), to.constant({1})});
    const std::string repeats =
        to.value("Concat", {ones(this->axis), count, ones(before - this->axis)});
    to.last().with("axis", std::int64_t{0});
    const std::string one = to.value("Unsqueeze", {input(0), to.constant({this->axis})});
    to.node("Tile", {one, repeats}, {output()});
  }

 private:
  LoopOutput kind_;
};

std::string scalar_of(Lowering& to, const std::string& value) {
  return to.value("Reshape", {value, to.constant(std::vector<std::int64_t>{})});
}

}  // namespace

IRecurrenceLayer* Loop::addRecurrence(ITensor& initial) noexcept {
  return guarded(network_.log(), "ILoop::addRecurrence", [&] {
    Recurrence* const made =
        network_.add(std::make_unique<Recurrence>(network_, *this), {&initial});
    recurrences_.push_back(made);
    return made;
  });
}

ITripLimitLayer* Loop::addTripLimit(ITensor& tensor, TripLimit limit) noexcept {
  return guarded(network_.log(), "ILoop::addTripLimit", [&] {
    for (const Layer* const other : limits_)
      require(static_cast<const TripLimitLayer*>(other)->getTripLimit() != limit,
              "the loop already has a limit of this kind");
    TripLimitLayer* const made =
        network_.add(std::make_unique<TripLimitLayer>(network_, *this, limit), {&tensor}, 0);
    limits_.push_back(made);
    return made;
  });
}

IIteratorLayer* Loop::addIterator(ITensor& tensor, int32_t axis, bool reverse) noexcept {
  return guarded(network_.log(), "ILoop::addIterator", [&] {
    Iterator* const made =
        network_.add(std::make_unique<Iterator>(network_, *this, axis, reverse), {&tensor});
    iterators_.push_back(made);
    return made;
  });
}

ILoopOutputLayer* Loop::addLoopOutput(ITensor& tensor, LoopOutput kind, int32_t axis) noexcept {
  return guarded(network_.log(), "ILoop::addLoopOutput", [&] {
    LoopOutputLayer* const made =
        network_.add(std::make_unique<LoopOutputLayer>(network_, *this, kind, axis), {&tensor});
    outputs_.push_back(made);
    return made;
  });
}

const Tensor* Loop::count() const {
  for (const Layer* const limit : limits_)
    if (static_cast<const TripLimitLayer*>(limit)->getTripLimit() == TripLimit::kCOUNT)
      return limit->inputs().front();
  return nullptr;
}

/// TensorRT looks at the condition before each iteration, ONNX wants it of the next one at the end of each: the layers that make
/// it are there twice, before the loop and in it, with other values of the recurrences.
std::string Loop::condition(Lowering& to, const Scopes& scopes, const Tensor& tensor,
                            const std::vector<std::string>& states) const {
  const auto sources = scopes.sources_of(tensor, *this);
  if (sources.empty()) return tensor.value();
  for (const Layer* const iterator : iterators_)
    if (sources.contains(iterator))
      throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                    "Riffle does not support conditions of loops that depend on iterators");
  onnx::OnnxGraph copy;
  Lowering copied(copy, to);
  scopes.lower(copied, this, &sources);
  std::unordered_map<std::string, std::string> renamed;
  for (std::size_t i = 0; i < recurrences_.size(); ++i)
    renamed[recurrences_[i]->outputs().front()->value()] = states[i];
  for (const onnx::OnnxNode& node : copy.nodes)
    for (const std::string& output : node.outputs) renamed[output] = to.fresh();
  for (onnx::OnnxNode& node : copy.nodes) {
    if (node.op == "Loop" || node.op == "If")
      throw Failure(
          ErrorCode::kUNSUPPORTED_STATE,
          "Riffle does not support conditions of loops that have loops or conditions inside");
    for (auto* const names : {&node.inputs, &node.outputs})
      for (std::string& name : *names)
        if (const auto found = renamed.find(name); found != renamed.end()) name = found->second;
    to.graph.nodes.push_back(std::move(node));
  }
  return renamed.at(tensor.value());
}

void Loop::lower_output(Lowering& to, const Layer& layer, const std::vector<std::string>& finals,
                        const std::string& stacked) const {
  const auto& output = static_cast<const LoopOutputLayer&>(layer);
  const std::string& made = output.outputs().front()->value();
  if (output.getLoopOutput() == LoopOutput::kLAST_VALUE) {
    const auto of = std::ranges::find_if(recurrences_, [&](const Layer* recurrence) {
      return recurrence->outputs().front() == output.inputs().front();
    });
    to.node("Identity", {finals[static_cast<std::size_t>(of - recurrences_.begin())]}, {made});
    return;
  }
  std::string value = stacked;
  if (output.getLoopOutput() == LoopOutput::kREVERSE)
    value = to.value("Slice", {value, to.constant({-1}), to.constant({INT64_MIN}), to.constant({0}),
                               to.constant({-1})});
  const Dims dims = to.dims_of(*output.outputs().front());
  std::vector<std::int64_t> order(static_cast<std::size_t>(std::max(dims.nbDims, 1)));
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin(), order.begin() + 1, order.begin() + output.axis + 1);
  to.node("Transpose", {value}, {made}).with("perm", order);
}

void Loop::lower(Lowering& to, const Scopes& scopes) const {
  const Tensor* condition_of = nullptr;
  for (const Layer* const limit : limits_)
    if (static_cast<const TripLimitLayer*>(limit)->getTripLimit() == TripLimit::kWHILE)
      condition_of = limit->inputs().front();
  if (limits_.empty()) throw Failure(ErrorCode::kINVALID_STATE, "a loop has no trip limit");

  onnx::OnnxGraph body;
  Lowering in(body, to);
  const std::string iteration = to.fresh(), goes_on = to.fresh();
  body.inputs = {{iteration, OnnxType::kInt64, true, {}}, {goes_on, OnnxType::kBool, true, {}}};
  std::vector<std::string> initial, next, finals, made;
  for (const Layer* const recurrence : recurrences_) {
    if (recurrence->getNbInputs() < 2)
      throw Failure(ErrorCode::kINVALID_STATE, "a recurrence has no second input");
    body.inputs.emplace_back().name = recurrence->outputs().front()->value();
    initial.push_back(recurrence->inputs()[0]->value());
    next.push_back(recurrence->inputs()[1]->value());
    made.push_back(finals.emplace_back(to.fresh()));
  }
  for (const Layer* const iterator : iterators_)
    static_cast<const Iterator*>(iterator)->lower_at(in, iteration);
  scopes.lower(in, this);
  const auto add_output = [&](const std::string& value) {
    body.outputs.emplace_back().name = in.value("Identity", {value});
  };
  add_output(condition_of == nullptr ? goes_on
                                     : scalar_of(in, condition(in, scopes, *condition_of, next)));
  for (const std::string& value : next) add_output(value);
  std::vector<std::string> stacked(outputs_.size());
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const auto& output = static_cast<const LoopOutputLayer&>(*outputs_[i]);
    const Tensor* const tensor = output.inputs().front();
    if (output.getLoopOutput() != LoopOutput::kLAST_VALUE) {
      add_output(tensor->value());
      made.push_back(stacked[i] = to.fresh());
    } else if (std::ranges::none_of(recurrences_, [&](const Layer* recurrence) {
                 return recurrence->outputs().front() == tensor;
               })) {
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("loop output '", output.Layer::getName(),
                           "': the last value must be that of a recurrence"));
    }
  }
  std::vector<std::string> values{
      count() == nullptr ? "" : scalar_of(to, to.int64(count()->value())),
      condition_of == nullptr ? "" : scalar_of(to, condition(to, scopes, *condition_of, initial))};
  values.insert(values.end(), initial.begin(), initial.end());
  to.node("Loop", values, made).with_graph("body", body.written());
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    lower_output(to, *outputs_[i], finals, stacked[i]);
}

void Loop::refuse(char const* function) const noexcept { network_.log().refuse(function); }

ILoop* LayerFunctions::addLoop() noexcept {
  return guarded(log(), "INetworkDefinition::addLoop",
                 [&] { return network().keep_block(std::make_unique<Loop>(network())); });
}

}  // namespace riffle::tensorrt
