// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/join.h"

#include <algorithm>
#include <utility>

#include "libraries/nccl/comm.h"
#include "libraries/nccl/overlap.h"
#include "libraries/nccl/parts.h"

namespace riffle::nccl {
namespace {

/// Leaves the function with the first error.
#define RIFFLE_NCCL_STEP(call)                                                                     \
  do {                                                                                             \
    if (const cudaError_t riffle_error = (call); riffle_error != cudaSuccess) return riffle_error; \
  } while (false)

}  // namespace

bool Join::is_here(const Participant* party) const {
  return std::ranges::any_of(here_, [&](const auto& each) { return each.get() == party; });
}

Join::PartyList Join::workers_of(const MatchedCalls& unit) const {
  PartyList workers;
  for (const Arrival& each : unit) {
    const Participant* const party = each.party.get();
    if (is_here(party) && std::ranges::find(workers, party) == workers.end())
      workers.push_back(party);
  }
  // All ranks have called before: somebody else does the work (captured_calls.h).
  if (workers.empty()) workers.push_back(here_.front().get());
  return workers;
}

cudaError_t Join::wait(const Participant& party, const PooledEvent& event) {
  if (event == nullptr || !waits_.emplace(&party, event.get()).second) return cudaSuccess;
  const DeviceScope scope(party.device);
  return cudaStreamWaitEvent(party.stream, event.get(), 0);
}

cudaError_t Join::end_of(const Participant& party, PooledEvent& event) {
  PooledEvent& own = ends_[&party];
  if (own == nullptr) {
    const DeviceScope scope(party.device);
    own = events_[static_cast<std::size_t>(party.rank)].take();
    if (own == nullptr) return cudaErrorMemoryAllocation;
    RIFFLE_NCCL_STEP(cudaEventRecord(own.get(), party.stream));
  }
  event = own;
  return cudaSuccess;
}

/// A graph that has come to a call has done what comes before. That it has told so is seen by nobody: a word that holds
/// already says to observers that the stream is ordered by something which they do not see.
cudaError_t Join::wait_for_graph(const Participant& worker, const SyncWord& word) {
  const DeviceScope scope(worker.device);
  return enqueue_wait(worker.stream, {word.place, word.value - 1}, {});
}

/// Every worker waits for what all ranks' streams held before, and for the round before.
cudaError_t Join::begin(const MatchedCalls& unit) {
  for (const Participant* worker : workers_of(unit)) {
    for (const Arrival& each : unit) {
      if (each.party.get() == worker) continue;
      RIFFLE_NCCL_STEP(wait(*worker, each.party->begin));
      if (each.party->begin == nullptr) RIFFLE_NCCL_STEP(wait_for_graph(*worker, each.word));
    }
    for (const auto& [party, end] : before_)
      if (party != worker) RIFFLE_NCCL_STEP(wait(*worker, end));
  }
  return cudaSuccess;
}

cudaError_t Join::work(const MatchedCalls& unit) {
  const PartyList workers = workers_of(unit);
  const int parts = static_cast<int>(workers.size());
  for (int part = 0; part < parts; ++part) {
    const Participant& worker = *workers[static_cast<std::size_t>(part)];
    const DeviceScope scope(worker.device);
    RIFFLE_NCCL_STEP(enqueue_part(unit, part, parts, worker.stream));
  }
  return cudaSuccess;
}

/// Every stream goes on when all parts are done.
cudaError_t Join::end(const MatchedCalls& unit) {
  const PartyList workers = workers_of(unit);
  for (const Participant* own : workers)
    for (const Participant* other : workers)
      if (other != own) {
        PooledEvent event;
        RIFFLE_NCCL_STEP(end_of(*other, event));
        RIFFLE_NCCL_STEP(wait(*own, event));
      }
  const Participant& leader = *workers.front();
  for (const Arrival& each : unit) {
    if (is_here(each.party.get())) continue;
    const DeviceScope scope(leader.device);
    RIFFLE_NCCL_STEP(enqueue_write(leader.stream, each.word));
  }
  return cudaSuccess;
}

cudaError_t Join::run_round(std::span<const MatchedCalls> units) {
  for (const MatchedCalls& unit : units) RIFFLE_NCCL_STEP(begin(unit));
  for (const MatchedCalls& unit : units) RIFFLE_NCCL_STEP(work(unit));
  // All ends are recorded before the first wait for one: none waits for another's wait.
  for (const MatchedCalls& unit : units) {
    const PartyList workers = workers_of(unit);
    PooledEvent event;
    if (workers.size() > 1)
      for (const Participant* each : workers) RIFFLE_NCCL_STEP(end_of(*each, event));
  }
  for (const MatchedCalls& unit : units) RIFFLE_NCCL_STEP(end(unit));
  return cudaSuccess;
}

cudaError_t Join::run(std::vector<MatchedCalls>& units, int size) {
  if (units.size() == 1) return run_round(units);
  const auto order_of = [](const MatchedCalls& unit) {
    return std::pair(std::ranges::max(unit, {}, &Arrival::order).order, unit.front().call.rank);
  };
  std::ranges::sort(units, {}, order_of);
  auto first = units.begin();
  while (first != units.end()) {
    Overlap round;
    auto last = first;
    const auto depends = [&](const MatchedCalls& unit) {
      return std::ranges::any_of(
          unit, [&](const Arrival& each) { return round.depends(each.call, size); });
    };
    for (; last != units.end() && !depends(*last); ++last)
      for (const Arrival& each : *last) round.add(each.call, size);
    RIFFLE_NCCL_STEP(run_round({first, last}));
    if (last != units.end()) {
      PooledEvent event;
      for (const auto& party : here_) RIFFLE_NCCL_STEP(end_of(*party, event));
    }
    before_ = std::exchange(ends_, {});
    first = last;
  }
  return cudaSuccess;
}

}  // namespace riffle::nccl
