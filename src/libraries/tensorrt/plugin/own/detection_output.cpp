// SPDX-License-Identifier: Apache-2.0
// NMS_TRT and NMSDynamic_TRT, the last layer of SSD: boxes are decoded from anchors, and the best that do not overlap are kept.
#include <bit>

#include "libraries/tensorrt/plugin/own/class_nms.h"
#include "libraries/tensorrt/plugin/own/own_plugin.h"

namespace riffle::tensorrt {
namespace {

/// How boxes are written, as changes of anchors. The numbers are those of CodeTypeSSD.
enum class Code { kCorner = 0, kCenterSize = 1, kCornerSize = 2, kCenterSizeRowsFirst = 3 };

/// `variances` are 1 where the changes count as they are.
Box decoded(Code code, Box by, const Box& anchor, const Box& variances) {
  const float width = anchor.a1 - anchor.a0, height = anchor.b1 - anchor.b0;
  if (code == Code::kCorner || code == Code::kCornerSize) {
    const bool is_relative = code == Code::kCornerSize;
    const float a = is_relative ? width : 1, b = is_relative ? height : 1;
    return {anchor.a0 + by.a0 * variances.a0 * a, anchor.b0 + by.b0 * variances.b0 * b,
            anchor.a1 + by.a1 * variances.a1 * a, anchor.b1 + by.b1 * variances.b1 * b};
  }
  if (code == Code::kCenterSizeRowsFirst) by = {by.b0, by.a0, by.b1, by.a1};
  const float x = by.a0 * variances.a0 * width + (anchor.a0 + anchor.a1) / 2;
  const float y = by.b0 * variances.b0 * height + (anchor.b0 + anchor.b1) / 2;
  const float w = std::exp(by.a1 * variances.a1) * width / 2;
  const float h = std::exp(by.b1 * variances.b1) * height / 2;
  return {x - w, y - h, x + w, y + h};
}

/// Boxes [batch, anchors * classes or 1 * 4, 1, 1], scores [batch, anchors * classes, 1, 1] and anchors with their variances
/// [batch, 2, anchors * 4, 1], in an order that a field has; without the batch where `has_batch` is not set.
class DetectionOutput final : public Computation {
 public:
  DetectionOutput(const PluginFields& fields, bool has_batch)
      : has_batch_(has_batch),
        shares_boxes_(fields.integer("shareLocation", 1) != 0),
        has_variances_(fields.integer("varianceEncodedInTarget", 0) == 0),
        classes_(static_cast<std::size_t>(fields.integer("numClasses", 0))),
        has_raw_scores_(fields.integer("confSigmoid", 0) != 0),
        is_batch_agnostic_(fields.integer("isBatchAgnostic", 1) != 0),
        code_(static_cast<Code>(fields.integer("codeType", 3))) {
    nms_.most_of_class = static_cast<std::size_t>(fields.integer("topK", 0));
    nms_.most = static_cast<std::size_t>(fields.integer("keepTopK", 0));
    nms_.background = fields.integer("backgroundLabelId", -1);
    nms_.score_threshold = static_cast<float>(fields.number("confidenceThreshold", 0));
    nms_.iou_threshold = static_cast<float>(fields.number("nmsThreshold", 0));
    nms_.unit = fields.integer("isNormalized", 1) != 0 ? 0 : 1;
    const std::vector<double> order = fields.numbers("inputOrder");
    for (std::size_t i = 0; i < order.size() && i < 3; ++i) {
      expect(order[i] >= 0 && order[i] <= 2, "inputOrder must have numbers from 0 to 2");
      order_[i] = static_cast<std::size_t>(order[i]);
    }
    expect(classes_ > 0, "numClasses must be above 0");
    expect(nms_.most > 0 && nms_.most_of_class >= nms_.most,
           "keepTopK must be above 0 and not above topK");
    expect(code_ >= Code::kCorner && code_ <= Code::kCenterSizeRowsFirst,
           "codeType must be from 0 to 3");
  }

  Signature signature() const override { return {"rrr", "rr", 3}; }

  std::vector<DimsExprs> output_dims(const OutputDims& to) const override {
    const int rank = has_batch_ ? 4 : 3;
    for (std::size_t i = 0; i < 3; ++i)
      expect(to.input(i).nbDims == rank, has_batch_ ? "the inputs must have four dimensions"
                                                    : "the inputs must have three dimensions; "
                                                      "NMSDynamic_TRT takes those with a batch");
    IDimensionExpr const* const one = to.constant(1);
    IDimensionExpr const* const most = to.constant(static_cast<std::int64_t>(nms_.most));
    if (!has_batch_)
      return {OutputDims::dims({one, most, to.constant(7)}), OutputDims::dims({one, one, one})};
    IDimensionExpr const* const batch = to.input(0).d[0];
    return {OutputDims::dims({batch, one, most, to.constant(7)}),
            OutputDims::dims({batch, one, one, one})};
  }

