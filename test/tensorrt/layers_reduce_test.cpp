// SPDX-License-Identifier: Apache-2.0
// Layers that combine elements along axes, normalize, index, or make values.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "made_network.h"

namespace riffle::tensorrt::test {
namespace {

TEST(Layers, Reductions) {
  NEEDS_ENGINE();
  const Floats x = numbers(2 * 3 * 4);
  const auto reduced = [&](ReduceOperation op, bool keeps) {
    Net net;
    return net.run(
        net->addReduce(net.input(dims({2, 3, 4}), x), op, 1U << 1 | 1U << 2, keeps)->getOutput(0));
  };
  const auto wanted = [&](float start, float (*combine)(float, float)) {
    return Floats{std::accumulate(x.begin(), x.begin() + 12, start, combine),
                  std::accumulate(x.begin() + 12, x.end(), start, combine)};
  };
  const Floats sums = wanted(0, [](float a, float b) { return a + b; });
  expect_near(reduced(ReduceOperation::kSUM, false), {2}, sums);
  expect_near(reduced(ReduceOperation::kAVG, true), {2, 1, 1}, {sums[0] / 12, sums[1] / 12});
  expect_near(reduced(ReduceOperation::kPROD, false), {2},
              wanted(1, [](float a, float b) { return a * b; }));
  expect_near(reduced(ReduceOperation::kMAX, true), {2, 1, 1},
              wanted(-INFINITY, [](float a, float b) { return std::max(a, b); }));
  expect_near(reduced(ReduceOperation::kMIN, false), {2},
              wanted(INFINITY, [](float a, float b) { return std::min(a, b); }));
  Net net;
  EXPECT_EQ(net->addReduce(net.input(dims({2}), {1, 2}), ReduceOperation::kSUM, 0, true), nullptr);
  EXPECT_TRUE(net.logger().was_told("addReduce: expected at least one axis"));
}

TEST(Layers, SoftMaxTakesChannelsUnlessToldOtherwise) {
  NEEDS_ENGINE();
  const Floats x = numbers(2 * 3 * 2);
  Net net;
  ITensor& in = net.input(dims({1, 2, 3, 2}), x);
  ISoftMaxLayer* const channels = net->addSoftMax(in);
  EXPECT_EQ(channels->getAxes(), 1U << 1);
  ISoftMaxLayer* const columns = net->addSoftMax(in);
  columns->setAxes(1U << 3);
  Floats first, second;
  for (std::size_t i = 0; i < 12; ++i) {
    first.push_back(std::exp(x[i]) / (std::exp(x[i % 6]) + std::exp(x[i % 6 + 6])));
    second.push_back(std::exp(x[i]) / (std::exp(x[i / 2 * 2]) + std::exp(x[i / 2 * 2 + 1])));
  }
  const auto outputs = net.run({channels->getOutput(0), columns->getOutput(0)});
  expect_near(outputs[0], {1, 2, 3, 2}, first);
  expect_near(outputs[1], {1, 2, 3, 2}, second);
}

TEST(Layers, RaggedSoftMaxStopsAtBounds) {
  NEEDS_ENGINE();
  Net net;
  ITensor* const made =
      net->addRaggedSoftMax(net.input(dims({2, 3}), {0, 0, 5, 1, 1, 1}),
                            net.constant(dims({2, 1}), std::vector<std::int32_t>{2, 3}))
          ->getOutput(0);
  expect_near(net.run(made), {2, 3}, {0.5F, 0.5F, 0, 1.F / 3, 1.F / 3, 1.F / 3});
}

TEST(Layers, TopK) {
  NEEDS_ENGINE();
  const Floats x{3, 1, 4, 1.5F, 5, 9, 2, 6};
  Net net;
  ITensor& in = net.input(dims({2, 4}), x);
  ITopKLayer* const most = net->addTopK(in, TopKOperation::kMAX, 2, 1U << 1);
  ITopKLayer* const least = net->addTopK(in, TopKOperation::kMIN, 1, 1U << 0);
  least->setInput(1, net.constant(dims({}), std::vector<std::int32_t>{2}));
  EXPECT_EQ(most->getOutput(1)->getType(), DataType::kINT32);
  const auto outputs = net.run({most->getOutput(0), most->getOutput(1), least->getOutput(0)});
  expect_near(outputs[0], {2, 2}, {4, 3, 9, 6});
  expect_near(outputs[1], {2, 2}, {2, 0, 1, 3});
  expect_near(outputs[2], {2, 4}, {3, 1, 2, 1.5F, 5, 9, 4, 6});
  EXPECT_EQ(net->addTopK(in, TopKOperation::kMAX, 0, 1), nullptr);
  EXPECT_EQ(net->addTopK(in, TopKOperation::kMAX, 1, 3), nullptr);
  EXPECT_TRUE(net.logger().was_told("expected one axis, got 2"));
}

TEST(Layers, CumulativeSums) {
  NEEDS_ENGINE();
  Net net;
  ITensor& in = net.input(dims({2, 3}), {1, 2, 3, 4, 5, 6});
  ITensor& axis = net.constant(dims({}), std::vector<std::int32_t>{1});
  const auto sum = [&](bool exclusive, bool reverse) {
    return net->addCumulative(in, axis, CumulativeOperation::kSUM, exclusive, reverse)
        ->getOutput(0);
  };
  const auto outputs = net.run({sum(false, false), sum(true, false), sum(false, true)});
  expect_near(outputs[0], {2, 3}, {1, 3, 6, 4, 9, 15});
  expect_near(outputs[1], {2, 3}, {0, 1, 3, 0, 4, 9});
  expect_near(outputs[2], {2, 3}, {6, 5, 3, 15, 11, 6});
}

TEST(Layers, Scales) {
  NEEDS_ENGINE();
  Floats x = numbers(2 * 3 * 4);
  for (float& value : x) value = std::abs(value) + 0.1F;
  const Floats shift = {0.5F, 1, 1.5F}, scale = {2, 3, 4}, power = {1, 2, 0.5F};
  Net net;
  ITensor& in = net.input(dims({2, 3, 2, 2}), x);
  ITensor* const channels = net->addScale(in, ScaleMode::kCHANNEL, net.weights(shift),
                                          net.weights(scale), net.weights(power))
                                ->getOutput(0);
  ITensor* const uniform =
      net->addScale(in, ScaleMode::kUNIFORM, Weights{}, net.weights(Floats{3}), Weights{})
          ->getOutput(0);
  const Floats each = numbers(12, 5);
  ITensor* const elements =
      net->addScaleNd(in, ScaleMode::kELEMENTWISE, net.weights(each), Weights{}, Weights{}, 1)
          ->getOutput(0);
  Floats first, second, third;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t c = i / 4 % 3;
    first.push_back(std::pow(x[i] * scale[c] + shift[c], power[c]));
    second.push_back(x[i] * 3);
    third.push_back(x[i] + each[i % 12]);
  }
  const auto outputs = net.run({channels, uniform, elements});
  expect_near(outputs[0], {2, 3, 2, 2}, first);
  expect_near(outputs[1], {2, 3, 2, 2}, second);
  expect_near(outputs[2], {2, 3, 2, 2}, third);
}

/// Normalizes each run of `count` elements.
Floats normalized(const Floats& x, std::size_t count) {
  Floats made;
  for (std::size_t i = 0; i < x.size(); i += count) {
    double mean = 0, variance = 0;
    for (std::size_t k = i; k < i + count; ++k) mean += x[k] / static_cast<double>(count);
    for (std::size_t k = i; k < i + count; ++k)
      variance += (x[k] - mean) * (x[k] - mean) / static_cast<double>(count);
    for (std::size_t k = i; k < i + count; ++k)
      made.push_back(static_cast<float>((x[k] - mean) / std::sqrt(variance + 1e-5)));
  }
  return made;
}

TEST(Layers, Normalizations) {
  NEEDS_ENGINE();
  const Floats x = numbers(2 * 4 * 6);
  const Floats scale{1, 2, 3, 4}, bias{0, 1, 0, -1};
  Net net;
  ITensor& in = net.input(dims({2, 4, 2, 3}), x);
  ITensor &s = net.constant(dims({1, 4, 1, 1}), scale), &b = net.constant(dims({1, 4, 1, 1}), bias);
  ITensor* const instance = net->addNormalization(in, s, b, 1U << 2 | 1U << 3)->getOutput(0);
  ITensor* const layer = net->addNormalization(in, s, b, 1U << 1 | 1U << 2 | 1U << 3)->getOutput(0);
  INormalizationLayer* const groups = net->addNormalizationV2(in, s, b, 1U << 2 | 1U << 3);
  groups->setNbGroups(2);
  INormalizationLayer* const first_form =
      net->addNormalization(in, net.constant(dims({1, 2, 1, 1}), Floats{1, 2}),
                            net.constant(dims({1, 2, 1, 1}), Floats{0, 1}), 1U << 2 | 1U << 3);
  first_form->setNbGroups(2);
  const auto outputs = net.run({instance, layer, groups->getOutput(0), first_form->getOutput(0)});
  const auto scaled = [&](Floats normal) {
    for (std::size_t i = 0; i < normal.size(); ++i)
      normal[i] = normal[i] * scale[i / 6 % 4] + bias[i / 6 % 4];
    return normal;
  };
  Floats per_group = normalized(x, 12);
  expect_near(outputs[0], {2, 4, 2, 3}, scaled(normalized(x, 6)), 1e-3F);
  expect_near(outputs[1], {2, 4, 2, 3}, scaled(normalized(x, 24)), 1e-3F);
  expect_near(outputs[2], {2, 4, 2, 3}, scaled(per_group), 1e-3F);
  for (std::size_t i = 0; i < per_group.size(); ++i)
    per_group[i] = i / 12 % 2 == 0 ? per_group[i] : per_group[i] * 2 + 1;
  expect_near(outputs[3], {2, 4, 2, 3}, per_group, 1e-3F);
}

TEST(Layers, Gathers) {
  NEEDS_ENGINE();
  Net net;
  ITensor& in = net.input(dims({2, 3}), {0, 1, 2, 3, 4, 5});
  ITensor* const rows =
      net->addGather(in, net.constant(dims({3}), std::vector<std::int32_t>{1, 0, 1}), 0)
          ->getOutput(0);
  IGatherLayer* const elements = net->addGatherV2(
      in, net.constant(dims({2, 1}), std::vector<std::int32_t>{2, 0}), GatherMode::kELEMENT);
  elements->setGatherAxis(1);
  ITensor* const points =
      net->addGatherV2(in, net.constant(dims({2, 2}), std::vector<std::int32_t>{0, 2, 1, 1}),
                       GatherMode::kND)
          ->getOutput(0);
  IGatherLayer* const batched =
      net->addGather(in, net.constant(dims({2, 2}), std::vector<std::int32_t>{0, 2, 1, 1}), 1);
  batched->setNbElementWiseDims(1);
  const auto outputs = net.run({rows, elements->getOutput(0), points, batched->getOutput(0)});
  expect_near(outputs[0], {3, 3}, {3, 4, 5, 0, 1, 2, 3, 4, 5});
  expect_near(outputs[1], {2, 1}, {2, 3});
  expect_near(outputs[2], {2}, {2, 4});
  expect_near(outputs[3], {2, 2}, {0, 2, 4, 4});
}

TEST(Layers, ScattersOneHotNonZero) {
  NEEDS_ENGINE();
  Net net;
  ITensor& in = net.input(dims({2, 3}), {0, 1, 0, 3, 0, 5});
  ITensor* const points =
      net->addScatter(in, net.constant(dims({1, 2}), std::vector<std::int32_t>{1, 1}),
                      net.constant(dims({1}), Floats{9}), ScatterMode::kND)
          ->getOutput(0);
  IScatterLayer* const elements =
      net->addScatter(in, net.constant(dims({2, 1}), std::vector<std::int32_t>{0, 2}),
                      net.constant(dims({2, 1}), Floats{7, 8}), ScatterMode::kELEMENT);
  elements->setAxis(1);
  ITensor* const hot = net->addOneHot(net.constant(dims({2}), std::vector<std::int32_t>{2, 0}),
                                      net.constant(dims({2}), Floats{-1, 1}),
                                      net.constant(dims({}), std::vector<std::int32_t>{3}), -1)
                           ->getOutput(0);
  ITensor* const places = net->addNonZero(in)->getOutput(0);
  EXPECT_EQ(places->getType(), DataType::kINT32);
  const auto outputs = net.run({points, elements->getOutput(0), hot, places});
  expect_near(outputs[0], {2, 3}, {0, 1, 0, 3, 9, 5});
  expect_near(outputs[1], {2, 3}, {7, 1, 0, 3, 0, 8});
  expect_near(outputs[2], {2, 3}, {-1, -1, 1, 1, -1, -1});
  expect_near(outputs[3], {2, 3}, {0, 1, 1, 1, 0, 2});
}

TEST(Layers, NmsKeepsTheBestOfBoxesThatOverlap) {
  NEEDS_ENGINE();
  Net net;
  ITensor& boxes = net.input(dims({1, 3, 4}), {0, 0, 1, 1, 0, 0.1F, 1, 1.1F, 5, 5, 6, 6});
  ITensor& scores = net.input(dims({1, 3, 1}), {0.8F, 0.9F, 0.3F});
  INMSLayer* const layer =
      net->addNMS(boxes, scores, net.constant(dims({}), std::vector<std::int32_t>{10}));
  layer->setInput(3, net.constant(dims({}), Floats{0.5F}));
  layer->setInput(4, net.constant(dims({}), Floats{0.1F}));
  const auto outputs = net.run({layer->getOutput(0), layer->getOutput(1)});
  expect_near(outputs[0], {2, 3}, {0, 0, 1, 0, 0, 2});
  expect_near(outputs[1], {}, {2});
}

TEST(Layers, GridSample) {
  NEEDS_ENGINE();
  Net net;
  ITensor& in = net.input(dims({1, 1, 2, 2}), {0, 1, 2, 3});
  ITensor& grid = net.input(dims({1, 1, 3, 2}), {-1, -1, 0, 0, 3, 0});
  IGridSampleLayer* const layer = net->addGridSample(in, grid);
  layer->setAlignCorners(true);
  IGridSampleLayer* const clamped = net->addGridSample(in, grid);
  clamped->setAlignCorners(true);
  clamped->setSampleMode(SampleMode::kCLAMP);
  const auto outputs = net.run({layer->getOutput(0), clamped->getOutput(0)});
  expect_near(outputs[0], {1, 1, 1, 3}, {0, 1.5F, 0});
  expect_near(outputs[1], {1, 1, 1, 3}, {0, 1.5F, 2});
}

TEST(Layers, Fills) {
  NEEDS_ENGINE();
  Net net;
  IFillLayer* const ramp = net->addFill(dims({4}), FillOperation::kLINSPACE, DataType::kFLOAT);
  ramp->setAlpha(1);
  ramp->setBeta(0.5);
  IFillLayer* const plane = net->addFill(Dims{}, FillOperation::kLINSPACE, DataType::kINT32);
  plane->setInput(0, net.constant(dims({2}), std::vector<std::int32_t>{2, 3}));
  plane->setInput(1, net.constant(dims({}), std::vector<std::int32_t>{100}));
  plane->setInput(2, net.constant(dims({2}), std::vector<std::int32_t>{10, 1}));
  IFillLayer* const random =
      net->addFill(dims({1000}), FillOperation::kRANDOM_UNIFORM, DataType::kFLOAT);
  random->setAlpha(2);
  random->setBeta(3);
  const auto outputs = net.run({ramp->getOutput(0), plane->getOutput(0), random->getOutput(0)});
  expect_near(outputs[0], {4}, {1, 1.5F, 2, 2.5F});
  expect_near(outputs[1], {2, 3}, {100, 101, 102, 110, 111, 112});
  const auto [low, high] = std::ranges::minmax(outputs[2].values);
  EXPECT_GE(low, 2);
  EXPECT_LE(high, 3);
  EXPECT_GT(high - low, 0.9F);
}

TEST(Layers, QuantizeAndBack) {
  NEEDS_ENGINE();
  const Floats x{-3, -0.26F, 0.24F, 0.26F, 1, 100};
  Net net;
  ITensor& in = net.input(dims({2, 3}), x);
  ITensor& one = net.constant(dims({}), Floats{0.5F});
  ITensor* const small = net->addQuantize(in, one, DataType::kINT8)->getOutput(0);
  ITensor* const back = net->addDequantize(*small, one, DataType::kFLOAT)->getOutput(0);
  ITensor& two = net.constant(dims({2}), Floats{0.5F, 0.25F});
  IQuantizeLayer* const rows = net->addQuantize(in, two, DataType::kINT8);
  rows->setAxis(0);
  EXPECT_EQ(small->getType(), DataType::kINT8);
  const auto outputs = net.run({small, back, rows->getOutput(0)});
  expect_near(outputs[0], {2, 3}, {-6, -1, 0, 1, 2, 127});
  expect_near(outputs[1], {2, 3}, {-3, -0.5F, 0, 0.5F, 1, 63.5F});
  expect_near(outputs[2], {2, 3}, {-6, -1, 0, 1, 4, 127});
}

TEST(Layers, ConstantsNeedAsManyWeightsAsElements) {
  Net net;
  const Floats three{1, 2, 3};
  EXPECT_EQ(net->addConstant(dims({2, 2}), net.weights(three)), nullptr);
  EXPECT_TRUE(net.logger().was_told("dimensions [2,2] have 4 elements, there are 3 weights"));
}

}  // namespace
}  // namespace riffle::tensorrt::test
