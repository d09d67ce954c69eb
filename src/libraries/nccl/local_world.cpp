// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/local_world.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "libraries/nccl/comm.h"
#include "libraries/nccl/errors.h"
#include "libraries/nccl/parts.h"

namespace riffle::nccl {
namespace {

ncclResult_t capture_of(const CommCall& call, unsigned long long& id) {
  const DeviceScope scope(call.comm->device);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  RIFFLE_NCCL_CUDA(
      cudaStreamGetCaptureInfo(call.stream, &status, &id, nullptr, nullptr, nullptr, nullptr));
  if (status == cudaStreamCaptureStatusInvalidated)
    return of_cuda(cudaErrorStreamCaptureInvalidated, "a captured collective");
  if (status == cudaStreamCaptureStatusNone) id = 0;
  return ncclSuccess;
}

}  // namespace

LocalWorld::LocalWorld(std::vector<int> devices)
    : devices_(std::move(devices)),
      events_(devices_.size()),
      matcher_(static_cast<int>(devices_.size())),
      errors_(devices_.size(), ncclSuccess),
      is_aborted_(devices_.size(), false),
      captured_([this](Arrival arrival, const std::shared_ptr<Participant>& worker) {
        take(std::move(arrival), worker);
      }) {}

ncclResult_t LocalWorld::party_of(const CommCall& call, Parties& parties,
                                  std::shared_ptr<Participant>& party) {
  const auto known = std::ranges::find_if(parties, [&](const auto& each) {
    return each->rank == call.rank && each->stream == call.stream;
  });
  if (known != parties.end()) {
    party = *known;
    return ncclSuccess;
  }
  party = std::make_shared<Participant>(call.rank, call.comm->device, call.stream, nullptr);
  parties.push_back(party);
  return ncclSuccess;
}

/// A stream that is alone waits for nobody.
ncclResult_t record_begins(std::span<const std::shared_ptr<Participant>> parties, int size,
                           std::vector<EventPool>& events) {
  if (size == 1 && parties.size() == 1) return ncclSuccess;
  for (const std::shared_ptr<Participant>& each : parties) {
    const DeviceScope scope(each->device);
    each->begin = events[static_cast<std::size_t>(each->rank)].take();
    if (each->begin == nullptr) return fail(ncclSystemError, "there is no memory for an event");
    RIFFLE_NCCL_CUDA(cudaEventRecord(each->begin.get(), each->stream));
  }
  return ncclSuccess;
}

ncclResult_t LocalWorld::start(std::span<const CommCall> calls) {
  std::vector<CommCall> now;
  std::vector<std::pair<unsigned long long, std::vector<CommCall>>> captures;
  for (const CommCall& call : calls) {
    unsigned long long id = 0;
    RIFFLE_NCCL_TRY(capture_of(call, id));
    if (id == 0) {
      now.push_back(call);
      continue;
    }
    auto own = std::ranges::find_if(captures, [&](const auto& each) { return each.first == id; });
    if (own == captures.end()) own = captures.emplace(own, id, std::vector<CommCall>{});
    own->second.push_back(call);
  }
  for (const auto& [id, own] : captures) RIFFLE_NCCL_TRY(start_captured(own));
  return now.empty() ? ncclSuccess : start_now(now);
}

ncclResult_t LocalWorld::start_now(std::span<const CommCall> calls) {
  Parties parties;
  std::vector<Arrival> arrivals;
  std::vector<int> orders(devices_.size());
  for (const CommCall& call : calls) {
    Arrival arrival{.call = call,
                    .party = nullptr,
                    .word = {},
                    .order = orders[static_cast<std::size_t>(call.rank)]++};
    RIFFLE_NCCL_TRY(party_of(call, parties, arrival.party));
    if (size() > 1 || is_point_to_point(call.kind)) {
      arrival.word = words_.take();
      if (arrival.word.place == nullptr)
        return fail(ncclSystemError, "there is no memory for words that streams wait for");
    }
    arrivals.push_back(std::move(arrival));
  }
  RIFFLE_NCCL_TRY(record_begins(parties, size(), events_));

  std::vector<MatchedCalls> complete;
  {
    const std::scoped_lock lock(mutex_);
    for (const Arrival& each : arrivals)
      if (is_aborted_[static_cast<std::size_t>(each.call.rank)])
        return fail(ncclInvalidUsage, "the communicator was aborted");
    for (const Arrival& each : arrivals)
      if (MatchedCalls unit = matcher_.arrive(each); !unit.empty())
        complete.push_back(std::move(unit));
  }
  std::set<const std::uint32_t*> done;
  for (const MatchedCalls& unit : complete)
    for (const Arrival& each : unit) done.insert(each.word.place);
  const ncclResult_t result = run(complete, parties);
  // Last of all: what the group can do does not wait for others.
  for (const Arrival& each : arrivals) {
    if (done.contains(each.word.place)) {
      each.word.write();
      continue;
    }
    const DeviceScope scope(each.party->device);
    RIFFLE_NCCL_CUDA(enqueue_wait(each.party->stream, each.word));
  }
  return result;
}

ncclResult_t LocalWorld::start_captured(std::span<const CommCall> calls) {
  Parties parties;
  Matcher own(size());
  std::vector<MatchedCalls> complete;
  std::vector<int> orders(devices_.size());
  for (const CommCall& call : calls) {
    Arrival arrival{.call = call,
                    .party = nullptr,
                    .word = {},
                    .order = orders[static_cast<std::size_t>(call.rank)]++};
    RIFFLE_NCCL_TRY(party_of(call, parties, arrival.party));
    if (MatchedCalls unit = own.arrive(std::move(arrival)); !unit.empty())
      complete.push_back(std::move(unit));
  }
  RIFFLE_NCCL_TRY(record_begins(parties, size(), events_));
  RIFFLE_NCCL_TRY(run(complete, parties));
  // The others come when graphs run.
  for (const Arrival& each : own.take_all()) {
    const SyncWord word = words_.take();
    if (word.place == nullptr)
      return fail(ncclSystemError, "there is no memory for words that streams wait for");
    RIFFLE_NCCL_CUDA(captured_.capture(each.call, word, each.party->device));
  }
  return ncclSuccess;
}

void LocalWorld::take(Arrival arrival, const std::shared_ptr<Participant>& worker) {
  std::vector<MatchedCalls> complete;
  {
    const std::scoped_lock lock(mutex_);
    if (is_aborted_[static_cast<std::size_t>(arrival.call.rank)]) return arrival.word.write();
    if (MatchedCalls unit = matcher_.arrive(std::move(arrival)); !unit.empty())
      complete.push_back(std::move(unit));
  }
  if (!complete.empty()) static_cast<void>(run(complete, {worker}));
}

ncclResult_t LocalWorld::run(std::vector<MatchedCalls>& units, const Parties& here) {
  ncclResult_t result = ncclSuccess;
  std::erase_if(units, [&](const MatchedCalls& unit) {
    const std::string why = mismatch(unit);
    if (why.empty()) return false;
    result = fail(ncclInvalidUsage, why);
    give_up(unit, result);
    return true;
  });
  if (units.empty()) return result;
  if (const cudaError_t error = Join(here, events_).run(units, size()); error != cudaSuccess) {
    result = of_cuda(error, "a collective");
    for (const MatchedCalls& unit : units) give_up(unit, result);
  }
  return result;
}

void LocalWorld::give_up(const MatchedCalls& unit, ncclResult_t result) {
  const std::scoped_lock lock(mutex_);
  for (const Arrival& each : unit) {
    errors_[static_cast<std::size_t>(each.call.rank)] = result;
    each.word.write();
  }
}

void LocalWorld::abort(int rank) {
  std::vector<Arrival> left;
  {
    const std::scoped_lock lock(mutex_);
    is_aborted_[static_cast<std::size_t>(rank)] = true;
    left = matcher_.take_all();
    for (const Arrival& each : left)
      if (each.call.rank != rank)
        errors_[static_cast<std::size_t>(each.call.rank)] = ncclRemoteError;
  }
  // Nobody can complete what the rank does not come to.
  for (const Arrival& each : left) each.word.write();
  meeting_.end();
}

ncclResult_t LocalWorld::finish(int) { return ncclSuccess; }

ncclResult_t LocalWorld::error(int rank) {
  const std::scoped_lock lock(mutex_);
  return errors_[static_cast<std::size_t>(rank)];
}

ncclResult_t LocalWorld::exchange(int rank, std::span<const int> members, const Bytes& own,
                                  std::vector<Bytes>& all) {
  return meeting_.exchange(rank, members, own, all)
             ? ncclSuccess
             : fail(ncclRemoteError, "another rank aborted the communicator");
}

/// The first member makes it; it is there until all have it.
ncclResult_t LocalWorld::make_part(int rank, std::span<const int> members, int index,
                                   std::shared_ptr<World>& part) {
  std::shared_ptr<World> own;
  if (index == 0) {
    std::vector<int> devices;
    for (const int member : members) devices.push_back(devices_[static_cast<std::size_t>(member)]);
    own = std::make_shared<LocalWorld>(std::move(devices));
  }
  const std::shared_ptr<World>* const place = &own;
  Bytes bytes(sizeof place);
  std::memcpy(bytes.data(), &place, sizeof place);
  std::vector<Bytes> all;
  RIFFLE_NCCL_TRY(exchange(rank, members, bytes, all));
  const std::shared_ptr<World>* made = nullptr;
  std::memcpy(&made, all.front().data(), sizeof made);
  std::shared_ptr<World> copy = *made;
  RIFFLE_NCCL_TRY(exchange(rank, members, {}, all));
  part = std::move(copy);
  return ncclSuccess;
}

}  // namespace riffle::nccl