  void compute(EnqueueCall& call) const override {
    const std::span<const float> changes = call.floats(order_[0]), scores = call.floats(order_[1]),
                                 anchors = call.floats(order_[2]);
    const auto images = static_cast<std::size_t>(has_batch_ ? call.extent(order_[0], 0) : 1);
    const std::size_t own = shares_boxes_ ? 1 : classes_;
    const std::size_t count = images == 0 ? 0 : scores.size() / images / classes_;
    const std::size_t sets = is_batch_agnostic_ ? 1 : images;
    expect(changes.size() == images * count * own * 4 &&
               scores.size() == images * count * classes_ && anchors.size() >= sets * count * 8,
           "the inputs must have boxes, scores and anchors of the same number");
    const std::span<float> rows = call.made_floats(0), counts = call.made_floats(1);
    for (std::size_t image = 0; image < images; ++image) {
      const std::size_t set = is_batch_agnostic_ ? 0 : image * 2 * count;
      const auto box_of = [&](std::size_t box, std::size_t category) {
        const std::size_t at = (image * count + box) * own + (shares_boxes_ ? 0 : category);
        return decoded(code_, box_at(changes, at), box_at(anchors, set + box),
                       has_variances_ ? box_at(anchors, set + count + box) : Box{1, 1, 1, 1});
      };
      const auto kept =
          nms_.select(count, classes_, box_of, [&](std::size_t box, std::size_t category) {
            const float score = scores[(image * count + box) * classes_ + category];
            return has_raw_scores_ ? sigmoid(score) : score;
          });
      // The count is an integer, in a tensor that NVIDIA's plugin declares as FP32.
      counts[image] = std::bit_cast<float>(static_cast<std::int32_t>(kept.size()));
      for (std::size_t i = 0; i < nms_.most; ++i) {
        float* const row = rows.data() + (image * nms_.most + i) * 7;
        std::fill_n(row, 7, 0.F);
        row[0] = static_cast<float>(image);
        row[1] = -1;
        if (i >= kept.size()) continue;
        row[1] = static_cast<float>(kept[i].category);
        row[2] = kept[i].score;
        put_box(box_of(static_cast<std::size_t>(kept[i].box),
                       static_cast<std::size_t>(kept[i].category))
                    .clipped(),
                {row + 3, 4}, 0);
      }
    }
  }

 private:
  bool has_batch_, shares_boxes_, has_variances_;
  std::size_t classes_;
  bool has_raw_scores_, is_batch_agnostic_;
  Code code_;
  ClassNms nms_;
  std::size_t order_[3] = {0, 2, 1};
};

template <bool kHasBatch>
std::unique_ptr<Computation> make(const PluginFields& fields) {
  return std::make_unique<DetectionOutput>(fields, kHasBatch);
}

}  // namespace

std::vector<OwnPlugin> detection_output_plugins() {
  constexpr auto kReal = PluginFieldType::kFLOAT32;
  constexpr auto kInteger = PluginFieldType::kINT32;
  const std::vector<PluginField> fields = {{"shareLocation", nullptr, kInteger, 1},
                                           {"varianceEncodedInTarget", nullptr, kInteger, 1},
                                           {"backgroundLabelId", nullptr, kInteger, 1},
                                           {"numClasses", nullptr, kInteger, 1},
                                           {"topK", nullptr, kInteger, 1},
                                           {"keepTopK", nullptr, kInteger, 1},
                                           {"confidenceThreshold", nullptr, kReal, 1},
                                           {"nmsThreshold", nullptr, kReal, 1},
                                           {"inputOrder", nullptr, kInteger, 3},
                                           {"confSigmoid", nullptr, kInteger, 1},
                                           {"isNormalized", nullptr, kInteger, 1},
                                           {"codeType", nullptr, kInteger, 1},
                                           {"scoreBits", nullptr, kInteger, 1},
                                           {"isBatchAgnostic", nullptr, kInteger, 1}};
  return {{"NMS_TRT", "1", false, make<false>, fields},
          {"NMSDynamic_TRT", "1", false, make<true>, fields}};
}

}  // namespace riffle::tensorrt
