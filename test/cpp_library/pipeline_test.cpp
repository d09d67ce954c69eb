// SPDX-License-Identifier: Apache-2.0
// Chunks through the device: all of them, in order, no more at once than there are buffers, and what ends a run early.
#include <riffle/pipeline.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "message.h"

namespace {

using library_test::message_of;
using riffle::PageLocked;
using riffle::Pipeline;
using riffle::PipelineCopies;
using riffle::PipelineOptions;
using riffle::PipelineReport;

Pipeline<int> twice_plus_one(PipelineOptions options = {.chunk_elems = 1000, .depth = 3}) {
  return Pipeline<int>([](Pipeline<int>::Chunk& chunk) { chunk.out = chunk.in * 2 + 1; }, options);
}

std::vector<int> counted(std::size_t size) {
  std::vector<int> values(size);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

bool is_right(std::span<const int> results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i] != static_cast<int>(i) * 2 + 1) return false;
  }
  return true;
}

/// Gives `size` numbers in order, and never more than the sink has room for.
struct Numbers {
  std::size_t size;
  std::size_t next = 0;
  std::size_t operator()(std::span<int> to) {
    const std::size_t count = std::min(to.size(), size - next);
    std::iota(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(count), static_cast<int>(next));
    next += count;
    return count;
  }
};

class PipelineBy : public testing::TestWithParam<PipelineCopies> {
 protected:
  Pipeline<int> pipeline = twice_plus_one({.chunk_elems = 1000, .depth = 3, .copies = GetParam()});
};
INSTANTIATE_TEST_SUITE_P(, PipelineBy,
                         testing::Values(PipelineCopies::by_chunk, PipelineCopies::by_direction));

TEST_P(PipelineBy, TakesArraysOfAllSizes) {
  for (const std::size_t size : {0u, 1u, 999u, 1000u, 10001u}) {
    const std::vector<int> input = counted(size);
    std::vector<int> output(size, -1);
    const PipelineReport report = pipeline.run(input, output);
    EXPECT_TRUE(is_right(output)) << size;
    EXPECT_EQ(report.elems, size);
    EXPECT_EQ(report.chunks, (size + 999) / 1000);
    EXPECT_FALSE(report.was_cancelled);
  }
}

TEST_P(PipelineBy, TakesPageLockedMemory) {
  PageLocked<int> input(std::span<const int>(counted(50000))), output(50000);
  std::fill(output.begin(), output.end(), -1);
  pipeline.run({input.data(), 50000}, {output.data(), 50000});
  EXPECT_TRUE(is_right({output.data(), 50000}));
}

TEST_P(PipelineBy, GoesFromFunctionToFunction) {
  std::vector<int> results;
  pipeline.run(Numbers{20500}, [&](std::span<const int> from) {
    results.insert(results.end(), from.begin(), from.end());
  });
  EXPECT_EQ(results.size(), 20500u);
  EXPECT_TRUE(is_right(results));
}

TEST(Pipeline, TakesMemoryThatCannotBeLocked) {
  // Part of it is locked already, so that the whole cannot be.
  const std::vector<int> input = counted(100000);
  std::vector<int> output(100000, -1);
  const riffle::Registered input_part{std::span(input).subspan(50000, 10000)};
  const riffle::Registered output_part{std::span(output).subspan(50000, 10000)};
  twice_plus_one().run(input, output);
  EXPECT_TRUE(is_right(output));
}

TEST(Pipeline, ChoosesForItself) {
  std::vector<int> data = counted(3 << 20);
  const PipelineReport report = twice_plus_one({}).run(data, data);
  EXPECT_TRUE(is_right(data));
  EXPECT_GT(report.chunks, 4u);
  EXPECT_GT(report.depth, 1);
}

TEST(Pipeline, ChangesTheType) {
  Pipeline<int, double> half([](auto& chunk) { chunk.out = riffle::cast<double>(chunk.in) / 2; },
                             {.chunk_elems = 7, .depth = 2});
  std::vector<double> output(20);
  half.run(counted(20), output);
  EXPECT_EQ(output[19], 9.5);
}

