// SPDX-License-Identifier: Apache-2.0
// Layers that arrange elements anew.
#include <algorithm>

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

class Concatenation final : public LayerOf<IConcatenationLayer, ConcatenationLayerDefaults> {
 public:
  explicit Concatenation(Network& network) : LayerOf(network, LayerType::kCONCATENATION) {}
  std::int32_t most_inputs() const override { return Layer::getNbInputs() + 1; }

  void setAxis(int32_t given) noexcept override {
    this->axis = given;
    has_axis_ = true;
  }
  int32_t getAxis() const noexcept override {
    return has_axis_ ? this->axis : default_axis(Layer::getInput(0)->getDimensions().nbDims);
  }
  void lower(Lowering& to) const override {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < inputs_.size(); ++i) values.push_back(input(i));
    const std::int64_t at = has_axis_ ? this->axis : default_axis(rank(to));
    to.node("Concat", values, {output()}).with("axis", at);
  }

 private:
  /// That of channels.
  static int32_t default_axis(int32_t dims) { return std::max(dims - 3, 0); }

  bool has_axis_ = false;
};

class Shuffle final : public LayerOf<IShuffleLayer, ShuffleLayerDefaults> {
 public:
  explicit Shuffle(Network& network) : LayerOf(network, LayerType::kSHUFFLE) {
    for (int32_t i = 0; i < Dims::MAX_DIMS; ++i)
      this->first_transpose.order[i] = this->second_transpose.order[i] = i;
    this->reshape_dimensions.nbDims = -1;
    this->zero_is_placeholder = true;
  }
  std::int32_t most_inputs() const override { return 2; }
  Permutation const& getFirstTranspose() const noexcept override { return this->first_transpose; }
  Permutation const& getSecondTranspose() const noexcept override { return this->second_transpose; }

  void lower(Lowering& to) const override {
    std::string value = transposed(to, input(0), this->first_transpose);
    if (has_input(1) || this->reshape_dimensions.nbDims >= 0) {
      if (!has_input(1) && !to.is_flat() && network_.has_fixed_flow())
        check_elements(to.dims_of(*inputs_[0]));
      const std::string dims =
          has_input(1) ? to.int64(input(1)) : to.constant(vector_of(this->reshape_dimensions));
      value = to.value("Reshape", {value, dims});
      to.last().with("allowzero", std::int64_t{!this->zero_is_placeholder});
    }
    to.node("Identity", {transposed(to, value, this->second_transpose)}, {output()});
  }

 private:
  /// ONNX Runtime would find it when the network runs.
  void check_elements(const Dims& given) const {
    const Dims& wanted = this->reshape_dimensions;
    const std::int64_t elements = elements_of(given);
    if (elements < 0) return;
    std::int64_t known = 1;
    bool has_open = false;
    for (int i = 0; i < wanted.nbDims; ++i) {
      const bool is_same = wanted.d[i] == 0 && this->zero_is_placeholder && i < given.nbDims;
      has_open = has_open || wanted.d[i] < 0;
      if (wanted.d[i] >= 0)
        known *= is_same ? given.d[this->first_transpose.order[i]] : wanted.d[i];
    }
    if (has_open ? known == 0 || elements % known == 0 : known == elements) return;
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined("shuffle layer '", Layer::getName(), "' reshapes ", text_of(given),
                         ", which has ", elements, " elements, to ", text_of(wanted)));
  }
  /// How many dimensions a permutation has is known by its greatest number; the numbers after those are zeros.
  static std::string transposed(Lowering& to, const std::string& value, const Permutation& given) {
    const std::int32_t* const order = given.order;
    const auto count =
        static_cast<std::size_t>(*std::max_element(order, order + Dims::MAX_DIMS)) + 1;
    require(count <= Dims::MAX_DIMS, "a permutation has numbers from 0 to 7");
    std::vector<std::int64_t> numbers(order, order + count);
    if (std::ranges::is_sorted(numbers)) return value;
    return to.transpose(value, numbers);
  }
};

class Shape final : public LayerOf<IShapeLayer, ShapeLayerDefaults> {
 public:
  explicit Shape(Network& network) : LayerOf(network, LayerType::kSHAPE) {}
  void lower(Lowering& to) const override { to.node("Shape", {input(0)}, {output()}); }
};

class Squeeze final : public LayerOf<ISqueezeLayer, SqueezeLayerDefaults> {
 public:
  explicit Squeeze(Network& network) : LayerOf(network, LayerType::kSQUEEZE) {}
  void lower(Lowering& to) const override {
    to.node("Squeeze", {input(0), to.int64(input(1))}, {output()});
  }
};

class Unsqueeze final : public LayerOf<IUnsqueezeLayer, UnsqueezeLayerDefaults> {
 public:
  explicit Unsqueeze(Network& network) : LayerOf(network, LayerType::kUNSQUEEZE) {}
  void lower(Lowering& to) const override {
    to.node("Unsqueeze", {input(0), to.int64(input(1))}, {output()});
  }
};

class ReverseSequence final : public LayerOf<IReverseSequenceLayer, ReverseSequenceLayerDefaults> {
 public:
  explicit ReverseSequence(Network& network) : LayerOf(network, LayerType::kREVERSE_SEQUENCE) {
    this->batch_axis = 1;
  }
  void lower(Lowering& to) const override {
    to.node("ReverseSequence", {input(0), to.int64(input(1))}, {output()})
        .with("batch_axis", std::int64_t{this->batch_axis})
        .with("time_axis", std::int64_t{this->sequence_axis});
  }
};

}  // namespace

IConcatenationLayer* LayerFunctions::addConcatenation(ITensor* const* inputs,
                                                      int32_t count) noexcept {
  return guarded(log(), "INetworkDefinition::addConcatenation", [&] {
    require(inputs != nullptr && count > 0, "expected at least one input");
    auto layer = std::make_unique<Concatenation>(network());
    for (int32_t i = 0; i < count; ++i) {
      require(inputs[i] != nullptr, "an input is null");
      layer->add_input(*inputs[i]);
    }
    return add(std::move(layer), {});
  });
}
IShuffleLayer* LayerFunctions::addShuffle(ITensor& input) noexcept {
  return add_new<Shuffle>("INetworkDefinition::addShuffle", {&input});
}
IShapeLayer* LayerFunctions::addShape(ITensor& input) noexcept {
  return add_new<Shape>("INetworkDefinition::addShape", {&input});
}
ISqueezeLayer* LayerFunctions::addSqueeze(ITensor& input, ITensor& axes) noexcept {
  return add_new<Squeeze>("INetworkDefinition::addSqueeze", {&input, &axes});
}
IUnsqueezeLayer* LayerFunctions::addUnsqueeze(ITensor& input, ITensor& axes) noexcept {
  return add_new<Unsqueeze>("INetworkDefinition::addUnsqueeze", {&input, &axes});
}
IReverseSequenceLayer* LayerFunctions::addReverseSequence(ITensor& input,
                                                          ITensor& lengths) noexcept {
  return add_new<ReverseSequence>("INetworkDefinition::addReverseSequence", {&input, &lengths});
}

}  // namespace riffle::tensorrt
