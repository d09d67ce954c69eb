// SPDX-License-Identifier: Apache-2.0
// Quantization by scales, for all elements or along an axis.
#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

void refuse_blocks(const Dims& shape) {
  if (shape.nbDims > 0)
    throw Failure(ErrorCode::kUNSUPPORTED_STATE, "Riffle does not support quantization by blocks");
}

class Quantize final : public LayerOf<IQuantizeLayer, QuantizeLayerDefaults> {
 public:
  Quantize(Network& network, DataType type) : LayerOf(network, LayerType::kQUANTIZE) {
    require(onnx_type_of(type) != OnnxType::kUndefined, "unknown data type");
    this->to_type = type;
    this->axis = 1;
  }
  std::int32_t most_inputs() const override { return 3; }
  void lower(Lowering& to) const override {
    refuse_blocks(this->block_shape);
    // The zero point tells the type of the result; it has the dimensions of the scale.
    const std::string zero =
        has_input(2) ? input(2)
                     : to.cast(to.value("Sub", {input(1), input(1)}), onnx_type_of(this->to_type));
    to.node("QuantizeLinear", {input(0), input(1), zero}, {output()})
        .with("axis", std::int64_t{this->axis});
  }
};

class Dequantize final : public LayerOf<IDequantizeLayer, DequantizeLayerDefaults> {
 public:
  Dequantize(Network& network, DataType type) : LayerOf(network, LayerType::kDEQUANTIZE) {
    require(onnx_type_of(type) != OnnxType::kUndefined, "unknown data type");
    this->to_type = type;
    this->axis = 1;
  }
  std::int32_t most_inputs() const override { return 3; }
  void lower(Lowering& to) const override {
    refuse_blocks(this->block_shape);
    std::vector<std::string> values{input(0), input(1)};
    if (has_input(2)) values.push_back(input(2));
    const std::string made = to.value("DequantizeLinear", values);
    to.last().with("axis", std::int64_t{this->axis});
    to.node("Cast", {made}, {output()})
        .with("to", static_cast<std::int64_t>(onnx_type_of(this->to_type)));
  }
};

}  // namespace

#if NV_TENSORRT_MAJOR < 11
IQuantizeLayer* LayerFunctions::addQuantize(ITensor& input, ITensor& scale) noexcept {
  return addQuantizeV2(input, scale, DataType::kINT8);
}
IDequantizeLayer* LayerFunctions::addDequantize(ITensor& input, ITensor& scale) noexcept {
  return addDequantizeV2(input, scale, DataType::kFLOAT);
}
#endif
IQuantizeLayer* LayerFunctions::addQuantizeV2(ITensor& input, ITensor& scale,
                                              DataType type) noexcept {
  return add_new<Quantize>("INetworkDefinition::addQuantize", {&input, &scale}, type);
}
IDequantizeLayer* LayerFunctions::addDequantizeV2(ITensor& input, ITensor& scale,
                                                  DataType type) noexcept {
  return add_new<Dequantize>("INetworkDefinition::addDequantize", {&input, &scale}, type);
}

}  // namespace riffle::tensorrt
