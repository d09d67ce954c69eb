// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/parameter_use.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

#include "compiler/spmd/instrument/follow_packets.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kMost = 64;  // bits of a mask

bool is_plain(const NotedAccess& access) {
  return (followed_flags(access) & (abi::kFollowedAtomic | abi::kFollowedVolatile)) == 0;
}

bool writes(const NotedAccess& access) {
  return (followed_flags(access) & abi::kFollowedWrites) != 0;
}

SmallVector<const Value*, 4> objects_of(const NotedAccess& access) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(access.address, objects, nullptr, /*MaxLookup=*/0);
  return objects;
}

}  // namespace

ParameterUse::ParameterUse(const KernelState& kernel, ArrayRef<NotedAccess> accesses)
    : kernel_(kernel) {
  for (const NotedAccess& access : accesses) add(access);
  for (const NotedAccess& access : accesses) {
    if (!knows_writes_ || writes(access) || !is_plain(access)) continue;
    const auto number = only_by(access);
    if (number && (written_ >> *number & 1) == 0) read_ |= std::uint64_t{1} << *number;
  }
  if (knows_all_) find_own_places(accesses);
}

/// Of what the launch is given as a pointer.
std::optional<unsigned> ParameterUse::number_of(const Value& object) const {
  const auto* const argument = dyn_cast<Argument>(&object);
  if (argument == nullptr || argument->getArgNo() < kFirstParameter) return {};
  const unsigned number = argument->getArgNo() - kFirstParameter;
  if (number >= kMost || kernel_.parameter_is_memory[number]) return {};
  return number;
}

std::optional<unsigned> ParameterUse::only_by(const NotedAccess& access) const {
  const auto objects = objects_of(access);
  return objects.size() == 1 ? number_of(*objects.front()) : std::nullopt;
}

void ParameterUse::add(const NotedAccess& access) {
  for (const Value* object : objects_of(access)) {
    if (object == kernel_.body->getArg(kShared) || isa<AllocaInst>(object)) continue;
    const auto number = number_of(*object);
    knows_all_ &= number.has_value();
    if (number) touched_ |= std::uint64_t{1} << *number;
    if (!writes(access)) continue;
    knows_writes_ &= number.has_value();
    if (number) written_ |= std::uint64_t{1} << *number;
  }
}

void ParameterUse::find_own_places(ArrayRef<NotedAccess> accesses) {
  MapVector<unsigned, SmallVector<const NotedAccess*, 4>> by_parameter;
  std::uint64_t others = 0;
  for (const NotedAccess& access : accesses) {
    const auto number = only_by(access);
    if (number && is_plain(access)) {
      by_parameter[*number].push_back(&access);
      continue;
    }
    for (const Value* object : objects_of(access))
      if (const auto other = number_of(*object)) others |= std::uint64_t{1} << *other;
  }
  std::optional<PrivateParameters> places;
  for (const auto& [number, all] : by_parameter) {
    if (((written_ & ~others) >> number & 1) == 0) continue;
    if (!places) places.emplace(*kernel_.body);
    if (const auto place = places->find(number, all)) own_places_.push_back(*place);
  }
}

std::optional<unsigned> ParameterUse::may_be_unasked(const NotedAccess& access) const {
  const auto number = is_plain(access) ? only_by(access) : std::nullopt;
  if (!number) return {};
  const bool is_own = any_of(
      own_places_, [&](const PrivateParameter& place) { return place.parameter == *number; });
  return is_own || (read_ >> *number & 1) != 0 ? number : std::nullopt;
}

}  // namespace riffle::spmd
