// SPDX-License-Identifier: Apache-2.0
// What threads write is what the tool reads: also of a file that was cut short, or is damaged.
#include "trace/recording.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "platform/clock.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/observer.h"
#include "trace/layers/layer_writer.h"
#include "trace/recorder.h"
#include "trace/recording_file.h"
#include "trace/thread_log.h"
#include "trace/timeline.h"

namespace riffle::trace {
namespace {

class RecordingTest : public ::testing::Test {
 protected:
  RecordingTest() {
    path_ = ::testing::TempDir() + "riffle-recording.XXXXXX";
    close(mkstemp(path_.data()));
  }
  ~RecordingTest() override { unlink(path_.c_str()); }

  std::unique_ptr<RecordingFile> open() { return std::move(*RecordingFile::open(path_)); }
  std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  tool::Recording read() const { return *tool::read_recording(path_); }

  std::string path_;
};

void add_call(ThreadLog& log, const char* name, std::uint64_t begin) {
  const std::uint32_t number = log.number_of(name);
  Record& record = log.take();
  record.name = number;
  record.begin = begin;
  record.end = begin + 1;
  log.commit(RecordKind::kCall);
}

TEST_F(RecordingTest, LayersJoinTheRecordsOfTheirThread) {
  Recorder recorder(open());
  ThreadLog log(recorder.file());
  add_call(log, "cudaFree", 5);
  const auto self = static_cast<std::uint32_t>(gettid());
  std::thread([&] {
    engine::add_observer(recorder);
    LayerWriter writer(recorder.file());
    for (const char* const name : {"one", "two"}) {
      const Layer layer{name, self, 7, 9};
      writer.record(&layer, 1);
    }
    engine::remove_observers();
    const Layer layer{"of a forked child", self, 7, 9};
    writer.record(&layer, 1);
  }).join();
  const tool::Recording recording = read();
  ASSERT_EQ(recording.threads.size(), 1u);
  // A chunk by another thread does not change its name.
  std::array<char, 17> name{};
  pthread_getname_np(pthread_self(), name.data(), name.size());
  EXPECT_EQ(recording.threads[0].name, name.data());
  ASSERT_EQ(recording.threads[0].records.size(), 3u);
  const Record& last = recording.threads[0].records[2];
  EXPECT_EQ(last.kind, RecordKind::kLayer);
  EXPECT_EQ(recording.texts.at(last.name), "two");
  EXPECT_EQ(last.begin, 7u);
  EXPECT_EQ(last.end, 9u);
}

TEST_F(RecordingTest, KeepsEachThreadsRecordsInOrder) {
  const auto file = open();
  constexpr std::uint64_t kRecords = 20'000;  // several chunks
  const auto write = [&](const char* name) {
    ThreadLog log(*file);
    for (std::uint64_t i = 1; i <= kRecords; ++i) add_call(log, name, i);
  };
  {
    const std::jthread one(write, "one");
    const std::jthread two(write, "two");
  }
  const tool::Recording recording = read();
  ASSERT_EQ(recording.threads.size(), 2u);
  EXPECT_EQ(recording.lost, 0u);
  for (const tool::ThreadRecords& thread : recording.threads) {
    ASSERT_EQ(thread.records.size(), kRecords);
    const std::uint32_t name = thread.records.front().name;
    for (std::uint64_t i = 0; i < kRecords; ++i) {
      ASSERT_EQ(thread.records[i].begin, i + 1);
      ASSERT_EQ(thread.records[i].name, name);
    }
  }
  const auto text = [&](int thread) {
    return recording.texts.at(recording.threads[thread].records[0].name);
  };
  EXPECT_NE(text(0), text(1));
}

TEST_F(RecordingTest, KeepsTextsOfAllLengths) {
  const auto file = open();
  ThreadLog log(*file);
  std::vector<std::uint32_t> numbers;
  for (std::size_t length = 0; length < 600; ++length)
    numbers.push_back(log.write_text(std::string(length, 'x')));
  const tool::Recording recording = read();
  for (std::size_t length = 0; length < numbers.size(); ++length)
    EXPECT_EQ(recording.texts.at(numbers[length]).size(), length);
}

TEST_F(RecordingTest, TakesBackTheNewestRecordOnly) {
  const auto file = open();
  ThreadLog log(*file);
  Record& first = log.take();
  first.begin = 1;
  log.commit(RecordKind::kHelp);
  Record& second = log.take();
  second.begin = 2;
  log.commit(RecordKind::kHelp);
  log.retract(first);
  log.retract(second);
  const tool::Recording recording = read();
  ASSERT_EQ(recording.threads[0].records.size(), 1u);
  EXPECT_EQ(recording.threads[0].records[0].begin, 1u);
}

TEST_F(RecordingTest, BelongsToOneProcess) {
  const auto file = open();
  file->header().process = 1;
  const auto second = RecordingFile::open(path_);
  ASSERT_FALSE(second.has_value());
  EXPECT_NE(second.error().text.find("already holds a recording"), std::string::npos);
  EXPECT_FALSE(RecordingFile::open("/nonexistent/folder/file").has_value());
}

TEST_F(RecordingTest, HasSeveralWritersInAProcess) {
  const auto one = open();
  const auto two = open();
  ThreadLog log_one(*one);
  ThreadLog log_two(*two);
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    add_call(log_one, "one", i);
    add_call(log_two, "two", i);
  }
  const tool::Recording recording = read();
  ASSERT_EQ(recording.threads.size(), 1u);
  std::array<int, 2> seen{};
  for (const Record& record : recording.threads[0].records)
    ++seen.at(recording.texts.at(record.name) == "two" ? 1 : 0);
  EXPECT_EQ(seen, (std::array<int, 2>{1000, 1000}));
}

TEST_F(RecordingTest, ReadsWhatIsThereOfAFileCutShort) {
  {
    const auto file = open();
    ThreadLog log(*file);
    for (std::uint64_t i = 1; i <= 100; ++i) add_call(log, "call", i);
  }
  const std::string whole = bytes();
  std::size_t most = 0;
  for (std::size_t length = 0; length <= whole.size(); length += 37) {
    const auto recording = tool::parse_recording(std::string_view(whole).substr(0, length), "cut");
    EXPECT_EQ(recording.has_value(), length >= kHeaderBytes);
    if (!recording || recording->threads.empty()) continue;
    EXPECT_GE(recording->threads[0].records.size(), most);
    most = recording->threads[0].records.size();
  }
  EXPECT_GT(most, 90u);
  EXPECT_EQ(tool::parse_recording("", "nothing").error().code, Code::kNotReady);
}

// Pages that are there are not made again, and a file without room for more than those takes them.
TEST_F(RecordingTest, UsesWhatIsReserved) {
  ASSERT_EQ(truncate(path_.c_str(), 4 << 20), 0);
  EXPECT_EQ(tool::read_recording(path_).error().code, Code::kNotReady) << "nobody has begun";
  const auto file = open();
  file->header().reserved.store(4 << 20);
  ThreadLog log(*file);
  for (std::uint64_t i = 1; i <= 20'000; ++i) add_call(log, "call", i);
  struct stat status{};
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_size, 4 << 20);
  EXPECT_EQ(read().threads.at(0).records.size(), 20'000u);
}

TEST_F(RecordingTest, SurvivesDamage) {
  {
    const auto file = open();
    ThreadLog log(*file);
    for (std::uint64_t i = 1; i <= 200; ++i) add_call(log, i % 2 == 0 ? "even" : "odd", i);
  }
  const std::string whole = bytes();
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 8; ++i) {
      const std::size_t at = 8 + random() % (kHeaderBytes + 64 * 210 - 8);
      damaged[at % damaged.size()] = static_cast<char>(random());
    }
    if (const auto recording = tool::parse_recording(damaged, "damaged"))
      static_cast<void>(tool::make_timeline(*recording));
  }
}

