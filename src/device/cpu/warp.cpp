// SPDX-License-Identifier: Apache-2.0
// Warp-level operations on gathered lanes. Source: PTX ISA, shfl.sync, vote.sync, match.sync, redux.sync.
#include "device/cpu/warp.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "device/cpu/matrix.h"

namespace riffle::device {
namespace {

using abi::WarpOp;

template <class Visit>
void for_each_lane(std::uint32_t participants, Visit&& visit) {
  for (std::uint32_t rest = participants; rest != 0; rest &= rest - 1) {
    visit(static_cast<std::uint32_t>(std::countr_zero(rest)));
  }
}

struct ShuffleSource {
  std::uint32_t lane;
  bool in_range;
};

ShuffleSource shuffle_source(WarpOp operation, std::uint32_t lane, std::uint32_t operand,
                             std::uint32_t clamp) {
  const auto self = static_cast<std::int32_t>(lane);
  const auto delta = static_cast<std::int32_t>(operand & 31);
  const auto segment = static_cast<std::int32_t>((clamp >> 8) & 31);
  const std::int32_t max_lane =
      (self & segment) | (static_cast<std::int32_t>(clamp & 31) & ~segment);
  const std::int32_t min_lane = self & segment;
  std::int32_t source;
  bool in_range = true;
  switch (operation) {
    case WarpOp::kShuffleUp:
      source = self - delta;
      in_range = source >= max_lane;
      break;
    case WarpOp::kShuffleDown:
      source = self + delta;
      in_range = source <= max_lane;
      break;
    case WarpOp::kShuffleXor:
      source = self ^ delta;
      in_range = source <= max_lane;
      break;
    default:
      source = min_lane | (delta & ~segment);
      in_range = source <= max_lane;
      break;
  }
  return {static_cast<std::uint32_t>(in_range ? source : self), in_range};
}

void shuffle(WarpOp operation, std::uint32_t participants, WarpLane (&lanes)[32]) {
  for_each_lane(participants, [&](std::uint32_t lane) {
    const ShuffleSource source =
        shuffle_source(operation, lane, lanes[lane].operand, lanes[lane].clamp);
    const bool takes_part = (participants >> source.lane & 1) != 0;
    lanes[lane].result = takes_part ? lanes[source.lane].value : 0;
    lanes[lane].predicate = source.in_range;
  });
}

void vote(WarpOp operation, std::uint32_t participants, WarpLane (&lanes)[32]) {
  std::uint32_t ballot = 0;
  for_each_lane(participants, [&](std::uint32_t lane) {
    if (lanes[lane].value != 0) ballot |= 1u << lane;
  });
  std::uint64_t result = ballot;
  if (operation == WarpOp::kVoteAll) result = ballot == participants;
  if (operation == WarpOp::kVoteAny) result = ballot != 0;
  if (operation == WarpOp::kVoteUni) result = ballot == participants || ballot == 0;
  for_each_lane(participants, [&](std::uint32_t lane) {
    lanes[lane].result = result;
    lanes[lane].predicate = result != 0;
  });
}

void match(WarpOp operation, std::uint32_t participants, WarpLane (&lanes)[32]) {
  for_each_lane(participants, [&](std::uint32_t lane) {
    std::uint32_t same = 0;
    for_each_lane(participants, [&](std::uint32_t other) {
      if (lanes[other].value == lanes[lane].value) same |= 1u << other;
    });
    if (operation == WarpOp::kMatchAll && same != participants) same = 0;
    lanes[lane].result = same;
    lanes[lane].predicate = same != 0;
  });
}

std::uint32_t combine(WarpOp operation, std::uint32_t a, std::uint32_t b) {
  const auto signed_a = static_cast<std::int32_t>(a);
  const auto signed_b = static_cast<std::int32_t>(b);
  switch (operation) {
    case WarpOp::kReduceAdd:
      return a + b;
    case WarpOp::kReduceMinSigned:
      return static_cast<std::uint32_t>(std::min(signed_a, signed_b));
    case WarpOp::kReduceMaxSigned:
      return static_cast<std::uint32_t>(std::max(signed_a, signed_b));
    case WarpOp::kReduceMinUnsigned:
      return std::min(a, b);
    case WarpOp::kReduceMaxUnsigned:
      return std::max(a, b);
    case WarpOp::kReduceAnd:
      return a & b;
    case WarpOp::kReduceOr:
      return a | b;
    default:
      return a ^ b;
  }
}

void reduce(WarpOp operation, std::uint32_t participants, WarpLane (&lanes)[32]) {
  const auto first = static_cast<std::uint32_t>(std::countr_zero(participants));
  auto total = static_cast<std::uint32_t>(lanes[first].value);
  for_each_lane(participants & (participants - 1), [&](std::uint32_t lane) {
    total = combine(operation, total, static_cast<std::uint32_t>(lanes[lane].value));
  });
  for_each_lane(participants, [&](std::uint32_t lane) { lanes[lane].result = total; });
}

/// Each lane's registers are in its own memory; lanes that are gone hold zeros.
void multiply(std::uint32_t participants, WarpLane (&lanes)[32]) {
  const WarpLane& first = lanes[std::countr_zero(participants)];
  const auto shape = std::bit_cast<abi::MatrixShape>(std::uint64_t{first.operand} |
                                                     std::uint64_t{first.clamp} << 32);
  const MatrixRegisters count = matrix_registers(shape);
  std::uint32_t words[kMostMatrixRegisters * 32] = {};
  for_each_lane(participants, [&](std::uint32_t lane) {
    const auto* own = reinterpret_cast<const std::uint32_t*>(lanes[lane].value);
    for (unsigned r = 0; r < count.in; ++r) words[r * 32 + lane] = own[r];
  });
  multiply_matrices(shape, words, words);
  for_each_lane(participants, [&](std::uint32_t lane) {
    auto* own = reinterpret_cast<std::uint32_t*>(lanes[lane].value);
    for (unsigned r = 0; r < count.out; ++r) own[r] = words[r * 32 + lane];
  });
}

}  // namespace

void evaluate_warp_operation(WarpOp operation, std::uint32_t participants, WarpLane (&lanes)[32]) {
  if (participants == 0) return;
  switch (operation) {
    case WarpOp::kShuffleIndex:
    case WarpOp::kShuffleUp:
    case WarpOp::kShuffleDown:
    case WarpOp::kShuffleXor:
      return shuffle(operation, participants, lanes);
    case WarpOp::kVoteAll:
    case WarpOp::kVoteAny:
    case WarpOp::kVoteUni:
    case WarpOp::kVoteBallot:
      return vote(operation, participants, lanes);
    case WarpOp::kMatchAny:
    case WarpOp::kMatchAll:
      return match(operation, participants, lanes);
    case WarpOp::kReduceAdd:
    case WarpOp::kReduceMinSigned:
    case WarpOp::kReduceMinUnsigned:
    case WarpOp::kReduceMaxSigned:
    case WarpOp::kReduceMaxUnsigned:
    case WarpOp::kReduceAnd:
    case WarpOp::kReduceOr:
    case WarpOp::kReduceXor:
      return reduce(operation, participants, lanes);
    case WarpOp::kMatrix:
      return multiply(participants, lanes);
    case WarpOp::kSync:
    case WarpOp::kActiveMask:
      break;
  }
  const bool is_active_mask = operation == WarpOp::kActiveMask;
  for_each_lane(participants, [&](std::uint32_t lane) {
    lanes[lane].result = is_active_mask ? participants : 0;
  });
}

const char* warp_operation_name(WarpOp operation) {
  static constexpr const char* kNames[] = {"bar.warp.sync", "shfl.idx",      "shfl.up",
                                           "shfl.down",     "shfl.bfly",     "vote.all",
                                           "vote.any",      "vote.uni",      "vote.ballot",
                                           "match.any",     "match.all",     "redux.add",
                                           "redux.min.s32", "redux.min.u32", "redux.max.s32",
                                           "redux.max.u32", "redux.and",     "redux.or",
                                           "redux.xor",     "activemask",    "mma"};
  const auto index = static_cast<std::uint32_t>(operation);
  return index < std::size(kNames) ? kNames[index] : "warp operation";
}

}  // namespace riffle::device
