// SPDX-License-Identifier: Apache-2.0
// Boxes and scores as detection networks make them, and plain code that finds what survives of them.
#pragma once

#include <algorithm>
#include <functional>

#include "own_plugins.h"

namespace riffle::tensorrt::test {

struct Corners {
  float x0, y0, x1, y1;
};

inline float overlap_of(Corners a, Corners b, float unit) {
  for (Corners* const one : {&a, &b}) {
    if (one->x0 > one->x1) std::swap(one->x0, one->x1);
    if (one->y0 > one->y1) std::swap(one->y0, one->y1);
  }
  const float w = std::min(a.x1, b.x1) - std::max(a.x0, b.x0) + unit;
  const float h = std::min(a.y1, b.y1) - std::max(a.y0, b.y0) + unit;
  if (w <= 0 || h <= 0) return 0;
  const float areas =
      (a.x1 - a.x0 + unit) * (a.y1 - a.y0 + unit) + (b.x1 - b.x0 + unit) * (b.y1 - b.y0 + unit);
  return w * h / (areas - w * h);
}

struct Shape {
  std::size_t images, boxes, classes;
  bool has_boxes_of_classes;
};

/// Boxes and scores of a detection network.
struct Scene {
  explicit Scene(const Shape& shape, unsigned seed) : of(shape) {
    const std::size_t count = of.images * of.boxes * (of.has_boxes_of_classes ? of.classes : 1);
    const Floats places = numbers(count * 4, seed);
    for (std::size_t i = 0; i < count; ++i) {
      const float x = places[4 * i] / 5 + 0.5F, y = places[4 * i + 1] / 5 + 0.5F;
      const float w = 0.2F + places[4 * i + 2] / 15, h = 0.2F + places[4 * i + 3] / 15;
      for (const float part : {x, y, x + w, y + h}) boxes.push_back(part);
    }
    // No two are equal: which of equal scores comes first is not defined.
    const std::size_t total = of.images * of.boxes * of.classes;
    for (std::size_t i = 0; i < total; ++i)
      scores.push_back(static_cast<float>((i * 7919 + seed) % total) / static_cast<float>(total));
  }
  Corners box(std::size_t image, std::size_t box, std::size_t category) const {
    const std::size_t at = image * of.boxes + box;
    const float* const values =
        boxes.data() + 4 * (of.has_boxes_of_classes ? at * of.classes + category : at);
    return {values[0], values[1], values[2], values[3]};
  }
  float score(std::size_t image, std::size_t box, std::size_t category) const {
    return scores[(image * of.boxes + box) * of.classes + category];
  }
  Dims box_dims() const {
    const auto at = [](std::size_t extent) { return static_cast<std::int64_t>(extent); };
    return dims({at(of.images), at(of.boxes), of.has_boxes_of_classes ? at(of.classes) : 1, 4});
  }
  Dims score_dims() const {
    const auto at = [](std::size_t extent) { return static_cast<std::int64_t>(extent); };
    return dims({at(of.images), at(of.boxes), at(of.classes)});
  }
  Shape of;
  Floats boxes, scores;
};

struct Found {
  float score;
  std::size_t box, category;
};

/// All candidates above the threshold, best first.
inline std::vector<Found> candidates(const Scene& scene, std::size_t image, float least) {
  std::vector<Found> all;
  for (std::size_t box = 0; box < scene.of.boxes; ++box)
    for (std::size_t category = 0; category < scene.of.classes; ++category)
      if (scene.score(image, box, category) >= least)
        all.push_back({scene.score(image, box, category), box, category});
  std::ranges::sort(all, std::greater{}, &Found::score);
  return all;
}

/// What survives: a box is dropped where a better one that was kept, of its class, covers it.
inline std::vector<Found> survivors(const Scene& scene, std::size_t image, float least, float iou,
                                    bool ignores_classes, float unit = 0) {
  std::vector<Found> kept;
  for (const Found& one : candidates(scene, image, least)) {
    const bool is_covered = std::ranges::any_of(kept, [&](const Found& better) {
      return (ignores_classes || better.category == one.category) &&
             overlap_of(scene.box(image, one.box, one.category),
                        scene.box(image, better.box, better.category), unit) >= iou;
    });
    if (!is_covered) kept.push_back(one);
  }
  return kept;
}

/// The four outputs, where each image has up to `most` detections.
inline void expect_detections(const std::vector<Output>& got, const Scene& scene,
                              const std::vector<std::vector<Found>>& wanted, std::size_t most,
                              float empty_class) {
  ASSERT_EQ(got.size(), 4U);
  Floats counts, boxes, scores, classes;
  for (std::size_t image = 0; image < wanted.size(); ++image) {
    const std::size_t count = std::min(wanted[image].size(), most);
    counts.push_back(static_cast<float>(count));
    for (std::size_t i = 0; i < most; ++i) {
      if (i >= count) {
        boxes.insert(boxes.end(), 4, 0.F);
        scores.push_back(0);
        classes.push_back(empty_class);
        continue;
      }
      const Found& one = wanted[image][i];
      const Corners box = scene.box(image, one.box, one.category);
      boxes.insert(boxes.end(), {box.x0, box.y0, box.x1, box.y1});
      scores.push_back(one.score);
      classes.push_back(static_cast<float>(one.category));
    }
  }
  const auto images = static_cast<std::int64_t>(wanted.size());
  const auto rows = static_cast<std::int64_t>(most);
  expect_near(got[0], {images, 1}, counts);
  expect_near(got[1], {images, rows, 4}, boxes);
  expect_near(got[2], {images, rows}, scores);
  expect_near(got[3], {images, rows}, classes);
}

}  // namespace riffle::tensorrt::test
