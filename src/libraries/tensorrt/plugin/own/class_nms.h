// SPDX-License-Identifier: Apache-2.0
// Non-maximum suppression class by class, as the plugins do it that came from SSD.
#pragma once

#include "libraries/tensorrt/plugin/own/boxes.h"

namespace riffle::tensorrt {

struct ClassNms {
  std::size_t most_of_class = 0;  ///< candidates of a class that are looked at
  std::size_t most = 0;           ///< boxes of an image that are kept
  std::int64_t background = -1;   ///< a class that counts for nothing
  float score_threshold = 0, iou_threshold = 0;
  float unit = 0;  ///< as `overlap` takes it

  /// What is kept of an image, best first.
  template <class BoxOf, class ScoreOf>
  std::vector<Candidate> select(std::size_t boxes, std::size_t classes, BoxOf box_of,
                                ScoreOf score_of) const {
    std::vector<Candidate> kept, candidates;
    std::vector<Box> rivals;
    for (std::size_t category = 0; category < classes; ++category) {
      if (static_cast<std::int64_t>(category) == background) continue;
      candidates.clear();
      for (std::size_t box = 0; box < boxes; ++box)
        if (const float score = score_of(box, category); score > score_threshold)
          candidates.push_back(
              {score, static_cast<std::int32_t>(box), static_cast<std::int32_t>(category)});
      sort_best(candidates, most_of_class);
      rivals.clear();
      for (const Candidate& candidate : candidates) {
        const Box box = box_of(static_cast<std::size_t>(candidate.box), category).ordered();
        const bool is_hidden = std::ranges::any_of(
            rivals, [&](const Box& rival) { return overlap(box, rival, unit) > iou_threshold; });
        if (is_hidden) continue;
        rivals.push_back(box);
        kept.push_back(candidate);
      }
    }
    sort_best(kept, most);
    return kept;
  }
};

}  // namespace riffle::tensorrt
