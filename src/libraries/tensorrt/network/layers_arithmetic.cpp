// SPDX-License-Identifier: Apache-2.0
// Layers that compute each element for itself.
#include <array>

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

class Activation final : public LayerOf<IActivationLayer, ActivationLayerDefaults> {
 public:
  Activation(Network& network, ActivationType type) : LayerOf(network, LayerType::kACTIVATION) {
    require(type >= ActivationType::kRELU && type <= ActivationType::kGELU_TANH,
            "unknown type of activation");
    this->activation_type = type;
  }

  void lower(Lowering& to) const override {
    const std::string &x = input(0), &y = output();
    switch (this->activation_type) {
      case ActivationType::kRELU:
        to.node("Relu", {x}, {y});
        break;
      case ActivationType::kSIGMOID:
        to.node("Sigmoid", {x}, {y});
        break;
      case ActivationType::kTANH:
        to.node("Tanh", {x}, {y});
        break;
      case ActivationType::kLEAKY_RELU:
        to.node("LeakyRelu", {x}, {y}).with("alpha", this->alpha);
        break;
      case ActivationType::kELU:
        to.node("Elu", {x}, {y}).with("alpha", this->alpha);
        break;
      case ActivationType::kSELU:
        to.node("Selu", {x}, {y}).with("alpha", this->alpha).with("gamma", this->beta);
        break;
      case ActivationType::kSOFTSIGN:
        to.node("Softsign", {x}, {y});
        break;
      case ActivationType::kSOFTPLUS: {
        const std::string scaled = to.value("Mul", {x, to.scalar_like(this->beta, x)});
        const std::string soft = to.value("Softplus", {scaled});
        to.node("Mul", {soft, to.scalar_like(this->alpha, x)}, {y});
        break;
      }
      case ActivationType::kCLIP:
        to.node("Clip", {x, to.scalar_like(this->alpha, x), to.scalar_like(this->beta, x)}, {y});
        break;
      case ActivationType::kHARD_SIGMOID:
        to.node("HardSigmoid", {x}, {y}).with("alpha", this->alpha).with("beta", this->beta);
        break;
      case ActivationType::kSCALED_TANH: {
        const std::string scaled = to.value("Mul", {x, to.scalar_like(this->beta, x)});
        const std::string tanh = to.value("Tanh", {scaled});
        to.node("Mul", {tanh, to.scalar_like(this->alpha, x)}, {y});
        break;
      }
      case ActivationType::kTHRESHOLDED_RELU:
        to.node("ThresholdedRelu", {x}, {y}).with("alpha", this->alpha);
        break;
      case ActivationType::kGELU_ERF:
        to.node("Gelu", {x}, {y});
        break;
      case ActivationType::kGELU_TANH:
        to.node("Gelu", {x}, {y}).with("approximate", std::string_view("tanh"));
        break;
    }
  }
};

class ElementWise final : public LayerOf<IElementWiseLayer, ElementWiseLayerDefaults> {
 public:
  ElementWise(Network& network, ElementWiseOperation op)
      : LayerOf(network, LayerType::kELEMENTWISE) {
    require(op >= ElementWiseOperation::kSUM && op <= ElementWiseOperation::kLESS,
            "unknown operation on elements");
    this->operation = op;
  }

  void lower(Lowering& to) const override {
    static constexpr const char* kOps[] = {"Add", "Mul", "Max", "Min", "Sub",   "Div",     "Pow",
                                           "",    "And", "Or",  "Xor", "Equal", "Greater", "Less"};
    if (this->operation == ElementWiseOperation::kFLOOR_DIV)
      lower_floor_division(to);
    else
      to.node(kOps[static_cast<int>(this->operation)], {input(0), input(1)}, {output()});
  }

 private:
  /// Of integers, ONNX's division rounds towards zero, and its Floor takes none.
  void lower_floor_division(Lowering& to) const {
    const std::string quotient = to.value(
        "Div", {to.cast(input(0), OnnxType::kDouble), to.cast(input(1), OnnxType::kDouble)});
    to.node("CastLike", {to.value("Floor", {quotient}), input(0)}, {output()});
  }
};

