// SPDX-License-Identifier: Apache-2.0
// Plugins of libnvinfer_plugin.so other than those of non-maximum suppression, against plain code.
#include <algorithm>
#include <cmath>

#include "own_plugins.h"

namespace riffle::tensorrt::test {
namespace {

using Extents = std::vector<std::int64_t>;

Dims dims_of(const Extents& extents) {
  Dims made{static_cast<int>(extents.size()), {}};
  std::ranges::copy(extents, made.d);
  return made;
}
std::size_t size(std::int64_t extent) { return static_cast<std::size_t>(extent); }

/// A value of a map, or 0 outside of it.
double pixel(const float* map, std::int64_t height, std::int64_t width, double y, double x) {
  const bool is_inside =
      y >= 0 && x >= 0 && y < static_cast<double>(height) && x < static_cast<double>(width);
  return is_inside ? static_cast<double>(
                         map[static_cast<std::int64_t>(y) * width + static_cast<std::int64_t>(x)])
                   : 0;
}
/// Between four pixels; those outside count as 0.
double between(const float* map, std::int64_t height, std::int64_t width, double y, double x) {
  const double top = std::floor(y), left = std::floor(x);
  double sum = 0;
  for (const double row : {top, top + 1})
    for (const double column : {left, left + 1})
      sum += pixel(map, height, width, row, column) * (1 - std::abs(y - row)) *
             (1 - std::abs(x - column));
  return sum;
}

struct RoiCase {
  int aligned, mean, rows, columns, samples;
  float scale;
};

Floats roi_align(const Floats& x, const Extents& of, const Floats& regions,
                 const std::vector<std::int32_t>& maps, const RoiCase& by) {
  Floats made;
  for (std::size_t r = 0; r < maps.size(); ++r)
    for (std::int64_t channel = 0; channel < of[1]; ++channel) {
      const float* const map = x.data() + (maps[r] * of[1] + channel) * of[2] * of[3];
      const double shift = by.aligned != 0 ? 0.5 : 0, scale = static_cast<double>(by.scale);
      double edge[4];
      for (std::size_t k = 0; k < 4; ++k)
        edge[k] = static_cast<double>(regions[4 * r + k]) * scale - shift;
      double width = edge[2] - edge[0], height = edge[3] - edge[1];
      if (by.aligned == 0) width = std::max(width, 1.0), height = std::max(height, 1.0);
      const double down = height / by.rows, across = width / by.columns;
      const int ny = by.samples > 0 ? by.samples : static_cast<int>(std::ceil(down));
      const int nx = by.samples > 0 ? by.samples : static_cast<int>(std::ceil(across));
      for (int bin = 0; bin < by.rows * by.columns; ++bin) {
        double sum = 0, most = -1e30;
        for (int i = 0; i < ny; ++i)
          for (int k = 0; k < nx; ++k) {
            double sy = edge[1] + (bin / by.columns) * down + (i + 0.5) * down / ny;
            double sx = edge[0] + (bin % by.columns) * across + (k + 0.5) * across / nx;
            double parts[4] = {};
            if (sy >= -1 && sx >= -1 && sy <= static_cast<double>(of[2]) &&
                sx <= static_cast<double>(of[3])) {
              sy = std::clamp(sy, 0.0, static_cast<double>(of[2] - 1));
              sx = std::clamp(sx, 0.0, static_cast<double>(of[3] - 1));
              const double top = std::floor(sy), left = std::floor(sx), dy = sy - top,
                           dx = sx - left;
              for (int c = 0; c < 4; ++c)
                parts[c] = pixel(map, of[2], of[3], top + c / 2, left + c % 2) *
                           (c / 2 == 0 ? 1 - dy : dy) * (c % 2 == 0 ? 1 - dx : dx);
            }
            for (const double part : parts) sum += part, most = std::max(most, part);
          }
        made.push_back(static_cast<float>(by.mean != 0 ? sum / (ny * nx) : most));
      }
    }
  return made;
}

TEST(OwnPlugins, RoiAlignPoolsRegions) {
  NEEDS_ENGINE();
  const Extents of{2, 3, 9, 11};
  const Floats x = numbers(2 * 3 * 9 * 11, 4);
  const Floats regions{1, 1, 7, 6, 0.5F, 2, 10, 8.5F, 3, 3, 3.5F, 3.5F, 4, 0, 12, 9, 2, 2, 9, 4};
  const std::vector<std::int32_t> maps{0, 1, 1, 0, 1};
  for (const RoiCase& by : {RoiCase{1, 1, 3, 4, 0, 1}, RoiCase{0, 1, 2, 2, 2, 0.5F},
                            RoiCase{1, 0, 3, 3, 2, 1}, RoiCase{0, 0, 1, 5, 0, 1}})
    for (const char* const version : {"1", "2"}) {
      Net net;
      ITensor& input = net.input(dims_of(of), x);
      ITensor& given = net.input(dims({5, 4}), regions);
      const FieldValues fields{{"coordinate_transformation_mode", std::vector{by.aligned}},
                               {"mode", std::vector{by.mean}},
                               {"output_height", std::vector{by.rows}},
                               {"output_width", std::vector{by.columns}},
                               {"sampling_ratio", std::vector{by.samples}},
                               {"spatial_scale", std::vector{by.scale}}};
      const auto got =
          run_plugin(net, add_plugin(net.network(), "ROIAlign_TRT", version, fields,
                                     {&input, &given, &net.constant(dims({5}), maps)}));
      ASSERT_EQ(got.size(), 1U);
      expect_near(got[0], {5, 3, by.rows, by.columns}, roi_align(x, of, regions, maps, by));
    }
}

/// Rows of values to a mean of 0 and a variance of 1.
Floats normalized(const Floats& x, std::size_t length, double epsilon) {
  Floats made;
  for (std::size_t start = 0; start < x.size(); start += length) {
    double sum = 0, squares = 0;
    for (std::size_t i = start; i < start + length; ++i) {
      sum += static_cast<double>(x[i]);
      squares += static_cast<double>(x[i]) * static_cast<double>(x[i]);
    }
    const double mean = sum / static_cast<double>(length);
    const double variance = squares / static_cast<double>(length) - mean * mean;
    for (std::size_t i = start; i < start + length; ++i)
      made.push_back(
          static_cast<float>((static_cast<double>(x[i]) - mean) / std::sqrt(variance + epsilon)));
  }
  return made;
}

TEST(OwnPlugins, InstanceNormalizationOfEachChannel) {
  NEEDS_ENGINE();
  for (const Extents& of : {Extents{2, 3, 5, 4}, Extents{1, 3, 2, 3, 4}, Extents{4, 3, 7}})
    for (const char* const version : {"1", "2", "3"})
      for (const int relu : {0, 1}) {
        const Floats x = numbers(count_of(dims_of(of)), 8), scales{1, -2, 0.5F}, bias{0, 1, -1};
        Net net;
        ITensor& input = net.input(dims_of(of), x);
        const FieldValues fields{{"epsilon", std::vector{1e-4F}},
                                 {"scales", scales},
                                 {"bias", bias},
                                 {"relu", std::vector{relu}},
                                 {"alpha", std::vector{0.1F}}};
        const auto got = run_plugin(
            net, add_plugin(net.network(), "InstanceNormalization_TRT", version, fields, {&input}));
        const std::size_t length = x.size() / size(of[0]) / 3;
        Floats wanted = normalized(x, length, 1e-4);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
          wanted[i] = wanted[i] * scales[i / length % 3] + bias[i / length % 3];
          if (relu != 0 && wanted[i] < 0) wanted[i] *= 0.1F;
        }
        ASSERT_EQ(got.size(), 1U);
        expect_near(got[0], of, wanted);
      }
}

TEST(OwnPlugins, HalvesAreReadAndWritten) {
  NEEDS_ENGINE();
  const Floats x = numbers(2 * 3 * 16, 2);
  Net net;
  ITensor& input = net.input(dims({2, 3, 16}), x);
  ITensor* const half = net->addCast(input, DataType::kHALF)->getOutput(0);
  const FieldValues fields{
      {"epsilon", std::vector{1e-5F}}, {"scales", Floats{1, 1, 1}}, {"bias", Floats{0, 0, 0}}};
  ILayer* const layer = add_plugin(net.network(), "InstanceNormalization_TRT", "3", fields, {half});
  ASSERT_NE(layer, nullptr);
  EXPECT_EQ(layer->getOutput(0)->getType(), DataType::kHALF);
  const Output got = net.run(net->addCast(*layer->getOutput(0), DataType::kFLOAT)->getOutput(0));
  expect_near(got, {2, 3, 16}, normalized(x, 16, 1e-5), 2e-3F);
}

TEST(OwnPlugins, GroupNormalizationOfChannelsTogether) {
  NEEDS_ENGINE();
  const Floats x = numbers(2 * 6 * 4, 3), scales = numbers(6, 5), bias = numbers(6, 6);
  Net net;
  ITensor& input = net.input(dims({2, 6, 2, 2}), x);
  const auto got = run_plugin(
      net, add_plugin(net.network(), "GroupNormalizationPlugin", "1",
                      {{"eps", std::vector{1e-3F}}, {"num_groups", std::vector{3}}},
                      {&input, &net.constant(dims({6}), scales), &net.constant(dims({6}), bias)}));
  Floats wanted = normalized(x, 8, 1e-3);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i] = wanted[i] * scales[i / 4 % 6] + bias[i / 4 % 6];
  ASSERT_EQ(got.size(), 1U);
  expect_near(got[0], {2, 6, 2, 2}, wanted);
}

