// SPDX-License-Identifier: Apache-2.0
// Whole networks, made the way that programs make them from files of weights, against plain loops.
#include <cmath>

#include "made_network.h"

namespace riffle::tensorrt::test {
namespace {

/// Channels of rows of columns.
struct Image {
  std::size_t channels, height, width;
  Floats values;
  float at(std::size_t c, std::ptrdiff_t y, std::ptrdiff_t x) const {
    const bool is_in = y >= 0 && x >= 0 && y < static_cast<std::ptrdiff_t>(height) &&
                       x < static_cast<std::ptrdiff_t>(width);
    return is_in ? values[(c * height + static_cast<std::size_t>(y)) * width +
                          static_cast<std::size_t>(x)]
                 : 0;
  }
};

Image made(std::size_t channels, std::size_t height, std::size_t width, auto&& value) {
  Image image{channels, height, width, {}};
  for (std::size_t c = 0; c < channels; ++c)
    for (std::size_t y = 0; y < height; ++y)
      for (std::size_t x = 0; x < width; ++x) image.values.push_back(value(c, y, x));
  return image;
}

Image convolved(const Image& in, const Floats& weights, const Floats& bias, std::size_t maps,
                std::size_t kernel, std::size_t stride, std::size_t pad) {
  const auto extent = [&](std::size_t of) { return (of + 2 * pad - kernel) / stride + 1; };
  return made(maps, extent(in.height), extent(in.width),
              [&](std::size_t m, std::size_t y, std::size_t x) {
                float sum = bias.empty() ? 0 : bias[m];
                for (std::size_t c = 0; c < in.channels; ++c)
                  for (std::size_t k = 0; k < kernel * kernel; ++k)
                    sum += in.at(c,
                                 static_cast<std::ptrdiff_t>(y * stride + k / kernel) -
                                     static_cast<std::ptrdiff_t>(pad),
                                 static_cast<std::ptrdiff_t>(x * stride + k % kernel) -
                                     static_cast<std::ptrdiff_t>(pad)) *
                           weights[(m * in.channels + c) * kernel * kernel + k];
                return sum;
              });
}

Image each(Image image, auto&& function) {
  for (float& value : image.values) value = function(value);
  return image;
}
float relu(float x) { return std::max(x, 0.F); }
float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

Floats small(std::size_t count, unsigned seed) {
  Floats values = numbers(count, seed);
  for (float& value : values) value *= 0.2F;
  return values;
}

ITensor& activated(Net& net, ITensor& in, ActivationType type) {
  return *net->addActivation(in, type)->getOutput(0);
}

TEST(MadeNetworks, LeNet) {
  NEEDS_ENGINE();
  const Floats x = numbers(28 * 28), w1 = small(6 * 25, 2), b1 = small(6, 3),
               w2 = small(16 * 6 * 25, 4), b2 = small(16, 5), w3 = small(10 * 400, 6),
               b3 = small(10, 7);
  Net net;
  ITensor* value = &net.input(dims({1, 1, 28, 28}), x);
  IConvolutionLayer* const conv1 =
      net->addConvolutionNd(*value, 6, dims({5, 5}), net.weights(w1), net.weights(b1));
  conv1->setPaddingNd(dims({2, 2}));
  value = &activated(net, *conv1->getOutput(0), ActivationType::kRELU);
  IPoolingLayer* const pool1 = net->addPoolingNd(*value, PoolingType::kAVERAGE, dims({2, 2}));
  pool1->setStrideNd(dims({2, 2}));
  IConvolutionLayer* const conv2 = net->addConvolutionNd(*pool1->getOutput(0), 16, dims({5, 5}),
                                                         net.weights(w2), net.weights(b2));
  value = &activated(net, *conv2->getOutput(0), ActivationType::kRELU);
  IPoolingLayer* const pool2 = net->addPoolingNd(*value, PoolingType::kAVERAGE, dims({2, 2}));
  pool2->setStrideNd(dims({2, 2}));
  IShuffleLayer* const flat = net->addShuffle(*pool2->getOutput(0));
  flat->setReshapeDimensions(dims({1, -1}));
  ITensor& weights = net.constant(dims({10, 400}), w3);
  ITensor* const product = net->addMatrixMultiply(*flat->getOutput(0), MatrixOperation::kNONE,
                                                  weights, MatrixOperation::kTRANSPOSE)
                               ->getOutput(0);
  ITensor* const scores =
      net->addElementWise(*product, net.constant(dims({1, 10}), b3), ElementWiseOperation::kSUM)
          ->getOutput(0);
  ISoftMaxLayer* const softmax = net->addSoftMax(*scores);
  softmax->setAxes(1U << 1);

  const auto pooled = [](const Image& in) {
    return made(in.channels, in.height / 2, in.width / 2,
                [&](std::size_t c, std::size_t y, std::size_t z) {
                  float sum = 0;
                  for (std::size_t k = 0; k < 4; ++k)
                    sum += in.values[(c * in.height + 2 * y + k / 2) * in.width + 2 * z + k % 2];
                  return sum / 4;
                });
  };
  const Image first = pooled(each(convolved({1, 28, 28, x}, w1, b1, 6, 5, 1, 2), relu));
  const Image second = pooled(each(convolved(first, w2, b2, 16, 5, 1, 0), relu));
  Floats wanted;
  float sum = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    float score = b3[i];
    for (std::size_t k = 0; k < 400; ++k) score += second.values[k] * w3[i * 400 + k];
    sum += wanted.emplace_back(std::exp(score));
  }
  for (float& value_of : wanted) value_of /= sum;
  expect_near(net.run(softmax->getOutput(0)), {1, 10}, wanted, 1e-3F);
}

/// Batch normalization is a scale layer, whose weights are computed from the four of each channel.
ITensor& normalized(Net& net, ITensor& in, const Floats& gamma, const Floats& beta,
                    const Floats& mean, const Floats& variance) {
  Floats scale, shift;
  for (std::size_t i = 0; i < gamma.size(); ++i) {
    scale.push_back(gamma[i] / std::sqrt(variance[i] + 1e-5F));
    shift.push_back(beta[i] - mean[i] * scale[i]);
  }
  const Floats power(gamma.size(), 1);
  return *net->addScale(in, ScaleMode::kCHANNEL, net.weights(shift), net.weights(scale),
                        net.weights(power))
              ->getOutput(0);
}

TEST(MadeNetworks, AResidualBlockWithBatchNormalization) {
  NEEDS_ENGINE();
  const Floats x = numbers(8 * 6 * 6), w1 = small(16 * 8 * 9, 2), w2 = small(16 * 16 * 9, 3),
               w3 = small(16 * 8, 4), gamma = numbers(16, 5), beta = numbers(16, 6),
               mean = small(16, 7);
  Floats variance = numbers(16, 8);
  for (float& value : variance) value = value * value + 0.5F;
  Net net;
  ITensor& in = net.input(dims({1, 8, 6, 6}), x);
  IConvolutionLayer* const conv1 =
      net->addConvolutionNd(in, 16, dims({3, 3}), net.weights(w1), Weights{});
  conv1->setStrideNd(dims({2, 2}));
  conv1->setPaddingNd(dims({1, 1}));
  ITensor& first =
      activated(net, normalized(net, *conv1->getOutput(0), gamma, beta, mean, variance),
                ActivationType::kRELU);
  IConvolutionLayer* const conv2 =
      net->addConvolutionNd(first, 16, dims({3, 3}), net.weights(w2), Weights{});
  conv2->setPaddingNd(dims({1, 1}));
  ITensor& second = normalized(net, *conv2->getOutput(0), gamma, beta, mean, variance);
  IConvolutionLayer* const conv3 =
      net->addConvolutionNd(in, 16, dims({1, 1}), net.weights(w3), Weights{});
  conv3->setStrideNd(dims({2, 2}));
  ITensor& side = normalized(net, *conv3->getOutput(0), gamma, beta, mean, variance);
  ITensor& sum = *net->addElementWise(second, side, ElementWiseOperation::kSUM)->getOutput(0);
  ITensor& output = activated(net, sum, ActivationType::kRELU);

  const auto normal = [&](const Image& of) {
    return made(of.channels, of.height, of.width, [&](std::size_t c, std::size_t y, std::size_t z) {
      const float value = of.values[(c * of.height + y) * of.width + z];
      return (value - mean[c]) / std::sqrt(variance[c] + 1e-5F) * gamma[c] + beta[c];
    });
  };
  const Image image{8, 6, 6, x};
  const Image main = normal(
      convolved(each(normal(convolved(image, w1, {}, 16, 3, 2, 1)), relu), w2, {}, 16, 3, 1, 1));
  const Image other = normal(convolved(image, w3, {}, 16, 1, 2, 0));
  Floats wanted;
  for (std::size_t i = 0; i < main.values.size(); ++i)
    wanted.push_back(relu(main.values[i] + other.values[i]));
  expect_near(net.run(&output), {1, 16, 3, 3}, wanted, 1e-3F);
}

TEST(MadeNetworks, AHeadThatUpsamplesAndConcatenates) {
  NEEDS_ENGINE();
  const Floats deep = numbers(4 * 3 * 3), wide = numbers(2 * 6 * 6, 2), weights = small(5 * 6, 3);
  Net net;
  ITensor& coarse = net.input(dims({1, 4, 3, 3}), deep);
  ITensor& fine = net.input(dims({1, 2, 6, 6}), wide);
  // SiLU, as x * sigmoid(x).
  ITensor& gate = activated(net, coarse, ActivationType::kSIGMOID);
  ITensor& silu = *net->addElementWise(coarse, gate, ElementWiseOperation::kPROD)->getOutput(0);
  IResizeLayer* const up = net->addResize(silu);
  up->setResizeMode(InterpolationMode::kNEAREST);
  Dims target = fine.getDimensions();
  target.d[1] = silu.getDimensions().d[1];
  up->setOutputDimensions(target);
  ITensor* const both[] = {up->getOutput(0), &fine};
  IConcatenationLayer* const all = net->addConcatenation(both, 2);
  IConvolutionLayer* const detect =
      net->addConvolutionNd(*all->getOutput(0), 5, dims({1, 1}), net.weights(weights), Weights{});
  IShuffleLayer* const rows = net->addShuffle(*detect->getOutput(0));
  rows->setReshapeDimensions(dims({1, 5, -1}));
  rows->setSecondTranspose(Permutation{{0, 2, 1}});
  const Dims shape = rows->getOutput(0)->getDimensions();
  ISliceLayer* const boxes = net->addSlice(*rows->getOutput(0), dims({0, 0, 0}),
                                           dims({1, shape.d[1], 4}), dims({1, 1, 1}));
  ISliceLayer* const scores = net->addSlice(*rows->getOutput(0), dims({0, 0, 4}),
                                            dims({1, shape.d[1], 1}), dims({1, 1, 1}));
  ITensor& confidence = activated(net, *scores->getOutput(0), ActivationType::kSIGMOID);

  const Image joined = made(6, 6, 6, [&](std::size_t c, std::size_t y, std::size_t z) {
    if (c >= 4) return wide[((c - 4) * 6 + y) * 6 + z];
    const float value = deep[(c * 3 + y / 2) * 3 + z / 2];
    return value * sigmoid(value);
  });
  const Image found = convolved(joined, weights, {}, 5, 1, 1, 0);
  Floats wanted_boxes, wanted_scores;
  for (std::size_t i = 0; i < 36; ++i) {
    for (std::size_t c = 0; c < 4; ++c) wanted_boxes.push_back(found.values[c * 36 + i]);
    wanted_scores.push_back(sigmoid(found.values[4 * 36 + i]));
  }
  const auto outputs = net.run({boxes->getOutput(0), &confidence});
  expect_near(outputs[0], {1, 36, 4}, wanted_boxes);
  expect_near(outputs[1], {1, 36, 1}, wanted_scores);
}

TEST(MadeNetworks, AnLstmByALoop) {
  NEEDS_ENGINE();
  constexpr std::size_t kSteps = 5, kIn = 3, kState = 4;
  const Floats x = numbers(kSteps * kIn), w = small(kIn * 4 * kState, 2),
               r = small(kState * 4 * kState, 3), b = small(4 * kState, 4);
  Net net;
  ITensor& sequence = net.input(dims({kSteps, 1, kIn}), x);
  ITensor& steps = net.constant(dims({}), std::vector<std::int32_t>{kSteps});
  ITensor& zeros = net.constant(dims({1, kState}), Floats(kState));
  ITensor &input_weights = net.constant(dims({kIn, 4 * kState}), w),
          &state_weights = net.constant(dims({kState, 4 * kState}), r),
          &bias = net.constant(dims({1, 4 * kState}), b);
  const auto product = [&](ITensor& left, ITensor& right) -> ITensor& {
    return *net->addMatrixMultiply(left, MatrixOperation::kNONE, right, MatrixOperation::kNONE)
                ->getOutput(0);
  };
  const auto both = [&](ITensor& left, ITensor& right, ElementWiseOperation op) -> ITensor& {
    return *net->addElementWise(left, right, op)->getOutput(0);
  };
  ILoop* const loop = net->addLoop();
  loop->addTripLimit(steps, TripLimit::kCOUNT);
  ITensor& step = *loop->addIterator(sequence)->getOutput(0);
  IRecurrenceLayer* const hidden = loop->addRecurrence(zeros);
  IRecurrenceLayer* const cell = loop->addRecurrence(zeros);
  ITensor& gates =
      both(both(product(step, input_weights), product(*hidden->getOutput(0), state_weights),
                ElementWiseOperation::kSUM),
           bias, ElementWiseOperation::kSUM);
  const auto gate = [&](std::int64_t which, ActivationType type) -> ITensor& {
    return activated(net,
                     *net->addSlice(gates, dims({0, which * static_cast<std::int64_t>(kState)}),
                                    dims({1, kState}), dims({1, 1}))
                          ->getOutput(0),
                     type);
  };
  ITensor& kept =
      both(gate(1, ActivationType::kSIGMOID), *cell->getOutput(0), ElementWiseOperation::kPROD);
  ITensor& added = both(gate(0, ActivationType::kSIGMOID), gate(2, ActivationType::kTANH),
                        ElementWiseOperation::kPROD);
  ITensor& next_cell = both(kept, added, ElementWiseOperation::kSUM);
  ITensor& next_hidden =
      both(gate(3, ActivationType::kSIGMOID), activated(net, next_cell, ActivationType::kTANH),
           ElementWiseOperation::kPROD);
  cell->setInput(1, next_cell);
  hidden->setInput(1, next_hidden);
  ILoopOutputLayer* const all = loop->addLoopOutput(next_hidden, LoopOutput::kCONCATENATE);
  all->setInput(1, steps);
  ILoopOutputLayer* const last = loop->addLoopOutput(*cell->getOutput(0), LoopOutput::kLAST_VALUE);

  Floats h(kState), c(kState), wanted;
  for (std::size_t t = 0; t < kSteps; ++t) {
    Floats sums = b;
    for (std::size_t j = 0; j < 4 * kState; ++j) {
      for (std::size_t i = 0; i < kIn; ++i) sums[j] += x[t * kIn + i] * w[i * 4 * kState + j];
      for (std::size_t i = 0; i < kState; ++i) sums[j] += h[i] * r[i * 4 * kState + j];
    }
    for (std::size_t i = 0; i < kState; ++i) {
      c[i] = sigmoid(sums[kState + i]) * c[i] + sigmoid(sums[i]) * std::tanh(sums[2 * kState + i]);
      h[i] = sigmoid(sums[3 * kState + i]) * std::tanh(c[i]);
    }
    wanted.insert(wanted.end(), h.begin(), h.end());
  }
  const auto outputs = net.run({all->getOutput(0), last->getOutput(0)});
  expect_near(outputs[0], {kSteps, 1, kState}, wanted);
  expect_near(outputs[1], {1, kState}, c);
}

/// A network of one layer, whose input has 2 x 3 x 4 elements, is refused with these words.
void expect_refusal(const std::function<ILayer*(INetworkDefinition&, ITensor&)>& add,
                    const std::string& words) {
  Program program;
  INetworkDefinition& network = *program.network;
  ITensor& input = *network.addInput("x", DataType::kFLOAT, Dims3(2, 3, 4));
  network.markOutput(*add(network, input)->getOutput(0));
  const std::unique_ptr<IHostMemory> plan(
      program.builder->buildSerializedNetwork(network, *program.config));
  EXPECT_EQ(plan, nullptr);
  const std::string told = program.logger.take();
  EXPECT_NE(told.find(words), std::string::npos) << told;
}

TEST(Networks, AreRefusedWhereDimensionsCannotBe) {
  NEEDS_ENGINE();
  const auto reshape = [](const Dims& to) {
    return [to](INetworkDefinition& network, ITensor& input) {
      IShuffleLayer* const layer = network.addShuffle(input);
      layer->setReshapeDimensions(to);
      return layer;
    };
  };
  expect_refusal(reshape(Dims2(5, 5)), "reshapes [2,3,4], which has 24 elements, to [5,5]");
  const auto slice = [](const Dims& start, const Dims& size, const Dims& stride) {
    return [=](INetworkDefinition& network, ITensor& input) {
      return network.addSlice(input, start, size, stride);
    };
  };
  expect_refusal(slice(Dims3(0, 1, 0), Dims3(2, 3, 4), Dims3(1, 1, 1)),
                 "takes elements 1 to 3 of dimension 1, which has 3");
  expect_refusal(slice(Dims3(0, 1, 0), Dims3(2, 3, 4), Dims3(1, -1, 1)),
                 "takes elements 1 to -1 of dimension 1");
}

TEST(Networks, InputsHaveANameAndAType) {
  Program program;
  EXPECT_EQ(program.network->addInput(nullptr, DataType::kFLOAT, Dims2(1, 1)), nullptr);
  EXPECT_TRUE(program.logger.was_told("the name is null"));
  EXPECT_EQ(program.network->addInput("x", static_cast<DataType>(77), Dims2(1, 1)), nullptr);
  EXPECT_TRUE(program.logger.was_told("data type 77, which TensorRT does not have"));
}

TEST(Networks, HaveInputsAndOutputsOfDifferentNames) {
  NEEDS_ENGINE();
  Program program;
  INetworkDefinition& network = *program.network;
  ITensor* const x = network.addInput("x", DataType::kFLOAT, Dims2(3, 4));
  network.markOutput(*x);
  EXPECT_TRUE(program.logger.was_told("input 'x' cannot be an output as well"));
  EXPECT_FALSE(network.markOutputForShapes(*x));
  EXPECT_TRUE(program.logger.was_told("input 'x' cannot be an output as well"));
  EXPECT_EQ(network.getNbOutputs(), 0);
  ITensor* const y = network.addUnary(*x, UnaryOperation::kNEG)->getOutput(0);
  ITensor* const z = network.addUnary(*y, UnaryOperation::kABS)->getOutput(0);
  network.markOutput(*y);
  network.markOutput(*z);
  const auto builds = [&](const char* first, const char* second) {
    y->setName(first);
    z->setName(second);
    return std::unique_ptr<IHostMemory>(
               program.builder->buildSerializedNetwork(network, *program.config)) != nullptr;
  };
  EXPECT_FALSE(builds("y", "x"));
  EXPECT_TRUE(program.logger.was_told("two of the network's inputs and outputs have the name 'x'"));
  EXPECT_FALSE(builds("y", "y"));
  EXPECT_TRUE(program.logger.was_told("two of the network's inputs and outputs have the name 'y'"));
  EXPECT_TRUE(builds("y", "z")) << program.logger.take();
}

TEST(Networks, TakeTheirOwnTensorsAlone) {
  NEEDS_ENGINE();
  Program program;
  INetworkDefinition& network = *program.network;
  const std::unique_ptr<INetworkDefinition> other(program.builder->createNetworkV2(0));
  ITensor* const x = network.addInput("x", DataType::kFLOAT, Dims2(3, 4));
  ITensor* const foreign = other->addInput("x", DataType::kFLOAT, Dims2(3, 4));
  constexpr const char* kWhy = "tensor 'x' is another network's";
  EXPECT_EQ(network.addElementWise(*x, *foreign, ElementWiseOperation::kSUM), nullptr);
  EXPECT_TRUE(program.logger.was_told(kWhy));
  ITensor* const both[] = {x, foreign};
  EXPECT_EQ(network.addConcatenation(both, 2), nullptr);
  EXPECT_TRUE(program.logger.was_told(kWhy));
  EXPECT_EQ(network.getNbLayers(), 0);
  ILayer* const copy = network.addIdentity(*x);
  copy->setInput(0, *foreign);
  EXPECT_TRUE(program.logger.was_told(kWhy));
  EXPECT_EQ(copy->getInput(0), x);
  network.markOutput(*foreign);
  EXPECT_TRUE(program.logger.was_told(kWhy));
  EXPECT_EQ(network.getNbOutputs(), 0);
}

}  // namespace
}  // namespace riffle::tensorrt::test
