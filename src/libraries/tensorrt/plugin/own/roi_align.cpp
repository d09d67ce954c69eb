// SPDX-License-Identifier: Apache-2.0
// ROIAlign_TRT: regions of feature maps, sampled by bilinear interpolation and pooled into bins.
#include <algorithm>
#include <cmath>

#include "libraries/tensorrt/plugin/own/own_plugin.h"

namespace riffle::tensorrt {
namespace {

/// Of one region: 800 MB of them. Boxes that nobody has set may be as large as any number.
constexpr std::int64_t kMostSamples = std::int64_t{1} << 24;

/// A point between four pixels of a map.
struct Sample {
  std::size_t at[4];
  float weight[4];
};

Sample sample_at(float y, float x, std::int64_t height, std::int64_t width) {
  const auto bottom = static_cast<float>(height), right = static_cast<float>(width);
  if (height <= 0 || width <= 0) return {};
  if (!(y >= -1 && y <= bottom && x >= -1 && x <= right)) return {};
  y = std::clamp(y, 0.F, bottom - 1);
  x = std::clamp(x, 0.F, right - 1);
  const auto top = static_cast<std::int64_t>(y), left = static_cast<std::int64_t>(x);
  const std::int64_t below = std::min(top + 1, height - 1), beside = std::min(left + 1, width - 1);
  const float dy = y - static_cast<float>(top), dx = x - static_cast<float>(left);
  const auto place = [width](std::int64_t row, std::int64_t column) {
    return static_cast<std::size_t>(row * width + column);
  };
  return {{place(top, left), place(top, beside), place(below, left), place(below, beside)},
          {(1 - dy) * (1 - dx), (1 - dy) * dx, dy * (1 - dx), dy * dx}};
}

/// Maps [batch, channels, height, width], regions [regions, 4], and for each region the number of its map.
class RoiAlign final : public Computation {
 public:
  explicit RoiAlign(const PluginFields& fields)
      : is_aligned_(fields.integer("coordinate_transformation_mode", 1) == 1),
        takes_mean_(fields.integer("mode", 1) == 1),
        rows_(fields.integer("output_height", 1)),
        columns_(fields.integer("output_width", 1)),
        samples_(fields.integer("sampling_ratio", 0)),
        scale_(static_cast<float>(fields.number("spatial_scale", 1))) {
    expect(rows_ > 0 && columns_ > 0, "output_height and output_width must be above 0");
    expect(samples_ >= 0, "sampling_ratio must be 0 or more");
    expect(scale_ > 0, "spatial_scale must be above 0");
  }

  Signature signature() const override { return {"ffn", "f", 3}; }

  std::vector<DimsExprs> output_dims(const OutputDims& to) const override {
    expect(to.input(0).nbDims == 4 && to.input(1).nbDims == 2 && to.input(2).nbDims == 1,
           "the inputs must have dimensions [batch, channels, height, width], [regions, 4] and "
           "[regions]");
    return {OutputDims::dims(
        {to.input(1).d[0], to.input(0).d[1], to.constant(rows_), to.constant(columns_)})};
  }

  void compute(EnqueueCall& call) const override {
    expect(call.extent(1, 1) == 4 && call.extent(2, 0) == call.extent(1, 0),
           "each region must have four coordinates and the number of its map");
    const std::span<const float> maps = call.floats(0), regions = call.floats(1);
    const std::vector<std::int64_t> numbers = call.integers(2);
    const std::span<float> made = call.made_floats(0);
    const std::int64_t height = call.extent(0, 2), width = call.extent(0, 3);
    const auto channels = static_cast<std::size_t>(call.extent(0, 1));
    const auto pixels = static_cast<std::size_t>(height * width);
    const auto bins = static_cast<std::size_t>(rows_ * columns_);
    std::vector<Sample> samples;
    for (std::size_t region = 0; region < numbers.size(); ++region) {
      expect(numbers[region] >= 0 && numbers[region] < call.extent(0, 0),
             "a region names a map that is not there");
      samples.clear();
      place_samples(regions.data() + region * 4, height, width, samples);
      const std::size_t each = samples.size() / bins;
      for (std::size_t channel = 0; channel < channels; ++channel) {
        const float* const map =
            maps.data() + (static_cast<std::size_t>(numbers[region]) * channels + channel) * pixels;
        float* const out = made.data() + (region * channels + channel) * bins;
        for (std::size_t bin = 0; bin < bins; ++bin)
          out[bin] = pooled(std::span(samples).subspan(bin * each, each), map);
      }
    }
  }

