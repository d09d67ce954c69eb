// SPDX-License-Identifier: Apache-2.0
// EfficientNMS_TRT and its variants: boxes of all classes by their scores, without those that overlap better ones.
#include <limits>

#include "libraries/tensorrt/plugin/own/boxes.h"
#include "libraries/tensorrt/plugin/own/own_plugin.h"

namespace riffle::tensorrt {
namespace {

/// Of an image, the candidates with the best scores are looked at, and no more.
constexpr std::size_t kMostCandidates = 5000;

struct Settings {
  float score_threshold = 0.5F, iou_threshold = 0.5F;
  std::int64_t most_boxes = 100, most_of_class = -1;
  std::int64_t background = -1;
  bool pads_per_class = false, has_raw_scores = false, clips = false, ignores_classes = false;
  bool has_centers = false, gives_indices = false;
};

/// Boxes [batch, boxes, 4] or [batch, boxes, classes, 4], scores [batch, boxes, classes], and anchors [1 or batch, boxes, 4].
class EfficientNms final : public Computation {
 public:
  explicit EfficientNms(const Settings& settings) : settings_(settings) {}

  Signature signature() const override {
    return settings_.gives_indices ? Signature{"ff", "i", 2} : Signature{"fff", "iffi", 2};
  }

  std::vector<DimsExprs> output_dims(const OutputDims& to) const override {
    expect(to.input(0).nbDims == 3 || to.input(0).nbDims == 4,
           "the boxes must have dimensions [batch, boxes, 4] or [batch, boxes, classes, 4]");
    expect(to.input(1).nbDims == 3 || to.input(1).nbDims == 4,
           "the scores must have dimensions [batch, boxes, classes]");
    IDimensionExpr const* const batch = to.input(0).d[0];
    IDimensionExpr const* most = to.constant(settings_.most_boxes);
    if (settings_.pads_per_class && settings_.most_of_class > 0)
      most = to.of(
          DimensionOperation::kMIN, most,
          to.of(DimensionOperation::kPROD, to.constant(settings_.most_of_class), to.input(1).d[2]));
    if (settings_.gives_indices)
      return {OutputDims::dims({to.of(DimensionOperation::kPROD, batch, most), to.constant(3)})};
    return {OutputDims::dims({batch, to.constant(1)}),
            OutputDims::dims({batch, most, to.constant(4)}), OutputDims::dims({batch, most}),
            OutputDims::dims({batch, most})};
  }

  void compute(EnqueueCall& call) const override;

 private:
  class Image;

  Settings settings_;
};

/// One image of the batch.
class EfficientNms::Image {
 public:
  Image(const Settings& settings, EnqueueCall& call, std::size_t number)
      : settings_(settings),
        number_(number),
        boxes_(call.floats(0)),
        scores_(call.floats(1)),
        count_(static_cast<std::size_t>(call.extent(1, 1))),
        classes_(static_cast<std::size_t>(call.extent(1, 2))) {
    has_own_boxes_ = call.dims(0).nbDims == 4 && call.extent(0, 2) != 1;
    if (call.inputs() == 3) {
      anchors_ = call.floats(2);
      has_own_anchors_ = call.extent(2, 0) != 1;
    }
  }

  /// Calls `keep(candidate, box)` with each box that stays, best first, until it returns false.
  template <class Keep>
  void select(Keep keep) const {
    std::vector<Candidate> candidates = above_threshold();
    sort_best(candidates, kMostCandidates);
    std::vector<std::vector<Box>> kept(settings_.ignores_classes ? 1 : classes_);
    for (const Candidate& candidate : candidates) {
      const Box box = decoded(candidate), ordered = box.ordered();
      auto& rivals =
          kept[settings_.ignores_classes ? 0 : static_cast<std::size_t>(candidate.category)];
      const bool is_hidden = std::ranges::any_of(rivals, [&](const Box& rival) {
        return overlap(ordered, rival) >= settings_.iou_threshold;
      });
      if (is_hidden) continue;
      rivals.push_back(ordered);
      if (!keep(candidate, box)) return;
    }
  }

 private:
  std::vector<Candidate> above_threshold() const {
    float least = settings_.score_threshold;
    if (settings_.has_raw_scores)
      least = least <= 0 ? std::numeric_limits<float>::lowest() : std::log(least / (1 - least));
    std::vector<Candidate> all;
    const float* score = scores_.data() + number_ * count_ * classes_;
    for (std::size_t box = 0; box < count_; ++box)
      for (std::size_t category = 0; category < classes_; ++category, ++score)
        if (*score >= least && static_cast<std::int64_t>(category) != settings_.background)
          all.push_back(
              {*score, static_cast<std::int32_t>(box), static_cast<std::int32_t>(category)});
    return all;
  }

