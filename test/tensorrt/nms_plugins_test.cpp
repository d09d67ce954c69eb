// SPDX-License-Identifier: Apache-2.0
// EfficientNMS_TRT, BatchedNMS_TRT and their variants, against plain code that follows what NVIDIA's documentation says of them.
#include <algorithm>
#include <bit>
#include <cmath>

#include "detection_scene.h"

namespace riffle::tensorrt::test {
namespace {

FieldValues efficient_fields(float score, float iou, std::int32_t most, bool is_agnostic) {
  return {
      {"score_threshold", std::vector{score}}, {"iou_threshold", std::vector{iou}},
      {"max_output_boxes", std::vector{most}}, {"background_class", std::vector{-1}},
      {"score_activation", std::vector{0}},    {"class_agnostic", std::vector{is_agnostic ? 1 : 0}},
      {"box_coding", std::vector{0}}};
}

TEST(EfficientNms, KeepsWhatPlainCodeKeeps) {
  NEEDS_ENGINE();
  for (const Shape& shape : {Shape{1, 40, 3, false}, Shape{3, 100, 5, false}, Shape{2, 60, 4, true},
                             Shape{1, 1, 1, false}})
    for (const bool is_agnostic : {false, true}) {
      const Scene scene(shape, 7);
      Net net;
      ITensor& boxes = net.input(scene.box_dims(), scene.boxes);
      ITensor& scores = net.input(scene.score_dims(), scene.scores);
      const auto got = run_plugin(
          net, add_plugin(net.network(), "EfficientNMS_TRT", "1",
                          efficient_fields(0.3F, 0.4F, 12, is_agnostic), {&boxes, &scores}));
      std::vector<std::vector<Found>> wanted;
      for (std::size_t image = 0; image < shape.images; ++image)
        wanted.push_back(survivors(scene, image, 0.3F, 0.4F, is_agnostic));
      expect_detections(got, scene, wanted, 12, 0);
    }
}

TEST(EfficientNms, DecodesBoxesFromAnchorsAndRawScores) {
  NEEDS_ENGINE();
  Scene scene({2, 50, 3, false}, 3);
  for (float& score : scene.scores) score = std::clamp(score, 0.01F, 0.99F);
  const std::size_t count = 2 * 50;
  // Centers and sizes, written as changes of anchors, and scores before the sigmoid.
  Floats changes, anchors, raw;
  for (std::size_t i = 0; i < 50; ++i)
    anchors.insert(anchors.end(), {0.5F, 0.4F, 0.25F + 0.001F * static_cast<float>(i), 0.2F});
  for (std::size_t i = 0; i < count; ++i) {
    const float* const box = scene.boxes.data() + 4 * i;
    const float* const anchor = anchors.data() + 4 * (i % 50);
    changes.insert(changes.end(), {((box[0] + box[2]) / 2 - anchor[0]) / anchor[2],
                                   ((box[1] + box[3]) / 2 - anchor[1]) / anchor[3],
                                   std::log((box[2] - box[0]) / anchor[2]),
                                   std::log((box[3] - box[1]) / anchor[3])});
  }
  for (const float score : scene.scores) raw.push_back(std::log(score / (1 - score)));
  Net net;
  FieldValues fields = efficient_fields(0.25F, 0.5F, 20, false);
  fields["score_activation"] = std::vector{1};
  fields["box_coding"] = std::vector{1};
  ITensor& boxes = net.input(dims({2, 50, 4}), changes);
  ITensor& scores = net.input(scene.score_dims(), raw);
  ITensor& given = net.constant(dims({1, 50, 4}), anchors);
  const auto got = run_plugin(
      net, add_plugin(net.network(), "EfficientNMS_TRT", "1", fields, {&boxes, &scores, &given}));
  std::vector<std::vector<Found>> wanted;
  for (std::size_t image = 0; image < 2; ++image)
    wanted.push_back(survivors(scene, image, 0.25F, 0.5F, false));
  expect_detections(got, scene, wanted, 20, 0);
}

TEST(EfficientNms, GivesIndicesAsOnnxDoes) {
  NEEDS_ENGINE();
  const Scene scene({2, 30, 2, false}, 11);
  Net net;
  ITensor& boxes = net.input(scene.box_dims(), scene.boxes);
  ITensor& scores = net.input(scene.score_dims(), scene.scores);
  const FieldValues fields{{"score_threshold", std::vector{0.4F}},
                           {"iou_threshold", std::vector{0.5F}},
                           {"max_output_boxes_per_class", std::vector{25}},
                           {"center_point_box", std::vector{0}}};
  const auto got = run_plugin(
      net, add_plugin(net.network(), "EfficientNMS_ONNX_TRT", "1", fields, {&boxes, &scores}));
  Floats rows;
  for (std::size_t image = 0; image < 2; ++image) {
    const auto kept = survivors(scene, image, 0.4F, 0.5F, false);
    for (std::size_t i = 0; i < std::min<std::size_t>(kept.size(), 25); ++i)
      for (const std::size_t part : {image, kept[i].category, kept[i].box})
        rows.push_back(static_cast<float>(part));
  }
  ASSERT_GE(rows.size(), 3U);
  const Floats last(rows.end() - 3, rows.end());
  while (rows.size() < 150) rows.insert(rows.end(), last.begin(), last.end());
  ASSERT_EQ(got.size(), 1U);
  expect_near(got[0], {50, 3}, rows);
}

TEST(EfficientNms, LimitsBoxesOfAClassForTensorFlow) {
  NEEDS_ENGINE();
  const Scene scene({1, 80, 4, false}, 5);
  Net net;
  ITensor& boxes = net.input(scene.box_dims(), scene.boxes);
  ITensor& scores = net.input(scene.score_dims(), scene.scores);
  const FieldValues fields{{"max_output_size_per_class", std::vector{3}},
                           {"max_total_size", std::vector{100}},
                           {"iou_threshold", std::vector{0.6F}},
                           {"score_threshold", std::vector{0.2F}},
                           {"pad_per_class", std::vector{1}},
                           {"clip_boxes", std::vector{0}}};
  const auto got = run_plugin(net, add_plugin(net.network(), "EfficientNMS_Explicit_TF_TRT", "1",
                                              fields, {&boxes, &scores}));
  std::vector<Found> wanted;
  std::map<std::size_t, int> of_class;
  for (const Found& one : survivors(scene, 0, 0.2F, 0.6F, false))
    if (of_class[one.category]++ < 3) wanted.push_back(one);
  expect_detections(got, scene, {wanted}, 12, 0);
}

TEST(EfficientNms, RefusesFieldsAndInputsThatDoNotFit) {
  NEEDS_ENGINE();
  Net net;
  ITensor& boxes = net.input(dims({1, 10, 4}), Floats(40));
  ITensor& scores = net.input(dims({1, 10, 2}), Floats(20));
  FieldValues fields = efficient_fields(0.3F, 0.4F, 12, false);
  fields.erase("box_coding");
  EXPECT_EQ(add_plugin(net.network(), "EfficientNMS_TRT", "1", fields, {&boxes, &scores}), nullptr);
  // Another number of inputs than the plugin has.
  ILayer* const layer = add_plugin(net.network(), "EfficientNMS_TRT", "1",
                                   efficient_fields(0.3F, 0.4F, 12, false), {&boxes});
  ASSERT_NE(layer, nullptr);
  net.network().markOutput(*layer->getOutput(0));
  EXPECT_FALSE(net.builds());
  EXPECT_NE(net.logger().take().find("does not tell the dimensions"), std::string::npos);
}

FieldValues batched_fields(bool shares, std::int32_t classes, float score, float iou,
                           bool is_normalized) {
  return {{"shareLocation", std::vector{shares ? 1 : 0}},
          {"backgroundLabelId", std::vector{-1}},
          {"numClasses", std::vector{classes}},
          {"topK", std::vector{30}},
          {"keepTopK", std::vector{20}},
          {"scoreThreshold", std::vector{score}},
          {"iouThreshold", std::vector{iou}},
          {"isNormalized", std::vector{is_normalized ? 1 : 0}},
          {"clipBoxes", std::vector{0}}};
}

/// Class by class the best 30, of which those stay that no better one covers, and of all those the best 20.
std::vector<Found> batched(const Scene& scene, std::size_t image, float least, float iou,
                           float unit) {
  std::vector<Found> kept;
  for (std::size_t category = 0; category < scene.of.classes; ++category) {
    std::vector<Found> own, chosen;
    for (const Found& one : candidates(scene, image, least))
      if (one.category == category && own.size() < 30) own.push_back(one);
    for (const Found& one : own)
      if (std::ranges::none_of(chosen, [&](const Found& better) {
            return overlap_of(scene.box(image, one.box, category),
                              scene.box(image, better.box, category), unit) > iou;
          }))
        chosen.push_back(one);
    kept.insert(kept.end(), chosen.begin(), chosen.end());
  }
  std::ranges::sort(kept, std::greater{}, &Found::score);
  return kept;
}

TEST(BatchedNms, KeepsWhatPlainCodeKeeps) {
  NEEDS_ENGINE();
  for (const Shape& shape : {Shape{1, 50, 3, false}, Shape{3, 90, 4, true}, Shape{2, 7, 1, false}})
    for (const bool is_normalized : {true, false}) {
      Scene scene(shape, 21);
      if (!is_normalized)
        for (float& part : scene.boxes) part *= 64;
      Net net;
      ITensor& boxes = net.input(scene.box_dims(), scene.boxes);
      ITensor& scores = net.input(scene.score_dims(), scene.scores);
      const auto got =
          run_plugin(net, add_plugin(net.network(), "BatchedNMSDynamic_TRT", "1",
                                     batched_fields(!shape.has_boxes_of_classes,
                                                    static_cast<std::int32_t>(shape.classes), 0.3F,
                                                    0.4F, is_normalized),
                                     {&boxes, &scores}));
      std::vector<std::vector<Found>> wanted;
      for (std::size_t image = 0; image < shape.images; ++image)
        wanted.push_back(batched(scene, image, 0.3F, 0.4F, is_normalized ? 0.F : 1.F));
      expect_detections(got, scene, wanted, 20, -1);
    }
}

TEST(BatchedNms, TakesOneImageWithoutABatch) {
  NEEDS_ENGINE();
  const Scene scene({1, 50, 3, false}, 9);
  Net net;
  ITensor& boxes = net.input(dims({50, 1, 4}), scene.boxes);
  ITensor& scores = net.input(dims({50, 3}), scene.scores);
  const auto got =
      run_plugin(net, add_plugin(net.network(), "BatchedNMS_TRT", "1",
                                 batched_fields(true, 3, 0.3F, 0.4F, true), {&boxes, &scores}));
  ASSERT_EQ(got.size(), 4U);
  const auto wanted = batched(scene, 0, 0.3F, 0.4F, 0);
  expect_near(got[0], {}, {static_cast<float>(std::min<std::size_t>(wanted.size(), 20))});
  ASSERT_EQ(got[2].values.size(), 20U);
  for (std::size_t i = 0; i < std::min<std::size_t>(wanted.size(), 20); ++i)
    EXPECT_NEAR(got[2].values[i], wanted[i].score, 1e-6F);
}

TEST(DetectionOutput, DecodesAndKeepsWhatPlainCodeKeeps) {
  NEEDS_ENGINE();
  constexpr std::size_t kBoxes = 40, kClasses = 3, kMost = 20;
  for (const std::int32_t code : {0, 1, 2, 3})
    for (const char* const name : {"NMS_TRT", "NMSDynamic_TRT"}) {
      const bool has_batch = std::string(name) == "NMSDynamic_TRT";
      Scene scene({has_batch ? 2U : 1U, kBoxes, kClasses, false}, 13);
      for (float& part : scene.boxes) part *= 0.6F;  // inside of the picture, which clips
      const Floats anchors = Scene({1, kBoxes, 1, false}, 31).boxes;
      Floats changes, priors = anchors;
      for (std::size_t i = 0; i < kBoxes; ++i)
        priors.insert(priors.end(), {0.1F, 0.2F, 0.3F, 0.4F});
      for (std::size_t i = 0; i < scene.boxes.size() / 4; ++i) {
        const float* const box = scene.boxes.data() + 4 * i;
        const float* const from = anchors.data() + 4 * (i % kBoxes);
        const float w = from[2] - from[0], h = from[3] - from[1];
        Floats change{box[0] - from[0], box[1] - from[1], box[2] - from[2], box[3] - from[3]};
        if (code == 2) change = {change[0] / w, change[1] / h, change[2] / w, change[3] / h};
        if (code == 1 || code == 3)
          change = {(box[0] + box[2] - from[0] - from[2]) / 2 / w,
                    (box[1] + box[3] - from[1] - from[3]) / 2 / h, std::log((box[2] - box[0]) / w),
                    std::log((box[3] - box[1]) / h)};
        for (std::size_t k = 0; k < 4; ++k) change[k] /= 0.1F * static_cast<float>(k + 1);
        if (code == 3) change = {change[1], change[0], change[3], change[2]};
        changes.insert(changes.end(), change.begin(), change.end());
      }
      const auto of = [&](std::vector<std::int64_t> extents) {
        if (has_batch) extents.insert(extents.begin(), 2);
        Dims made{static_cast<int>(extents.size()), {}};
        std::ranges::copy(extents, made.d);
        return made;
      };
      if (has_batch) priors.insert(priors.end(), priors.begin(), priors.end());
      Net net;
      ITensor& boxes = net.input(of({kBoxes * 4, 1, 1}), changes);
      ITensor& scores = net.input(of({kBoxes * kClasses, 1, 1}), scene.scores);
      ITensor& given = net.input(of({2, kBoxes * 4, 1}), priors);
      const FieldValues fields{{"shareLocation", std::vector{1}},
                               {"varianceEncodedInTarget", std::vector{0}},
                               {"backgroundLabelId", std::vector{-1}},
                               {"numClasses", std::vector{3}},
                               {"topK", std::vector{30}},
                               {"keepTopK", std::vector{20}},
                               {"confidenceThreshold", std::vector{0.3F}},
                               {"nmsThreshold", std::vector{0.4F}},
                               {"inputOrder", std::vector{0, 1, 2}},
                               {"confSigmoid", std::vector{0}},
                               {"isNormalized", std::vector{1}},
                               {"codeType", std::vector{code}}};
      const auto got =
          run_plugin(net, add_plugin(net.network(), name, "1", fields, {&boxes, &scores, &given}));
      ASSERT_EQ(got.size(), 2U);
      Floats wanted;
      for (std::size_t image = 0; image < scene.of.images; ++image) {
        const auto kept = batched(scene, image, 0.3F, 0.4F, 0);
        EXPECT_EQ(std::bit_cast<std::int32_t>(got[1].values[image]),
                  static_cast<std::int32_t>(std::min(kept.size(), kMost)));
        for (std::size_t i = 0; i < kMost; ++i) {
          const float number = static_cast<float>(image);
          if (i >= kept.size()) {
            wanted.insert(wanted.end(), {number, -1, 0, 0, 0, 0, 0});
            continue;
          }
          const Corners box = scene.box(image, kept[i].box, 0);
          const auto clipped = [](float part) { return std::clamp(part, 0.F, 1.F); };
          wanted.insert(wanted.end(),
                        {number, static_cast<float>(kept[i].category), kept[i].score,
                         clipped(box.x0), clipped(box.y0), clipped(box.x1), clipped(box.y1)});
        }
      }
      EXPECT_EQ(got[0].values.size(), wanted.size());
      expect_near(got[0], got[0].dims, wanted, 1e-3F);
    }
}

TEST(EfficientNms, TakesTheOutputOfALargeDetector) {
  NEEDS_ENGINE();
  // As many boxes and classes as networks of the YOLO family have for pictures of 640 x 640.
  const Scene scene({1, 8400, 80, false}, 2);
  Net net;
  ITensor& boxes = net.input(dims({1, 8400, 4}), scene.boxes);
  ITensor& scores = net.input(scene.score_dims(), scene.scores);
  const auto got =
      run_plugin(net, add_plugin(net.network(), "EfficientNMS_TRT", "1",
                                 efficient_fields(0.99F, 0.5F, 100, false), {&boxes, &scores}));
  expect_detections(got, scene, {survivors(scene, 0, 0.99F, 0.5F, false)}, 100, 0);
}

}  // namespace
}  // namespace riffle::tensorrt::test
