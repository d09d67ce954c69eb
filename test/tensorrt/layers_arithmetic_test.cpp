// SPDX-License-Identifier: Apache-2.0
// Layers that compute each element for itself, and products of matrices, against plain loops.
#include <cmath>

#include "made_network.h"

namespace riffle::tensorrt::test {
namespace {

using Unary = float (*)(float);

TEST(Layers, Activations) {
  NEEDS_ENGINE();
  struct Row {
    ActivationType type;
    float alpha, beta;
    Unary wanted;
  };
  static constexpr Row kRows[] = {
      {ActivationType::kRELU, 0, 0, [](float x) { return std::max(x, 0.F); }},
      {ActivationType::kSIGMOID, 0, 0, [](float x) { return 1 / (1 + std::exp(-x)); }},
      {ActivationType::kTANH, 0, 0, [](float x) { return std::tanh(x); }},
      {ActivationType::kLEAKY_RELU, 0.1F, 0, [](float x) { return x < 0 ? 0.1F * x : x; }},
      {ActivationType::kELU, 0.7F, 0, [](float x) { return x < 0 ? 0.7F * std::expm1(x) : x; }},
      {ActivationType::kSELU, 1.5F, 1.1F,
       [](float x) { return 1.1F * (x < 0 ? 1.5F * std::expm1(x) : x); }},
      {ActivationType::kSOFTSIGN, 0, 0, [](float x) { return x / (1 + std::abs(x)); }},
      {ActivationType::kSOFTPLUS, 2, 0.5F,
       [](float x) { return 2 * std::log1p(std::exp(0.5F * x)); }},
      {ActivationType::kCLIP, -0.5F, 0.75F, [](float x) { return std::clamp(x, -0.5F, 0.75F); }},
      {ActivationType::kHARD_SIGMOID, 0.3F, 0.4F,
       [](float x) { return std::clamp(0.3F * x + 0.4F, 0.F, 1.F); }},
      {ActivationType::kSCALED_TANH, 1.7F, 0.6F,
       [](float x) { return 1.7F * std::tanh(0.6F * x); }},
      {ActivationType::kTHRESHOLDED_RELU, 0.5F, 0, [](float x) { return x > 0.5F ? x : 0; }},
      {ActivationType::kGELU_ERF, 0, 0,
       [](float x) { return 0.5F * x * (1 + std::erf(x / std::sqrt(2.F))); }},
      {ActivationType::kGELU_TANH, 0, 0,
       [](float x) {
         return 0.5F * x * (1 + std::tanh(0.7978845608F * (x + 0.044715F * x * x * x)));
       }},
  };
  const Floats x = numbers(24);
  for (const Row& row : kRows) {
    SCOPED_TRACE(static_cast<int>(row.type));
    Net net;
    IActivationLayer* const layer = net->addActivation(net.input(dims({2, 3, 4}), x), row.type);
    layer->setAlpha(row.alpha);
    layer->setBeta(row.beta);
    Floats wanted;
    for (const float value : x) wanted.push_back(row.wanted(value));
    expect_near(net.run(layer->getOutput(0)), {2, 3, 4}, wanted);
  }
  Net net;
  EXPECT_EQ(net->addActivation(net.input(dims({1}), {0}), static_cast<ActivationType>(99)),
            nullptr);
  EXPECT_TRUE(net.logger().was_told("addActivation: unknown type of activation"));
}

TEST(Layers, ElementWiseBroadcasts) {
  NEEDS_ENGINE();
  using Binary = float (*)(float, float);
  static constexpr std::pair<ElementWiseOperation, Binary> kRows[] = {
      {ElementWiseOperation::kSUM, [](float a, float b) { return a + b; }},
      {ElementWiseOperation::kPROD, [](float a, float b) { return a * b; }},
      {ElementWiseOperation::kMAX, [](float a, float b) { return std::max(a, b); }},
      {ElementWiseOperation::kMIN, [](float a, float b) { return std::min(a, b); }},
      {ElementWiseOperation::kSUB, [](float a, float b) { return a - b; }},
      {ElementWiseOperation::kDIV, [](float a, float b) { return a / b; }},
      {ElementWiseOperation::kFLOOR_DIV, [](float a, float b) { return std::floor(a / b); }},
      {ElementWiseOperation::kEQUAL, [](float a, float b) { return a == b ? 1.F : 0.F; }},
      {ElementWiseOperation::kGREATER, [](float a, float b) { return a > b ? 1.F : 0.F; }},
      {ElementWiseOperation::kLESS, [](float a, float b) { return a < b ? 1.F : 0.F; }},
  };
  const Floats a = numbers(6), b = numbers(4, 2);
  for (const auto& [op, function] : kRows) {
    SCOPED_TRACE(static_cast<int>(op));
    Net net;
    ITensor* const made =
        net->addElementWise(net.input(dims({2, 3, 1}), a), net.input(dims({1, 1, 4}), b), op)
            ->getOutput(0);
    Floats wanted;
    for (const float left : a)
      for (const float right : b) wanted.push_back(function(left, right));
    expect_near(net.run(made), {2, 3, 4}, wanted);
  }
}

TEST(Layers, ElementWiseOfIntegersAndTruthValues) {
  NEEDS_ENGINE();
  const std::vector<std::int32_t> a{7, -7, 7, -7}, b{2, 2, -2, -2};
  const auto integers = [&](ElementWiseOperation op) {
    Net net;
    return net
        .run(net->addElementWise(net.constant(dims({4}), a), net.constant(dims({4}), b), op)
                 ->getOutput(0))
        .values;
  };
  EXPECT_EQ(integers(ElementWiseOperation::kFLOOR_DIV), (Floats{3, -4, -4, 3}));
  EXPECT_EQ(integers(ElementWiseOperation::kDIV), (Floats{3, -3, -3, 3}));
  EXPECT_EQ(integers(ElementWiseOperation::kSUM), (Floats{9, -5, 5, -9}));
  const std::vector<std::uint8_t> p{0, 0, 1, 1}, q{0, 1, 0, 1};
  const auto truth = [&](ElementWiseOperation op) {
    Net net;
    return net
        .run(net->addElementWise(net.constant(dims({4}), p), net.constant(dims({4}), q), op)
                 ->getOutput(0))
        .values;
  };
  EXPECT_EQ(truth(ElementWiseOperation::kAND), (Floats{0, 0, 0, 1}));
  EXPECT_EQ(truth(ElementWiseOperation::kOR), (Floats{0, 1, 1, 1}));
  EXPECT_EQ(truth(ElementWiseOperation::kXOR), (Floats{0, 1, 1, 0}));
}

TEST(Layers, UnaryOperations) {
  NEEDS_ENGINE();
  static constexpr std::pair<UnaryOperation, Unary> kRows[] = {
      {UnaryOperation::kEXP, [](float x) { return std::exp(x); }},
      {UnaryOperation::kLOG, [](float x) { return std::log(x); }},
      {UnaryOperation::kSQRT, [](float x) { return std::sqrt(x); }},
      {UnaryOperation::kRECIP, [](float x) { return 1 / x; }},
      {UnaryOperation::kABS, [](float x) { return std::abs(x); }},
      {UnaryOperation::kNEG, [](float x) { return -x; }},
      {UnaryOperation::kSIN, [](float x) { return std::sin(x); }},
      {UnaryOperation::kCOS, [](float x) { return std::cos(x); }},
      {UnaryOperation::kTAN, [](float x) { return std::tan(x); }},
      {UnaryOperation::kSINH, [](float x) { return std::sinh(x); }},
      {UnaryOperation::kCOSH, [](float x) { return std::cosh(x); }},
      {UnaryOperation::kASIN, [](float x) { return std::asin(x); }},
      {UnaryOperation::kACOS, [](float x) { return std::acos(x); }},
      {UnaryOperation::kATAN, [](float x) { return std::atan(x); }},
      {UnaryOperation::kASINH, [](float x) { return std::asinh(x); }},
      {UnaryOperation::kATANH, [](float x) { return std::atanh(x); }},
      {UnaryOperation::kCEIL, [](float x) { return std::ceil(x); }},
      {UnaryOperation::kFLOOR, [](float x) { return std::floor(x); }},
      {UnaryOperation::kERF, [](float x) { return std::erf(x); }},
      {UnaryOperation::kSIGN, [](float x) { return x > 0 ? 1.F : -1.F; }},
      {UnaryOperation::kROUND, [](float x) { return std::nearbyint(x); }},
  };
  Floats x = numbers(8);
  for (float& value : x) value = 0.1F + std::abs(value) / 2.5F;  // where all are defined
  for (const auto& [op, function] : kRows) {
    SCOPED_TRACE(static_cast<int>(op));
    Net net;
    Floats wanted;
    for (const float value : x) wanted.push_back(function(value));
    expect_near(net.run(net->addUnary(net.input(dims({2, 4}), x), op)->getOutput(0)), {2, 4},
                wanted);
  }
}

TEST(Layers, ConversionsAndSelection) {
  NEEDS_ENGINE();
  const Floats x{-1.5F, 0, 2.75F};
  Net net;
  ITensor& in = net.input(dims({3}), x);
  ICastLayer* const cast = net->addCast(in, DataType::kINT32);
  IIdentityLayer* const identity = net->addIdentity(in);
  identity->setOutputType(0, DataType::kINT32);
  ITensor& is_true = net.constant(dims({3}), std::vector<std::uint8_t>{1, 0, 1});
  ITensor& other = net.constant(dims({1}), Floats{9});
  ISelectLayer* const select = net->addSelect(is_true, in, other);
  IParametricReLULayer* const prelu =
      net->addParametricReLU(in, net.constant(dims({3}), Floats{0.5F, 1, 2}));
  EXPECT_EQ(cast->getOutput(0)->getType(), DataType::kINT32);
  EXPECT_EQ(identity->getOutput(0)->getType(), DataType::kINT32);
  const auto outputs = net.run(
      {cast->getOutput(0), identity->getOutput(0), select->getOutput(0), prelu->getOutput(0)});
  expect_near(outputs[0], {3}, {-1, 0, 2});
  expect_near(outputs[1], {3}, {-1, 0, 2});
  expect_near(outputs[2], {3}, {-1.5F, 9, 2.75F});
  expect_near(outputs[3], {3}, {-0.75F, 0, 2.75F});
}

Floats product(const Floats& a, const Floats& b, std::size_t batch, std::size_t rows,
               std::size_t inner, std::size_t columns) {
  Floats made(batch * rows * columns);
  for (std::size_t n = 0; n < batch; ++n)
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t k = 0; k < inner; ++k)
          made[(n * rows + i) * columns + j] +=
              a[(n * rows + i) * inner + k] * b[(n * inner + k) * columns + j];
  return made;
}

TEST(Layers, MatrixProducts) {
  NEEDS_ENGINE();
  const Floats a = numbers(2 * 3 * 4), b = numbers(2 * 4 * 5, 2);
  Floats turned(b.size());
  for (std::size_t n = 0; n < 2; ++n)
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t j = 0; j < 5; ++j) turned[(n * 5 + j) * 4 + k] = b[(n * 4 + k) * 5 + j];
  const Floats wanted = product(a, b, 2, 3, 4, 5);
  Net net;
  ITensor& left = net.input(dims({2, 3, 4}), a);
  ITensor* const plain =
      net->addMatrixMultiply(left, MatrixOperation::kNONE, net.input(dims({2, 4, 5}), b),
                             MatrixOperation::kNONE)
          ->getOutput(0);
  ITensor* const transposed =
      net->addMatrixMultiply(left, MatrixOperation::kNONE, net.input(dims({2, 5, 4}), turned),
                             MatrixOperation::kTRANSPOSE)
          ->getOutput(0);
  const auto outputs = net.run({plain, transposed});
  expect_near(outputs[0], {2, 3, 5}, wanted);
  expect_near(outputs[1], {2, 3, 5}, wanted);
}

