// SPDX-License-Identifier: Apache-2.0
// Copies and fills that run piece by piece with kernels, past the caches or not: cut at any byte, where the kernels' pieces begin.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "engine_fixture.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/parts.h"
#include "runtime/memory/operations.h"
#include "test_options.h"

namespace riffle::memory {
namespace {

// Small operations, of pieces in which there are whole lines.
const engine::TestOption kAnyLength("RIFFLE_ENGINE_WAVE_NS", "0");
const engine::TestOption kSmallPieces("RIFFLE_ENGINE_PIECE", "1K");

using Array = std::vector<unsigned char>;
using Arrays = std::array<Array, 4>;
constexpr std::size_t kBytes = 20011;

enum class MemoryType : std::uint8_t { kCopy, kFill, kKernel };

/// `bytes` bytes from place `to_at` of an array on, of those from `from_at` of another one.
struct Step {
  MemoryType kind = MemoryType::kCopy;
  unsigned to = 0, from = 0;
  std::size_t to_at = 0, from_at = 0, bytes = 0;
  unsigned char value = 0;
  unsigned weight = 1;  ///< of a kernel: threads of a block, one byte each
  Stores stores = Stores::kBySize;

  void run(Arrays& arrays) const;
};

/// to[i] = 3 * from[i] + value, in blocks.
struct Kernel {
  unsigned char* to;
  const unsigned char* from;
  std::size_t bytes;
  unsigned char value;
  unsigned weight;

  [[nodiscard]] std::uint64_t blocks() const { return (bytes + weight - 1) / weight; }
  void run(std::uint64_t first, std::uint64_t end) const {
    for (std::size_t i = first * weight; i < std::min<std::size_t>(end * weight, bytes); ++i)
      to[i] = static_cast<unsigned char>(3 * from[i] + value);
  }
  unsigned touch(std::uint64_t first, std::uint64_t end, engine::Span* spans) const {
    const auto span = [&](const unsigned char* array, bool writes) -> engine::Span {
      const auto begin = reinterpret_cast<std::uintptr_t>(array);
      return {.begin = begin + first * weight,
              .end = begin + std::min<std::size_t>(end * weight, bytes),
              .writes = writes};
    };
    spans[0] = span(to, true);
    spans[1] = span(from, false);
    return 2;
  }
};

void Step::run(Arrays& arrays) const {
  unsigned char* const destination = &arrays[to][to_at];
  const unsigned char* const source = &arrays[from][from_at];
  switch (kind) {
    case MemoryType::kCopy:
      std::memmove(destination, source, bytes);
      return;
    case MemoryType::kFill:
      std::memset(destination, value, bytes);
      return;
    case MemoryType::kKernel: {
      const Kernel kernel{destination, source, bytes, value, weight};
      kernel.run(0, kernel.blocks());
    }
  }
}

const Kernel& kernel_of(const void* payload) { return *static_cast<const Kernel*>(payload); }

constexpr engine::Parts kKernelParts{
    .extent = [](const void* payload) noexcept -> engine::Parts::Extent {
      return {.parts = kernel_of(payload).blocks(), .weight = kernel_of(payload).weight};
    },
    .touches = [](const void* payload, std::uint64_t first, std::uint64_t end,
                  engine::Span* spans) noexcept -> unsigned {
      return kernel_of(payload).touch(first, end, spans);
    },
    .run = [](const void* payload, std::uint64_t first, std::uint64_t end,
              bool /*is_used_soon*/) noexcept -> Code {
      kernel_of(payload).run(first, end);
      return Code::kOk;
    }};

class MemoryWaveTest : public engine::EngineTest {
 protected:
  MemoryWaveTest() {
    cost_.ends = true;
    cost_.picoseconds_per_unit = 1'000'000;
    cost_.parts = &kKernelParts;
    for (Array& array : arrays_) array.resize(kBytes);
  }

