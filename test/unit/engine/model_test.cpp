// SPDX-License-Identifier: Apache-2.0
// Random programs against the stream model: three host threads enqueue kernels, host functions,
// waits and legacy work, wait in between, create and destroy streams. Every operation reads,
// without atomics, what the operations before it (in its stream, awaited, by the legacy rule) have
// written, and so does the host after each wait: a missing order is a wrong value, or a data race
// that ThreadSanitizer reports.
//
// Thresholds are set so low that every slow path runs. RIFFLE_SEED repeats a run (its host threads
// still interleave as they like), RIFFLE_MODEL_OPERATIONS makes it longer.
#include <array>
#include <atomic>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "engine_fixture.h"
#include "runtime/engine/counters.h"
#include "runtime/engine/engine.h"
#include "test_options.h"

namespace riffle::engine {
namespace {

const TestOption short_turns("RIFFLE_ENGINE_BUDGET", "7");
const TestOption early_sharing("RIFFLE_ENGINE_SHARE_NS", "200");
const TestOption early_wakes("RIFFLE_ENGINE_SHARE_WAKE_NS", "3000");
const TestOption short_polling("RIFFLE_ENGINE_SPIN_US", "5");
const TestOption impatient_hosts("RIFFLE_ENGINE_WAIT_SPIN_US", "5");
const TestOption early_sleep("RIFFLE_ENGINE_QUIET_NAPS", "2");
const TestOption workers("RIFFLE_WORKERS", "2");

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
constexpr std::uint64_t kOperations = 400'000;
#else
constexpr std::uint64_t kOperations = 2'000'000;
#endif

constexpr int kHosts = 3;
constexpr std::size_t kMostStreams = 24;
constexpr std::uint32_t kMostUnits = 6;

using Cell = std::uint64_t;  // index into the table of what operations wrote
constexpr Cell kNone = ~Cell{0};

/// What an operation leaves behind: one value per unit, at `cell` and after it.
struct Trace {
  Cell cell = kNone;
  std::uint32_t units = 0;
};

std::atomic<std::uint64_t> wrong{0};
std::vector<std::uint64_t> table;  // plain, on purpose

std::uint64_t mark(Cell cell) { return cell * 0x9e3779b97f4a7c15u + 1; }

void expect_done(const Trace& trace) {
  if (trace.cell == kNone) return;
  for (std::uint32_t unit = 0; unit < trace.units; ++unit)
    if (table[trace.cell + unit] != mark(trace.cell + unit)) wrong.fetch_add(1);
}

/// An operation's payload: whom it comes after.
struct Work {
  Trace self;
  std::uint32_t before_count = 0;
  std::uint32_t spin = 0;
  std::array<Trace, 4> before;

  void add(const Trace& trace) {
    if (trace.cell != kNone && before_count < before.size()) before[before_count++] = trace;
  }
  void run(std::uint64_t first, std::uint64_t end) const {
    for (std::uint32_t i = 0; i < before_count; ++i) expect_done(before[i]);
    for (std::uint32_t i = 0; i < spin; ++i) __builtin_ia32_pause();
    for (std::uint64_t unit = first; unit < end; ++unit) {
      if (table[self.cell + unit] != 0) wrong.fetch_add(1);  // ran twice
      table[self.cell + unit] = mark(self.cell + unit);
    }
  }
};

struct ModelStream {
  Stream* stream = nullptr;
  Trace last;  // plain: under the stream's producer lock, in `fill`
};

struct Known {  // what one host thread knows of one stream
  Moment moment;
  Trace trace;
};

class Program {
 public:
  Program(std::uint64_t seed, std::uint64_t operations)
      : context_(ContextStreams::create()), operations_(operations) {
    std::mt19937_64 random(seed);
    streams_.resize(1 + random() % kMostStreams);
    for (auto& entry : streams_) entry.stream = new_stream(random);
    legacy_.stream = &context_->legacy();
    std::array<std::uint64_t, kHosts> seeds;
    for (auto& s : seeds) s = random();
    std::vector<std::thread> hosts;
    for (const std::uint64_t s : seeds) hosts.emplace_back([this, s] { run_host(s); });
    for (auto& host : hosts) host.join();
    context_->synchronize();
    for (const auto& entry : streams_) expect_done(entry.last);
    expect_done(legacy_.last);
  }

 private:
  Stream* new_stream(std::mt19937_64& random) {
    const int priority = random() % 2 != 0 ? 0 : -static_cast<int>(random() % 6);
    return context_->create_stream(
        random() % 3 == 0 ? StreamKind::kNonBlocking : StreamKind::kBlocking, priority);
  }

  /// Enqueues work that must come after `work.before` and the stream's own last operation.
  Known enqueue(ModelStream& target, Work work, std::mt19937_64& random) {
    static std::array<Cost, 4> costs;
    const std::uint32_t units = random() % 4 == 0 ? 1 + random() % kMostUnits : 1;
    const Cell cell = next_cell_.fetch_add(kMostUnits);
    if (cell + kMostUnits > table.size()) return {};
    work.self = {cell, units};
    work.spin = random() % 8 == 0 ? random() % 200 : 0;
    RangeOperation operation;
    operation.units = units;
    // Two kinds of kernel that are measured, and one that is not.
    operation.cost = random() % 5 == 0 ? nullptr : &costs[units > 1];
    operation.payload_bytes = sizeof(Work);
    operation.run = [](const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
      static_cast<const Work*>(payload)->run(first, end);
      return Code::kOk;
    };
    const Ticket ticket = target.stream->enqueue(operation, [&](void* payload) {
      work.add(target.last);
      target.last = work.self;
      new (payload) Work(work);
    });
    Known known{target.stream->record(), work.self};
    if (known.moment.ticket < ticket) wrong.fetch_add(1);
    return known;
  }