class Unary final : public LayerOf<IUnaryLayer, UnaryLayerDefaults> {
 public:
  Unary(Network& network, UnaryOperation op) : LayerOf(network, LayerType::kUNARY) {
    require(op >= UnaryOperation::kEXP && op <= UnaryOperation::kISNAN,
            "unknown operation on elements");
    this->operation = op;
  }
  void lower(Lowering& to) const override {
    static constexpr const char* kOps[] = {
        "Exp",   "Log",  "Sqrt", "Reciprocal", "Abs",   "Neg",   "Sin",   "Cos",   "Tan",
        "Sinh",  "Cosh", "Asin", "Acos",       "Atan",  "Asinh", "Acosh", "Atanh", "Ceil",
        "Floor", "Erf",  "Not",  "Sign",       "Round", "IsInf", "IsNaN"};
    to.node(kOps[static_cast<int>(this->operation)], {input(0)}, {output()});
  }
};

class Select final : public LayerOf<ISelectLayer, SelectLayerDefaults> {
 public:
  explicit Select(Network& network) : LayerOf(network, LayerType::kSELECT) {}
  void lower(Lowering& to) const override {
    to.node("Where", {input(0), input(1), input(2)}, {output()});
  }
};

class ParametricReLU final : public LayerOf<IParametricReLULayer, ParametricReLULayerDefaults> {
 public:
  explicit ParametricReLU(Network& network) : LayerOf(network, LayerType::kPARAMETRIC_RELU) {}
  void lower(Lowering& to) const override { to.node("PRelu", {input(0), input(1)}, {output()}); }
};

/// Programs convert with it as well: to the type that they set for the output.
class Identity final : public LayerOf<IIdentityLayer, IdentityLayerDefaults> {
 public:
  explicit Identity(Network& network) : LayerOf(network, LayerType::kIDENTITY) {}
  void lower(Lowering& to) const override {
    const Tensor& made = *outputs_.front();
    if (made.has_own_type)
      to.node("Cast", {input(0)}, {output()})
          .with("to", static_cast<std::int64_t>(onnx_type_of(made.own_type())));
    else
      to.node("Identity", {input(0)}, {output()});
  }
};

class Cast final : public LayerOf<ICastLayer, CastLayerDefaults> {
 public:
  Cast(Network& network, DataType type) : LayerOf(network, LayerType::kCAST) {
    require(onnx_type_of(type) != OnnxType::kUndefined, "unknown data type");
    this->to_type = type;
  }
  void lower(Lowering& to) const override {
    to.node("Cast", {input(0)}, {output()})
        .with("to", static_cast<std::int64_t>(onnx_type_of(this->to_type)));
  }
};

}  // namespace

std::vector<std::int64_t> vector_of(const Dims& dims) {
  return {dims.d, dims.d + std::max(dims.nbDims, 0)};
}

std::vector<std::int64_t> axes_of(std::uint32_t mask) {
  std::vector<std::int64_t> axes;
  for (std::int64_t axis = 0; axis < 32; ++axis)
    if ((mask >> axis & 1) != 0) axes.push_back(axis);
  return axes;
}

IActivationLayer* LayerFunctions::addActivation(ITensor& input, ActivationType type) noexcept {
  return add_new<Activation>("INetworkDefinition::addActivation", {&input}, type);
}
IElementWiseLayer* LayerFunctions::addElementWise(ITensor& input1, ITensor& input2,
                                                  ElementWiseOperation op) noexcept {
  return add_new<ElementWise>("INetworkDefinition::addElementWise", {&input1, &input2}, op);
}
IUnaryLayer* LayerFunctions::addUnary(ITensor& input, UnaryOperation operation) noexcept {
  return add_new<Unary>("INetworkDefinition::addUnary", {&input}, operation);
}
ISelectLayer* LayerFunctions::addSelect(ITensor& condition, ITensor& then_input,
                                        ITensor& else_input) noexcept {
  return add_new<Select>("INetworkDefinition::addSelect", {&condition, &then_input, &else_input});
}
IParametricReLULayer* LayerFunctions::addParametricReLU(ITensor& input, ITensor& slope) noexcept {
  return add_new<ParametricReLU>("INetworkDefinition::addParametricReLU", {&input, &slope});
}
IIdentityLayer* LayerFunctions::addIdentity(ITensor& input) noexcept {
  return add_new<Identity>("INetworkDefinition::addIdentity", {&input});
}
ICastLayer* LayerFunctions::addCast(ITensor& input, DataType type) noexcept {
  return add_new<Cast>("INetworkDefinition::addCast", {&input}, type);
}

}  // namespace riffle::tensorrt