TEST(OwnPlugins, TransformersNormalizeSumsAndApplyGelu) {
  NEEDS_ENGINE();
  const Floats x = numbers(3 * 2 * 8, 1), skip = numbers(3 * 2 * 8, 9), beta = numbers(8, 3),
               gamma = numbers(8, 4), bias = numbers(8, 5);
  for (const char* const version : {"1", "2", "5", "6"}) {
    Net net;
    ITensor& first = net.input(dims({3, 2, 8, 1, 1}), x);
    ITensor& second = net.input(dims({3, 2, 8, 1, 1}), skip);
    const FieldValues fields{{"type_id", std::vector{0}},
                             {"ld", std::vector{8}},
                             {"beta", beta},
                             {"gamma", gamma},
                             {"bias", bias}};
    const auto got = run_plugin(net, add_plugin(net.network(), "CustomSkipLayerNormPluginDynamic",
                                                version, fields, {&first, &second}));
    Floats sums(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) sums[i] = x[i] + skip[i] + bias[i % 8];
    Floats wanted = normalized(sums, 8, 0);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      wanted[i] = wanted[i] * gamma[i % 8] + beta[i % 8];
    ASSERT_EQ(got.size(), 1U);
    expect_near(got[0], {3, 2, 8, 1, 1}, wanted);
  }
  Net net;
  ITensor& input = net.input(dims({3, 2, 8}), x);
  const auto got =
      run_plugin(net, add_plugin(net.network(), "CustomGeluPluginDynamic", "1",
                                 {{"type_id", std::vector{0}}, {"bias", bias}}, {&input}));
  Floats wanted;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double v = static_cast<double>(x[i]) + static_cast<double>(bias[i % 8]);
    wanted.push_back(static_cast<float>(
        v / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)))));
  }
  ASSERT_EQ(got.size(), 1U);
  expect_near(got[0], {3, 2, 8}, wanted);
}

