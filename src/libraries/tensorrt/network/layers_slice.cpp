// SPDX-License-Identifier: Apache-2.0
// Slicing, in the bounds of the input and out of them.
#include <limits>

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

/// output[i] = input[start + i * stride] in each of the axes, for i below size. Start, size and stride may be tensors (inputs 1 to
/// 3), input 4 fills, and input 5 holds the axes.
class Slice final : public LayerOf<ISliceLayer, SliceLayerDefaults> {
 public:
  Slice(Network& network, const Dims& start, const Dims& size, const Dims& stride)
      : LayerOf(network, LayerType::kSLICE) {
    require(start.nbDims == size.nbDims && start.nbDims == stride.nbDims,
            "start, size and stride have different numbers of dimensions");
    this->start = start;
    this->size = size;
    this->stride = stride;
    this->axes.nbDims = -1;
  }
  std::int32_t most_inputs() const override { return 6; }

  void lower(Lowering& to) const override {
    if (has_input(5))
      throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                    "Riffle does not support axes of ISliceLayer that are a tensor");
    if (this->mode == SampleMode::kSTRICT_BOUNDS)
      lower_in_bounds(to);
    else
      lower_by_indices(to);
  }

 private:
  std::string setting(Lowering& to, std::size_t index, const Dims& dims) const {
    return has_input(index) ? to.int64(input(index)) : to.constant(vector_of(dims));
  }
  std::vector<std::int64_t> sliced_axes(Lowering& to) const {
    if (this->axes.nbDims >= 0) return vector_of(this->axes);
    const int count = has_input(1) || this->start.nbDims < 1 ? rank(to) : this->start.nbDims;
    std::vector<std::int64_t> all;
    for (int i = 0; i < count; ++i) all.push_back(i);
    return all;
  }

  void lower_in_bounds(Lowering& to) const {
    const std::vector<std::int64_t> over = sliced_axes(to);
    const bool is_static = !has_input(1) && !has_input(2) && !has_input(3);
    if (is_static && !to.is_flat() && network_.has_fixed_flow())
      check_bounds(over, to.dims_of(*inputs_[0]));
    const std::string start_at = setting(to, 1, this->start), step = setting(to, 3, this->stride);
    const std::string end = is_static ? to.constant(ends()) : computed_ends(to, start_at, step);
    to.node("Slice", {input(0), start_at, end, to.constant(over), step}, {output()});
  }
  /// ONNX cuts off what is out of bounds, and the output would have other dimensions than the program asked for.
  void check_bounds(const std::vector<std::int64_t>& over, const Dims& of) const {
    for (std::size_t i = 0; i < over.size() && over[i] < of.nbDims; ++i) {
      const std::int64_t extent = of.d[over[i]], count = this->size.d[i];
      std::int64_t last = 0;
      const bool fits = !__builtin_mul_overflow(count - 1, this->stride.d[i], &last) &&
                        !__builtin_add_overflow(last, this->start.d[i], &last);
      const bool is_inside =
          fits && this->start.d[i] >= 0 && this->start.d[i] < extent && last >= 0 && last < extent;
      if (extent < 0 || count <= 0 || is_inside) continue;
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("slice layer '", Layer::getName(), "' takes elements ", this->start.d[i],
                           " to ", last, " of dimension ", over[i], ", which has ", extent));
    }
  }
  // ONNX counts a negative end from the last element; here it lies before the first one.
  static constexpr std::int64_t kBeforeFirst = std::numeric_limits<std::int64_t>::min();
  std::vector<std::int64_t> ends() const {
    std::vector<std::int64_t> values;
    for (int i = 0; i < this->start.nbDims; ++i) {
      require(this->start.d[i] >= 0 && this->size.d[i] >= 0, "a slice starts before its input");
      const std::int64_t end = this->start.d[i] + this->size.d[i] * this->stride.d[i];
      values.push_back(end < 0 ? kBeforeFirst : end);
    }
    return values;
  }
  std::string computed_ends(Lowering& to, const std::string& start_at,
                            const std::string& step) const {
    const std::string length = to.value("Mul", {setting(to, 2, this->size), step});
    const std::string end = to.value("Add", {start_at, length});
    const std::string is_before = to.value("Less", {end, to.scalar(0)});
    return to.value("Where", {is_before, to.scalar(kBeforeFirst), end});
  }

  /// Out of bounds: each axis is gathered by indices, which the mode brings back into the input.
  void lower_by_indices(Lowering& to) const {
    const std::string start_at = setting(to, 1, this->start), count = setting(to, 2, this->size),
                      step = setting(to, 3, this->stride), dims = to.value("Shape", {input(0)});
    const std::vector<std::int64_t> over = sliced_axes(to);
    std::string value = input(0), is_inside;
    const int all = this->mode == SampleMode::kFILL ? rank(to) : 0;
    for (std::size_t i = 0; i < over.size(); ++i) {
      const auto pick = [&](const std::string& from, std::int64_t at) {
        return to.value("Gather", {from, to.scalar(at)});
      };
      const auto at = static_cast<std::int64_t>(i);
      const std::string extent = pick(dims, over[i]);
      const std::string steps = to.value("Range", {to.scalar(0), pick(count, at), to.scalar(1)});
      const std::string index =
          to.value("Add", {to.value("Mul", {steps, pick(step, at)}), pick(start_at, at)});
      const std::string bounded = bring_back(to, index, extent);
      value = to.value("Gather", {value, bounded});
      to.last().with("axis", over[i]);
      if (this->mode != SampleMode::kFILL) continue;
      std::vector<std::int64_t> shape(static_cast<std::size_t>(all), 1);
      shape.at(static_cast<std::size_t>(over[i])) = -1;
      const std::string here =
          to.value("Reshape", {to.value("Equal", {index, bounded}), to.constant(shape)});
      is_inside = is_inside.empty() ? here : to.value("And", {is_inside, here});
    }
    if (this->mode == SampleMode::kFILL && !is_inside.empty()) {
      const std::string filler = has_input(4) ? input(4) : to.scalar_like(0, input(0));
      value = to.value("Where", {is_inside, value, filler});
    }
    to.node("Identity", {value}, {output()});
  }
  std::string bring_back(Lowering& to, const std::string& index, const std::string& extent) const {
    const std::string last = to.value("Sub", {extent, to.scalar(1)});
    switch (this->mode) {
      case SampleMode::kWRAP:
        return to.value("Mod", {index, extent});
      case SampleMode::kREFLECT: {
        // There and back again: with n elements the pattern repeats after 2 (n - 1), or each time with one.
        const std::string period =
            to.value("Max", {to.value("Mul", {last, to.scalar(2)}), to.scalar(1)});
        const std::string phase = to.value("Mod", {index, period});
        return to.value("Sub", {last, to.value("Abs", {to.value("Sub", {phase, last})})});
      }
      default:
        return to.value("Max", {to.value("Min", {index, last}), to.scalar(0)});
    }
  }
};

}  // namespace

ISliceLayer* LayerFunctions::addSlice(ITensor& input, Dims const& start, Dims const& size,
                                      Dims const& stride) noexcept {
  return add_new<Slice>("INetworkDefinition::addSlice", {&input}, start, size, stride);
}

}  // namespace riffle::tensorrt
