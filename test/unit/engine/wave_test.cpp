// SPDX-License-Identifier: Apache-2.0
// Operations of a stream run piece by piece: only where that is the same as one after the other.
#include "runtime/engine/wave.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <random>
#include <thread>
#include <vector>

#include "engine_fixture.h"
#include "runtime/engine/timeline.h"
#include "test_options.h"

namespace riffle::engine {
namespace {

// Small operations, of small pieces: as many waves as can be.
const TestOption kAnyLength("RIFFLE_ENGINE_WAVE_NS", "0");
const TestOption kSmallPieces("RIFFLE_ENGINE_PIECE", "256");

using Array = std::vector<std::uint32_t>;

/// to[i] = from[i + shift] * factor + to[i], of blocks of `weight` elements, or of bytes.
struct Step {
  Array* to = nullptr;
  const Array* from = nullptr;
  std::int64_t shift = 0;
  std::uint32_t factor = 1;
  bool adds = false;
  std::uint64_t weight = 1;
  bool follows = false;
  bool reads_all = false;  ///< says that it may read any element
  Code fault = Code::kOk;  ///< of its third block
  std::atomic<unsigned>* parts = nullptr;

  [[nodiscard]] std::uint64_t count() const { return to->size(); }
  [[nodiscard]] std::uint64_t clamped(std::uint64_t at) const {
    const auto place = static_cast<std::int64_t>(at) + shift;
    return static_cast<std::uint64_t>(
        std::clamp<std::int64_t>(place, 0, static_cast<std::int64_t>(count()) - 1));
  }
  void run(std::uint64_t first, std::uint64_t end) const {
    for (std::uint64_t i = first; i < std::min(end, count()); ++i)
      (*to)[i] = (*from)[clamped(i)] * factor + (adds ? (*to)[i] : 0);
  }
  Code run_blocks(std::uint64_t first, std::uint64_t end) const {
    run(first * weight, end * weight);
    return first <= 2 && 2 < end ? fault : Code::kOk;
  }
  unsigned touch(std::uint64_t first, std::uint64_t end, Span* spans) const {
    const auto at = [](const Array& array, std::uint64_t element) {
      return reinterpret_cast<std::uintptr_t>(array.data() + element);
    };
    const std::uint64_t last = std::min(end, count());
    spans[0] = {.begin = at(*to, first), .end = at(*to, last), .writes = true};
    if (reads_all)
      spans[1] = {.begin = at(*from, 0), .end = at(*from, count())};
    else
      spans[1] = {.begin = at(*from, clamped(first)), .end = at(*from, clamped(last - 1) + 1)};
    return 2;
  }
};

const Step& step_of(const void* payload) { return **static_cast<const Step* const*>(payload); }

constexpr std::uint64_t kBytes = sizeof(std::uint32_t);

constexpr Parts kStepParts{
    .extent = [](const void* payload) noexcept -> Parts::Extent {
      const Step& step = step_of(payload);
      if (step.follows) return {.parts = step.count() * kBytes, .follows = true};
      return {.parts = (step.count() + step.weight - 1) / step.weight, .weight = step.weight};
    },
    .touches = [](const void* payload, std::uint64_t first, std::uint64_t end,
                  Span* spans) noexcept -> unsigned {
      const Step& step = step_of(payload);
      if (!step.follows) return step.touch(first * step.weight, end * step.weight, spans);
      const auto to = reinterpret_cast<std::uintptr_t>(step.to->data());
      const auto from = reinterpret_cast<std::uintptr_t>(step.from->data());
      spans[0] = {.begin = to + first, .end = to + end, .writes = true};
      spans[1] = {.begin = from + first, .end = from + end};
      return 2;
    },
    .run = [](const void* payload, std::uint64_t first, std::uint64_t end,
              bool /*is_used_soon*/) noexcept -> Code {
      const Step& step = step_of(payload);
      step.parts->fetch_add(1);
      if (!step.follows) return step.run_blocks(first, end);
      step.run(first / kBytes, end / kBytes);
      return Code::kOk;
    }};

class WaveTest : public EngineTest {
 protected:
  WaveTest() {
    cost_.ends = true;
    cost_.picoseconds_per_unit = 1'000'000;
    cost_.parts = &kStepParts;
    for (Array& array : arrays_) array.resize(kElements);
  }

