// SPDX-License-Identifier: Apache-2.0
#include "race/block_tool.h"

#include <algorithm>

#include "race/explain_block.h"
#include "runtime/dynamic/parent_launch.h"

namespace riffle::race {
namespace {

/// Which lines, and what about them.
std::tuple<const device::AccessSite*, const device::AccessSite*, int> places_of(
    const BlockProblem& problem) {
  if (const auto* const race = std::get_if<ThreadRace>(&problem.what)) {
    const auto [first, second] = std::minmax(race->earlier.site, race->later.site);
    return {first, second, -1};
  }
  const auto& misuse = std::get<BarrierMisuse>(problem.what);
  return {misuse.waiting.site, nullptr, static_cast<int>(misuse.kind)};
}

}  // namespace

void BlockTool::finished(const engine::OperationNotice& notice) noexcept {
  state_.unless_refused([&] { blocks_.has_ended(dynamic::kernel_of(notice)); });
}

void BlockTool::report(const BlockProblem& problem) noexcept {
  const auto [first, second, kind] = places_of(problem);
  state_.unless_refused([&] {
    const CheckLock lock(state_);
    if (!reported_.insert({problem.place.kernel, first, second, kind}).second) return;
    Finding finding = explain(problem, state_.running(problem.place.launch));
    if (finding.memory && finding.memory->allocation == 0)
      finding.memory = state_.place_of(finding.memory->address, finding.memory->bytes);
    state_.write(finding);
  });
}

void BlockTool::end() {
  for (const auto& [kernel, counts] : blocks_.looked_at())
    state_.write_line(looked_at_line(kernel, counts));
}

}  // namespace riffle::race
