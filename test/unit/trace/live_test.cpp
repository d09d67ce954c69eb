// SPDX-License-Identifier: Apache-2.0
// What the live view knows of a recording while it grows, and how it is laid out.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include "trace/live/reader.h"
#include "trace/live/state.h"
#include "trace/live/view.h"
#include "trace/live/window.h"
#include "trace/recording_file.h"
#include "trace/thread_log.h"

namespace riffle::tool {
namespace {

using trace::Record;
using trace::RecordKind;
using trace::TracedOperationType;

constexpr Ns kMs = 1'000'000;

TEST(LiveWindow, KnowsTheLastSecond) {
  LiveWindow window;
  window.add(100 * kMs, 5);
  window.add(150 * kMs, 7);
  EXPECT_EQ(window.sum(200 * kMs), 12u);
  EXPECT_EQ(window.sum(1'120 * kMs), 7u);
  EXPECT_EQ(window.sum(9'000 * kMs), 0u);
  EXPECT_NEAR(window.per_second(200 * kMs), 60, 1) << "of the time that there was";
}

TEST(LiveWindow, SharesAreOfTheTimeThatThereWas) {
  LiveWindow window;
  window.add_span(900 * kMs, 1'000 * kMs);
  window.add_span(1'400 * kMs, 1'500 * kMs);
  EXPECT_NEAR(window.share(1'500 * kMs, -1), 0.21, 0.02);
  EXPECT_NEAR(window.share(1'900 * kMs, 1'500 * kMs), 0.57, 0.03) << "the last one goes on";
  EXPECT_EQ(window.share(9'000 * kMs, 1'000 * kMs), 1.0);
}

/// A recording that the test writes, and a reader that follows it. A tick is a nanosecond.
class LiveTest : public ::testing::Test {
 protected:
  LiveTest() {
    path_ = ::testing::TempDir() + "riffle-live.XXXXXX";
    close(mkstemp(path_.data()));
    reader_ = std::make_unique<LiveReader>(path_);
  }
  ~LiveTest() override { unlink(path_.c_str()); }

  void begin() {
    file_ = std::move(*trace::RecordingFile::open(path_));
    host_ = std::make_unique<trace::ThreadLog>(*file_);
  }
  LiveFigures look(Ns now) {
    reader_->poll(state_);
    return state_.figures(now);
  }
  Record& add(RecordKind kind, std::uint32_t stream, std::uint64_t ticket, std::uint64_t at,
              TracedOperationType type = TracedOperationType::kKernel, const char* name = nullptr) {
    const std::uint32_t text = name == nullptr ? 0 : host_->number_of(name);
    Record& record = host_->take();
    record.type = type;
    record.small = stream;
    record.timeline = stream;
    record.ticket = ticket;
    record.begin = at;
    record.end = 0;
    record.name = text;
    host_->commit(kind);
    return record;
  }
  void add_wait(std::uint32_t stream, std::uint64_t ticket, std::uint32_t awaited) {
    Record& record = host_->take();
    record.type = TracedOperationType::kWait;
    record.small = stream;
    record.timeline = stream;
    record.ticket = ticket;
    record.begin = 40;
    record.awaited_timeline = awaited;
    record.awaited_ticket = 1;
    host_->commit(RecordKind::kEnqueued);
  }
  void add_copy(std::uint32_t stream, std::uint64_t ticket, std::uint64_t bytes, Ns begin, Ns end) {
    Record& record = host_->take();
    record.type = TracedOperationType::kCopy;
    record.destination = static_cast<std::uint8_t>(trace::MemoryKind::kDevice);
    record.small = stream;
    record.timeline = stream;
    record.ticket = ticket;
    record.begin = static_cast<std::uint64_t>(begin);
    record.bytes = bytes;
    host_->commit(RecordKind::kEnqueued);
    add(RecordKind::kRun, stream, ticket, static_cast<std::uint64_t>(begin)).end =
        static_cast<std::uint64_t>(end);
  }
  void add_memory(std::uint64_t address, std::uint64_t bytes, bool is_made) {
    Record& record = host_->take();
    record.type = TracedOperationType{};
    record.small = is_made ? 1 : 0;
    record.timeline = address;
    record.begin = 50;
    record.bytes = bytes;
    host_->commit(RecordKind::kMemory);
  }

  std::string path_;
  std::unique_ptr<trace::RecordingFile> file_;
  std::unique_ptr<trace::ThreadLog> host_;
  std::unique_ptr<LiveReader> reader_;
  LiveState state_{[](std::uint64_t ticks) { return static_cast<Ns>(ticks); }};
};

TEST_F(LiveTest, WaitsForTheRecordingToBegin) {
  EXPECT_FALSE(reader_->has_begun());
  begin();
  EXPECT_TRUE(reader_->has_begun());
  EXPECT_TRUE(look(1).streams.empty());
}

TEST_F(LiveTest, FollowsAnOperationFromItsCallToItsEnd) {
  begin();
  add(RecordKind::kEnqueued, 4, 1, 10, TracedOperationType::kKernel, "_Z5scalePfi");
  LiveFigures figures = look(20 * kMs);
  ASSERT_EQ(figures.streams.size(), 1u);
  EXPECT_EQ(figures.streams[0].doing, "scale(float*, int), ready");
  EXPECT_EQ(figures.streams[0].queued, 1u);
  Record& run = add(RecordKind::kRun, 4, 1, 20 * kMs);
  figures = look(30 * kMs);
  EXPECT_EQ(figures.streams[0].doing, "scale(float*, int)");
  EXPECT_EQ(figures.streams[0].since, 20 * kMs);
  EXPECT_NEAR(figures.streams[0].busy, 0.33, 0.01);
  run.end = 40 * kMs;
  figures = look(40 * kMs);
  EXPECT_EQ(figures.streams[0].doing, "");
  EXPECT_EQ(figures.streams[0].queued, 0u);
  EXPECT_EQ(figures.streams[0].done, 1u);
  EXPECT_EQ(figures.done, 1u);
}

TEST_F(LiveTest, AnEndMayComeBeforeTheBegin) {
  begin();
  add(RecordKind::kRun, 4, 1, 20).end = 30;
  EXPECT_EQ(look(40).done, 0u);
  add(RecordKind::kEnqueued, 4, 1, 10, TracedOperationType::kKernel, "k");
  EXPECT_EQ(look(50).done, 1u);
  EXPECT_EQ(look(50).queued, 0u);
}

TEST_F(LiveTest, AnEndOnAnotherThreadEndsTheRun) {
  begin();
  add(RecordKind::kEnqueued, 4, 1, 10, TracedOperationType::kGraph);
  add(RecordKind::kRun, 4, 1, 20);
  EXPECT_EQ(look(25).threads[0].doing, "graph launch");
  add(RecordKind::kEnd, 4, 1, 0).end = 30;
  const LiveFigures figures = look(40);
  EXPECT_EQ(figures.done, 1u);
  EXPECT_EQ(figures.threads[0].doing, "");
}

TEST_F(LiveTest, TellsWhatAStreamWaitsFor) {
  begin();
  add(RecordKind::kEnqueued, 4, 1, 10, TracedOperationType::kKernel, "k");
  add_wait(6, 1, 4);
  add(RecordKind::kCall, 0, 0, 20, {}, "cudaStreamWaitEvent").end = 25;
  add_wait(5, 1, 4);
  const LiveFigures figures = look(60);
  ASSERT_EQ(figures.streams.size(), 3u);
  EXPECT_EQ(figures.streams[1].doing, "waits for an event of stream 4");
  EXPECT_EQ(figures.streams[2].doing, "waits for stream 4") << "the default stream's rule";
  EXPECT_TRUE(figures.streams[1].is_waiting);
  EXPECT_EQ(figures.queued, 1u) << "waits are none";
}

TEST_F(LiveTest, CountsCopiesAndMemory) {
  begin();
  add_copy(4, 1, 5'000'000, 10 * kMs, 20 * kMs);
  add_memory(0x1000, 3000, true);
  add_memory(0x9000, 1000, true);
  add_memory(0x1000, 0, false);
  const LiveFigures figures = look(100 * kMs);
  ASSERT_EQ(figures.copies.size(), 1u);
  EXPECT_EQ(figures.copies[0].first, "H2D");
  EXPECT_NEAR(figures.copies[0].second, 5e7, 1e6);
  EXPECT_EQ(figures.memory_in_all, 1000u);
  EXPECT_EQ(figures.most_memory, 4000u);
}

// The newest record of a share is taken back when nothing was left for it, and its place used again.
TEST_F(LiveTest, ASharesRecordMayBeTakenBack) {
  begin();
  Record& help = add(RecordKind::kHelp, 4, 1, 10);
  EXPECT_EQ(look(20).threads[0].doing, "part of an operation");
  help.end = help.begin;
  host_->retract(help);
  EXPECT_EQ(look(30).threads[0].doing, "");
  add(RecordKind::kEnqueued, 4, 1, 40, TracedOperationType::kKernel, "k");
  add(RecordKind::kHelp, 4, 1, 50).end = 90;
  const LiveFigures figures = look(100);
  EXPECT_EQ(figures.queued, 1u);
  EXPECT_NEAR(figures.threads[0].busy, 0.4, 0.01);
}

TEST_F(LiveTest, FollowsThroughSeveralChunks) {
  begin();
  constexpr std::uint64_t kOperations = 9000;
  for (std::uint64_t i = 1; i <= kOperations; ++i) {
    add(RecordKind::kEnqueued, 4, i, i, TracedOperationType::kKernel, "k");
    add(RecordKind::kRun, 4, i, i).end = i + 1;
    if (i % 1000 == 0) {
      EXPECT_EQ(look(static_cast<Ns>(i)).done, i);
    }
  }
}

LiveFigures many(std::size_t streams) {
  LiveFigures figures;
  for (std::size_t i = 0; i < streams; ++i) {
    LiveStream& stream = figures.streams.emplace_back();
    stream.name = "stream " + std::to_string(i);
    stream.busy = i == 17 ? 1 : 0;
    stream.doing = std::string(200, 'x');
  }
  figures.threads.resize(40);
  return figures;
}

TEST(View, FitsIntoAnyTerminal) {
  const std::vector<std::string> output(9, std::string(300, 'y'));
  for (const std::size_t rows : {1, 3, 8, 24, 100}) {
    for (const std::size_t columns : {1, 20, 80, 400}) {
      const auto lines = view_lines("./a", many(30), {columns, rows}, output);
      EXPECT_LE(lines.size(), rows);
      for (const std::string& line : lines) EXPECT_LE(line.size(), columns);
    }
  }
}

TEST(View, ShowsTheBusiestAndCountsTheRest) {
  const auto lines = view_lines("./a", many(30), {100, 24}, {"one", "two"});
  const auto has = [&](std::string_view text) {
    return std::ranges::any_of(
        lines, [&](const std::string& line) { return line.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(has("stream 17 "));
  EXPECT_TRUE(has("more streams"));
  EXPECT_TRUE(has("more threads"));
  ASSERT_GE(lines.size(), 3u);
  EXPECT_EQ(lines.back(), "two");
}

TEST(View, CutsBetweenCharacters) {
  EXPECT_EQ(cut_text("5 µs long", 3), "5 µ");
  EXPECT_EQ(cut_text("5 µs", 9), "5 µs");
}

}  // namespace
}  // namespace riffle::tool
