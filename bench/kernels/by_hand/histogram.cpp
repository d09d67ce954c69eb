// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {

// Four tables for each thread, so that equal neighbours do not wait for each other; eight bytes a load.
void histogram(const std::uint8_t* bytes, unsigned* counts, std::size_t count) {
#pragma omp parallel
  {
    unsigned tables[4][256] = {};
    const rivals::Part part = rivals::my_part(count, 8);
    std::size_t i = part.begin;
    for (; i + 8 <= part.end; i += 8) {
      std::uint64_t word;
      std::memcpy(&word, bytes + i, sizeof word);
      for (int k = 0; k < 8; ++k) ++tables[k % 4][word >> (8 * k) & 255];
    }
    for (; i < part.end; ++i) ++tables[0][bytes[i]];
#pragma omp critical
    for (int bin = 0; bin < 256; ++bin) {
      counts[bin] += tables[0][bin] + tables[1][bin] + tables[2][bin] + tables[3][bin];
    }
  }
}

}  // namespace by_hand
