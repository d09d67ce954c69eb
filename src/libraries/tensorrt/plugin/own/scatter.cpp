// SPDX-License-Identifier: Apache-2.0
// ScatterND and ScatterElements: a copy of a tensor, with other values at places that indices name.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "libraries/tensorrt/plugin/own/own_plugin.h"

namespace riffle::tensorrt {
namespace {

/// A place along a dimension, where numbers below 0 count from its end.
std::int64_t place_of(std::int64_t index, std::int64_t extent) {
  const std::int64_t place = index < 0 ? index + extent : index;
  expect(place >= 0 && place < extent, "an index is outside of the data");
  return place;
}

/// Data of any type, indices [..., k] of the first k dimensions, and what is written there.
class ScatterNd final : public Computation {
 public:
  Signature signature() const override { return {"ana", "a", 3}; }

  void compute(EnqueueCall& call) const override {
    const Dims& data = call.dims(0);
    const Dims& indices = call.dims(1);
    const auto depth = indices.nbDims == 0 ? 0 : indices.d[indices.nbDims - 1];
    expect(indices.nbDims > 0 && depth <= data.nbDims,
           "indices must have a last dimension of at most as many places as data has dimensions");
    std::size_t slice = bits_of(call.type(0)) / 8;
    for (auto axis = static_cast<int>(depth); axis < data.nbDims; ++axis)
      slice *= static_cast<std::size_t>(data.d[axis]);
    const std::vector<std::int64_t> places = call.integers(1);
    const std::size_t count = depth == 0 ? 1 : places.size() / static_cast<std::size_t>(depth);
    const std::span<const std::byte> updates = call.bytes(2);
    const std::span<std::byte> made = call.made_bytes(0);
    expect(updates.size() == count * slice, "updates must have a slice of data for each index");
    std::ranges::copy(call.bytes(0), made.begin());
    for (std::size_t i = 0; i < count; ++i) {
      std::int64_t place = 0;
      for (int axis = 0; axis < static_cast<int>(depth); ++axis)
        place =
            place * data.d[axis] +
            place_of(places[i * static_cast<std::size_t>(depth) + static_cast<std::size_t>(axis)],
                     data.d[axis]);
      std::ranges::copy(updates.subspan(i * slice, slice),
                        made.subspan(static_cast<std::size_t>(place) * slice).begin());
    }
  }
};

enum class Reduction { kAdd, kMean, kMultiply, kLeast, kMost };

Reduction reduction_of(const std::string& name) {
  if (name == "add") return Reduction::kAdd;
  if (name == "mean") return Reduction::kMean;
  if (name == "mul") return Reduction::kMultiply;
  if (name == "min") return Reduction::kLeast;
  if (name == "max") return Reduction::kMost;
  throw Failure(ErrorCode::kINVALID_ARGUMENT,
                joined("reduction must be add, mean, mul, min or max, got '", name, "'"));
}

/// Data, indices of places along an axis, and updates of the same dimensions, which are combined with what is there.
class ScatterElements final : public Computation {
 public:
  explicit ScatterElements(const PluginFields& fields)
      : axis_(static_cast<int>(fields.integer("axis", 0))),
        reduction_(reduction_of(fields.text("reduction"))) {}

  Signature signature() const override { return {"ana", "a", 3}; }

  void compute(EnqueueCall& call) const override {
    const Dims& data = call.dims(0);
    const Dims& indices = call.dims(1);
    expect(axis_ < data.nbDims && axis_ >= -data.nbDims, "axis must be a dimension of data");
    expect(indices.nbDims == data.nbDims && same(indices, call.dims(2)),
           "indices and updates must have the same dimensions, as many as data has");
    const int axis = axis_ < 0 ? axis_ + data.nbDims : axis_;
    for (int i = 0; i < data.nbDims; ++i)
      expect(i == axis || indices.d[i] <= data.d[i], "indices must not be larger than data");
    switch (call.type(0)) {
      case DataType::kFLOAT:
      case DataType::kHALF: {
        const std::span<float> made = call.made_floats(0);
        std::ranges::copy(call.floats(0), made.begin());
        return scatter(call, axis, call.floats(2), made);
      }
      case DataType::kINT32:
        return scatter_plain<std::int32_t>(call, axis);
      case DataType::kINT64:
        return scatter_plain<std::int64_t>(call, axis);
      default:
        expect(false, "data must be FP32, FP16, INT32 or INT64");
    }
  }

 private:
  template <class T>
  void scatter_plain(EnqueueCall& call, int axis) const {
    const auto numbers = [](auto bytes) {
      using Plain =
          std::conditional_t<std::is_const_v<typename decltype(bytes)::element_type>, const T, T>;
      return std::span<Plain>(reinterpret_cast<Plain*>(bytes.data()), bytes.size() / sizeof(T));
    };
    std::ranges::copy(call.bytes(0), call.made_bytes(0).begin());
    scatter(call, axis, numbers(call.bytes(2)), numbers(call.made_bytes(0)));
  }

  template <class T>
  void scatter(const EnqueueCall& call, int axis, std::span<const T> updates,
               std::span<T> made) const {
    const Dims& data = call.dims(0);
    const Dims& of = call.dims(1);
    const std::vector<std::int64_t> indices = call.integers(1);
    std::vector<std::int64_t> counts(reduction_ == Reduction::kMean ? made.size() : 0, 1);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      std::int64_t place = 0, rest = static_cast<std::int64_t>(i), step = 1;
      for (int k = data.nbDims - 1; k >= 0; --k) {
        const std::int64_t at = k == axis ? place_of(indices[i], data.d[k]) : rest % of.d[k];
        place += at * step;
        step *= data.d[k];
        rest /= of.d[k];
      }
      const auto target = static_cast<std::size_t>(place);
      made[target] = combined(made[target], updates[i]);
      if (!counts.empty()) ++counts[target];
    }
    for (std::size_t i = 0; i < counts.size(); ++i) made[i] /= static_cast<T>(counts[i]);
  }

  template <class T>
  T combined(T there, T update) const {
    switch (reduction_) {
      case Reduction::kMultiply:
        return there * update;
      case Reduction::kLeast:
        return std::min(there, update);
      case Reduction::kMost:
        return std::max(there, update);
      default:
        return there + update;
    }
  }

  int axis_;
  Reduction reduction_;
};

std::unique_ptr<Computation> make_nd(const PluginFields&) { return std::make_unique<ScatterNd>(); }
std::unique_ptr<Computation> make_elements(const PluginFields& fields) {
  return std::make_unique<ScatterElements>(fields);
}

}  // namespace

std::vector<OwnPlugin> scatter_plugins() {
  const std::vector<PluginField> fields = {{"reduction"}, {"axis"}};
  return {{"ScatterND", "1", false, make_nd, {}},
          {"ScatterElements", "1", false, make_elements, fields},
          {"ScatterElements", "2", true, make_elements, fields}};
}

}  // namespace riffle::tensorrt