TEST(OwnPlugins, ScatterNdWritesSlices) {
  NEEDS_ENGINE();
  const Floats data = numbers(4 * 3 * 2, 1), updates = numbers(3 * 2, 2);
  const std::vector<std::int32_t> indices{0, 2, 3, 0, -1, 1};
  Net net;
  ITensor& input = net.input(dims({4, 3, 2}), data);
  ITensor& given = net.input(dims({3, 2}), updates);
  const auto got =
      run_plugin(net, add_plugin(net.network(), "ScatterND", "1", {},
                                 {&input, &net.constant(dims({3, 2}), indices), &given}));
  Floats wanted = data;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 2; ++k)
      wanted[size((indices[2 * i] + 4) % 4 * 6 + indices[2 * i + 1] * 2) + k] = updates[2 * i + k];
  ASSERT_EQ(got.size(), 1U);
  expect_near(got[0], {4, 3, 2}, wanted);
}

TEST(OwnPlugins, ScatterElementsCombines) {
  NEEDS_ENGINE();
  const Floats data = numbers(3 * 4, 1), updates = numbers(2 * 4, 2);
  const std::vector<std::int64_t> indices{0, 2, 1, 0, 0, -1, 1, 2};
  for (const std::string reduction : {"add", "mul", "max", "min", "mean"})
    for (const char* const version : {"1", "2"}) {
      Net net;
      ITensor& input = net.input(dims({3, 4}), data);
      ITensor& given = net.input(dims({2, 4}), updates);
      const auto got =
          run_plugin(net, add_plugin(net.network(), "ScatterElements", version,
                                     {{"axis", std::vector{0}}, {"reduction", reduction}},
                                     {&input, &net.constant(dims({2, 4}), indices), &given}));
      Floats wanted = data, counts(data.size(), 1);
      for (std::size_t i = 0; i < 8; ++i) {
        float& at = wanted[size((indices[i] + 3) % 3 * 4) + i % 4];
        const float by = updates[i];
        at = reduction == "mul"   ? at * by
             : reduction == "max" ? std::max(at, by)
             : reduction == "min" ? std::min(at, by)
                                  : at + by;
        ++counts[size((indices[i] + 3) % 3 * 4) + i % 4];
      }
      if (reduction == "mean")
        for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] /= counts[i];
      ASSERT_EQ(got.size(), 1U);
      expect_near(got[0], {3, 4}, wanted);
    }
}

