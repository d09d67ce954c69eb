// SPDX-License-Identifier: Apache-2.0
#include "race/unasked_parameters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "runtime/memory/registry.h"

namespace riffle::race {
namespace {

const void* pointer_in(const device::WatchedPlace& place, int parameter) {
  const void* pointer = nullptr;
  std::memcpy(&pointer, place.arguments + place.kernel->parameters[parameter].offset,
              sizeof(pointer));
  return pointer;
}

/// Whether its end may be where other memory begins: registered ranges may be parts of one array, and variables lie side by side.
bool has_neighbours(const memory::Allocation& allocation) {
  return allocation.kind == memory::MemoryType::kRegistered || allocation.is_variable;
}

/// Where the pointers lie. What is written beyond its own allocation is an error of its own (`mem`). A pointer to the end of one lies in none
/// (memory::red_zone_bytes).
class Allocations {
 public:
  explicit Allocations(const device::WatchedPlace& place) : place_(place) {}

  /// Null: not known.
  [[nodiscard]] const char* of(int parameter) {
    Known& known = known_[static_cast<std::size_t>(parameter)];
    if (known.is_asked) return known.base;
    known.is_asked = true;
    const auto allocation = memory::registry().find_for_graph(pointer_in(place_, parameter));
    if (!allocation) return nullptr;
    known.has_neighbours = has_neighbours(*allocation);
    return known.base = allocation->base;
  }
  /// Of what is touched by these parameters, and not only read: whether all of it is in other allocations than `own`.
  [[nodiscard]] bool are_elsewhere(std::uint64_t parameters, const char* own) {
    for (; parameters != 0; parameters &= parameters - 1) {
      const int parameter = std::countr_zero(parameters);
      if (pointer_in(place_, parameter) == nullptr) continue;
      const char* const base = of(parameter);
      // It may be anywhere.
      if (base == nullptr || may_reach_others(parameter) || base == own) return false;
    }
    return true;
  }
  [[nodiscard]] bool may_reach_others(int parameter) const {
    return known_[static_cast<std::size_t>(parameter)].has_neighbours;
  }

 private:
  struct Known {
    bool is_asked = false;
    bool has_neighbours = false;
    const char* base = nullptr;
  };
  const device::WatchedPlace& place_;
  std::array<Known, 64> known_;
};

}  // namespace

std::uint64_t unasked_parameters(const device::WatchedPlace& place) {
  Allocations allocations(place);
  std::uint64_t found = 0;
  for (std::uint64_t rest = place.parameters.read; rest != 0; rest &= rest - 1) {
    const int parameter = std::countr_zero(rest);
    const char* const own = allocations.of(parameter);
    if (own != nullptr && allocations.are_elsewhere(place.parameters.written, own))
      found |= std::uint64_t{1} << parameter;
  }
  for (const abi::PrivateAccess& each : place.parameters.own) {
    const auto parameter = static_cast<int>(each.parameter);
    const char* const own = allocations.of(parameter);
    if (own != nullptr && !allocations.may_reach_others(parameter) &&
        allocations.are_elsewhere(each.others, own) && keeps_threads_apart(each, place))
      found |= std::uint64_t{1} << parameter;
  }
  return found;
}

// As the digits of a number: a step along one axis goes further than all steps along those of smaller steps together.
bool keeps_threads_apart(const abi::PrivateAccess& own, const device::WatchedPlace& place) {
  struct Axis {
    std::int64_t step;
    std::int64_t count;
  };
  constexpr std::size_t kAxes = 6;
  constexpr std::int64_t kMany = std::int64_t{1} << 31;  // what indices of 32 bits do not wrap in
  std::array<Axis, kAxes> axes;
  for (std::size_t i = 0; i < kAxes; ++i)
    axes[i] = {own.steps[i], i < 3 ? place.grid[i] : place.extent[i - 3]};
  std::ranges::sort(axes, {}, &Axis::step);
  std::int64_t width = static_cast<std::int64_t>(own.bytes);
  for (const Axis& axis : axes) {
    if (axis.count == 1) continue;
    if (axis.step < width || axis.step >= kMany) return false;
    width += axis.step * (axis.count - 1);
    if (width >= kMany) return false;
  }
  const std::int64_t turn = own.steps[kAxes];
  return own.zero >= 0 && own.zero < kMany - width && (turn == 0 || turn >= width);
}

}  // namespace riffle::race
