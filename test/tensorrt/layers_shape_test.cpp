// SPDX-License-Identifier: Apache-2.0
// Layers that arrange elements anew, and resizing.
#include <cmath>
#include <numeric>

#include "made_network.h"

namespace riffle::tensorrt::test {
namespace {

Floats counted(std::size_t count) {
  Floats made(count);
  std::iota(made.begin(), made.end(), 0.F);
  return made;
}

TEST(Layers, Shuffles) {
  NEEDS_ENGINE();
  Net net;
  ITensor& in = net.input(dims({2, 3, 4}), counted(24));
  IShuffleLayer* const transposed = net->addShuffle(in);
  transposed->setFirstTranspose(Permutation{{2, 0, 1}});
  IShuffleLayer* const reshaped = net->addShuffle(in);
  reshaped->setReshapeDimensions(dims({0, -1, 2}));
  IShuffleLayer* const both = net->addShuffle(in);
  both->setFirstTranspose(Permutation{{1, 0, 2}});
  both->setReshapeDimensions(dims({3, 8}));
  both->setSecondTranspose(Permutation{{1, 0}});
  const auto outputs =
      net.run({transposed->getOutput(0), reshaped->getOutput(0), both->getOutput(0)});
  Floats first, last;
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < 6; ++i) first.push_back(static_cast<float>(i * 4 + k));
  for (int rest = 0; rest < 8; ++rest)
    for (int j = 0; j < 3; ++j)
      last.push_back(static_cast<float>(rest / 4 * 12 + j * 4 + rest % 4));
  expect_near(outputs[0], {4, 2, 3}, first);
  expect_near(outputs[1], {2, 6, 2}, counted(24));
  expect_near(outputs[2], {8, 3}, last);
}

TEST(Layers, ShufflesByATensor) {
  NEEDS_ENGINE();
  // The dimensions are computed: those of x, in the other order.
  Net net;
  ITensor& in = net.input(dims({-1, 3}), dims({2, 3}), counted(6));
  ITensor& shape = *net->addShape(in)->getOutput(0);
  EXPECT_EQ(shape.getType(), DataType::kINT64);
  ITensor& order = net.constant(dims({2}), std::vector<std::int32_t>{1, 0});
  IShuffleLayer* const layer = net->addShuffle(in);
  layer->setInput(1, *net->addGather(shape, order, 0)->getOutput(0));
  EXPECT_EQ(layer->getOutput(0)->getDimensions().nbDims, 2);
  expect_near(net.run(layer->getOutput(0)), {3, 2}, counted(6));
}

TEST(Layers, AZeroMayBeAnExtent) {
  NEEDS_ENGINE();
  Net net;
  IShuffleLayer* const layer = net->addShuffle(net.input(dims({0, 3}), {}));
  layer->setReshapeDimensions(dims({3, 0}));
  layer->setZeroIsPlaceholder(false);
  expect_near(net.run(layer->getOutput(0)), {3, 0}, {});
}

TEST(Layers, Concatenations) {
  NEEDS_ENGINE();
  Net net;
  ITensor* const inputs[] = {&net.input(dims({1, 1, 2, 2}), {0, 1, 2, 3}),
                             &net.input(dims({1, 2, 2, 2}), {4, 5, 6, 7, 8, 9, 10, 11})};
  IConcatenationLayer* const channels = net->addConcatenation(inputs, 2);
  EXPECT_EQ(channels->getAxis(), 1);
  ITensor* const same[] = {inputs[0], inputs[0]};
  IConcatenationLayer* const columns = net->addConcatenation(same, 2);
  columns->setAxis(3);
  const auto outputs = net.run({channels->getOutput(0), columns->getOutput(0)});
  expect_near(outputs[0], {1, 3, 2, 2}, counted(12));
  expect_near(outputs[1], {1, 1, 2, 4}, {0, 1, 0, 1, 2, 3, 2, 3});
  EXPECT_EQ(net->addConcatenation(nullptr, 2), nullptr);
  EXPECT_TRUE(net.logger().was_told("addConcatenation: expected at least one input"));
}

TEST(Layers, Slices) {
  NEEDS_ENGINE();
  Net net;
  ITensor& in = net.input(dims({4, 5}), counted(20));
  ITensor* const plain = net->addSlice(in, dims({1, 0}), dims({2, 3}), dims({1, 2}))->getOutput(0);
  ITensor* const backwards =
      net->addSlice(in, dims({3, 4}), dims({4, 2}), dims({-1, -2}))->getOutput(0);
  const auto outputs = net.run({plain, backwards});
  expect_near(outputs[0], {2, 3}, {5, 7, 9, 10, 12, 14});
  expect_near(outputs[1], {4, 2}, {19, 17, 14, 12, 9, 7, 4, 2});
}

TEST(Layers, SlicesByTensors) {
  NEEDS_ENGINE();
  // The last row but one, backwards, by dimensions that are known at run time.
  Net net;
  ITensor& in = net.input(dims({-1, 3}), dims({4, 3}), counted(12));
  ITensor& shape = *net->addShape(in)->getOutput(0);
  ITensor& back = net.constant(dims({2}), std::vector<std::int64_t>{2, 1});
  ISliceLayer* const layer = net->addSlice(in, Dims{}, Dims{}, Dims{});
  layer->setInput(1, *net->addElementWise(shape, back, ElementWiseOperation::kSUB)->getOutput(0));
  layer->setInput(2, net.constant(dims({2}), std::vector<std::int32_t>{1, 3}));
  layer->setInput(3, net.constant(dims({2}), std::vector<std::int32_t>{1, -1}));
  expect_near(net.run(layer->getOutput(0)), {1, 3}, {8, 7, 6});
}

TEST(Layers, SlicesOutOfBounds) {
  NEEDS_ENGINE();
  // Of four elements, nine from -3.
  const std::pair<SampleMode, Floats> kRows[] = {
      {SampleMode::kWRAP, {1, 2, 3, 0, 1, 2, 3, 0, 1}},
      {SampleMode::kCLAMP, {0, 0, 0, 0, 1, 2, 3, 3, 3}},
      {SampleMode::kFILL, {0, 0, 0, 0, 1, 2, 3, 0, 0}},
      {SampleMode::kREFLECT, {3, 2, 1, 0, 1, 2, 3, 2, 1}},
  };
  for (const auto& [mode, wanted] : kRows) {
    SCOPED_TRACE(static_cast<int>(mode));
    Net net;
    ISliceLayer* const layer = net->addSlice(net.input(dims({1, 4}), counted(4)), dims({0, -3}),
                                             dims({1, 9}), dims({1, 1}));
    layer->setMode(mode);
    expect_near(net.run(layer->getOutput(0)), {1, 9}, wanted);
  }
  Net net;
  ISliceLayer* const filled =
      net->addSlice(net.input(dims({2, 2}), counted(4)), dims({-1, 0}), dims({3, 3}), dims({1, 1}));
  filled->setMode(SampleMode::kFILL);
  filled->setInput(4, net.constant(dims({}), Floats{7}));
  expect_near(net.run(filled->getOutput(0)), {3, 3}, {7, 7, 7, 0, 1, 7, 2, 3, 7});
}

TEST(Layers, SqueezeUnsqueezeReverse) {
  NEEDS_ENGINE();
  Net net;
  ITensor& in = net.input(dims({3, 1, 2}), counted(6));
  ITensor* const less =
      net->addSqueeze(in, net.constant(dims({1}), std::vector<std::int32_t>{1}))->getOutput(0);
  ITensor* const more =
      net->addUnsqueeze(*less, net.constant(dims({2}), std::vector<std::int32_t>{0, 3}))
          ->getOutput(0);
  ITensor* const reversed =
      net->addReverseSequence(*less, net.constant(dims({2}), std::vector<std::int32_t>{2, 3}))
          ->getOutput(0);
  const auto outputs = net.run({less, more, reversed});
  expect_near(outputs[0], {3, 2}, counted(6));
  expect_near(outputs[1], {1, 3, 2, 1}, counted(6));
  expect_near(outputs[2], {3, 2}, {2, 5, 0, 3, 4, 1});
}

TEST(Layers, ResizesToTheNearest) {
  NEEDS_ENGINE();
  Net net;
  ITensor& in = net.input(dims({1, 1, 2, 2}), {1, 2, 3, 4});
  IResizeLayer* const by_scales = net->addResize(in);
  const float scales[] = {1, 1, 2, 2};
  by_scales->setScales(scales, 4);
  IResizeLayer* const by_dims = net->addResize(in);
  by_dims->setOutputDimensions(dims({1, 1, 3, 3}));
  const auto outputs = net.run({by_scales->getOutput(0), by_dims->getOutput(0)});
  expect_near(outputs[0], {1, 1, 4, 4}, {1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4});
  expect_near(outputs[1], {1, 1, 3, 3}, {1, 1, 2, 1, 1, 2, 3, 3, 4});
}

TEST(Layers, ResizesBetweenElements) {
  NEEDS_ENGINE();
  // A row of 4 becomes one of 6, by each way of mapping coordinates.
  const Floats x{0, 10, 30, 60};
  using Map = float (*)(float);
  const std::pair<ResizeCoordinateTransformation, Map> kRows[] = {
      {ResizeCoordinateTransformation::kALIGN_CORNERS, [](float i) { return i * 3 / 5; }},
      {ResizeCoordinateTransformation::kASYMMETRIC, [](float i) { return i * 4 / 6; }},
      {ResizeCoordinateTransformation::kHALF_PIXEL,
       [](float i) { return (i + 0.5F) * 4 / 6 - 0.5F; }},
  };
  for (const auto& [transformation, map] : kRows) {
    SCOPED_TRACE(static_cast<int>(transformation));
    Net net;
    IResizeLayer* const layer = net->addResize(net.input(dims({1, 1, 1, 4}), x));
    layer->setInput(1, net.constant(dims({4}), std::vector<std::int32_t>{1, 1, 1, 6}));
    layer->setResizeMode(InterpolationMode::kLINEAR);
    layer->setCoordinateTransformation(transformation);
    Floats wanted;
    for (int i = 0; i < 6; ++i) {
      const float at = std::clamp(map(static_cast<float>(i)), 0.F, 3.F);
      const auto low = static_cast<std::size_t>(at), high = std::min<std::size_t>(low + 1, 3);
      const float part = at - static_cast<float>(low);
      wanted.push_back(x[low] * (1 - part) + x[high] * part);
    }
    expect_near(net.run(layer->getOutput(0)), {1, 1, 1, 6}, wanted);
  }
}

}  // namespace
}  // namespace riffle::tensorrt::test
