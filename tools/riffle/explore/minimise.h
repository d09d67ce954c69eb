// SPDX-License-Identifier: Apache-2.0
// The shortest list of decisions that still makes the difference.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace riffle::tool::explore {

/// Delta debugging (Zeller and Hildebrandt, 2002): a part of `all` of which `matters` is true and is not for any part that
/// lacks one element more, but for `budget` questions at most. `matters(all)` is true.
template <class Element, class Matters>
std::vector<Element> minimise(std::vector<Element> all, Matters&& matters, std::size_t budget) {
  std::size_t parts = 2;
  while (!all.empty()) {
    parts = std::min(parts, all.size());
    const std::size_t length = (all.size() + parts - 1) / parts;
    bool is_smaller = false;
    // The last decisions first: most were taken after the one that matters.
    for (std::size_t part = parts; part-- > 0 && !is_smaller;) {
      const std::size_t begin = std::min(part * length, all.size());
      const std::size_t end = std::min(begin + length, all.size());
      if (begin == end) continue;
      if (budget-- == 0) return all;
      std::vector<Element> rest = all;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(begin),
                 rest.begin() + static_cast<std::ptrdiff_t>(end));
      if (!matters(rest)) continue;
      all = std::move(rest);
      is_smaller = true;
    }
    if (is_smaller) {
      parts = std::max<std::size_t>(2, parts - 1);
    } else if (length == 1) {
      break;
    } else {
      parts = std::min(2 * parts, all.size());
    }
  }
  return all;
}

}  // namespace riffle::tool::explore
