// SPDX-License-Identifier: Apache-2.0
// Resizing.
#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

/// The output's dimensions come from scales, from dimensions, or from a tensor that is the second input.
class Resize final : public LayerOf<IResizeLayer, ResizeLayerDefaults> {
 public:
  explicit Resize(Network& network) : LayerOf(network, LayerType::kRESIZE) {
    this->resize_mode = InterpolationMode::kNEAREST;
    this->coordinate_transformation = ResizeCoordinateTransformation::kASYMMETRIC;
    this->nearest_rounding = ResizeRoundMode::kFLOOR;
    this->cubic_coeff = -0.75F;
    this->output_dimensions.nbDims = -1;
  }
  std::int32_t most_inputs() const override { return 2; }

  void setOutputDimensions(Dims const& dimensions) noexcept override {
    this->output_dimensions = dimensions;
    scales_.clear();
  }
  void setScales(float const* scales, int32_t count) noexcept override {
    scales_.assign(scales, scales + std::max(count, 0));
    this->output_dimensions.nbDims = -1;
  }
  int32_t getScales(int32_t size, float* scales) const noexcept override {
    if (scales_.empty()) return -1;
    if (scales != nullptr && size == static_cast<int32_t>(scales_.size()))
      std::ranges::copy(scales_, scales);
    return static_cast<int32_t>(scales_.size());
  }

  void lower(Lowering& to) const override {
    std::vector<std::string> values{input(0), ""};
    if (has_input(1)) {
      values.insert(values.end(), {"", to.int64(input(1))});
    } else if (this->output_dimensions.nbDims >= 0) {
      values.insert(values.end(), {"", to.constant(vector_of(this->output_dimensions))});
    } else {
      require(!scales_.empty(), "a resize layer needs scales, dimensions or a second input");
      const auto count = static_cast<std::int64_t>(scales_.size());
      values.push_back(to.constant({DataType::kFLOAT, scales_.data(), count}, {count}));
    }
    add_settings(to.node("Resize", std::move(values), {output()}));
  }

 private:
  void add_settings(onnx::OnnxNode& node) const {
    static constexpr std::string_view kModes[] = {"nearest", "linear", "cubic"};
    static constexpr std::string_view kRoundings[] = {"round_prefer_ceil", "round_prefer_floor",
                                                      "floor", "ceil"};
    node.with("mode", kModes[static_cast<int>(this->resize_mode)]);
    node.with("coordinate_transformation_mode", transformation());
    if (this->resize_mode == InterpolationMode::kNEAREST)
      node.with("nearest_mode", kRoundings[static_cast<int>(this->nearest_rounding)]);
    if (this->resize_mode != InterpolationMode::kCUBIC) return;
    node.with("cubic_coeff_a", this->cubic_coeff);
    node.with("exclude_outside", std::int64_t{this->exclude_outside});
  }
  std::string_view transformation() const {
    switch (this->coordinate_transformation) {
      case ResizeCoordinateTransformation::kALIGN_CORNERS:
        return "align_corners";
      case ResizeCoordinateTransformation::kASYMMETRIC:
        return "asymmetric";
      case ResizeCoordinateTransformation::kHALF_PIXEL:
        break;
    }
    // They differ where one pixel is all that is left: the formula's, or the first.
    return this->selector_for_single_pixel == ResizeSelector::kUPPER ? "pytorch_half_pixel"
                                                                     : "half_pixel";
  }

  std::vector<float> scales_;
};

}  // namespace

IResizeLayer* LayerFunctions::addResize(ITensor& input) noexcept {
  return add_new<Resize>("INetworkDefinition::addResize", {&input});
}

}  // namespace riffle::tensorrt