 private:
  /// Those of all bins, one bin after the other.
  void place_samples(const float* region, std::int64_t height, std::int64_t width,
                     std::vector<Sample>& samples) const {
    const float shift = is_aligned_ ? 0.5F : 0;
    const float left = region[0] * scale_ - shift, top = region[1] * scale_ - shift;
    float across = region[2] * scale_ - shift - left, down = region[3] * scale_ - shift - top;
    if (!is_aligned_) {
      across = std::max(across, 1.F);
      down = std::max(down, 1.F);
    }
    const float bin_height = down / static_cast<float>(rows_);
    const float bin_width = across / static_cast<float>(columns_);
    const auto count = [&](float extent) {
      if (samples_ > 0) return samples_;
      expect(std::isfinite(extent) && extent <= static_cast<float>(kMostSamples),
             "a region is too large, or not a number");
      return std::max<std::int64_t>(static_cast<std::int64_t>(std::ceil(extent)), 0);
    };
    const std::int64_t rows = count(bin_height), columns = count(bin_width);
    expect(
        rows == 0 || columns == 0 ||
            (rows <= kMostSamples / columns && rows_ * columns_ <= kMostSamples / (rows * columns)),
        "a region takes too many samples");
    for (std::int64_t bin = 0; bin < rows_ * columns_; ++bin)
      for (std::int64_t i = 0; i < rows * columns; ++i) {
        const auto at = [](std::int64_t number) { return static_cast<float>(number) + 0.5F; };
        const float y = top + static_cast<float>(bin / columns_) * bin_height +
                        at(i / columns) * bin_height / static_cast<float>(rows);
        const float x = left + static_cast<float>(bin % columns_) * bin_width +
                        at(i % columns) * bin_width / static_cast<float>(columns);
        samples.push_back(sample_at(y, x, height, width));
      }
  }

  float pooled(std::span<const Sample> samples, const float* map) const {
    float value = 0;
    bool is_first = true;
    for (const Sample& sample : samples) {
      float parts[4];
      for (int i = 0; i < 4; ++i)
        parts[i] = sample.weight[i] == 0 ? 0 : sample.weight[i] * map[sample.at[i]];
      if (takes_mean_) {
        value += parts[0] + parts[1] + parts[2] + parts[3];
        continue;
      }
      const float most = std::max({parts[0], parts[1], parts[2], parts[3]});
      value = is_first ? most : std::max(value, most);
      is_first = false;
    }
    return takes_mean_ && !samples.empty() ? value / static_cast<float>(samples.size()) : value;
  }

  bool is_aligned_, takes_mean_;
  std::int64_t rows_, columns_, samples_;
  float scale_;
};

std::unique_ptr<Computation> make(const PluginFields& fields) {
  return std::make_unique<RoiAlign>(fields);
}

}  // namespace

std::vector<OwnPlugin> roi_align_plugins() {
  constexpr auto kInteger = PluginFieldType::kINT32;
  const std::vector<PluginField> fields = {
      {"coordinate_transformation_mode", nullptr, kInteger, 1},
      {"mode", nullptr, kInteger, 1},
      {"output_height", nullptr, kInteger, 1},
      {"output_width", nullptr, kInteger, 1},
      {"sampling_ratio", nullptr, kInteger, 1},
      {"spatial_scale", nullptr, PluginFieldType::kFLOAT32, 1}};
  return {{"ROIAlign_TRT", "1", false, make, fields}, {"ROIAlign_TRT", "2", true, make, fields}};
}

}  // namespace riffle::tensorrt