TEST(Pipeline, DeliversInOrderAndHoldsBack) {
  Numbers source{10500};
  std::size_t delivered = 0;
  const PipelineReport report = twice_plus_one().run(
      [&](std::span<int> to) {
        EXPECT_LE(source.next - delivered, 2000u);  // with this one three chunks are on their way
        return source(to);
      },
      [&](std::span<const int> from) {
        ASSERT_EQ(from[0], static_cast<int>(delivered) * 2 + 1);
        delivered += from.size();
      });
  EXPECT_EQ(delivered, 10500u);
  EXPECT_EQ(report.chunks, 11u);
}

TEST(Pipeline, StagesKnowTheirPlace) {
  std::vector<std::size_t> firsts;
  Pipeline<int> pipeline(
      [&](auto& chunk) {
        EXPECT_EQ(chunk.number, firsts.size());
        firsts.push_back(chunk.first);
        chunk.out = chunk.in;
      },
      {.chunk_elems = 4, .depth = 2});
  std::vector<int> data = counted(10);
  pipeline.run(data, data);
  EXPECT_EQ(firsts, (std::vector<std::size_t>{0, 4, 8}));
  EXPECT_EQ(data, counted(10));
}

TEST(Pipeline, StopsWhenItIsAsked) {
  std::stop_source stop;
  std::size_t delivered = 0;
  const PipelineReport report = twice_plus_one().run(
      Numbers{~std::size_t{0}},
      [&](std::span<const int> from) {
        delivered += from.size();
        if (delivered == 5000) stop.request_stop();
      },
      stop.get_token());
  EXPECT_TRUE(report.was_cancelled);
  EXPECT_EQ(report.elems, 5000u);
  EXPECT_EQ(delivered, 5000u);
}

TEST(Pipeline, ErrorsOfTheHostEndIt) {
  Pipeline<int> pipeline = twice_plus_one();
  std::size_t delivered = 0;
  const auto count = [&](std::span<const int> from) { delivered += from.size(); };
  EXPECT_THROW(pipeline.run(
                   [source = Numbers{9000}](std::span<int> to) mutable {
                     if (source.next == 6000) throw std::runtime_error("source");
                     return source(to);
                   },
                   count),
               std::runtime_error);
  EXPECT_EQ(delivered, 4000u);  // two were on their way
  EXPECT_THROW(
      pipeline.run(Numbers{9000}, [](std::span<const int>) { throw std::logic_error("sink"); }),
      std::logic_error);
  delivered = 0;
  pipeline.run(Numbers{2500}, count);  // and it goes on being used
  EXPECT_EQ(delivered, 2500u);
}

/// Its fourth chunk traps.
void run_into_a_fault() {
  const riffle::Context context = riffle::Context::make();
  const riffle::SourceModule module(
      "__global__ void fail_at(int chunk, int bad) { if (chunk == bad) __trap(); }");
  const riffle::Function fail_at = module.get_function("fail_at");
  Pipeline<int> pipeline(
      [&](Pipeline<int>::Chunk& chunk) {
        fail_at({.stream = chunk.stream}, static_cast<int>(chunk.number), 4);
        chunk.out = chunk.in;
      },
      {.chunk_elems = 10, .depth = 2});
  std::size_t delivered = 0;
  message_of(
      [&] {
        pipeline.run(Numbers{100000}, [&](std::span<const int> from) { delivered += from.size(); });
      },
      CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_LE(delivered, 40u);
}

TEST(PipelineDeathTest, ErrorsOfTheDeviceEndIt) { EXPECT_ALONE(run_into_a_fault()); }

TEST(Pipeline, SizesMustAgree) {
  std::vector<int> output(3);
  EXPECT_HAS(
      message_of([&] { twice_plus_one().run(counted(4), output); }, CUDA_ERROR_INVALID_VALUE),
      "a pipeline from 4 elements to 3");
}

}  // namespace