TEST(Layers, ProductsWithVectors) {
  NEEDS_ENGINE();
  const Floats matrix = numbers(2 * 3 * 4), row = numbers(2 * 3, 2), column = numbers(2 * 4, 3);
  Net net;
  ITensor& middle = net.input(dims({2, 3, 4}), matrix);
  ITensor& left = net.input(dims({2, 3}), row);
  ITensor& right = net.input(dims({2, 4}), column);
  ITensor* const from_left =
      net->addMatrixMultiply(left, MatrixOperation::kVECTOR, middle, MatrixOperation::kNONE)
          ->getOutput(0);
  ITensor* const from_right =
      net->addMatrixMultiply(middle, MatrixOperation::kNONE, right, MatrixOperation::kVECTOR)
          ->getOutput(0);
  ITensor* const inner =
      net->addMatrixMultiply(left, MatrixOperation::kVECTOR, left, MatrixOperation::kVECTOR)
          ->getOutput(0);
  const auto outputs = net.run({from_left, from_right, inner});
  expect_near(outputs[0], {2, 4}, product(row, matrix, 2, 1, 3, 4));
  expect_near(outputs[1], {2, 3}, product(matrix, column, 2, 3, 4, 1));
  expect_near(outputs[2], {2}, product(row, row, 2, 1, 3, 1));
}

TEST(Layers, Einsum) {
  NEEDS_ENGINE();
  const Floats a = numbers(2 * 3), b = numbers(3 * 4, 2);
  Net net;
  ITensor* const inputs[] = {&net.input(dims({2, 3}), a), &net.input(dims({3, 4}), b)};
  ITensor* const made = net->addEinsum(inputs, 2, "ij,jk->ik")->getOutput(0);
  expect_near(net.run(made), {2, 4}, product(a, b, 1, 2, 3, 4));
}

}  // namespace
}  // namespace riffle::tensorrt::test
