// SPDX-License-Identifier: Apache-2.0
// Scaling by weights, and normalization by mean and variance.
#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

/// (x * scale + shift) ^ power, with weights for all, for each channel, or for each element. Those without values are left out.
class Scale final : public LayerOf<IScaleLayer, ScaleLayerDefaults> {
 public:
  /// An axis below zero counts from the end.
  Scale(Network& network, ScaleMode mode, const Weights& shift, const Weights& scale,
        const Weights& power, std::int32_t axis)
      : LayerOf(network, LayerType::kSCALE) {
    require(mode >= ScaleMode::kUNIFORM && mode <= ScaleMode::kELEMENTWISE, "unknown scale mode");
    for (const Weights* const weights : {&shift, &scale, &power}) {
      require(weights->count >= 0 && (weights->count == 0 || weights->values != nullptr),
              "weights are null");
      require(mode != ScaleMode::kUNIFORM || weights->count <= 1,
              "expected one weight for all elements");
    }
    this->mode = mode;
    this->shift = shift;
    this->scale = scale;
    this->power = power;
    this->channel_axis = axis;
  }

  int32_t getChannelAxis() const noexcept override {
    return this->channel_axis >= 0
               ? this->channel_axis
               : Layer::getInput(0)->getDimensions().nbDims + this->channel_axis;
  }
  void lower(Lowering& to) const override {
    std::string value = input(0);
    for (const auto& [op, given] : {std::pair{"Mul", &this->scale}, std::pair{"Add", &this->shift},
                                    std::pair{"Pow", &this->power}})
      if (given->count > 0)
        value = to.value(op, {value, weights_like(to, *given, dims_of(to, *given), input(0))});
    to.node("Identity", {value}, {output()});
  }

 private:
  /// Dimensions with which weights are broadcast to the input.
  std::vector<std::int64_t> dims_of(Lowering& to, const Weights& given) const {
    if (this->mode == ScaleMode::kUNIFORM) return {};
    const int count = rank(to);
    const int axis = this->channel_axis >= 0 ? this->channel_axis : count + this->channel_axis;
    require(axis >= 0 && axis < count, "the channel axis is out of range");
    if (this->mode == ScaleMode::kCHANNEL) {
      std::vector<std::int64_t> dims(static_cast<std::size_t>(count - axis), 1);
      dims[0] = given.count;
      return dims;
    }
    const Dims all = to.dims_of(*inputs_[0]);
    return {all.d + axis, all.d + count};
  }
};

/// (x - mean) / sqrt(variance + epsilon) * scale + bias. With groups, the channels (axis 1) of a group are normalized together,
/// with the other axes.
class Normalization final : public LayerOf<INormalizationLayer, NormalizationLayerDefaults> {
 public:
  Normalization(Network& network, std::uint32_t axes, bool is_second_form)
      : LayerOf(network, LayerType::kNORMALIZATION), is_second_form_(is_second_form) {
    require(axes != 0, "expected at least one axis to normalize");
    this->axes = axes;
    this->epsilon = 1e-5F;
    this->nb_groups = 1;
  }
  bool isV2() const noexcept override { return is_second_form_; }

  void lower(Lowering& to) const override {
    require(this->nb_groups >= 1, "expected at least one group");
    if (this->nb_groups == 1) {
      const std::string normal = normalized(to, input(0), axes_of(this->axes));
      scaled(to, normal, output());
      return;
    }
    // (N, C, ...) becomes (N, G, the rest of a group).
    const std::string dims = to.value("Shape", {input(0)});
    const std::string grouped =
        to.value("Reshape", {input(0), to.constant({0, this->nb_groups, -1})});
    const std::string normal = normalized(to, grouped, {2});
    if (is_second_form_) {
      scaled(to, to.value("Reshape", {normal, dims}), output());
      return;
    }
    // The first form has a scale and a bias for each group.
    const auto per_group = [&](std::size_t index) {
      return to.value("Reshape", {input(index), to.constant({1, this->nb_groups, 1})});
    };
    const std::string product = to.value("Mul", {normal, per_group(1)});
    to.node("Reshape", {to.value("Add", {product, per_group(2)}), dims}, {output()});
  }

 private:
  std::string normalized(Lowering& to, const std::string& x,
                         const std::vector<std::int64_t>& over) const {
    const std::string axes_value = to.constant(over);
    const std::string centred = to.value("Sub", {x, to.value("ReduceMean", {x, axes_value})});
    const std::string square = to.value("Mul", {centred, centred});
    const std::string variance = to.value("ReduceMean", {square, axes_value});
    const std::string sum = to.value("Add", {variance, to.scalar_like(this->epsilon, x)});
    return to.value("Div", {centred, to.value("Sqrt", {sum})});
  }
  void scaled(Lowering& to, const std::string& normal, const std::string& made) const {
    to.node("Add", {to.value("Mul", {normal, input(1)}), input(2)}, {made});
  }

  bool is_second_form_;
};

}  // namespace

IScaleLayer* LayerFunctions::addScale(ITensor& input, ScaleMode mode, Weights shift, Weights scale,
                                      Weights power) noexcept {
  constexpr std::int32_t kChannels = -3;
  return add_new<Scale>("INetworkDefinition::addScale", {&input}, mode, shift, scale, power,
                        kChannels);
}
IScaleLayer* LayerFunctions::addScaleNd(ITensor& input, ScaleMode mode, Weights shift,
                                        Weights scale, Weights power, int32_t axis) noexcept {
  return guarded(log(), "INetworkDefinition::addScaleNd", [&] {
    require(axis >= 0, "expected a channel axis that is not negative");
    return add(std::make_unique<Scale>(network(), mode, shift, scale, power, axis), {&input});
  });
}
INormalizationLayer* LayerFunctions::addNormalization(ITensor& input, ITensor& scale, ITensor& bias,
                                                      uint32_t axes) noexcept {
  return add_new<Normalization>("INetworkDefinition::addNormalization", {&input, &scale, &bias},
                                axes, false);
}
INormalizationLayer* LayerFunctions::addNormalizationV2(ITensor& input, ITensor& scale,
                                                        ITensor& bias, uint32_t axes) noexcept {
  return add_new<Normalization>("INetworkDefinition::addNormalizationV2", {&input, &scale, &bias},
                                axes, true);
}

}  // namespace riffle::tensorrt
