// SPDX-License-Identifier: Apache-2.0
// Layers that make values: constants, ramps, random numbers.
#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

class Constant final : public LayerOf<IConstantLayer, ConstantLayerDefaults> {
 public:
  Constant(Network& network, const Dims& dimensions, const Weights& given)
      : LayerOf(network, LayerType::kCONSTANT) {
    require(given.count == 0 || given.values != nullptr, "the weights are null");
    if (elements_of(dimensions) != given.count)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("dimensions ", text_of(dimensions), " have ", elements_of(dimensions),
                           " elements, there are ", given.count, " weights"));
    this->dimensions = dimensions;
    this->weights = given;
  }
  void lower(Lowering& to) const override {
    to.constant(this->weights, vector_of(this->dimensions), output());
  }
};

/// Input 0 may hold the dimensions. A ramp is alpha + the sum of beta[axis] times the index in that axis; inputs 1 and 2 may hold
/// alpha and beta. Random numbers are from alpha to beta, or have mean alpha and deviation beta.
class Fill final : public LayerOf<IFillLayer, FillLayerDefaults> {
 public:
  Fill(Network& network, const Dims& dimensions, FillOperation operation, DataType type)
      : LayerOf(network, LayerType::kFILL) {
    require(operation >= FillOperation::kLINSPACE && operation <= FillOperation::kRANDOM_NORMAL,
            "unknown fill operation");
    require(onnx_type_of(type) != OnnxType::kUndefined, "unknown data type");
    this->dimensions = dimensions;
    this->operation = operation;
    this->to_type = type;
    this->beta = 1;
    this->beta_int64 = 1;
  }
  std::int32_t most_inputs() const override { return 3; }
  void setAlphaInt64(int64_t given) noexcept override {
    this->alpha_int64 = given;
    is_integral_ = true;
  }
  void setBetaInt64(int64_t given) noexcept override {
    this->beta_int64 = given;
    is_integral_ = true;
  }
  bool isAlphaBetaInt64() const noexcept override { return is_integral_; }

  void lower(Lowering& to) const override {
    const std::string dims =
        has_input(0) ? to.int64(input(0)) : to.constant(vector_of(this->dimensions));
    const auto type = static_cast<std::int64_t>(onnx_type_of(this->to_type));
    if (this->operation == FillOperation::kLINSPACE) {
      to.node("Identity", {ramp(to, dims)}, {output()});
      return;
    }
    const bool is_uniform = this->operation == FillOperation::kRANDOM_UNIFORM;
    if (has_input(1) || has_input(2))
      throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                    "Riffle does not support random numbers whose range is a tensor");
    const std::string zeros = to.value("ConstantOfShape", {dims});
    const std::string numbers =
        to.value(is_uniform ? "RandomUniformLike" : "RandomNormalLike", {zeros});
    to.last()
        .with(is_uniform ? "low" : "mean", static_cast<float>(this->alpha))
        .with(is_uniform ? "high" : "scale", static_cast<float>(this->beta));
    to.node("Cast", {numbers}, {output()}).with("to", type);
  }

 private:
  std::string number(Lowering& to, double real, std::int64_t integral) const {
    const OnnxType type = onnx_type_of(this->to_type);
    if (is_integral_) return to.cast(to.scalar(integral), type);
    const Weights one{DataType::kFLOAT, nullptr, 1};
    const auto value = static_cast<float>(real);
    return to.cast(to.constant({one.type, &value, 1}, {}), type);
  }
  std::string ramp(Lowering& to, const std::string& dims) const {
    const OnnxType type = onnx_type_of(this->to_type);
    std::int64_t axes = this->dimensions.nbDims;
    if (has_input(0)) axes = to.dims_of(*inputs_[0]).d[0];
    require(axes >= 0, "the number of dimensions to fill is not known");
    std::string sum =
        has_input(1) ? to.cast(input(1), type) : number(to, this->alpha, this->alpha_int64);
    sum = to.value("Expand", {sum, dims});
    for (std::int64_t axis = 0; axis < axes; ++axis) {
      const std::string extent = to.value("Gather", {dims, to.scalar(axis)});
      const std::string steps =
          to.cast(to.value("Range", {to.scalar(0), extent, to.scalar(1)}), type);
      std::vector<std::int64_t> shape(static_cast<std::size_t>(axes), 1);
      shape[static_cast<std::size_t>(axis)] = -1;
      const std::string along = to.value("Reshape", {steps, to.constant(shape)});
      sum = to.value("Add", {sum, to.value("Mul", {along, delta(to, axis, axes)})});
    }
    return sum;
  }
  std::string delta(Lowering& to, std::int64_t axis, std::int64_t axes) const {
    if (!has_input(2)) {
      require(axes == 1, "a ramp over several dimensions needs a tensor of deltas");
      return number(to, this->beta, this->beta_int64);
    }
    const std::string all =
        to.value("Reshape", {to.cast(input(2), onnx_type_of(this->to_type)), to.constant({-1})});
    return to.value("Gather", {all, to.scalar(axis)});
  }

  bool is_integral_ = false;
};

}  // namespace

IConstantLayer* LayerFunctions::addConstant(Dims const& dimensions, Weights weights) noexcept {
  return add_new<Constant>("INetworkDefinition::addConstant", {}, dimensions, weights);
}
#if NV_TENSORRT_MAJOR < 11
IFillLayer* LayerFunctions::addFill(Dims const& dimensions, FillOperation op) noexcept {
  return addFillV2(dimensions, op, DataType::kFLOAT);
}
#endif
IFillLayer* LayerFunctions::addFillV2(Dims const& dimensions, FillOperation op,
                                      DataType type) noexcept {
  return add_new<Fill>("INetworkDefinition::addFill", {}, dimensions, op, type);
}

}  // namespace riffle::tensorrt