TEST(OwnPlugins, IndicesOutsideAreReported) {
  NEEDS_ENGINE();
  Net net;
  ITensor& input = net.input(dims({4}), Floats(4));
  ITensor& given = net.input(dims({1}), Floats(1));
  ILayer* const layer =
      add_plugin(net.network(), "ScatterND", "1", {},
                 {&input, &net.constant(dims({1, 1}), std::vector<std::int32_t>{4}), &given});
  ASSERT_NE(layer, nullptr);
  EXPECT_NE(net.errors_of_running(layer->getOutput(0)).find("an index is outside of the data"),
            std::string::npos);
}

struct DeformableCase {
  std::int64_t images, channels, maps, height, width, kernel, groups, offset_groups, stride,
      padding, dilation;
  bool has_bias;
};

TEST(OwnPlugins, ModulatedDeformableConvolution) {
  NEEDS_ENGINE();
  for (const DeformableCase& of : {DeformableCase{1, 4, 6, 9, 11, 3, 1, 1, 1, 1, 1, true},
                                   DeformableCase{2, 4, 6, 8, 10, 3, 2, 2, 2, 1, 1, false},
                                   DeformableCase{1, 6, 3, 7, 12, 2, 1, 3, 1, 2, 2, true}})
    for (const char* const version : {"1", "2"}) {
      const auto extent = [&](std::int64_t in) {
        return (in + 2 * of.padding - of.dilation * (of.kernel - 1) - 1) / of.stride + 1;
      };
      const std::int64_t rows = extent(of.height), columns = extent(of.width),
                         taps = of.kernel * of.kernel, inputs = of.channels / of.groups;
      const Floats x = numbers(size(of.images * of.channels * of.height * of.width), 1),
                   offsets =
                       numbers(size(of.images * 2 * of.offset_groups * taps * rows * columns), 2),
                   masks = numbers(size(of.images * of.offset_groups * taps * rows * columns), 3),
                   weights = numbers(size(of.maps * inputs * taps), 4),
                   bias = numbers(size(of.maps), 5);
      Net net;
      std::vector<ITensor*> given{
          &net.input(dims({of.images, of.channels, of.height, of.width}), x),
          &net.input(dims({of.images, 2 * of.offset_groups * taps, rows, columns}), offsets),
          &net.input(dims({of.images, of.offset_groups * taps, rows, columns}), masks),
          &net.constant(dims({of.maps, inputs, of.kernel, of.kernel}), weights)};
      if (of.has_bias) given.push_back(&net.constant(dims({of.maps}), bias));
      const auto pair = [](std::int64_t value) {
        return std::vector(2, static_cast<std::int32_t>(value));
      };
      const FieldValues fields{
          {"stride", pair(of.stride)},
          {"padding", pair(of.padding)},
          {"dilation", pair(of.dilation)},
          {"group", std::vector{static_cast<std::int32_t>(of.groups)}},
          {"deformable_group", std::vector{static_cast<std::int32_t>(of.offset_groups)}}};
      const auto got = run_plugin(
          net, add_plugin(net.network(), "ModulatedDeformConv2d", version, fields, given));
      Floats wanted;
      for (std::int64_t image = 0; image < of.images; ++image)
        for (std::int64_t map = 0; map < of.maps; ++map)
          for (std::int64_t y = 0; y < rows; ++y)
            for (std::int64_t c = 0; c < columns; ++c) {
              double sum = of.has_bias ? static_cast<double>(bias[size(map)]) : 0;
              for (std::int64_t k = 0; k < inputs * taps; ++k) {
                const std::int64_t channel = map / (of.maps / of.groups) * inputs + k / taps;
                const std::int64_t tap = k % taps, own = channel / (of.channels / of.offset_groups);
                const auto at = [&](const Floats& values, std::int64_t parts, std::int64_t part) {
                  const std::int64_t plane = (image * of.offset_groups + own) * taps * parts + part;
                  return static_cast<double>(values[size((plane * rows + y) * columns + c)]);
                };
                const double sy = static_cast<double>(y * of.stride - of.padding +
                                                      tap / of.kernel * of.dilation) +
                                  at(offsets, 2, 2 * tap);
                const double sx = static_cast<double>(c * of.stride - of.padding +
                                                      tap % of.kernel * of.dilation) +
                                  at(offsets, 2, 2 * tap + 1);
                const float* const from =
                    x.data() + (image * of.channels + channel) * of.height * of.width;
                sum += between(from, of.height, of.width, sy, sx) * at(masks, 1, tap) *
                       static_cast<double>(weights[size(map * inputs * taps + k)]);
              }
              wanted.push_back(static_cast<float>(sum));
            }
      ASSERT_EQ(got.size(), 1U);
      expect_near(got[0], {of.images, of.maps, rows, columns}, wanted, 1e-3F);
    }
}