  void enqueue(Stream& to, Step step) {
    step.parts = &parts_;
    steps_.push_back(step);
    RangeOperation operation;
    operation.units = step.follows ? 1 : (step.count() + step.weight - 1) / step.weight;
    operation.cost = &cost_;
    operation.payload_bytes = sizeof(Step*);
    operation.run = [](const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
      const Step& own = step_of(payload);
      if (!own.follows) return own.run_blocks(first, end);
      own.run(0, own.count());
      return Code::kOk;
    };
    to.enqueue(operation, [&](void* payload) { *static_cast<Step**>(payload) = &steps_.back(); });
  }

  /// What `enqueue_all` enqueues is there before any of it runs.
  template <class Enqueue>
  void run(Enqueue&& enqueue_all) {
    Stream& s = stream();
    Gate gate(s);
    gate.wait_until_held();
    parts_ = 0;
    enqueue_all(s);
    gate.open();
    s.synchronize();
    context->destroy_stream(&s);
  }
  [[nodiscard]] bool was_in_pieces() const { return parts_.load() != 0; }

  void fill() {
    std::uint32_t value = 1;
    for (Array& array : arrays_)
      for (std::uint32_t& element : array) element = value = value * 1664525 + 1013904223;
  }
  /// The steps one after the other, of the same arrays as they were.
  std::array<Array, 4> expected(const std::vector<Step>& steps) {
    std::array<Array, 4> copy = arrays_;
    for (Step step : steps) {
      step.to = &copy[static_cast<std::size_t>(step.to - arrays_.data())];
      step.from = &copy[static_cast<std::size_t>(step.from - arrays_.data())];
      step.run(0, step.count());
    }
    return copy;
  }
  void expect_same(const std::vector<Step>& steps) {
    fill();
    const std::array<Array, 4> wanted = expected(steps);
    run([&](Stream& s) {
      for (const Step& step : steps) enqueue(s, step);
    });
    for (std::size_t i = 0; i < arrays_.size(); ++i) EXPECT_EQ(arrays_[i], wanted[i]);
  }

