// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/network/layer.h"

#include <algorithm>
#include <bit>

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {

Layer::Layer(Network& network, LayerType type, ILayer& as_public)
    : network_(network), type_(type), as_public_(as_public) {
  this->nb_ranks = 1;
}

ITensor* Layer::getInput(int32_t index) const noexcept {
  if (index < 0 || index >= getNbInputs()) return nullptr;
  return inputs_[static_cast<std::size_t>(index)];
}

ITensor* Layer::getOutput(int32_t index) const noexcept {
  if (index < 0 || index >= getNbOutputs()) return nullptr;
  return outputs_[static_cast<std::size_t>(index)];
}

void Layer::setInput(int32_t index, ITensor& tensor) noexcept {
  if (index < 0 || index >= most_inputs()) {
    network_.log().error(ErrorCode::kINVALID_ARGUMENT, "ILayer::setInput: layer '", getName(),
                         "' has inputs 0 to ", most_inputs() - 1, ", got ", index);
    return;
  }
  const bool is_own = guarded(network_.log(), "ILayer::setInput", [&] {
    network_.require_own(static_cast<Tensor&>(tensor));
    return true;
  });
  if (!is_own) return;
  // Inputs that come before may be set later, or be left out: they are null until then.
  if (index >= getNbInputs()) inputs_.resize(static_cast<std::size_t>(index) + 1);
  inputs_[static_cast<std::size_t>(index)] = static_cast<Tensor*>(&tensor);
}

void Layer::setPrecision(DataType type) noexcept {
  precision_ = type;
  has_precision_ = true;
}

void Layer::setOutputType(int32_t index, DataType type) noexcept {
  if (ITensor* const output = getOutput(index); output != nullptr)
    static_cast<Tensor*>(output)->setType(type);
}
DataType Layer::getOutputType(int32_t index) const noexcept {
  const ITensor* const output = getOutput(index);
  return output == nullptr ? DataType::kFLOAT : output->getType();
}
bool Layer::outputTypeIsSet(int32_t index) const noexcept {
  const ITensor* const output = getOutput(index);
  return output != nullptr && static_cast<const Tensor*>(output)->has_own_type;
}
void Layer::resetOutputType(int32_t index) noexcept {
  if (ITensor* const output = getOutput(index); output != nullptr)
    static_cast<Tensor*>(output)->has_own_type = false;
}

Tensor& Layer::add_output() {
  Tensor& made = network_.new_tensor();
  outputs_.push_back(&made);
  return made;
}

void Layer::add_input(ITensor& tensor) {
  network_.require_own(static_cast<Tensor&>(tensor));
  inputs_.push_back(static_cast<Tensor*>(&tensor));
}

const std::string& Layer::input(std::size_t index) const {
  static const std::string none;
  return has_input(index) ? inputs_[index]->value() : none;
}

int Layer::rank(Lowering& to, std::size_t index) const {
  const Dims dims = to.dims_of(*inputs_.at(index));
  if (dims.nbDims < 0)
    throw Failure(ErrorCode::kINVALID_STATE,
                  joined("layer '", getName(), "': the number of dimensions of input ", index,
                         " is not known"));
  return dims.nbDims;
}

int Layer::single_axis(std::uint32_t axes, char const* what) {
  if (std::popcount(axes) != 1)
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined(what, ": expected one axis, got ", std::popcount(axes)));
  return std::countr_zero(axes);
}

std::string Layer::weights_like(Lowering& to, const Weights& values,
                                const std::vector<std::int64_t>& dims,
                                const std::string& like) const {
  const std::string made = to.constant(values, dims);
  if (values.type == DataType::kFLOAT && !network_.has_half_inputs()) return made;
  return to.value("CastLike", {made, like});
}

void Layer::refuse(char const* function) const noexcept { network_.log().refuse(function); }

ParsedLayer::ParsedLayer(Network& network, LayerType type, onnx::OnnxNode node)
    : Layer(network, type, *this), node_(std::move(node)) {
  mLayer = static_cast<Layer*>(this);
}

LayerType layer_type_of(std::string_view op) {
  struct Row {
    std::string_view op;
    LayerType type;
  };
  static constexpr Row kRows[] = {
      {"Conv", LayerType::kCONVOLUTION},
      {"ConvTranspose", LayerType::kDECONVOLUTION},
      {"Relu", LayerType::kACTIVATION},
      {"LeakyRelu", LayerType::kACTIVATION},
      {"Sigmoid", LayerType::kACTIVATION},
      {"Tanh", LayerType::kACTIVATION},
      {"Clip", LayerType::kACTIVATION},
      {"MaxPool", LayerType::kPOOLING},
      {"AveragePool", LayerType::kPOOLING},
      {"LRN", LayerType::kLRN},
      {"BatchNormalization", LayerType::kSCALE},
      {"Softmax", LayerType::kSOFTMAX},
      {"Concat", LayerType::kCONCATENATION},
      {"Reshape", LayerType::kSHUFFLE},
      {"Transpose", LayerType::kSHUFFLE},
      {"Flatten", LayerType::kSHUFFLE},
      {"GlobalAveragePool", LayerType::kREDUCE},
      {"ReduceMean", LayerType::kREDUCE},
      {"ReduceSum", LayerType::kREDUCE},
      {"TopK", LayerType::kTOPK},
      {"Gather", LayerType::kGATHER},
      {"MatMul", LayerType::kMATRIX_MULTIPLY},
      {"Gemm", LayerType::kMATRIX_MULTIPLY},
      {"Constant", LayerType::kCONSTANT},
      {"Identity", LayerType::kIDENTITY},
      {"Cast", LayerType::kCAST},
      {"Slice", LayerType::kSLICE},
      {"Shape", LayerType::kSHAPE},
      {"PRelu", LayerType::kPARAMETRIC_RELU},
      {"Resize", LayerType::kRESIZE},
      {"Where", LayerType::kSELECT},
      {"QuantizeLinear", LayerType::kQUANTIZE},
      {"DequantizeLinear", LayerType::kDEQUANTIZE},
      {"LayerNormalization", LayerType::kNORMALIZATION},
      {"InstanceNormalization", LayerType::kNORMALIZATION},
      {"NonMaxSuppression", LayerType::kNMS},
      {"Sqrt", LayerType::kUNARY},
      {"Exp", LayerType::kUNARY},
      {"Abs", LayerType::kUNARY},
  };
  const auto* const row = std::ranges::find(kRows, op, &Row::op);
  return row == std::end(kRows) ? LayerType::kELEMENTWISE : row->type;
}

}  // namespace riffle::tensorrt
