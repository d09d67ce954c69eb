// SPDX-License-Identifier: Apache-2.0
// The engine's own costs, without the API above it. Prints one line per target; medians of
// repetitions.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <thread>
#include <vector>

#include "platform/clock.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/engine.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {
namespace {

Cost empty_cost;

const RangeOperation& empty_operation() {
  static const RangeOperation operation{
      .run = [](const void*, std::uint64_t, std::uint64_t) noexcept { return Code::kOk; },
      .cost = &empty_cost,
      .units = 1,
      .payload_bytes = 16};
  return operation;
}

void launch(Stream& stream) {
  stream.enqueue(empty_operation(), [](void* payload) { *static_cast<int*>(payload) = 1; });
}

double quantile(std::vector<double>& values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

void print(const char* what, std::vector<double> values, const char* unit, double target) {
  std::printf("%-58s %9.2f %s  (min %.2f, p90 %.2f; target %.2f)\n", what, quantile(values, 0.5),
              unit, values.front(), quantile(values, 0.9), target);
  std::fflush(stdout);
}

void rest(std::int64_t ns) {
  const timespec time{0, ns};
  nanosleep(&time, nullptr);
}

void bursts(ContextStreams& context) {
  Stream& stream = *context.create_stream(StreamKind::kNonBlocking, 0);
  std::vector<double> enqueue;
  std::vector<double> whole;
  constexpr int kBurst = 1000;
  for (int round = 0; round < 200; ++round) {
    const auto start = platform::now_ns();
    for (int i = 0; i < kBurst; ++i) launch(stream);
    const auto middle = platform::now_ns();
    stream.synchronize();
    const auto end = platform::now_ns();
    enqueue.push_back(static_cast<double>(middle - start) / kBurst);
    whole.push_back(static_cast<double>(end - start) / kBurst);
  }
  print("enqueue, bursts of 1,000", enqueue, "ns", 50);
  print("enqueue and run, bursts of 1,000", whole, "ns", 50);
}

void round_trips(ContextStreams& context) {
  Stream& stream = *context.create_stream(StreamKind::kNonBlocking, 0);
  std::vector<double> times;
  const auto wakes = counters().keeper_wakes.load() + counters().worker_wakes.load();
  for (int round = 0; round < 200'000; ++round) {
    const auto start = platform::now_ns();
    launch(stream);
    stream.synchronize();
    times.push_back(static_cast<double>(platform::now_ns() - start));
  }
  print("launch + synchronize, back to back (with 21 ns of clock)", times, "ns", 150);
  std::printf("%-58s %9lu\n", "  wakes of any thread meanwhile",
              counters().keeper_wakes.load() + counters().worker_wakes.load() - wakes);
  times.clear();
  for (int round = 0; round < 60; ++round) {
    rest(6'000'000);
    const auto start = platform::now_ns();
    launch(stream);
    stream.synchronize();
    times.push_back(static_cast<double>(platform::now_ns() - start) / 1000);
  }
  print("launch + synchronize after 6 ms of rest", times, "us", 25);
}

void polling_host(ContextStreams& context, std::int64_t rest_ns) {
  Stream& stream = *context.create_stream(StreamKind::kNonBlocking, 0);
  static std::atomic<bool> flag;
  const RangeOperation store{.run =
                                 [](const void*, std::uint64_t, std::uint64_t) noexcept {
                                   flag.store(true, std::memory_order_release);
                                   return Code::kOk;
                                 },
                             .cost = &empty_cost};
  std::vector<double> times;
  for (int round = 0; round < 60; ++round) {
    rest(rest_ns);
    flag.store(false);
    const auto start = platform::now_ns();
    stream.enqueue(store, [](void*) {});
    while (!flag.load(std::memory_order_acquire)) {
    }
    times.push_back(static_cast<double>(platform::now_ns() - start) / 1000);
  }
  char name[80];
  std::snprintf(name, sizeof name, "start while the host only polls, after %.1f ms of rest",
                static_cast<double>(rest_ns) / 1e6);
  print(name, times, "us", 150);
}

void many_streams(ContextStreams& context) {
  for (const int count : {1, 10, 100, 1000, 10'000}) {
    std::vector<Stream*> streams;
    for (int i = 0; i < count; ++i)
      streams.push_back(context.create_stream(StreamKind::kNonBlocking, 0));
    std::vector<double> times;
    const int rounds = std::clamp(100'000 / count, 5, 200);
    for (int round = 0; round < rounds; ++round) {
      const auto start = platform::now_ns();
      for (int operation = 0; operation < 10; ++operation)
        for (Stream* const stream : streams) launch(*stream);
      for (Stream* const stream : streams) stream->synchronize();
      times.push_back(static_cast<double>(platform::now_ns() - start) / (10.0 * count));
    }
    char name[80];
    std::snprintf(name, sizeof name, "10 operations on each of %d streams, an operation", count);
    print(name, times, "ns", 100);
    for (Stream* const stream : streams) context.destroy_stream(stream);
  }
}

void hops(ContextStreams& context) {
  Stream& a = *context.create_stream(StreamKind::kNonBlocking, 0);
  Stream& b = *context.create_stream(StreamKind::kNonBlocking, 0);
  std::vector<double> times;
  constexpr int kHops = 500;
  for (int round = 0; round < 100; ++round) {
    const auto start = platform::now_ns();
    for (int i = 0; i < kHops; ++i) {
      launch(a);
      b.enqueue_wait(a.record());
      launch(b);
      a.enqueue_wait(b.record());
    }
    a.synchronize();
    times.push_back(static_cast<double>(platform::now_ns() - start) / (2.0 * kHops));
  }
  print("event ping-pong between two streams, a hop", times, "ns", 250);
}

void legacy(ContextStreams& context) {
  std::vector<double> alone;
  std::vector<double> crowded;
  const auto measure = [&](std::vector<double>& times) {
    Stream& stream = context.legacy();
    for (int round = 0; round < 20'000; ++round) {
      const auto start = platform::now_ns();
      launch(stream);
      stream.synchronize();
      times.push_back(static_cast<double>(platform::now_ns() - start));
    }
  };
  measure(alone);
  std::vector<Stream*> streams;
  for (int i = 0; i < 1000; ++i) {
    streams.push_back(context.create_stream(StreamKind::kBlocking, 0));
    launch(*streams.back());
  }
  context.synchronize();
  measure(crowded);
  print("legacy launch + synchronize", alone, "ns", 250);
  print("legacy launch + synchronize, 1,000 idle blocking streams", crowded, "ns", 250);
  for (Stream* const stream : streams) context.destroy_stream(stream);
}

void shared_kernel(ContextStreams& context) {
  // 2,000 blocks of about 1 us.
  Stream& stream = *context.create_stream(StreamKind::kNonBlocking, 0);
  static Cost cost;
  const RangeOperation work{.run =
                                [](const void*, std::uint64_t first, std::uint64_t end) noexcept {
                                  for (std::uint64_t i = first; i < end; ++i) {
                                    const auto until = platform::ticks() + platform::ticks_per_us();
                                    while (platform::ticks() < until) {
                                    }
                                  }
                                  return Code::kOk;
                                },
                            .cost = &cost,
                            .units = 2000};
  std::vector<double> times;
  for (int round = 0; round < 50; ++round) {
    const auto start = platform::now_ns();
    stream.enqueue(work, [](void*) {});
    stream.synchronize();
    times.push_back(static_cast<double>(platform::now_ns() - start) / 1000);
  }
  print("kernel of 2,000 blocks of 1 us", times, "us",
        2000.0 / std::thread::hardware_concurrency());
}

int run() {
  const auto context = ContextStreams::create();
  if (context == nullptr) return EXIT_FAILURE;
  std::printf("%-58s %9zu B   (target 4096)\n", "an idle stream", sizeof(Timeline));
  bursts(*context);
  round_trips(*context);
  for (const std::int64_t ns : {30'000, 200'000, 1'500'000, 6'000'000}) polling_host(*context, ns);
  many_streams(*context);
  hops(*context);
  legacy(*context);
  shared_kernel(*context);
  const Counters& count = counters();
  std::printf(
      "stale entries %lu, keeper wakes %lu, worker wakes %lu, naps %lu, adds %lu, joins %lu, "
      "recycled %lu\n",
      count.stale_pops.load(), count.keeper_wakes.load(), count.worker_wakes.load(),
      count.naps.load(), count.adds.load(), count.joins.load(), count.recycled.load());
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace riffle::engine

int main() { return riffle::engine::run(); }
