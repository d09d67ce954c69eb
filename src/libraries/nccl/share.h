// SPDX-License-Identifier: Apache-2.0
// How the elements of a reduction are divided among those who compute it.
#pragma once

#include <algorithm>
#include <cstddef>

namespace riffle::nccl {

struct Share {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// Shares begin where cache lines do, if the buffers do.
inline Share share_of(std::size_t count, int part, int parts) {
  constexpr std::size_t kTogether = 64;
  const std::size_t lines = (count + kTogether - 1) / kTogether;
  const auto n = static_cast<std::size_t>(parts);
  const auto i = static_cast<std::size_t>(part);
  const std::size_t first = std::min(count, lines * i / n * kTogether);
  return {first, std::min(count, lines * (i + 1) / n * kTogether) - first};
}

}  // namespace riffle::nccl