  void run_host(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<Known> known(streams_.size());
    Known legacy_known;
    ModelStream own;  // a stream of this host alone, often destroyed
    own.stream = new_stream(random);
    Known own_known;
    const auto pick = [&]() -> std::size_t { return random() % streams_.size(); };

    while (next_cell_.load(std::memory_order_relaxed) + kHosts * kMostUnits < operations_) {
      const std::size_t index = pick();
      ModelStream& target = streams_[index];
      const bool blocking = target.stream->kind() == StreamKind::kBlocking;
      switch (random() % 64) {
        case 0:  // wait for a stream
          target.stream->synchronize();
          expect_done(known[index].trace);
          break;
        case 1: {  // wait for a moment
          wait_for(known[index].moment);
          expect_done(known[index].trace);
          break;
        }
        case 2:  // poll for a while
          for (int i = 0; i < 20; ++i)
            if (known[index].moment.is_complete()) {
              expect_done(known[index].trace);
              break;
            }
          break;
        case 3: {  // a host function
          Work work;
          work.add(known[index].trace);
          if (blocking) work.add(legacy_known.trace);
          const Cell cell = next_cell_.fetch_add(kMostUnits);
          if (cell + kMostUnits > table.size()) break;
          work.self = {cell, 1};
          // In the model it is no successor for others: only this host's own later waits see it.
          enqueue_host(*target.stream, [work](Code) { work.run(0, 1); });
          break;
        }
        case 4: {  // legacy work: after everything of this host in blocking streams
          Work work;
          for (int tries = 0; tries < 3; ++tries) {
            const std::size_t other = pick();
            if (streams_[other].stream->kind() == StreamKind::kBlocking)
              work.add(known[other].trace);
          }
          const Known fresh = enqueue(legacy_, work, random);
          if (fresh.trace.cell != kNone) legacy_known = fresh;
          break;
        }
        case 5:
          context_->legacy().synchronize();
          expect_done(legacy_known.trace);
          if (blocking) expect_done(known[index].trace);
          break;
        case 6:
          if (context_->legacy().query()) {
            expect_done(legacy_known.trace);
            if (blocking) expect_done(known[index].trace);
          }
          break;
        case 7:  // the own stream ends with work pending, and is awaited elsewhere
          context_->destroy_stream(own.stream);
          target.stream->enqueue_wait(own_known.moment);
          {
            Work work;
            work.add(own_known.trace);
            if (blocking) work.add(legacy_known.trace);
            const Known fresh = enqueue(target, work, random);
            if (fresh.trace.cell != kNone) known[index] = fresh;
          }
          own = {};
          own_known = {};
          own.stream = new_stream(random);
          break;
        case 8:
          if (random() % 16 == 0) {
            context_->synchronize();
            for (const Known& k : known) expect_done(k.trace);
            expect_done(own_known.trace);
            expect_done(legacy_known.trace);
          }
          break;
        case 9:
          target.stream->set_priority(-static_cast<int>(random() % 6));
          break;
        case 10: {
          Work work;
          work.add(legacy_known.trace);
          if (own.stream->kind() == StreamKind::kNonBlocking) work.before_count = 0;
          const Known fresh = enqueue(own, work, random);
          if (fresh.trace.cell != kNone) own_known = fresh;
          break;
        }
        default: {  // a kernel, perhaps after another stream's newest
          Work work;
          if (random() % 3 == 0) {
            const Known& other = known[pick()];
            target.stream->enqueue_wait(other.moment);
            work.add(other.trace);
          }
          if (blocking) work.add(legacy_known.trace);
          const Known fresh = enqueue(target, work, random);
          if (fresh.trace.cell != kNone) known[index] = fresh;
          break;
        }
      }
      if (random() % 2048 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
    own.stream->synchronize();
    expect_done(own_known.trace);
    context_->destroy_stream(own.stream);
  }

  std::unique_ptr<ContextStreams> context_;
  const std::uint64_t operations_;
  std::vector<ModelStream> streams_;
  ModelStream legacy_;
  // Shared by the hosts; cells are never reused within a program.
  std::atomic<Cell> next_cell_{0};
};

TEST(ModelTest, RandomProgramsKeepEveryOrder) {
  const std::uint64_t operations = number_from_environment("RIFFLE_MODEL_OPERATIONS", kOperations);
  const std::uint64_t first_seed = number_from_environment("RIFFLE_SEED", 1);
  constexpr std::uint64_t kPerProgram = 20'000;
  for (std::uint64_t done = 0, seed = first_seed; done < operations; done += kPerProgram, ++seed) {
    table.assign(kPerProgram * kMostUnits, 0);
    Program(seed, table.size());
    ASSERT_EQ(wrong.load(), 0u) << "RIFFLE_SEED=" << seed;
  }
  const Counters& count = counters();
  std::printf("joins %lu, stale entries %lu, worker wakes %lu, keeper wakes %lu, adds %lu\n",
              count.joins.load(), count.stale_pops.load(), count.worker_wakes.load(),
              count.keeper_wakes.load(), count.adds.load());
}

}  // namespace
}  // namespace riffle::engine
