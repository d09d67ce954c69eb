// SPDX-License-Identifier: Apache-2.0
// ModulatedDeformConv2d and MultiscaleDeformableAttnPlugin_TRT, which read maps at places that other tensors tell.
#include <algorithm>
#include <cmath>

#include "libraries/tensorrt/plugin/own/own_plugin.h"

namespace riffle::tensorrt {
namespace {

/// The four pixels around a point and their weights; those outside of the map weigh nothing.
struct Point {
  std::size_t at[4] = {};
  float weight[4] = {};
};

Point point_at(float y, float x, std::int64_t height, std::int64_t width) {
  Point point;
  if (!(y > -1 && x > -1 && y < static_cast<float>(height) && x < static_cast<float>(width)))
    return point;
  const float top = std::floor(y), left = std::floor(x);
  const float dy = y - top, dx = x - left;
  for (int i = 0; i < 4; ++i) {
    const std::int64_t row = static_cast<std::int64_t>(top) + i / 2;
    const std::int64_t column = static_cast<std::int64_t>(left) + i % 2;
    if (row < 0 || column < 0 || row >= height || column >= width) continue;
    point.at[i] = static_cast<std::size_t>(row * width + column);
    point.weight[i] = (i / 2 == 0 ? 1 - dy : dy) * (i % 2 == 0 ? 1 - dx : dx);
  }
  return point;
}

/// As many places are computed at a time.
constexpr std::size_t kColumns = 64;

/// made[rows][kColumns] += left[rows][inner] * right[inner][kColumns]. Parts of four rows stay in registers.
#if defined(__x86_64__)
[[gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#endif
void add_product(const float* left, const float* right, float* made, std::size_t rows,
                 std::size_t inner) {
  constexpr std::size_t kRows = 4, kPart = 16;
  for (std::size_t row = 0; row < rows; row += kRows) {
    const std::size_t count = std::min(kRows, rows - row);
    const float* of[kRows];
    for (std::size_t r = 0; r < kRows; ++r) of[r] = left + (row + std::min(r, count - 1)) * inner;
    for (std::size_t first = 0; first < kColumns; first += kPart) {
      float sums[kRows][kPart] = {};
      for (std::size_t k = 0; k < inner; ++k)
        for (std::size_t r = 0; r < kRows; ++r)
          for (std::size_t c = 0; c < kPart; ++c)
            sums[r][c] += of[r][k] * right[k * kColumns + first + c];
      for (std::size_t r = 0; r < count; ++r)
        for (std::size_t c = 0; c < kPart; ++c)
          made[(row + r) * kColumns + first + c] += sums[r][c];
    }
  }
}

/// x [batch, channels, height, width], offsets and masks at the places of the output, weights, and a bias where there is one.
class DeformableConvolution final : public Computation {
 public:
  explicit DeformableConvolution(const PluginFields& fields)
      : stride_(pair_of(fields, "stride", 1)),
        padding_(pair_of(fields, "padding", 0)),
        dilation_(pair_of(fields, "dilation", 1)),
        groups_(fields.integer("group", 1)),
        offset_groups_(fields.integer("deformable_group", 1)) {
    expect(groups_ > 0 && offset_groups_ > 0, "group and deformable_group must be above 0");
  }

  Signature signature() const override { return {"fffff", "f", 4}; }

  std::vector<DimsExprs> output_dims(const OutputDims& to) const override {
    for (std::size_t i = 0; i < 4; ++i)
      expect(to.input(i).nbDims == 4, "x, offset, mask and weight must have four dimensions");
    return {
        OutputDims::dims({to.input(0).d[0], to.input(3).d[0], to.input(1).d[2], to.input(1).d[3]})};
  }

  void compute(EnqueueCall& call) const override {
    check(call);
    Convolution convolution(*this, call);
    for (std::int64_t image = 0; image < call.extent(0, 0); ++image)
      for (std::int64_t group = 0; group < groups_; ++group) convolution.run(image, group);
  }

 private:
  struct Pair {
    std::int64_t y, x;
  };
  static Pair pair_of(const PluginFields& fields, const char* name, std::int64_t otherwise) {
    const std::vector<double> numbers = fields.numbers(name);
    if (numbers.empty()) return {otherwise, otherwise};
    return {static_cast<std::int64_t>(numbers.front()), static_cast<std::int64_t>(numbers.back())};
  }

  void check(const EnqueueCall& call) const {
    const std::int64_t taps = call.extent(3, 2) * call.extent(3, 3);
    expect(call.extent(3, 1) * groups_ == call.extent(0, 1) && call.extent(3, 0) % groups_ == 0 &&
               call.extent(0, 1) % offset_groups_ == 0,
           "weight must have dimensions [maps, channels / group, rows, columns]");
    expect(call.extent(1, 1) == 2 * offset_groups_ * taps &&
               call.extent(2, 1) == offset_groups_ * taps &&
               call.extent(1, 0) == call.extent(0, 0) && call.extent(2, 0) == call.extent(0, 0) &&
               call.extent(2, 2) == call.extent(1, 2) && call.extent(2, 3) == call.extent(1, 3),
           "offset and mask must have two values and one for each tap and place of the output");
    expect(call.inputs() < 5 || elements_of(call.dims(4)) == call.extent(3, 0),
           "bias must have a value for each map");
  }

  /// One call. The places of the output are computed in blocks, whose samples of x are gathered first.
  class Convolution {
   public:
    Convolution(const DeformableConvolution& of, EnqueueCall& call)
        : of_(of),
          x_(call.floats(0)),
          offsets_(call.floats(1)),
          masks_(call.floats(2)),
          weights_(call.floats(3)),
          made_(call.made_floats(0)),
          height_(call.extent(0, 2)),
          width_(call.extent(0, 3)),
          rows_(call.extent(3, 2)),
          columns_(call.extent(3, 3)),
          made_width_(call.extent(1, 3)),
          channels_(static_cast<std::size_t>(call.extent(0, 1))),
          maps_(static_cast<std::size_t>(call.extent(3, 0))),
          places_(static_cast<std::size_t>(call.extent(1, 2) * call.extent(1, 3))) {
      if (call.inputs() == 5) bias_ = call.floats(4);
    }

    void run(std::int64_t image, std::int64_t group) {
      const auto groups = static_cast<std::size_t>(of_.groups_);
      const std::size_t inputs = channels_ / groups, outputs = maps_ / groups;
      const std::size_t inner = inputs * static_cast<std::size_t>(rows_ * columns_);
      const auto number = static_cast<std::size_t>(group);
      samples_.assign(inner * kColumns, 0);
      for (std::size_t first = 0; first < places_; first += kColumns) {
        const std::size_t count = std::min(kColumns, places_ - first);
        gather(static_cast<std::size_t>(image), number * inputs, inputs, first, count);
        sums_.assign(outputs * kColumns, 0);
        add_product(weights_.data() + number * outputs * inner, samples_.data(), sums_.data(),
                    outputs, inner);
        for (std::size_t map = 0; map < outputs; ++map) {
          const std::size_t at = number * outputs + map;
          float* const out =
              made_.data() + (static_cast<std::size_t>(image) * maps_ + at) * places_ + first;
          for (std::size_t i = 0; i < count; ++i)
            out[i] = sums_[map * kColumns + i] + (bias_.empty() ? 0 : bias_[at]);
        }
      }
    }

   private:
    void gather(std::size_t image, std::size_t first_channel, std::size_t count_of_channels,
                std::size_t first, std::size_t count) {
      const auto taps = static_cast<std::size_t>(rows_ * columns_);
      const std::size_t per_offset = channels_ / static_cast<std::size_t>(of_.offset_groups_);
      const auto pixels = static_cast<std::size_t>(height_ * width_);
      for (std::size_t tap = 0; tap < taps; ++tap)
        for (std::size_t i = 0; i < count; ++i) {
          std::size_t known = ~std::size_t{0};
          Point point;
          float mask = 0;
          for (std::size_t k = 0; k < count_of_channels; ++k) {
            const std::size_t channel = first_channel + k;
            if (const std::size_t own = channel / per_offset; own != known) {
              known = own;
              const std::size_t set =
                  (image * static_cast<std::size_t>(of_.offset_groups_) + own) * taps + tap;
              point = point_of(set, tap, first + i);
              mask = masks_[set * places_ + first + i];
            }
            const float* const map = x_.data() + (image * channels_ + channel) * pixels;
            float value = 0;
            for (int corner = 0; corner < 4; ++corner)
              // Outside of the map, where nothing may be read: what is there may be infinite.
              if (point.weight[corner] != 0) value += point.weight[corner] * map[point.at[corner]];
            samples_[(k * taps + tap) * kColumns + i] = value * mask;
          }
        }
    }

    Point point_of(std::size_t set, std::size_t tap, std::size_t place) const {
      const auto row = static_cast<std::int64_t>(tap) / columns_;
      const auto column = static_cast<std::int64_t>(tap) % columns_;
      const auto at = static_cast<std::int64_t>(place);
      const std::int64_t y =
          at / made_width_ * of_.stride_.y - of_.padding_.y + row * of_.dilation_.y;
      const std::int64_t x =
          at % made_width_ * of_.stride_.x - of_.padding_.x + column * of_.dilation_.x;
      return point_at(static_cast<float>(y) + offsets_[2 * set * places_ + place],
                      static_cast<float>(x) + offsets_[(2 * set + 1) * places_ + place], height_,
                      width_);
    }

    const DeformableConvolution& of_;
    std::span<const float> x_, offsets_, masks_, weights_, bias_;
    std::span<float> made_;
    std::int64_t height_, width_, rows_, columns_, made_width_;
    std::size_t channels_, maps_, places_;
    std::vector<float> samples_, sums_;
  };

  Pair stride_, padding_, dilation_;
  std::int64_t groups_, offset_groups_;
};

/// value [batch, places of all levels, heads, width], the levels' sizes and first places, locations
/// [batch, queries, heads, levels, points, 2] and weights of the same dimensions but the last.
class DeformableAttention final : public Computation {
 public:
  Signature signature() const override { return {"fnnff", "f", 5}; }

  std::vector<DimsExprs> output_dims(const OutputDims& to) const override {
    expect(to.input(0).nbDims == 4 && to.input(1).nbDims == 2 && to.input(2).nbDims == 1 &&
               to.input(3).nbDims == 6 && to.input(4).nbDims == 5,
           "the inputs must have 4, 2, 1, 6 and 5 dimensions");
    return {
        OutputDims::dims({to.input(0).d[0], to.input(3).d[1], to.input(0).d[2], to.input(0).d[3]})};
  }

  void compute(EnqueueCall& call) const override {
    const std::span<const float> values = call.floats(0), locations = call.floats(3),
                                 weights = call.floats(4);
    const std::span<float> made = call.made_floats(0);
    const std::vector<std::int64_t> sizes = call.integers(1), starts = call.integers(2);
    const auto at = [&](std::size_t input, int axis) {
      return static_cast<std::size_t>(call.extent(input, axis));
    };
    const std::size_t places = at(0, 1), heads = at(0, 2), width = at(0, 3), queries = at(3, 1),
                      levels = at(3, 3), points = at(3, 4);
    expect(sizes.size() == 2 * levels && starts.size() == levels && at(3, 0) == at(0, 0) &&
               at(3, 2) == heads && at(3, 5) == 2 &&
               weights.size() == at(0, 0) * queries * heads * levels * points &&
               locations.size() == 2 * weights.size(),
           "the inputs must have the same batch, heads, levels and points");
    const auto all = static_cast<std::int64_t>(places);
    for (std::size_t level = 0; level < levels; ++level) {
      const std::int64_t start = starts[level], high = sizes[2 * level],
                         wide = sizes[2 * level + 1];
      expect(start >= 0 && start <= all && high > 0 && wide > 0 && wide <= (all - start) / high,
             "a level is outside of the values");
    }
    std::ranges::fill(made, 0.F);
    std::size_t sample = 0;
    for (std::size_t row = 0; row < at(0, 0) * queries * heads; ++row) {
      float* const out = made.data() + row * width;
      const std::size_t head = row % heads, image = row / heads / queries;
      for (std::size_t i = 0; i < levels * points; ++i, ++sample) {
        const std::size_t level = i / points;
        const std::int64_t height = sizes[2 * level], across = sizes[2 * level + 1];
        const Point point =
            point_at(locations[2 * sample + 1] * static_cast<float>(height) - 0.5F,
                     locations[2 * sample] * static_cast<float>(across) - 0.5F, height, across);
        for (int corner = 0; corner < 4; ++corner) {
          const float weight = weights[sample] * point.weight[corner];
          if (weight == 0) continue;
          const std::size_t place =
              image * places + static_cast<std::size_t>(starts[level]) + point.at[corner];
          const float* const from = values.data() + (place * heads + head) * width;
          for (std::size_t k = 0; k < width; ++k) out[k] += weight * from[k];
        }
      }
    }
  }
};

std::unique_ptr<Computation> make_convolution(const PluginFields& fields) {
  return std::make_unique<DeformableConvolution>(fields);
}
std::unique_ptr<Computation> make_attention(const PluginFields&) {
  return std::make_unique<DeformableAttention>();
}

}  // namespace

std::vector<OwnPlugin> deformable_plugins() {
  constexpr auto kInteger = PluginFieldType::kINT32;
  const std::vector<PluginField> fields = {{"stride", nullptr, kInteger, 2},
                                           {"padding", nullptr, kInteger, 2},
                                           {"dilation", nullptr, kInteger, 2},
                                           {"group", nullptr, kInteger, 1},
                                           {"deformable_group", nullptr, kInteger, 1}};
  const char* const attention = "MultiscaleDeformableAttnPlugin_TRT";
  return {{"ModulatedDeformConv2d", "1", false, make_convolution, fields},
          {"ModulatedDeformConv2d", "2", true, make_convolution, fields},
          {attention, "1", false, make_attention, {}},
          {attention, "2", true, make_attention, {}}};
}

}  // namespace riffle::tensorrt