  Box decoded(const Candidate& candidate) const {
    const std::size_t at = number_ * count_ + static_cast<std::size_t>(candidate.box);
    Box box = box_at(
        boxes_, has_own_boxes_ ? at * classes_ + static_cast<std::size_t>(candidate.category) : at);
    if (!anchors_.empty()) {
      const Box anchor =
          box_at(anchors_, has_own_anchors_ ? at : static_cast<std::size_t>(candidate.box));
      box = settings_.has_centers ? moved(box, anchor) : sum(box.ordered(), anchor.ordered());
    }
    if (!settings_.has_centers) return box;
    // Center and size become corners.
    const float a = box.a1 / 2, b = box.b1 / 2;
    return {box.a0 - a, box.b0 - b, box.a0 + a, box.b0 + b};
  }
  static Box sum(const Box& x, const Box& y) {
    return {x.a0 + y.a0, x.b0 + y.b0, x.a1 + y.a1, x.b1 + y.b1};
  }
  /// A box that is written as a change of an anchor, both by centers and sizes.
  static Box moved(const Box& by, const Box& anchor) {
    return {by.a0 * anchor.a1 + anchor.a0, by.b0 * anchor.b1 + anchor.b0,
            anchor.a1 * std::exp(by.a1), anchor.b1 * std::exp(by.b1)};
  }

