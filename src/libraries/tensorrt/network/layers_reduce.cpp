// SPDX-License-Identifier: Apache-2.0
// Layers that combine the elements along axes.
#include <algorithm>
#include <limits>

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

class Reduce final : public LayerOf<IReduceLayer, ReduceLayerDefaults> {
 public:
  Reduce(Network& network, ReduceOperation operation, std::uint32_t axes, bool keeps)
      : LayerOf(network, LayerType::kREDUCE) {
    require(operation >= ReduceOperation::kSUM && operation <= ReduceOperation::kAVG,
            "unknown reduce operation");
    require(axes != 0, "expected at least one axis to reduce");
    this->operation = operation;
    this->reduce_axes = axes;
    this->keep_dimensions = keeps;
  }
  void lower(Lowering& to) const override {
    static constexpr const char* kOps[] = {"ReduceSum", "ReduceProd", "ReduceMax", "ReduceMin",
                                           "ReduceMean"};
    to.node(kOps[static_cast<int>(this->operation)],
            {input(0), to.constant(axes_of(this->reduce_axes))}, {output()})
        .with("keepdims", std::int64_t{this->keep_dimensions});
  }
};

class SoftMax final : public LayerOf<ISoftMaxLayer, SoftMaxLayerDefaults> {
 public:
  explicit SoftMax(Network& network) : LayerOf(network, LayerType::kSOFTMAX) {}

  uint32_t getAxes() const noexcept override {
    return this->axes != 0 ? this->axes
                           : 1U << default_axis(Layer::getInput(0)->getDimensions().nbDims);
  }
  void lower(Lowering& to) const override {
    const std::int64_t axis =
        this->axes != 0 ? single_axis(this->axes, "a softmax") : default_axis(rank(to));
    to.node("Softmax", {input(0)}, {output()}).with("axis", axis);
  }

 private:
  /// That of channels.
  static int default_axis(int dims) { return std::max(dims - 3, 0); }
};

/// Softmax over the first elements of each row, as many as the bounds say. The others become zero.
class RaggedSoftMax final : public LayerOf<IRaggedSoftMaxLayer, RaggedSoftMaxLayerDefaults> {
 public:
  explicit RaggedSoftMax(Network& network) : LayerOf(network, LayerType::kRAGGED_SOFTMAX) {}
  void lower(Lowering& to) const override {
    const std::string& x = input(0);
    const std::string dims = to.value("Shape", {x});
    const std::string width = to.value("Gather", {dims, to.scalar(-1)});
    const std::string columns = to.value("Range", {to.scalar(0), width, to.scalar(1)});
    const std::string is_in = to.value("Less", {columns, to.int64(input(1))});
    const std::string least = to.scalar_like(-std::numeric_limits<double>::infinity(), x);
    const std::string bounded = to.value("Softmax", {to.value("Where", {is_in, x, least})});
    to.last().with("axis", std::int64_t{-1});
    to.node("Where", {is_in, bounded, to.scalar_like(0, x)}, {output()});
  }
};

class TopK final : public LayerOf<ITopKLayer, TopKLayerDefaults> {
 public:
  TopK(Network& network, TopKOperation op, std::int32_t k, std::uint32_t axes, DataType type)
      : LayerOf(network, LayerType::kTOPK) {
    require(k > 0, "expected k above zero");
    require(type == DataType::kINT32 || type == DataType::kINT64,
            "indices are of type INT32 or INT64");
    single_axis(axes, "the layer selects along an axis");
    this->operation = op;
    this->k = k;
    this->reduce_axes = axes;
    this->indices_type = type;
  }
  std::int32_t most_inputs() const override { return 2; }

  void lower(Lowering& to) const override {
    const std::string count = has_input(1)
                                  ? to.value("Reshape", {to.int64(input(1)), to.constant({1})})
                                  : to.constant({this->k});
    const std::string places = to.fresh();
    to.node("TopK", {input(0), count}, {output(0), places})
        .with("axis", std::int64_t{single_axis(this->reduce_axes, "a selection")})
        .with("largest", std::int64_t{this->operation == TopKOperation::kMAX});
    to.node("Cast", {places}, {output(1)})
        .with("to", static_cast<std::int64_t>(onnx_type_of(this->indices_type)));
  }
};

class Cumulative final : public LayerOf<ICumulativeLayer, CumulativeLayerDefaults> {
 public:
  Cumulative(Network& network, CumulativeOperation operation, bool exclusive, bool reverse)
      : LayerOf(network, LayerType::kCUMULATIVE) {
    require(operation == CumulativeOperation::kSUM, "unknown cumulative operation");
    this->operation = operation;
    this->exclusive = exclusive;
    this->reverse = reverse;
  }
  void lower(Lowering& to) const override {
    const std::string axis = to.value("Reshape", {to.int64(input(1)), to.constant({1})});
    to.node("CumSum", {input(0), axis}, {output()})
        .with("exclusive", std::int64_t{this->exclusive})
        .with("reverse", std::int64_t{this->reverse});
  }
};

}  // namespace

IReduceLayer* LayerFunctions::addReduce(ITensor& input, ReduceOperation operation, uint32_t axes,
                                        bool keeps) noexcept {
  return add_new<Reduce>("INetworkDefinition::addReduce", {&input}, operation, axes, keeps);
}
ISoftMaxLayer* LayerFunctions::addSoftMax(ITensor& input) noexcept {
  return add_new<SoftMax>("INetworkDefinition::addSoftMax", {&input});
}
IRaggedSoftMaxLayer* LayerFunctions::addRaggedSoftMax(ITensor& input, ITensor& bounds) noexcept {
  return add_new<RaggedSoftMax>("INetworkDefinition::addRaggedSoftMax", {&input, &bounds});
}
ITopKLayer* LayerFunctions::addTopKV2(ITensor& input, TopKOperation op, int32_t k, uint32_t axes,
                                      DataType type) noexcept {
  return guarded(log(), "INetworkDefinition::addTopK", [&] {
    return add(std::make_unique<TopK>(network(), op, k, axes, type), {&input}, 2);
  });
}
ITopKLayer* LayerFunctions::addTopK(ITensor& input, TopKOperation op, int32_t k,
                                    uint32_t axes) noexcept {
  return addTopKV2(input, op, k, axes, DataType::kINT32);
}
ICumulativeLayer* LayerFunctions::addCumulative(ITensor& input, ITensor& axis,
                                                CumulativeOperation operation, bool exclusive,
                                                bool reverse) noexcept {
  return add_new<Cumulative>("INetworkDefinition::addCumulative", {&input, &axis}, operation,
                             exclusive, reverse);
}

}  // namespace riffle::tensorrt
