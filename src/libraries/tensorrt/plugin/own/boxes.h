// SPDX-License-Identifier: Apache-2.0
// Boxes and what overlaps, for the plugins of detection networks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace riffle::tensorrt {

/// Two corners. Which coordinate is x does not matter here.
struct Box {
  float a0, b0, a1, b1;

  Box ordered() const {
    return {std::min(a0, a1), std::min(b0, b1), std::max(a0, a1), std::max(b0, b1)};
  }
  Box clipped() const {
    return {std::clamp(a0, 0.F, 1.F), std::clamp(b0, 0.F, 1.F), std::clamp(a1, 0.F, 1.F),
            std::clamp(b1, 0.F, 1.F)};
  }
};

/// The box number `index` of a tensor whose last dimension is 4.
inline Box box_at(std::span<const float> boxes, std::size_t index) {
  const float* const at = boxes.data() + index * 4;
  return {at[0], at[1], at[2], at[3]};
}
inline void put_box(const Box& box, std::span<float> boxes, std::size_t index) {
  float* const at = boxes.data() + index * 4;
  at[0] = box.a0, at[1] = box.b0, at[2] = box.a1, at[3] = box.b1;
}

/// Intersection over union of ordered boxes; `unit` is 1 where coordinates count pixels, whose last one is inside.
inline float overlap(const Box& x, const Box& y, float unit = 0) {
  const float a = std::min(x.a1, y.a1) - std::max(x.a0, y.a0) + unit;
  const float b = std::min(x.b1, y.b1) - std::max(x.b0, y.b0) + unit;
  if (!(a > 0) || !(b > 0)) return 0;
  const auto area = [unit](const Box& box) {
    return (box.a1 - box.a0 + unit) * (box.b1 - box.b0 + unit);
  };
  const float both = a * b, either = area(x) + area(y) - both;
  return either > 0 ? both / either : 0;
}

/// A box that a class has a score for.
struct Candidate {
  float score;
  std::int32_t box, category;
};

/// Leaves the `most` best, best first; of equal scores, those that came first.
inline void sort_best(std::vector<Candidate>& all, std::size_t most) {
  const auto is_better = [](const Candidate& x, const Candidate& y) {
    if (x.score != y.score) return x.score > y.score;
    return x.box != y.box ? x.box < y.box : x.category < y.category;
  };
  if (all.size() > most) {
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most), all.end(),
                     is_better);
    all.resize(most);
  }
  std::sort(all.begin(), all.end(), is_better);
}

inline float sigmoid(float value) { return 1 / (1 + std::exp(-value)); }

}  // namespace riffle::tensorrt
