// SPDX-License-Identifier: Apache-2.0
// Launches as the engine runs them piece by piece (engine/wave.h): parts are blocks. And how many of these run together.
#include <algorithm>
#include <array>
#include <bit>

#include "device/cpu/launch.h"
#include "runtime/engine/parts.h"
#include "runtime/module/module.h"

namespace riffle::module {
namespace {

static_assert(engine::Parts::kMostSpans == abi::kMostSpans);

constexpr std::uint32_t kGroupsOfOddRows = 8;
constexpr std::uint32_t kMostOfPackets = 128;  ///< threads of the widest ones, in blocks of one
constexpr std::uint32_t kFewestParts = 32;

const device::KernelPayload& launch_of(const void* payload) {
  return *static_cast<const device::KernelPayload*>(payload);
}

/// Rows of blocks are not cut: a row of a picture is one piece of memory, a part of each of several rows is many.
engine::Parts::Extent extent(const void* payload) noexcept {
  const device::KernelPayload& launch = launch_of(payload);
  const Dim3 grid = launch.grid;
  const std::uint64_t slice = std::uint64_t{grid.x} * grid.y;
  return {.parts = grid.count(),
          .grain = grid.z > 1   ? slice
                   : grid.y > 1 ? grid.x
                                : 1,
          .weight = launch.block.count()};
}

unsigned touches(const void* payload, std::uint64_t first, std::uint64_t end,
                 engine::Span* spans) noexcept {
  const device::KernelPayload& launch = launch_of(payload);
  // The launch's code may be another one than the kernel's: for its shape.
  if (launch.kernel->spans == nullptr || first == end) return 0;
  std::array<abi::TouchedSpan, abi::kMostSpans> found{};
  const unsigned count = device::spans_of(launch, first, end, found.data());
  for (unsigned i = 0; i < count; ++i)
    spans[i] = {.begin = found[i].begin, .end = found[i].end, .writes = found[i].writes != 0};
  return count;
}

constexpr engine::Parts kKernelParts{
    .extent = extent, .touches = touches, .run = device::run_blocks_of_piece};

}  // namespace

const engine::Parts* parts_of(const abi::KernelRow& code) {
  return code.spans != nullptr ? &kKernelParts : nullptr;
}

/// What makes whole packets begins at multiples of it in each row: where rows are no multiples, whole rows, or so much of long
/// ones that little is lost at both ends.
std::uint64_t blocks_together(engine::RangeFunction run, const void* payload) noexcept {
  if (run != &device::run_blocks) return 1;
  const device::KernelPayload& launch = launch_of(payload);
  const std::uint32_t threads = launch.kernel->joined_threads;
  if (threads == 0) return 1;
  std::uint32_t together =
      threads >> std::min(std::countr_zero(launch.block.x), std::countr_zero(threads));
  // More than packets need: rows that run in bands. There are to be parts for many threads all the same.
  if (together > kMostOfPackets)
    together = std::min(together, std::max(std::bit_floor(launch.grid.x / kFewestParts), 1U));
  if (launch.grid.x < together) return 1;
  const bool are_apart = launch.grid.x % together != 0 && launch.grid.count() != launch.grid.x;
  return are_apart ? std::min(launch.grid.x, together * kGroupsOfOddRows) : together;
}

}  // namespace riffle::module
