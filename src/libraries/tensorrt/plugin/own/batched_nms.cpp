// SPDX-License-Identifier: Apache-2.0
// BatchedNMS_TRT and BatchedNMSDynamic_TRT: the best boxes of each class that do not overlap, and of those the best of all.
#include "libraries/tensorrt/plugin/own/boxes.h"
#include "libraries/tensorrt/plugin/own/class_nms.h"
#include "libraries/tensorrt/plugin/own/own_plugin.h"

namespace riffle::tensorrt {
namespace {

/// Boxes [batch, boxes, classes or 1, 4] and scores [batch, boxes, classes]; without the batch where `has_batch` is not set.
class BatchedNms final : public Computation {
 public:
  BatchedNms(const PluginFields& fields, bool has_batch) : has_batch_(has_batch) {
    for (const char* const name : {"shareLocation", "backgroundLabelId", "numClasses", "topK",
                                   "keepTopK", "scoreThreshold", "iouThreshold"})
      if (!fields.has(name))
        throw Failure(ErrorCode::kINVALID_ARGUMENT, joined("field '", name, "' is not set"));
    const auto top = fields.integer("topK", 0), keep = fields.integer("keepTopK", 0);
    expect(keep > 0 && top >= keep, "keepTopK must be above 0 and not above topK");
    nms_.most_of_class = static_cast<std::size_t>(top);
    nms_.most = static_cast<std::size_t>(keep);
    nms_.background = fields.integer("backgroundLabelId", -1);
    nms_.score_threshold = static_cast<float>(fields.number("scoreThreshold", 0));
    nms_.iou_threshold = static_cast<float>(fields.number("iouThreshold", 0));
    const bool is_normalized = fields.integer("isNormalized", 1) != 0;
    nms_.unit = is_normalized || fields.integer("caffeSemantics", 1) == 0 ? 0 : 1;
    clips_ = is_normalized && fields.integer("clipBoxes", 1) != 0;
    shares_boxes_ = fields.integer("shareLocation", 1) != 0;
    expect(fields.integer("numClasses", 0) > 0, "numClasses must be above 0");
    classes_ = fields.integer("numClasses", 0);
  }

  Signature signature() const override { return {"ff", "ifff", 2}; }

  std::vector<DimsExprs> output_dims(const OutputDims& to) const override {
    expect(to.input(0).nbDims == (has_batch_ ? 4 : 3),
           has_batch_ ? "the boxes must have dimensions [batch, boxes, classes or 1, 4]"
                      : "the boxes must have dimensions [boxes, classes or 1, 4]; "
                        "BatchedNMSDynamic_TRT takes those with a batch");
    expect(to.input(1).nbDims >= (has_batch_ ? 3 : 2),
           "the scores must have a dimension of classes");
    IDimensionExpr const* const most = to.constant(static_cast<std::int64_t>(nms_.most));
    if (!has_batch_)
      return {OutputDims::dims({}), OutputDims::dims({most, to.constant(4)}),
              OutputDims::dims({most}), OutputDims::dims({most})};
    IDimensionExpr const* const batch = to.input(0).d[0];
    return {OutputDims::dims({batch, to.constant(1)}),
            OutputDims::dims({batch, most, to.constant(4)}), OutputDims::dims({batch, most}),
            OutputDims::dims({batch, most})};
  }

  void compute(EnqueueCall& call) const override {
    const int first = has_batch_ ? 1 : 0;
    const auto images = static_cast<std::size_t>(has_batch_ ? call.extent(0, 0) : 1);
    const auto count = static_cast<std::size_t>(call.extent(0, first));
    const auto classes = static_cast<std::size_t>(classes_);
    const auto own = static_cast<std::size_t>(shares_boxes_ ? 1 : classes_);
    expect(call.extent(0, first + 1) == static_cast<std::int64_t>(own) &&
               call.extent(0, first + 2) == 4,
           "boxes must have a dimension of 1 or numClasses, as shareLocation says, and one of 4");
    expect(call.extent(1, first) == call.extent(0, first) &&
               call.extent(1, first + 1) == classes_ &&
               (!has_batch_ || call.extent(1, 0) == call.extent(0, 0)),
           "scores must have dimensions [batch, boxes, numClasses]");
    const std::span<const float> boxes = call.floats(0), scores = call.floats(1);
    const std::span<std::int32_t> counts = call.made_integers(0);
    const std::span<float> made_boxes = call.made_floats(1), made_scores = call.made_floats(2),
                           labels = call.made_floats(3);
    std::ranges::fill(made_boxes, 0.F);
    std::ranges::fill(made_scores, 0.F);
    std::ranges::fill(labels, -1.F);
    for (std::size_t image = 0; image < images; ++image) {
      const auto box_of = [&](std::size_t box, std::size_t category) {
        const std::size_t at = image * count + box;
        return box_at(boxes, shares_boxes_ ? at : at * own + category);
      };
      const auto kept =
          nms_.select(count, classes, box_of, [&](std::size_t box, std::size_t category) {
            return scores[(image * count + box) * classes + category];
          });
      counts[image] = static_cast<std::int32_t>(kept.size());
      for (std::size_t i = 0; i < kept.size(); ++i) {
        const Candidate& one = kept[i];
        const Box box =
            box_of(static_cast<std::size_t>(one.box), static_cast<std::size_t>(one.category));
        put_box(clips_ ? box.clipped() : box, made_boxes, image * nms_.most + i);
        made_scores[image * nms_.most + i] = one.score;
        labels[image * nms_.most + i] = static_cast<float>(one.category);
      }
    }
  }

 private:
  bool has_batch_, clips_ = false, shares_boxes_ = true;
  std::int64_t classes_ = 0;
  ClassNms nms_;
};

template <bool kHasBatch>
std::unique_ptr<Computation> make(const PluginFields& fields) {
  return std::make_unique<BatchedNms>(fields, kHasBatch);
}

}  // namespace

std::vector<OwnPlugin> batched_nms_plugins() {
  constexpr auto kReal = PluginFieldType::kFLOAT32;
  constexpr auto kInteger = PluginFieldType::kINT32;
  const std::vector<PluginField> fields = {
      {"shareLocation", nullptr, kInteger, 1}, {"backgroundLabelId", nullptr, kInteger, 1},
      {"numClasses", nullptr, kInteger, 1},    {"topK", nullptr, kInteger, 1},
      {"keepTopK", nullptr, kInteger, 1},      {"scoreThreshold", nullptr, kReal, 1},
      {"iouThreshold", nullptr, kReal, 1},     {"isNormalized", nullptr, kInteger, 1},
      {"clipBoxes", nullptr, kInteger, 1},     {"scoreBits", nullptr, kInteger, 1},
      {"caffeSemantics", nullptr, kInteger, 1}};
  return {{"BatchedNMS_TRT", "1", false, make<false>, fields},
          {"BatchedNMSDynamic_TRT", "1", false, make<true>, fields}};
}

}  // namespace riffle::tensorrt
