// SPDX-License-Identifier: Apache-2.0
// Layers that move a window, against plain loops over every element.
#include <cmath>

#include "made_network.h"

namespace riffle::tensorrt::test {
namespace {

/// What a window does: one image of `channels` of `height` x `width`.
struct Window {
  std::int64_t kernel = 3, stride = 1, pre = 0, post = 0, dilation = 1;
  std::int64_t reach() const { return dilation * (kernel - 1) + 1; }
  std::int64_t out(std::int64_t in) const { return (in + pre + post - reach()) / stride + 1; }
};
constexpr std::int64_t kHeight = 7, kWidth = 6;

Floats convolved(const Floats& x, const Floats& weights, const Floats& bias, std::int64_t channels,
                 std::int64_t maps, std::int64_t groups, const Window& w) {
  Floats made;
  const std::int64_t per_group = channels / groups;
  for (std::int64_t m = 0; m < maps; ++m)
    for (std::int64_t i = 0; i < w.out(kHeight); ++i)
      for (std::int64_t j = 0; j < w.out(kWidth); ++j) {
        float sum = bias.empty() ? 0 : bias[static_cast<std::size_t>(m)];
        for (std::int64_t c = 0; c < per_group; ++c)
          for (std::int64_t p = 0; p < w.kernel; ++p)
            for (std::int64_t q = 0; q < w.kernel; ++q) {
              const std::int64_t y = i * w.stride - w.pre + p * w.dilation,
                                 z = j * w.stride - w.pre + q * w.dilation,
                                 from = m / (maps / groups) * per_group + c;
              if (y < 0 || z < 0 || y >= kHeight || z >= kWidth) continue;
              sum += x[static_cast<std::size_t>((from * kHeight + y) * kWidth + z)] *
                     weights[static_cast<std::size_t>(
                         ((m * per_group + c) * w.kernel + p) * w.kernel + q)];
            }
        made.push_back(sum);
      }
  return made;
}

TEST(Layers, Convolutions) {
  NEEDS_ENGINE();
  struct Row {
    Window window;
    std::int64_t groups;
    bool has_bias;
  };
  for (const Row& row : {Row{{3, 1, 0, 0, 1}, 1, true}, Row{{3, 1, 1, 1, 1}, 1, false},
                         Row{{3, 2, 1, 1, 1}, 2, true}, Row{{2, 2, 1, 0, 2}, 1, true},
                         Row{{1, 1, 0, 0, 1}, 4, false}}) {
    const Window& w = row.window;
    SCOPED_TRACE(testing::Message() << "kernel " << w.kernel << " stride " << w.stride);
    const Floats x = numbers(4 * kHeight * kWidth),
                 weights =
                     numbers(static_cast<std::size_t>(8 * 4 / row.groups * w.kernel * w.kernel), 2),
                 bias = row.has_bias ? numbers(8, 3) : Floats();
    Net net;
    IConvolutionLayer* const layer =
        net->addConvolutionNd(net.input(dims({1, 4, kHeight, kWidth}), x), 8,
                              dims({w.kernel, w.kernel}), net.weights(weights), net.weights(bias));
    layer->setStrideNd(dims({w.stride, w.stride}));
    layer->setPrePadding(dims({w.pre, w.pre}));
    layer->setPostPadding(dims({w.post, w.post}));
    layer->setDilationNd(dims({w.dilation, w.dilation}));
    layer->setNbGroups(row.groups);
    const Dims told = layer->getOutput(0)->getDimensions();
    EXPECT_EQ(told.d[2], w.out(kHeight));
    expect_near(net.run(layer->getOutput(0)), {1, 8, w.out(kHeight), w.out(kWidth)},
                convolved(x, weights, bias, 4, 8, row.groups, w));
  }
}

TEST(Layers, ConvolutionsPadAsTheModeSays) {
  NEEDS_ENGINE();
  // 7 x 6 by a window of 3 and stride 2: rounded up is 3 x 3, down 3 x 2, the same 4 x 3.
  struct Row {
    PaddingMode mode;
    std::int64_t height, width;
    std::int64_t pre_height, pre_width;
  };
  const Floats x = numbers(kHeight * kWidth), weights = numbers(9, 2);
  for (const Row& row :
       {Row{PaddingMode::kEXPLICIT_ROUND_DOWN, 3, 2, 0, 0},
        Row{PaddingMode::kEXPLICIT_ROUND_UP, 3, 3, 0, 0}, Row{PaddingMode::kSAME_UPPER, 4, 3, 1, 0},
        Row{PaddingMode::kSAME_LOWER, 4, 3, 1, 1}}) {
    SCOPED_TRACE(static_cast<int>(row.mode));
    Net net;
    IConvolutionLayer* const layer =
        net->addConvolutionNd(net.input(dims({1, 1, kHeight, kWidth}), x), 1, dims({3, 3}),
                              net.weights(weights), Weights{});
    layer->setStrideNd(dims({2, 2}));
    layer->setPaddingMode(row.mode);
    Floats wanted;
    for (std::int64_t i = 0; i < row.height; ++i)
      for (std::int64_t j = 0; j < row.width; ++j) {
        float sum = 0;
        for (std::int64_t k = 0; k < 9; ++k) {
          const std::int64_t y = 2 * i - row.pre_height + k / 3, z = 2 * j - row.pre_width + k % 3;
          if (y >= 0 && z >= 0 && y < kHeight && z < kWidth)
            sum +=
                x[static_cast<std::size_t>(y * kWidth + z)] * weights[static_cast<std::size_t>(k)];
        }
        wanted.push_back(sum);
      }
    expect_near(net.run(layer->getOutput(0)), {1, 1, row.height, row.width}, wanted);
  }
}

TEST(Layers, ConvolutionsTakeWeightsFromTensors) {
  NEEDS_ENGINE();
  const Floats x = numbers(kHeight * kWidth), weights = numbers(2 * 9, 2);
  Net net;
  IConvolutionLayer* const layer = net->addConvolutionNd(
      net.input(dims({1, 1, kHeight, kWidth}), x), 2, dims({3, 3}), Weights{}, Weights{});
  layer->setInput(1, net.input(dims({2, 1, 3, 3}), weights));
  expect_near(net.run(layer->getOutput(0)), {1, 2, 5, 4}, convolved(x, weights, {}, 1, 2, 1, {}));
}

TEST(Layers, ConvolutionsOverVolumes) {
  NEEDS_ENGINE();
  const Floats x = numbers(3 * 4 * 5), weights = numbers(2 * 2 * 2, 2);
  Net net;
  IConvolutionLayer* const layer = net->addConvolutionNd(
      net.input(dims({1, 1, 3, 4, 5}), x), 1, dims({2, 2, 2}), net.weights(weights), Weights{});
  Floats wanted;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 4; ++k) {
        float sum = 0;
        for (std::size_t t = 0; t < 8; ++t)
          sum += x[((i + t / 4) * 4 + j + t / 2 % 2) * 5 + k + t % 2] * weights[t];
        wanted.push_back(sum);
      }
  expect_near(net.run(layer->getOutput(0)), {1, 1, 2, 3, 4}, wanted);
}

TEST(Layers, Deconvolutions) {
  NEEDS_ENGINE();
  for (const std::int64_t groups : {1, 2}) {
    const std::int64_t stride = 2, pad = 1, kernel = 3, in = 4,
                       out = (in - 1) * stride + kernel - 2 * pad;
    const Floats x = numbers(static_cast<std::size_t>(2 * in * in)),
                 weights = numbers(static_cast<std::size_t>(2 * (4 / groups) * 9), 2),
                 bias = numbers(4, 3);
    Net net;
    IDeconvolutionLayer* const layer =
        net->addDeconvolutionNd(net.input(dims({1, 2, in, in}), x), 4, dims({kernel, kernel}),
                                net.weights(weights), net.weights(bias));
    layer->setStrideNd(dims({stride, stride}));
    layer->setPaddingNd(dims({pad, pad}));
    layer->setNbGroups(groups);
    Floats wanted(static_cast<std::size_t>(4 * out * out));
    const std::int64_t maps = 4 / groups;
    for (std::int64_t m = 0; m < 4; ++m)
      for (std::int64_t i = 0; i < out * out; ++i)
        wanted[static_cast<std::size_t>(m * out * out + i)] = bias[static_cast<std::size_t>(m)];
    for (std::int64_t c = 0; c < 2; ++c)
      for (std::int64_t m = 0; m < maps; ++m)
        for (std::int64_t i = 0; i < in * in; ++i)
          for (std::int64_t k = 0; k < 9; ++k) {
            const std::int64_t y = i / in * stride - pad + k / 3, z = i % in * stride - pad + k % 3;
            if (y < 0 || z < 0 || y >= out || z >= out) continue;
            const std::int64_t map = groups == 1 ? m : c * maps + m;
            wanted[static_cast<std::size_t>((map * out + y) * out + z)] +=
                x[static_cast<std::size_t>(c * in * in + i)] *
                weights[static_cast<std::size_t>((c * maps + m) * 9 + k)];
          }
    expect_near(net.run(layer->getOutput(0)), {1, 4, out, out}, wanted);
  }
}

TEST(Layers, Poolings) {
  NEEDS_ENGINE();
  const Floats x = numbers(kHeight * kWidth);
  struct Row {
    PoolingType type;
    bool excludes;
    std::int64_t pad;
  };
  for (const Row& row : {Row{PoolingType::kMAX, true, 0}, Row{PoolingType::kMAX, true, 1},
                         Row{PoolingType::kAVERAGE, true, 1}, Row{PoolingType::kAVERAGE, false, 1},
                         Row{PoolingType::kMAX_AVERAGE_BLEND, true, 0}}) {
    SCOPED_TRACE(static_cast<int>(row.type));
    const Window w{3, 2, row.pad, row.pad, 1};
    Net net;
    IPoolingLayer* const layer =
        net->addPoolingNd(net.input(dims({1, 1, kHeight, kWidth}), x), row.type, dims({3, 3}));
    layer->setStrideNd(dims({2, 2}));
    layer->setPaddingNd(dims({row.pad, row.pad}));
    layer->setAverageCountExcludesPadding(row.excludes);
    layer->setBlendFactor(0.25F);
    Floats wanted;
    for (std::int64_t i = 0; i < w.out(kHeight); ++i)
      for (std::int64_t j = 0; j < w.out(kWidth); ++j) {
        float most = -INFINITY, sum = 0, count = 0;
        for (std::int64_t k = 0; k < 9; ++k) {
          const std::int64_t y = 2 * i - w.pre + k / 3, z = 2 * j - w.pre + k % 3;
          if (y < 0 || z < 0 || y >= kHeight || z >= kWidth) continue;
          const float value = x[static_cast<std::size_t>(y * kWidth + z)];
          most = std::max(most, value);
          sum += value;
          ++count;
        }
        const float mean = sum / (row.excludes ? count : 9);
        wanted.push_back(row.type == PoolingType::kMAX       ? most
                         : row.type == PoolingType::kAVERAGE ? mean
                                                             : 0.75F * most + 0.25F * mean);
      }
    expect_near(net.run(layer->getOutput(0)), {1, 1, w.out(kHeight), w.out(kWidth)}, wanted);
  }
}

TEST(Layers, PoolingsRoundUp) {
  NEEDS_ENGINE();
  const Floats x = numbers(5 * 5);
  Net net;
  IPoolingLayer* const layer =
      net->addPoolingNd(net.input(dims({1, 1, 5, 5}), x), PoolingType::kMAX, dims({2, 2}));
  layer->setStrideNd(dims({2, 2}));
  layer->setPaddingMode(PaddingMode::kEXPLICIT_ROUND_UP);
  Floats wanted;
  for (std::size_t i = 0; i < 5; i += 2)
    for (std::size_t j = 0; j < 5; j += 2) {
      float most = -INFINITY;
      for (std::size_t y = i; y < std::min<std::size_t>(i + 2, 5); ++y)
        for (std::size_t z = j; z < std::min<std::size_t>(j + 2, 5); ++z)
          most = std::max(most, x[y * 5 + z]);
      wanted.push_back(most);
    }
  expect_near(net.run(layer->getOutput(0)), {1, 1, 3, 3}, wanted);
}

TEST(Layers, LrnAndPadding) {
  NEEDS_ENGINE();
  const Floats x = numbers(6 * 2);
  Net net;
  ITensor& in = net.input(dims({1, 6, 1, 2}), x);
  ILRNLayer* const lrn = net->addLRN(in, 3, 0.3F, 0.75F, 1.5F);
  IPaddingLayer* const padding = net->addPaddingNd(in, dims({1, -1}), dims({0, 2}));
  Floats normal, padded;
  for (int c = 0; c < 6; ++c)
    for (int i = 0; i < 2; ++i) {
      float sum = 0;
      for (int k = std::max(c - 1, 0); k <= std::min(c + 1, 5); ++k)
        sum += x[static_cast<std::size_t>(k * 2 + i)] * x[static_cast<std::size_t>(k * 2 + i)];
      normal.push_back(x[static_cast<std::size_t>(c * 2 + i)] /
                       std::pow(1.5F + 0.3F / 3 * sum, 0.75F));
    }
  for (std::size_t c = 0; c < 6; ++c) padded.insert(padded.end(), {0, 0, 0, x[c * 2 + 1], 0, 0});
  const auto outputs = net.run({lrn->getOutput(0), padding->getOutput(0)});
  expect_near(outputs[0], {1, 6, 1, 2}, normal);
  expect_near(outputs[1], {1, 6, 2, 3}, padded);
}

TEST(Layers, WindowsRefuseWhatDoesNotFit) {
  NEEDS_ENGINE();
  Net net;
  ITensor& in = net.input(dims({1, 1, 4, 4}), numbers(16));
  const Floats nine = numbers(9);
  EXPECT_EQ(net->addConvolutionNd(in, 1, dims({3}), net.weights(nine), Weights{}), nullptr);
  EXPECT_TRUE(net.logger().was_told("expected a window of two or three dimensions"));
  EXPECT_EQ(net->addConvolutionNd(in, 2, dims({3, 3}), net.weights(nine), Weights{}), nullptr);
  EXPECT_TRUE(net.logger().was_told("must be a multiple of output maps times window"));
  EXPECT_EQ(net->addConvolutionNd(in, 0, dims({3, 3}), net.weights(nine), Weights{}), nullptr);
  EXPECT_TRUE(net.logger().was_told("expected at least one output map"));
  EXPECT_EQ(net->addPoolingNd(in, PoolingType::kMAX, dims({0, 2})), nullptr);
  EXPECT_TRUE(net.logger().was_told("whose dimensions are positive"));
}

}  // namespace
}  // namespace riffle::tensorrt::test
