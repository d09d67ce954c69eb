// SPDX-License-Identifier: Apache-2.0
// InstanceNormalization_TRT, GroupNormalizationPlugin and CustomSkipLayerNormPluginDynamic, all of which bring rows of values to a
// mean of 0 and a variance of 1; and CustomGeluPluginDynamic.
#include <algorithm>
#include <cmath>
#include <limits>

#include "libraries/tensorrt/plugin/own/own_plugin.h"

namespace riffle::tensorrt {
namespace {

std::vector<float> reals(const PluginFields& fields, const char* name) {
  const std::vector<double> numbers = fields.numbers(name);
  return {numbers.begin(), numbers.end()};
}

struct Moments {
  float mean, factor;  ///< 1 / sqrt(variance + epsilon)
};

Moments moments_of(std::span<const float> row, float epsilon) {
  double sum = 0, squares = 0;
  for (const float value : row) sum += static_cast<double>(value);
  const double count = static_cast<double>(std::max<std::size_t>(row.size(), 1));
  const double mean = sum / count;
  for (const float value : row) {
    const double distance = static_cast<double>(value) - mean;
    squares += distance * distance;
  }
  return {static_cast<float>(mean),
          static_cast<float>(1 / std::sqrt(squares / count + static_cast<double>(epsilon)))};
}

/// [batch, channels, ...]: each channel of each image by itself.
class InstanceNormalization final : public Computation {
 public:
  explicit InstanceNormalization(const PluginFields& fields)
      : epsilon_(static_cast<float>(fields.number("epsilon", 1e-5))),
        scales_(reals(fields, "scales")),
        bias_(reals(fields, "bias")),
        has_relu_(fields.integer("relu", 0) != 0),
        slope_(static_cast<float>(fields.number("alpha", 0))) {
    expect(!scales_.empty() && scales_.size() == bias_.size(),
           "scales and bias must have a value for each channel");
  }

  Signature signature() const override { return {"f", "f", 1}; }

  std::vector<DimsExprs> output_dims(const OutputDims& to) const override {
    expect(to.input(0).nbDims >= 3, "the input must have dimensions [batch, channels, ...]");
    return {to.input(0)};
  }

  void compute(EnqueueCall& call) const override {
    const std::size_t channels = scales_.size();
    expect(call.extent(0, 1) == static_cast<std::int64_t>(channels),
           "the input must have a channel for each value of scales");
    const std::span<const float> given = call.floats(0);
    const std::span<float> made = call.made_floats(0);
    const std::size_t rows = static_cast<std::size_t>(call.extent(0, 0)) * channels;
    const std::size_t length = rows == 0 ? 0 : given.size() / rows;
    for (std::size_t row = 0; row < rows; ++row) {
      const auto values = given.subspan(row * length, length);
      const Moments moments = moments_of(values, epsilon_);
      const float scale = scales_[row % channels] * moments.factor;
      const float bias = bias_[row % channels] - moments.mean * scale;
      for (std::size_t i = 0; i < length; ++i) {
        const float value = values[i] * scale + bias;
        made[row * length + i] = has_relu_ && value < 0 ? value * slope_ : value;
      }
    }
  }

 private:
  float epsilon_;
  std::vector<float> scales_, bias_;
  bool has_relu_;
  float slope_;
};

/// [batch, channels, ...], with a scale and a bias for each channel as inputs: groups of channels together.
class GroupNormalization final : public Computation {
 public:
  explicit GroupNormalization(const PluginFields& fields)
      : epsilon_(static_cast<float>(fields.number("eps", 1e-5))),
        groups_(fields.integer("num_groups", 0)) {
    expect(groups_ > 0, "num_groups must be above 0");
  }

  Signature signature() const override { return {"fff", "f", 3}; }

  void compute(EnqueueCall& call) const override {
    const std::int64_t channels = call.extent(0, 1);
    expect(channels % groups_ == 0, "num_groups must divide the channels");
    const std::span<const float> given = call.floats(0), scales = call.floats(1),
                                 bias = call.floats(2);
    expect(static_cast<std::int64_t>(scales.size()) == channels && scales.size() == bias.size(),
           "scale and bias must have a value for each channel");
    const std::span<float> made = call.made_floats(0);
    const auto rows = static_cast<std::size_t>(call.extent(0, 0) * groups_);
    const std::size_t length = rows == 0 ? 0 : given.size() / rows;
    const std::size_t of_channel =
        length / static_cast<std::size_t>(std::max<std::int64_t>(channels / groups_, 1));
    for (std::size_t row = 0; row < rows; ++row) {
      const auto values = given.subspan(row * length, length);
      const Moments moments = moments_of(values, epsilon_);
      for (std::size_t i = 0; i < length; ++i) {
        const std::size_t channel = (row * length + i) / of_channel % scales.size();
        made[row * length + i] =
            (values[i] - moments.mean) * moments.factor * scales[channel] + bias[channel];
      }
    }
  }