TEST(OwnPlugins, DeformableAttentionOverLevels) {
  NEEDS_ENGINE();
  const std::vector<std::int32_t> sizes{4, 5, 2, 3}, starts{0, 20};
  const std::size_t places = 26, heads = 2, width = 3, queries = 5, levels = 2, points = 3;
  const Floats values = numbers(2 * places * heads * width, 1),
               weights = numbers(2 * queries * heads * levels * points, 3);
  Floats locations = numbers(2 * weights.size(), 2);
  for (float& one : locations) one = one / 3 + 0.5F;
  for (const char* const version : {"1", "2"}) {
    Net net;
    const auto got = run_plugin(
        net, add_plugin(
                 net.network(), "MultiscaleDeformableAttnPlugin_TRT", version, {},
                 {&net.input(dims({2, 26, 2, 3}), values), &net.constant(dims({2, 2}), sizes),
                  &net.constant(dims({2}), starts), &net.input(dims({2, 5, 2, 2, 3, 2}), locations),
                  &net.input(dims({2, 5, 2, 2, 3}), weights)}));
    Floats wanted;
    for (std::size_t row = 0; row < 2 * queries * heads; ++row)
      for (std::size_t k = 0; k < width; ++k) {
        double sum = 0;
        for (std::size_t i = 0; i < levels * points; ++i) {
          const std::size_t level = i / points, sample = row * levels * points + i;
          Floats map;
          for (std::size_t place = 0; place < size(sizes[2 * level] * sizes[2 * level + 1]);
               ++place)
            map.push_back(
                values[((row / heads / queries * places + size(starts[level]) + place) * heads +
                        row % heads) *
                           width +
                       k]);
          sum += static_cast<double>(weights[sample]) *
                 between(map.data(), sizes[2 * level], sizes[2 * level + 1],
                         static_cast<double>(locations[2 * sample + 1]) * sizes[2 * level] - 0.5,
                         static_cast<double>(locations[2 * sample]) * sizes[2 * level + 1] - 0.5);
        }
        wanted.push_back(static_cast<float>(sum));
      }
    ASSERT_EQ(got.size(), 1U);
    expect_near(got[0], {2, 5, 2, 3}, wanted);
  }
}

}  // namespace
}  // namespace riffle::tensorrt::test