  void enqueue(engine::Stream& stream, const Step& step) {
    unsigned char* const to = &arrays_[step.to][step.to_at];
    const unsigned char* const from = &arrays_[step.from][step.from_at];
    if (step.kind == MemoryType::kCopy)
      return enqueue_copy(stream, flat_copy(to, from, step.bytes), step.stores);
    if (step.kind == MemoryType::kFill)
      return enqueue_fill(stream,
                          {.destination = reinterpret_cast<char*>(to),
                           .box = {step.bytes, 1, 1},
                           .layout = {},
                           .value = step.value},
                          step.stores);
    const Kernel kernel{to, from, step.bytes, step.value, step.weight};
    const engine::RangeOperation operation{
        .run =
            [](const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
              kernel_of(payload).run(first, end);
              return Code::kOk;
            },
        .cost = &cost_,
        .units = kernel.blocks(),
        .payload_bytes = sizeof(Kernel)};
    stream.enqueue(operation, [&](void* payload) { *static_cast<Kernel*>(payload) = kernel; });
  }

  /// Enqueues all steps before any of them runs. How many of them ran piece by piece.
  std::uint64_t run(const std::vector<Step>& steps) {
    engine::Stream& s = stream();
    engine::Gate gate(s);
    const std::uint64_t before = engine::counters().in_waves;
    for (const Step& step : steps) enqueue(s, step);
    gate.open();
    s.synchronize();
    context->destroy_stream(&s);
    return engine::counters().in_waves - before;
  }

  std::uint64_t expect_same(const std::vector<Step>& steps) {
    std::uint32_t value = 1;
    for (Array& array : arrays_)
      for (unsigned char& byte : array)
        byte = static_cast<unsigned char>((value = value * 1664525 + 1013904223) >> 24);
    Arrays wanted = arrays_;
    for (const Step& step : steps) step.run(wanted);
    const std::uint64_t in_waves = run(steps);
    for (std::size_t i = 0; i < arrays_.size(); ++i) EXPECT_TRUE(arrays_[i] == wanted[i]) << i;
    return in_waves;
  }

  /// What a copy and a fill cost is learned from the first ones.
  void learn_costs() {
    for (const MemoryType kind : {MemoryType::kCopy, MemoryType::kFill})
      run({{.kind = kind, .to = 1, .bytes = kBytes}});
  }

  Arrays arrays_;
  engine::Cost cost_;
};

TEST_F(MemoryWaveTest, ACopyAKernelAndACopyPastTheCaches) {
  learn_costs();
  // All three, or two where one of them was learnt to be too short for it on this machine.
  for (std::size_t at = 0; at < 70; at += 3)
    EXPECT_GE(
        expect_same({{.to = 1, .to_at = at, .bytes = kBytes - 100, .stores = Stores::kStreaming},
                     {.kind = MemoryType::kKernel,
                      .to = 2,
                      .from = 1,
                      .to_at = 2 * at,
                      .from_at = at,
                      .bytes = kBytes - 200,
                      .weight = 37},
                     {.to = 3,
                      .from = 2,
                      .to_at = 7,
                      .from_at = 2 * at,
                      .bytes = kBytes - 200,
                      .stores = Stores::kStreaming}}),
        2u);
}

TEST_F(MemoryWaveTest, RandomStepsAreTheSameAsOneAfterTheOther) {
  learn_costs();
  std::mt19937 random(static_cast<unsigned>(engine::number_from_environment("RIFFLE_SEED", 7)));
  const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
  std::uint64_t in_waves = 0;
  const std::uint64_t rounds = engine::number_from_environment("RIFFLE_WAVE_ROUNDS", 300);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::vector<Step> steps(2 + below(8));
    const unsigned weight = 1 + below(100);
    const std::array<std::size_t, 3> places{0, below(64), below(2000)};
    for (Step& step : steps) {
      step.kind = std::array{MemoryType::kCopy, MemoryType::kFill, MemoryType::kKernel,
                             MemoryType::kKernel}[below(4)];
      step.to = below(4);
      step.from = (step.to + 1 + below(3)) % 4;  // a copy that overlaps goes row by row
      step.to_at = places[below(3)];
      step.from_at = places[below(3)];
      step.bytes = kBytes - 2000 - below(3000);
      step.value = static_cast<unsigned char>(random());
      step.weight = below(2) == 0 ? weight : 2 * weight;
      step.stores = below(3) != 0 ? Stores::kStreaming : Stores::kBySize;
    }
    in_waves += expect_same(steps);
    ASSERT_FALSE(HasFailure()) << "round " << round;
  }
  EXPECT_GT(in_waves, rounds);
}

}  // namespace
}  // namespace riffle::memory