 private:
  float epsilon_;
  std::int64_t groups_;
};

/// Whether the fields ask for INT8, in layouts that Riffle does not have.
void refuse_int8(const PluginFields& fields) {
  expect(fields.integer("type_id", 0) != 2, "Riffle does not support this plugin with INT8");
}

/// Normalizes the sum of two tensors [sequence, batch, hidden, 1, 1] along the hidden dimension.
class SkipLayerNorm final : public Computation {
 public:
  explicit SkipLayerNorm(const PluginFields& fields)
      : beta_(reals(fields, "beta")), gamma_(reals(fields, "gamma")), bias_(reals(fields, "bias")) {
    refuse_int8(fields);
    expect(!beta_.empty() && beta_.size() == gamma_.size() &&
               (bias_.empty() || bias_.size() == beta_.size()),
           "beta, gamma and bias must have a value for each place of the hidden dimension");
  }

  Signature signature() const override { return {"ff", "f", 2}; }

  void compute(EnqueueCall& call) const override {
    constexpr float kEpsilon = std::numeric_limits<float>::epsilon();
    const std::span<const float> given = call.floats(0), skip = call.floats(1);
    const std::size_t length = beta_.size();
    expect(given.size() == skip.size() && given.size() % length == 0,
           "the inputs must have the same dimensions, with rows as long as beta");
    const std::span<float> made = call.made_floats(0);
    for (std::size_t start = 0; start < given.size(); start += length) {
      const auto row = made.subspan(start, length);
      for (std::size_t i = 0; i < length; ++i)
        row[i] = given[start + i] + skip[start + i] + (bias_.empty() ? 0 : bias_[i]);
      const Moments moments = moments_of(row, kEpsilon);
      for (std::size_t i = 0; i < length; ++i)
        row[i] = (row[i] - moments.mean) * moments.factor * gamma_[i] + beta_[i];
    }
  }

 private:
  std::vector<float> beta_, gamma_, bias_;
};

/// By the tangent, not by the error function; with a bias along the last dimensions before it.
class Gelu final : public Computation {
 public:
  explicit Gelu(const PluginFields& fields) : bias_(reals(fields, "bias")) { refuse_int8(fields); }

  Signature signature() const override { return {"f", "f", 1}; }

  void compute(EnqueueCall& call) const override {
    constexpr float kScale = 0.7978845608F, kCubic = 0.044715F;  // the square root of 2 / pi
    const std::span<const float> given = call.floats(0);
    const std::span<float> made = call.made_floats(0);
    expect(bias_.empty() || given.size() % bias_.size() == 0,
           "the rows of the input must be as long as bias");
    for (std::size_t i = 0; i < given.size(); ++i) {
      const float x = given[i] + (bias_.empty() ? 0 : bias_[i % bias_.size()]);
      made[i] = 0.5F * x * (1 + std::tanh(kScale * (x + kCubic * x * x * x)));
    }
  }

 private:
  std::vector<float> bias_;
};

template <class Made>
std::unique_ptr<Computation> make(const PluginFields& fields) {
  return std::make_unique<Made>(fields);
}

}  // namespace

std::vector<OwnPlugin> normalization_plugins() {
  constexpr auto kReal = PluginFieldType::kFLOAT32;
  constexpr auto kInteger = PluginFieldType::kINT32;
  const std::vector<PluginField> instance = {{"epsilon", nullptr, kReal, 1},
                                             {"scales", nullptr, kReal, 1},
                                             {"bias", nullptr, kReal, 1},
                                             {"relu", nullptr, kInteger, 1},
                                             {"alpha", nullptr, kReal, 1}};
  const std::vector<PluginField> skip = {{"type_id"}, {"ld"}, {"beta"}, {"gamma"}, {"bias"}};
  const std::vector<PluginField> skip_any_length = {{"type_id"}, {"beta"}, {"gamma"}, {"bias"}};
  const char* const skip_name = "CustomSkipLayerNormPluginDynamic";
  return {{"InstanceNormalization_TRT", "1", false, make<InstanceNormalization>, instance},
          {"InstanceNormalization_TRT", "2", false, make<InstanceNormalization>, instance},
          {"InstanceNormalization_TRT", "3", true, make<InstanceNormalization>, instance},
          {"GroupNormalizationPlugin",
           "1",
           false,
           make<GroupNormalization>,
           {{"eps", nullptr, kReal, 1}, {"num_groups", nullptr, kInteger, 1}},
           true},
          {skip_name, "1", false, make<SkipLayerNorm>, skip, true},
          {skip_name, "2", false, make<SkipLayerNorm>, skip_any_length, true},
          {skip_name, "5", true, make<SkipLayerNorm>, skip, true},
          {skip_name, "6", true, make<SkipLayerNorm>, skip_any_length, true},
          {"CustomGeluPluginDynamic",
           "1",
           false,
           make<Gelu>,
           {{"type_id", nullptr, kInteger, 1}, {"bias", nullptr, kReal, 1}},
           true}};
}

}  // namespace riffle::tensorrt