Code run_nothing(const void*, std::uint64_t, std::uint64_t) noexcept { return Code::kOk; }

// The engine's own events, as the runtime would publish them.
TEST_F(RecordingTest, SeesAllOperationsOfTheEngine) {
  static Recorder* const recorder = new Recorder(open());
  engine::add_observer(*recorder);
  const auto context = engine::ContextStreams::create();
  engine::Stream* const stream = context->create_stream(engine::StreamKind::kNonBlocking, 0);
  for (int i = 0; i < 100; ++i) {
    recorder->call_entered("cudaLaunchKernel", nullptr);
    stream->enqueue(engine::RangeOperation{.run = run_nothing}, [](void*) {});
    recorder->call_left("cudaLaunchKernel", 0);
  }
  stream->enqueue_host_function([](void*, Code) {}, nullptr, true);
  stream->synchronize();
  engine::remove_observers();
  const tool::Recording recording = read();
  int calls = 0;
  int enqueued = 0;
  int runs = 0;
  for (const tool::ThreadRecords& thread : recording.threads) {
    for (const Record& record : thread.records) {
      if (record.kind == RecordKind::kCall) ++calls;
      if (record.small != stream->id()) continue;
      if (record.kind == RecordKind::kEnqueued) ++enqueued;
      if (record.kind != RecordKind::kRun) continue;
      ++runs;
      EXPECT_GE(record.end, record.begin);
    }
  }
  EXPECT_EQ(calls, 100);
  EXPECT_EQ(enqueued, 101);
  EXPECT_EQ(runs, 101);
  const tool::TraceTimeline timeline = tool::make_timeline(recording);
  ASSERT_EQ(timeline.operations.size(), 1u) << "the host function; other ranges have no name";
  EXPECT_EQ(timeline.names[timeline.operations[0].name], "host function");
}

}  // namespace
}  // namespace riffle::trace
