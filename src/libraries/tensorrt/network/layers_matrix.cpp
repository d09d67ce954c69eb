// SPDX-License-Identifier: Apache-2.0
// Products of matrices.
#include <array>
#include <numeric>

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

class MatrixMultiply final : public LayerOf<IMatrixMultiplyLayer, MatrixMultiplyLayerDefaults> {
 public:
  MatrixMultiply(Network& network, MatrixOperation op0, MatrixOperation op1)
      : LayerOf(network, LayerType::kMATRIX_MULTIPLY), operations_{op0, op1} {}

  void setOperation(int32_t index, MatrixOperation op) noexcept override {
    if (index == 0 || index == 1) operations_[static_cast<std::size_t>(index)] = op;
  }
  MatrixOperation getOperation(int32_t index) const noexcept override {
    return index == 0 || index == 1 ? operations_[static_cast<std::size_t>(index)]
                                    : MatrixOperation::kNONE;
  }

  /// A vector becomes a matrix of one row or one column, which the product loses again.
  void lower(Lowering& to) const override {
    std::vector<std::int64_t> lost;
    if (operations_[0] == MatrixOperation::kVECTOR) lost.push_back(-2);
    if (operations_[1] == MatrixOperation::kVECTOR) lost.push_back(-1);
    const std::string a = operand(to, 0, -2), b = operand(to, 1, -1);
    if (lost.empty()) {
      to.node("MatMul", {a, b}, {output()});
      return;
    }
    const std::string product = to.value("MatMul", {a, b});
    to.node("Squeeze", {product, to.constant(lost)}, {output()});
  }

 private:
  std::string operand(Lowering& to, std::size_t index, std::int64_t vector_axis) const {
    switch (operations_[index]) {
      case MatrixOperation::kNONE:
        return input(index);
      case MatrixOperation::kVECTOR:
        return to.value("Unsqueeze", {input(index), to.constant({vector_axis})});
      case MatrixOperation::kTRANSPOSE:
        break;
    }
    const auto count = static_cast<std::size_t>(rank(to, index));
    require(count >= 2, "a matrix needs at least two dimensions");
    std::vector<std::int64_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[count - 1], order[count - 2]);
    return to.transpose(input(index), order);
  }

  std::array<MatrixOperation, 2> operations_;
};

class Einsum final : public LayerOf<IEinsumLayer, EinsumLayerDefaults> {
 public:
  Einsum(Network& network, char const* given) : LayerOf(network, LayerType::kEINSUM) {
    require(given != nullptr, "the equation is null");
    this->equation = given;
  }
  void lower(Lowering& to) const override {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < inputs_.size(); ++i) values.push_back(input(i));
    to.node("Einsum", values, {output()}).with("equation", std::string_view(this->equation));
  }
};

}  // namespace

IMatrixMultiplyLayer* LayerFunctions::addMatrixMultiply(ITensor& input0, MatrixOperation op0,
                                                        ITensor& input1,
                                                        MatrixOperation op1) noexcept {
  return add_new<MatrixMultiply>("INetworkDefinition::addMatrixMultiply", {&input0, &input1}, op0,
                                 op1);
}

IEinsumLayer* LayerFunctions::addEinsum(ITensor* const* inputs, int32_t count,
                                        char const* equation) noexcept {
  return guarded(log(), "INetworkDefinition::addEinsum", [&] {
    require(inputs != nullptr && count > 0, "expected at least one input");
    auto layer = std::make_unique<Einsum>(network(), equation);
    for (int32_t i = 0; i < count; ++i) {
      require(inputs[i] != nullptr, "an input is null");
      layer->add_input(*inputs[i]);
    }
    return add(std::move(layer), {});
  });
}

}  // namespace riffle::tensorrt
