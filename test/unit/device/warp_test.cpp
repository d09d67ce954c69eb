// SPDX-License-Identifier: Apache-2.0
// Every warp operation, on all kinds of member masks, against a model written lane by lane from PTX's text.
#include "device/cpu/warp.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "test_kernel.h"

namespace riffle::device {
namespace {

using abi::Thread;
using abi::WarpOp;

/// What one lane asks and what it must get.
struct LaneCase {
  std::uint64_t value = 0;
  std::uint32_t operand = 0;
  std::uint32_t clamp = 0;
};

bool is_in(std::uint32_t mask, int lane) {
  return lane >= 0 && lane < 32 && (mask >> lane & 1) != 0;
}

// The text of the PTX manual's shfl, with its own names.
std::pair<int, bool> model_source(WarpOp operation, int lane, std::uint32_t b, std::uint32_t c) {
  const int bval = static_cast<int>(b % 32);
  const int cval = static_cast<int>(c % 32);
  const int segmask = static_cast<int>(c / 256 % 32);
  const int max_lane = (lane & segmask) | (cval & ~segmask);
  const int min_lane = lane & segmask;
  int j = 0;
  bool p = false;
  if (operation == WarpOp::kShuffleUp) {
    j = lane - bval;
    p = j >= max_lane;
  }
  if (operation == WarpOp::kShuffleDown) {
    j = lane + bval;
    p = j <= max_lane;
  }
  if (operation == WarpOp::kShuffleXor) {
    j = lane ^ bval;
    p = j <= max_lane;
  }
  if (operation == WarpOp::kShuffleIndex) {
    j = min_lane | (bval & ~segmask);
    p = j <= max_lane;
  }
  if (!p) j = lane;
  return {j, p};
}

std::pair<std::uint64_t, bool> model(WarpOp operation, std::uint32_t mask, int lane,
                                     const LaneCase (&lanes)[32]) {
  if (operation == WarpOp::kSync) return {0, false};
  if (operation <= WarpOp::kShuffleXor) {
    const auto [source, p] = model_source(operation, lane, lanes[lane].operand, lanes[lane].clamp);
    return {is_in(mask, source) ? lanes[source].value : 0, p};
  }
  std::multiset<std::uint64_t> values;
  std::uint32_t ballot = 0;
  std::uint32_t equal = 0;
  for (int other = 0; other < 32; ++other) {
    if (!is_in(mask, other)) continue;
    values.insert(lanes[other].value);
    ballot |= lanes[other].value != 0 ? 1u << other : 0;
    equal |= lanes[other].value == lanes[lane].value ? 1u << other : 0;
  }
  std::uint32_t sum = 0, all_and = ~0u, all_or = 0, all_xor = 0;
  std::set<std::uint32_t> unsigned_values;
  std::set<std::int32_t> signed_values;
  for (const std::uint64_t wide : values) {
    const auto value = static_cast<std::uint32_t>(wide);
    sum += value;
    all_and &= value;
    all_or |= value;
    all_xor ^= value;
    unsigned_values.insert(value);
    signed_values.insert(static_cast<std::int32_t>(value));
  }
  switch (operation) {
    case WarpOp::kVoteAll:
      return {ballot == mask, ballot == mask};
    case WarpOp::kVoteAny:
      return {ballot != 0, ballot != 0};
    case WarpOp::kVoteUni:
      return {ballot == mask || ballot == 0, ballot == mask || ballot == 0};
    case WarpOp::kVoteBallot:
      return {ballot, ballot != 0};
    case WarpOp::kMatchAny:
      return {equal, true};
    case WarpOp::kMatchAll:
      return {equal == mask ? mask : 0, equal == mask};
    case WarpOp::kReduceAdd:
      return {sum, false};
    case WarpOp::kReduceAnd:
      return {all_and, false};
    case WarpOp::kReduceOr:
      return {all_or, false};
    case WarpOp::kReduceXor:
      return {all_xor, false};
    case WarpOp::kReduceMinUnsigned:
      return {*unsigned_values.begin(), false};
    case WarpOp::kReduceMaxUnsigned:
      return {*unsigned_values.rbegin(), false};
    case WarpOp::kReduceMinSigned:
      return {static_cast<std::uint32_t>(*signed_values.begin()), false};
    case WarpOp::kReduceMaxSigned:
      return {static_cast<std::uint32_t>(*signed_values.rbegin()), false};
    default:
      return {0, false};
  }
}

struct Experiment {
  WarpOp operation;
  std::uint32_t mask;
  LaneCase lanes[32];
  std::uint64_t result[32];
  std::uint32_t predicate[32];
};

void perform(const Thread* thread) {
  auto& experiment = *argument<Experiment>(thread);
  const std::uint32_t lane = thread->linear;
  if ((experiment.mask >> lane & 1) == 0) return;  // exited, or just not there
  const LaneCase& mine = experiment.lanes[lane];
  experiment.result[lane] =
      runtime_table().warp(thread, experiment.operation, experiment.mask, mine.value, mine.operand,
                           mine.clamp, &experiment.predicate[lane]);
}

constexpr WarpOp kOperations[] = {WarpOp::kSync,
                                  WarpOp::kShuffleIndex,
                                  WarpOp::kShuffleUp,
                                  WarpOp::kShuffleDown,
                                  WarpOp::kShuffleXor,
                                  WarpOp::kVoteAll,
                                  WarpOp::kVoteAny,
                                  WarpOp::kVoteUni,
                                  WarpOp::kVoteBallot,
                                  WarpOp::kMatchAny,
                                  WarpOp::kMatchAll,
                                  WarpOp::kReduceAdd,
                                  WarpOp::kReduceMinSigned,
                                  WarpOp::kReduceMinUnsigned,
                                  WarpOp::kReduceMaxSigned,
                                  WarpOp::kReduceMaxUnsigned,
                                  WarpOp::kReduceAnd,
                                  WarpOp::kReduceOr,
                                  WarpOp::kReduceXor};

class WarpTest : public testing::TestWithParam<WarpOp> {};

TEST_P(WarpTest, MatchesTheScalarModel) {
  std::mt19937 generator(static_cast<unsigned>(GetParam()) + 1);
  const auto random = [&] { return static_cast<std::uint32_t>(generator()); };
  const bool is_shuffle = GetParam() >= WarpOp::kShuffleIndex && GetParam() <= WarpOp::kShuffleXor;
  for (int round = 0; round < 400; ++round) {
    Experiment experiment{};
    experiment.operation = GetParam();
    constexpr std::uint32_t kMasks[] = {~0u, 0xffffu, 1u, 0x80000000u, 0xf0f0f0f0u, 0x55555555u};
    experiment.mask = round < 6 ? kMasks[round] : random() | 1u << random() % 32;
    const std::uint32_t few = random() % 4;  // matches and votes need equal values
    for (LaneCase& lane : experiment.lanes) {
      lane.value = few == 0 ? random() : random() % few;
      if (few == 3) lane.value = 0x100000000u + random() % 2;
      lane.operand = round % 2 == 0 ? static_cast<std::uint32_t>(round / 2 % 33) : random();
      const std::uint32_t width = 1u << random() % 6;
      lane.clamp = round % 3 == 0
                       ? random()
                       : ((32 - width) << 8) | (GetParam() == WarpOp::kShuffleUp ? 0u : 31u);
      if (!is_shuffle && GetParam() >= WarpOp::kReduceAdd)
        lane.value = static_cast<std::uint32_t>(lane.value);
    }
    ASSERT_EQ(TestKernel(&run_as_fibers<&perform>).launch({1}, {32}, &experiment), Code::kOk);
    for (int lane = 0; lane < 32; ++lane) {
      if (!is_in(experiment.mask, lane)) continue;
      const auto [result, predicate] = model(GetParam(), experiment.mask, lane, experiment.lanes);
      ASSERT_EQ(experiment.result[lane], result)
          << warp_operation_name(GetParam()) << " lane " << lane << " round " << round << " mask "
          << experiment.mask;
      if (GetParam() < WarpOp::kReduceAdd && GetParam() != WarpOp::kSync) {
        ASSERT_EQ(experiment.predicate[lane] != 0, predicate)
            << "lane " << lane << " round " << round;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, WarpTest, testing::ValuesIn(kOperations), [](const auto& info) {
  std::string name = warp_operation_name(info.param);
  for (char& c : name) c = c == '.' ? '_' : c;
  return name;
});

}  // namespace
}  // namespace riffle::device
