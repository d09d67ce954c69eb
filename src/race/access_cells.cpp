// SPDX-License-Identifier: Apache-2.0
#include "race/access_cells.h"

namespace riffle::race {

void AccessCells::cover(std::uintptr_t begin, std::uint64_t bytes) {
  begin_ = begin;
  bytes_ = (bytes + 3) / 4 * 4;
  shift_ = 2;
  cells_.assign(bytes_ >> shift_, {});
}

void AccessCells::refine() {
  std::vector<AccessCell> finer;
  finer.reserve(cells_.size() << shift_);
  for (const AccessCell& cell : cells_) finer.insert(finer.end(), std::size_t{1} << shift_, cell);
  cells_ = std::move(finer);
  shift_ = 0;
}

}  // namespace riffle::race