  const Settings& settings_;
  std::size_t number_;
  std::span<const float> boxes_, scores_, anchors_;
  std::size_t count_, classes_;
  bool has_own_boxes_ = false, has_own_anchors_ = false;
};

void check_dims(const EnqueueCall& call) {
  const Dims& boxes = call.dims(0);
  const std::int64_t classes = call.extent(1, 2);
  expect(boxes.d[0] == call.extent(1, 0) && boxes.d[1] == call.extent(1, 1),
         "boxes and scores must have the same batch and number of boxes");
  expect(boxes.d[boxes.nbDims - 1] == 4, "a box must have four coordinates");
  expect(boxes.nbDims == 3 || boxes.d[2] == 1 || boxes.d[2] == classes,
         "boxes must be the same for all classes, or one for each");
  expect(call.dims(1).nbDims == 3 || call.extent(1, 3) == 1,
         "scores must have dimensions [batch, boxes, classes]");
  if (call.inputs() < 3) return;
  const Dims& anchors = call.dims(2);
  expect(anchors.nbDims == 3 && anchors.d[2] == 4 && anchors.d[1] == boxes.d[1] &&
             (anchors.d[0] == 1 || anchors.d[0] == boxes.d[0]),
         "anchors must have dimensions [1 or batch, boxes, 4]");
}

void EfficientNms::compute(EnqueueCall& call) const {
  check_dims(call);
  const auto images = static_cast<std::size_t>(call.extent(0, 0));
  const auto classes = static_cast<std::size_t>(call.extent(1, 2));
  const bool gives_indices = settings_.gives_indices;
  const std::span<std::int32_t> first = call.made_integers(0);
  std::ranges::fill(first, gives_indices ? -1 : 0);
  std::span<float> boxes, scores;
  std::span<std::int32_t> labels;
  if (!gives_indices) {
    boxes = call.made_floats(1), scores = call.made_floats(2), labels = call.made_integers(3);
    std::ranges::fill(boxes, 0.F);
    std::ranges::fill(scores, 0.F);
    std::ranges::fill(labels, 0);
  }
  const std::size_t most = gives_indices ? static_cast<std::size_t>(settings_.most_boxes)
                                         : static_cast<std::size_t>(call.made_dims(2).d[1]);
  std::size_t rows = 0;
  for (std::size_t image = 0; image < images; ++image) {
    std::vector<std::int64_t> of_class(classes);
    std::size_t written = 0;
    Image(settings_, call, image).select([&](const Candidate& candidate, const Box& box) {
      if (written == most) return false;
      const auto category = static_cast<std::size_t>(candidate.category);
      if (settings_.most_of_class >= 0 && of_class[category]++ >= settings_.most_of_class)
        return true;
      if (gives_indices) {
        const std::int32_t row[] = {static_cast<std::int32_t>(image), candidate.category,
                                    candidate.box};
        std::ranges::copy(row, first.subspan(3 * rows++).begin());
        ++written;
        return true;
      }
      const std::size_t at = image * most + written++;
      put_box(settings_.clips ? box.clipped() : box, boxes, at);
      scores[at] = settings_.has_raw_scores ? sigmoid(candidate.score) : candidate.score;
      labels[at] = candidate.category;
      first[image] = static_cast<std::int32_t>(written);
      return true;
    });
  }
  // The rest of the rows repeat the last one.
  for (std::size_t row = rows; gives_indices && rows > 0 && row < images * most; ++row)
    std::ranges::copy(first.subspan(3 * (rows - 1), 3), first.subspan(3 * row).begin());
}

std::unique_ptr<Computation> checked(const Settings& settings) {
  expect(settings.most_boxes > 0, "the number of boxes to keep must be above 0");
  return std::make_unique<EfficientNms>(settings);
}

float real(const PluginFields& fields, const char* name, float otherwise) {
  return static_cast<float>(fields.number(name, static_cast<double>(otherwise)));
}

std::unique_ptr<Computation> make_plain(const PluginFields& fields) {
  for (const char* const name : {"score_threshold", "iou_threshold", "max_output_boxes",
                                 "background_class", "score_activation", "box_coding"})
    if (!fields.has(name))
      throw Failure(ErrorCode::kINVALID_ARGUMENT, joined("field '", name, "' is not set"));
  Settings settings;
  settings.score_threshold = real(fields, "score_threshold", 0);
  settings.iou_threshold = real(fields, "iou_threshold", 0);
  settings.most_boxes = fields.integer("max_output_boxes", 0);
  settings.background = fields.integer("background_class", -1);
  settings.has_raw_scores = fields.integer("score_activation", 0) != 0;
  settings.ignores_classes = fields.integer("class_agnostic", 0) != 0;
  settings.has_centers = fields.integer("box_coding", 0) == 1;
  expect(settings.score_threshold >= 0, "score_threshold must be 0 or more");
  expect(settings.iou_threshold > 0, "iou_threshold must be above 0");
  return checked(settings);
}

std::unique_ptr<Computation> make_onnx(const PluginFields& fields) {
  Settings settings;
  settings.score_threshold = real(fields, "score_threshold", settings.score_threshold);
  settings.iou_threshold = real(fields, "iou_threshold", settings.iou_threshold);
  settings.most_of_class = settings.most_boxes =
      fields.integer("max_output_boxes_per_class", settings.most_of_class);
  settings.has_centers = fields.integer("center_point_box", 0) == 1;
  settings.gives_indices = true;
  return checked(settings);
}

std::unique_ptr<Computation> make_tensorflow(const PluginFields& fields) {
  Settings settings;
  settings.score_threshold = real(fields, "score_threshold", settings.score_threshold);
  settings.iou_threshold = real(fields, "iou_threshold", settings.iou_threshold);
  settings.most_boxes = fields.integer("max_total_size", settings.most_boxes);
  settings.most_of_class = fields.integer("max_output_size_per_class", settings.most_of_class);
  settings.pads_per_class = fields.integer("pad_per_class", 0) != 0;
  settings.clips = fields.integer("clip_boxes", 0) != 0;
  return checked(settings);
}

}  // namespace

std::vector<OwnPlugin> efficient_nms_plugins() {
  constexpr auto kReal = PluginFieldType::kFLOAT32;
  constexpr auto kInteger = PluginFieldType::kINT32;
  return {{"EfficientNMS_TRT",
           "1",
           false,
           make_plain,
           {{"score_threshold", nullptr, kReal, 1},
            {"iou_threshold", nullptr, kReal, 1},
            {"max_output_boxes", nullptr, kInteger, 1},
            {"background_class", nullptr, kInteger, 1},
            {"score_activation", nullptr, kInteger, 1},
            {"class_agnostic", nullptr, kInteger, 1},
            {"box_coding", nullptr, kInteger, 1}}},
          {"EfficientNMS_ONNX_TRT",
           "1",
           false,
           make_onnx,
           {{"score_threshold", nullptr, kReal, 1},
            {"iou_threshold", nullptr, kReal, 1},
            {"max_output_boxes_per_class", nullptr, kInteger, 1},
            {"center_point_box", nullptr, kInteger, 1}}},
          {"EfficientNMS_Explicit_TF_TRT",
           "1",
           false,
           make_tensorflow,
           {{"max_output_size_per_class", nullptr, kInteger, 1},
            {"max_total_size", nullptr, kInteger, 1},
            {"iou_threshold", nullptr, kReal, 1},
            {"score_threshold", nullptr, kReal, 1},
            {"pad_per_class", nullptr, kInteger, 1},
            {"clip_boxes", nullptr, kInteger, 1}}}};
}

}  // namespace riffle::tensorrt
