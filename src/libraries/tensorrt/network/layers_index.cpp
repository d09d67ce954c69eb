// SPDX-License-Identifier: Apache-2.0
// Layers that read or make indices.
#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

void check_index_type(DataType type) {
  require(type == DataType::kINT32 || type == DataType::kINT64,
          "indices are of type INT32 or INT64");
}

class Gather final : public LayerOf<IGatherLayer, GatherLayerDefaults> {
 public:
  Gather(Network& network, GatherMode mode, std::int32_t axis)
      : LayerOf(network, LayerType::kGATHER) {
    this->mode = mode;
    this->gather_axis = axis;
  }

  void lower(Lowering& to) const override {
    const std::int64_t axis = this->gather_axis, batch = this->nb_element_wise_dims;
    switch (this->mode) {
      case GatherMode::kELEMENT:
        to.node("GatherElements", {input(0), input(1)}, {output()}).with("axis", axis);
        return;
      case GatherMode::kND:
        to.node("GatherND", {input(0), to.int64(input(1))}, {output()}).with("batch_dims", batch);
        return;
      case GatherMode::kDEFAULT:
        break;
    }
    if (batch == 0) {
      to.node("Gather", {input(0), input(1)}, {output()}).with("axis", axis);
      return;
    }
    if (batch != axis)
      throw Failure(
          ErrorCode::kUNSUPPORTED_STATE,
          "Riffle supports element-wise dimensions of IGatherLayer where the axis follows "
          "them directly");
    const std::string places = to.value("Unsqueeze", {to.int64(input(1)), to.constant({-1})});
    to.node("GatherND", {input(0), places}, {output()}).with("batch_dims", batch);
  }
};

class Scatter final : public LayerOf<IScatterLayer, ScatterLayerDefaults> {
 public:
  Scatter(Network& network, ScatterMode mode) : LayerOf(network, LayerType::kSCATTER) {
    this->mode = mode;
  }
  void lower(Lowering& to) const override {
    if (this->mode == ScatterMode::kND)
      to.node("ScatterND", {input(0), to.int64(input(1)), input(2)}, {output()});
    else
      to.node("ScatterElements", {input(0), input(1), input(2)}, {output()})
          .with("axis", std::int64_t{this->axis});
  }
};

class NonZero final : public LayerOf<INonZeroLayer, NonZeroLayerDefaults> {
 public:
  NonZero(Network& network, DataType type) : LayerOf(network, LayerType::kNON_ZERO) {
    check_index_type(type);
    this->indices_type = type;
  }
  void lower(Lowering& to) const override {
    to.node("Cast", {to.value("NonZero", {input(0)})}, {output()})
        .with("to", static_cast<std::int64_t>(onnx_type_of(this->indices_type)));
  }
};

class OneHot final : public LayerOf<IOneHotLayer, OneHotLayerDefaults> {
 public:
  OneHot(Network& network, std::int32_t axis) : LayerOf(network, LayerType::kONE_HOT) {
    this->axis = axis;
  }
  void lower(Lowering& to) const override {
    const std::string depth = to.value("Reshape", {to.int64(input(2)), to.constant({1})});
    to.node("OneHot", {to.int64(input(0)), depth, input(1)}, {output()})
        .with("axis", std::int64_t{this->axis});
  }
};

/// The boxes of each class that overlap no better one: (batch, class, box) of each, and how many there are. Inputs 3 and 4 are the
/// thresholds of overlap and of the score.
class Nms final : public LayerOf<INMSLayer, NMSLayerDefaults> {
 public:
  Nms(Network& network, DataType type) : LayerOf(network, LayerType::kNMS) {
    check_index_type(type);
    this->indices_type = type;
  }
  std::int32_t most_inputs() const override { return 5; }

  void lower(Lowering& to) const override {
    if (this->top_kbox_limit != 0)
      throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                    "Riffle does not support INMSLayer::setTopKBoxLimit");
    const std::string boxes =
        rank(to) == 4 ? to.value("Squeeze", {input(0), to.constant({2})}) : input(0);
    const auto one = [&](std::size_t index) {
      return has_input(index) ? to.value("Reshape", {input(index), to.constant({1})})
                              : std::string();
    };
    std::vector<std::string> values{boxes, to.transpose(input(1), {0, 2, 1}), to.int64(one(2))};
    if (has_input(3) || has_input(4)) values.push_back(one(3));
    if (has_input(4)) values.push_back(one(4));
    const std::string chosen = to.value("NonMaxSuppression", values);
    to.last().with("center_point_box",
                   std::int64_t{this->bounding_box_format == BoundingBoxFormat::kCENTER_SIZES});
    const auto type = static_cast<std::int64_t>(onnx_type_of(this->indices_type));
    to.node("Cast", {chosen}, {output(0)}).with("to", type);
    const std::string count = to.value("Gather", {to.value("Shape", {chosen}), to.scalar(0)});
    to.node("Cast", {count}, {output(1)}).with("to", static_cast<std::int64_t>(OnnxType::kInt32));
  }
};

}  // namespace

IGatherLayer* LayerFunctions::addGather(ITensor& data, ITensor& indices, int32_t axis) noexcept {
  return add_new<Gather>("INetworkDefinition::addGather", {&data, &indices}, GatherMode::kDEFAULT,
                         axis);
}
IGatherLayer* LayerFunctions::addGatherV2(ITensor& data, ITensor& indices,
                                          GatherMode mode) noexcept {
  return add_new<Gather>("INetworkDefinition::addGatherV2", {&data, &indices}, mode, 0);
}
IScatterLayer* LayerFunctions::addScatter(ITensor& data, ITensor& indices, ITensor& updates,
                                          ScatterMode mode) noexcept {
  return add_new<Scatter>("INetworkDefinition::addScatter", {&data, &indices, &updates}, mode);
}
INonZeroLayer* LayerFunctions::addNonZeroV2(ITensor& input, DataType type) noexcept {
  return add_new<NonZero>("INetworkDefinition::addNonZero", {&input}, type);
}
INonZeroLayer* LayerFunctions::addNonZero(ITensor& input) noexcept {
  return addNonZeroV2(input, DataType::kINT32);
}
IOneHotLayer* LayerFunctions::addOneHot(ITensor& indices, ITensor& values, ITensor& depth,
                                        int32_t axis) noexcept {
  return add_new<OneHot>("INetworkDefinition::addOneHot", {&indices, &values, &depth}, axis);
}
INMSLayer* LayerFunctions::addNMSV2(ITensor& boxes, ITensor& scores, ITensor& most,
                                    DataType type) noexcept {
  return guarded(log(), "INetworkDefinition::addNMS", [&] {
    return add(std::make_unique<Nms>(network(), type), {&boxes, &scores, &most}, 2);
  });
}
INMSLayer* LayerFunctions::addNMS(ITensor& boxes, ITensor& scores, ITensor& most) noexcept {
  return addNMSV2(boxes, scores, most, DataType::kINT32);
}

}  // namespace riffle::tensorrt
