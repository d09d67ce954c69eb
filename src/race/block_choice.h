// SPDX-License-Identifier: Apache-2.0
// Which blocks of which launches the tools block and sync look at, where the user has not asked for all of them. This is the only
// place that decides it.
//
// To follow a block's threads costs several times as much as to run it, up to a hundred times. What goes wrong inside of a grid mostly
// goes wrong in all blocks, or at an edge of the grid, and in all launches of one shape. So looked at are:
//
//   - kernels whose threads may meet at all (abi::kKernelThreadsMeet);
//   - of the launches of a kernel with one shape the 1st, 2nd, 4th, 8th...; once 32 of a kernel's launches were looked at, those
//     whose number among all of the kernel's is a power of two;
//   - in these all blocks of a grid of up to 64, else the first and the last ones along each axis: neighbours, and both edges;
//   - in these blocks the first 16,384 accesses that have to be asked about.
//
// Nothing depends on time or chance: two runs of a program look at the same blocks. What is left out is counted, and reported.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/dim3.h"
#include "device/block_watch.h"

namespace riffle::race {

/// Of a block that was chosen: so many plain accesses are looked at.
inline constexpr std::uint32_t kMostAccessesLookedAt = 16'384;

/// What was looked at, of all launches of a kernel.
struct BlockCoverage {
  std::uint64_t blocks = 0;
  std::uint64_t all_blocks = 0;
  std::uint64_t cut_short = 0;  ///< of `blocks`: not looked at to their end
};

/// Blocks of a grid, all or those at its edges.
[[nodiscard]] std::vector<device::BlockRange> blocks_to_look_at(Dim3 grid);

/// Counts launches, which one thread at a time tells of.
class BlockChoice {
 public:
  /// Of the kernel's next launch; empty: none.
  [[nodiscard]] std::vector<device::BlockRange> next(const void* kernel, Dim3 grid, Dim3 block,
                                                     std::uint32_t dynamic_shared_bytes);

 private:
  using Shape = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint32_t>;
  struct Launches {
    std::uint64_t all = 0;
    unsigned chosen = 0;
    std::map<Shape, std::uint64_t> of_shape;  ///< no larger than `chosen` may become
  };
  [[nodiscard]] static bool is_chosen(Launches& launches, const Shape& shape);

  std::unordered_map<const void*, Launches> kernels_;
};

}  // namespace riffle::race