  static constexpr std::size_t kElements = 4099;
  std::array<Array, 4> arrays_;
  std::deque<Step> steps_;
  std::atomic<unsigned> parts_{0};
  Cost cost_;
};

TEST_F(WaveTest, ACopyAKernelAndACopy) {
  expect_same({{.to = &arrays_[1], .from = &arrays_[0], .follows = true},
               {.to = &arrays_[2], .from = &arrays_[1], .factor = 3, .weight = 32},
               {.to = &arrays_[3], .from = &arrays_[2], .follows = true}});
  EXPECT_TRUE(was_in_pieces());
}

TEST_F(WaveTest, KernelsOfOtherBlocksAreCutAtTheSameThreads) {
  expect_same({{.to = &arrays_[1], .from = &arrays_[0], .factor = 5, .weight = 64},
               {.to = &arrays_[2], .from = &arrays_[1], .factor = 7, .weight = 16},
               {.to = &arrays_[2], .from = &arrays_[2], .factor = 9, .adds = true, .weight = 32}});
  EXPECT_TRUE(was_in_pieces());
}

TEST_F(WaveTest, WhoReadsItsNeighboursResultsWaits) {
  for (const std::int64_t shift : {-1, 1, 100}) {
    expect_same({{.to = &arrays_[1], .from = &arrays_[0], .factor = 3, .weight = 32},
                 {.to = &arrays_[2], .from = &arrays_[1], .shift = shift, .weight = 32}});
    EXPECT_FALSE(was_in_pieces());
  }
}

TEST_F(WaveTest, WhoOverwritesWhatAnotherPieceReadsWaits) {
  expect_same({{.to = &arrays_[1], .from = &arrays_[0], .shift = 1, .weight = 32},
               {.to = &arrays_[0], .from = &arrays_[2], .weight = 32}});
  EXPECT_FALSE(was_in_pieces());
  expect_same({{.to = &arrays_[1], .from = &arrays_[0], .weight = 32},
               {.to = &arrays_[2], .from = &arrays_[1], .weight = 32, .reads_all = true}});
  EXPECT_FALSE(was_in_pieces());
}

TEST_F(WaveTest, WhatIsNotKnownToBeLongRunsWhole) {
  cost_.picoseconds_per_unit = 0;
  expect_same({{.to = &arrays_[1], .from = &arrays_[0], .weight = 32},
               {.to = &arrays_[2], .from = &arrays_[1], .weight = 32}});
}

TEST_F(WaveTest, WhoWaitsForTheFirstOneDoesNotWaitForTheNext) {
  Stream& other = stream();
  run([&](Stream& s) {
    enqueue(s, {.to = &arrays_[1], .from = &arrays_[0], .weight = 32});
    other.enqueue_wait(s.record());
    enqueue_one(other, [] {});
    while (phase_of(timeline_of(other).state()) != kBlocked) std::this_thread::yield();
    enqueue(s, {.to = &arrays_[2], .from = &arrays_[1], .weight = 32});
  });
  EXPECT_FALSE(was_in_pieces());
  context->destroy_stream(&other);
}

TEST_F(WaveTest, AFaultEndsTheContext) {
  run([&](Stream& s) {
    enqueue(s, {.to = &arrays_[1], .from = &arrays_[0], .follows = true});
    enqueue(s,
            {.to = &arrays_[2], .from = &arrays_[1], .weight = 32, .fault = Code::kIllegalAddress});
    enqueue(s, {.to = &arrays_[3], .from = &arrays_[2], .follows = true});
  });
  EXPECT_TRUE(was_in_pieces());
  EXPECT_EQ(context->fault(), Code::kIllegalAddress);
}

TEST_F(WaveTest, WhatLacksMemoryEndsNothingButItself) {
  fill();
  run([&](Stream& s) {
    enqueue(s, {.to = &arrays_[1], .from = &arrays_[0], .follows = true});
    enqueue(s, {.to = &arrays_[2],
                .from = &arrays_[1],
                .weight = 32,
                .fault = Code::kLaunchOutOfResources});
    enqueue(s, {.to = &arrays_[2], .from = &arrays_[2], .factor = 3, .weight = 32});
    enqueue(s, {.to = &arrays_[3], .from = &arrays_[2], .follows = true});
  });
  EXPECT_TRUE(was_in_pieces());
  EXPECT_EQ(arrays_[1], arrays_[0]) << "what was before it";
  EXPECT_EQ(arrays_[3], arrays_[2]) << "what comes behind it";
  EXPECT_EQ(context->fault(), Code::kOk);
  EXPECT_EQ(context->take_report(), Code::kLaunchOutOfResources);
  EXPECT_EQ(context->take_report(), Code::kOk);
}

TEST_F(WaveTest, RandomStepsAreTheSameAsOneAfterTheOther) {
  std::mt19937 random(static_cast<unsigned>(number_from_environment("RIFFLE_SEED", 7)));
  const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
  unsigned waves = 0;
  const std::uint64_t rounds = number_from_environment("RIFFLE_WAVE_ROUNDS", 300);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::vector<Step> steps(2 + below(11));
    for (Step& step : steps) {
      step.to = &arrays_[below(4)];
      step.from = &arrays_[below(4)];
      step.follows = below(3) == 0 && step.to != step.from;
      if (step.follows) continue;
      step.weight = 1ULL << (3 + below(4));
      step.factor = 1 + 2 * below(100);
      // Blocks of one step run in any order: what one writes, no other one reads.
      if (below(6) == 0 && step.to != step.from)
        step.shift = static_cast<std::int64_t>(below(5)) - 2;
      step.adds = below(2) == 0;
      step.reads_all = below(12) == 0 && step.to != step.from;
    }
    expect_same(steps);
    waves += was_in_pieces() ? 1 : 0;
    steps_.clear();
    ASSERT_FALSE(HasFailure()) << "round " << round;
  }
  EXPECT_GT(waves, rounds / 4);
}

}  // namespace
}  // namespace riffle::engine
