// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/remote_world.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "libraries/nccl/comm.h"
#include "libraries/nccl/errors.h"
#include "libraries/nccl/overlap.h"
#include "libraries/nccl/quiet_signals.h"
#include "libraries/nccl/rendezvous.h"
#include "libraries/stream_work.h"

namespace riffle::nccl {

RemoteWorld::RemoteWorld(int rank, int size, int device, std::uint64_t number,
                         std::unique_ptr<Transport> transport)
    : rank_(rank),
      size_(size),
      device_(device),
      number_(number),
      transport_(std::move(transport)),
      control_messages_(2 * static_cast<std::size_t>(size)) {
  const QuietSignals quiet;
  thread_ = std::thread([this] { run(); });
}

RemoteWorld::~RemoteWorld() {
  abort(rank_);
  thread_.join();
}

// ---- Into streams ----

ncclResult_t RemoteWorld::make_batch(std::span<const CommCall> calls, bool is_captured,
                                     std::shared_ptr<Batch>& batch) {
  batch = std::make_shared<Batch>();
  batch->is_of_graph = is_captured;
  for (const CommCall& call : calls) {
    StagedCall staged{.call = call,
                      .send = nullptr,
                      .recv = nullptr,
                      .send_bytes = bytes_sent(call, size_),
                      .recv_bytes = bytes_received(call, size_)};
    staged.send = staging_.take(staged.send_bytes);
    staged.recv = staging_.take(staged.recv_bytes);
    if ((staged.send_bytes != 0 && staged.send == nullptr) ||
        (staged.recv_bytes != 0 && staged.recv == nullptr))
      return fail(ncclSystemError, "there is no memory for messages");
    batch->calls.push_back(std::move(staged));
    const auto is_known = [&](const Lane& each) { return each.stream == call.stream; };
    if (std::ranges::any_of(batch->lanes, is_known)) continue;
    batch->lanes.push_back({call.stream, words_->take()});
    if (batch->lanes.back().word.place == nullptr)
      return fail(ncclSystemError, "there is no memory for words that streams wait for");
  }
  return ncclSuccess;
}

ncclResult_t RemoteWorld::start(std::span<const CommCall> calls) {
  const DeviceScope scope(device_);
  bool is_captured = false;
  for (const CommCall& call : calls) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    RIFFLE_NCCL_CUDA(cudaStreamIsCapturing(call.stream, &status));
    if (&call != calls.data() && is_captured != (status == cudaStreamCaptureStatusActive))
      return fail(ncclInvalidUsage, "a group has streams that are captured, and others");
    is_captured = status == cudaStreamCaptureStatusActive;
  }
  // A call that sends what an earlier one receives follows it. Others stay together: ranks may wait for each other's.
  auto first = calls.begin();
  while (first != calls.end()) {
    Overlap round;
    auto last = first;
    for (; last != calls.end() && !round.passes_on(*last, size_); ++last) round.add(*last, size_);
    RIFFLE_NCCL_TRY(start_batch({first, last}, is_captured));
    first = last;
  }
  return ncclSuccess;
}

ncclResult_t RemoteWorld::start_batch(std::span<const CommCall> calls, bool is_captured) {
  std::shared_ptr<Batch> batch;
  RIFFLE_NCCL_TRY(make_batch(calls, is_captured, batch));
  {
    const std::scoped_lock lock(shared_->mutex);
    if (shared_->is_over) return fail(ncclInvalidUsage, "the communicator was aborted");
    if (shared_->error != ncclSuccess) return shared_->error;
    has_captured_ = has_captured_ || is_captured;
    if (!has_captured_) name_signals(*batch);
    if (!is_captured) shared_->batches.push_back(batch);
  }
  const ncclResult_t result = enqueue(batch);
  if (result != ncclSuccess) {
    const std::scoped_lock lock(shared_->mutex);
    std::erase(shared_->batches, batch);
    end_batch(*batch);
  }
  return result;
}

/// A rank goes on after all ranks have come to a collective, and after the sender of a message has; and each of its streams after the
/// others of the batch.
void RemoteWorld::name_signals(Batch& batch) {
  const auto giver = static_cast<unsigned>(rank_);
  for (const StagedCall& each : batch.calls) {
    if (is_point_to_point(each.call.kind)) {
      if (each.call.peer == rank_) continue;
      const bool sends = each.call.kind == CommKind::kSend;
      const auto pair = sends ? std::pair(rank_, each.call.peer) : std::pair(each.call.peer, rank_);
      const std::uint64_t channel = (static_cast<std::uint64_t>(pair.first) + 1) << 32 |
                                    (static_cast<std::uint64_t>(pair.second) + 1);
      (sends ? batch.given : batch.awaited)
          .push_back({.channel = {number_, channel}, .number = ++messages_[pair]});
      continue;
    }
    const RiffleSignal signal{.channel = {number_, 0},
                              .number = ++collectives_,
                              .parties = static_cast<unsigned>(size_),
                              .giver = giver};
    batch.given.push_back(signal);
    batch.awaited.push_back(signal);
  }
  const RiffleSignal own{
      .channel = {number_, giver + 1ULL}, .number = ++batches_, .is_local = true};
  batch.given.push_back(own);
  batch.awaited.push_back(own);
}

ncclResult_t RemoteWorld::enqueue(const std::shared_ptr<Batch>& batch) {
  // All that the group sends comes before it waits for anything.
  for (const StagedCall& each : batch->calls)
    if (each.send_bytes != 0)
      RIFFLE_NCCL_CUDA(cudaMemcpyAsync(each.send.get(), each.call.send, each.send_bytes,
                                       cudaMemcpyDeviceToHost, each.call.stream));
  for (const Lane& lane : batch->lanes)
    RIFFLE_NCCL_CUDA(
        libraries::enqueue(lane.stream, [shared = shared_, batch] { shared->arrive(batch); }));
  for (const Lane& lane : batch->lanes)
    for (const RiffleSignal& signal : batch->given) riffle_gave_signal(lane.stream, &signal);
  for (const Lane& lane : batch->lanes)
    RIFFLE_NCCL_CUDA(batch->is_of_graph ? enqueue_wait_again(lane.stream, lane.word)
                                        : enqueue_wait(lane.stream, lane.word, batch->awaited));
  for (const StagedCall& each : batch->calls)
    if (each.recv_bytes != 0)
      RIFFLE_NCCL_CUDA(cudaMemcpyAsync(each.call.recv, each.recv.get(), each.recv_bytes,
                                       cudaMemcpyHostToDevice, each.call.stream));
  // Until then the staging memory and the words are in use.
  for (const Lane& lane : batch->lanes)
    RIFFLE_NCCL_CUDA(libraries::enqueue(lane.stream, [batch, words = words_] {}));
  return ncclSuccess;
}

void RemoteWorld::Shared::arrive(const std::shared_ptr<Batch>& batch) {
  const std::scoped_lock lock(mutex);
  if (++batch->arrived != batch->lanes.size()) return;
  if (batch->is_of_graph) {
    batch->arrived = 0;
    if (is_over) {
      for (const Lane& lane : batch->lanes) lane.word.write();
      return;
    }
    batches.push_back(batch);
  }
  changed.notify_all();
}

// ---- The rank's thread ----

/// Calls are carried out in their order. What a graph asks for comes when the graph runs; the calls behind the graph in its
/// stream are in the list already.
std::shared_ptr<RemoteWorld::Batch> RemoteWorld::Shared::next() const {
  const auto own =
      std::ranges::find_if(batches, [](const auto& each) { return !each->is_of_graph; });
  if (own != batches.end() && (*own)->arrived == (*own)->lanes.size()) return *own;
  const auto of_graph =
      std::ranges::find_if(batches, [](const auto& each) { return each->is_of_graph; });
  return of_graph == batches.end() ? nullptr : *of_graph;
}

void RemoteWorld::end_batch(const Batch& batch) {
  for (const Lane& lane : batch.lanes) lane.word.write();
}

void RemoteWorld::run() {
  // Calls of the program's threads that capture do not concern this one.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaStream_t stream = nullptr;
  cudaSetDevice(device_);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  Exchange exchange(rank_, size_, *transport_, stream);
  std::unique_lock lock(shared_->mutex);
  while (true) {
    std::shared_ptr<Batch> batch;
    shared_->changed.wait(lock, [&] {
      batch = shared_->next();
      return shared_->is_over || batch != nullptr;
    });
    if (shared_->is_over) break;
    shared_->is_idle = false;
    const bool is_good = shared_->error == ncclSuccess;
    lock.unlock();
    const ncclResult_t result = is_good ? exchange.run(batch->calls) : ncclRemoteError;
    // Others must not wait for what this rank cannot do.
    if (is_good && result != ncclSuccess) transport_->abort();
    lock.lock();
    if (is_good) shared_->error = result;
    std::erase(shared_->batches, batch);
    shared_->is_idle = true;
    end_batch(*batch);
    shared_->changed.notify_all();
  }
  for (const std::shared_ptr<Batch>& each : shared_->batches) end_batch(*each);
  shared_->batches.clear();
  shared_->changed.notify_all();
  lock.unlock();
  cudaStreamDestroy(stream);
}

void RemoteWorld::abort(int) {
  {
    const std::scoped_lock lock(shared_->mutex);
    shared_->is_over = true;
    shared_->changed.notify_all();
  }
  transport_->abort();
}

/// The last messages must have come before connections are closed: all ranks say that they are done, unless one has
/// ended already.
ncclResult_t RemoteWorld::finish(int) {
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait(
      lock, [&] { return shared_->is_over || (shared_->batches.empty() && shared_->is_idle); });
  const ncclResult_t result = shared_->error;
  if (shared_->is_over || result != ncclSuccess) return result;
  lock.unlock();
  std::vector<int> everybody;
  for (int rank = 0; rank < size_; ++rank) everybody.push_back(rank);
  std::vector<Bytes> all;
  static_cast<void>(exchange(rank_, everybody, {}, all));
  is_finished_ = true;
  return ncclSuccess;
}

ncclResult_t RemoteWorld::error(int) {
  const std::scoped_lock lock(shared_->mutex);
  if (shared_->error == ncclSuccess && !is_finished_ && transport_->has_ended())
    shared_->error = ncclRemoteError;
  return shared_->error;
}

// ---- Beside the streams ----

namespace {

constexpr std::uint64_t kControlSlots = std::uint64_t{1} << 63;
constexpr std::size_t kMostControlBytes = 248;

/// Messages of one size, so that nobody has to know the other's.
struct Control {
  std::uint64_t bytes = 0;
  std::byte text[kMostControlBytes]{};
};

}  // namespace

/// Through the first member, who collects what all say and tells all of it.
ncclResult_t RemoteWorld::exchange(int rank, std::span<const int> members, const Bytes& own,
                                   std::vector<Bytes>& all) {
  if (own.size() > kMostControlBytes) return fail(ncclInternalError, "a message is too long");
  std::vector<Control> given(members.size());
  const auto place = std::ranges::find(members, rank);
  Control& mine = given[static_cast<std::size_t>(place - members.begin())];
  mine.bytes = own.size();
  std::copy(own.begin(), own.end(), mine.text);
  const auto slot = [&](int peer, bool sends) {
    const std::scoped_lock lock(control_mutex_);
    return kControlSlots |
           control_messages_[2 * static_cast<std::size_t>(peer) + (sends ? 1 : 0)]++;
  };
  std::vector<std::unique_ptr<Transfer>> transfers;
  const auto wait = [&] {
    bool is_good = true;
    for (const auto& each : transfers) is_good = each != nullptr && each->wait() && is_good;
    transfers.clear();
    return is_good ? ncclSuccess
                   : fail(ncclRemoteError, "another rank has ended, or the network has failed");
  };
  const int first = members.front();
  const std::size_t bytes = given.size() * sizeof(Control);
  if (rank == first) {
    for (std::size_t i = 1; i < members.size(); ++i)
      transfers.push_back(
          transport_->receive(members[i], slot(members[i], false), &given[i], sizeof(Control)));
    RIFFLE_NCCL_TRY(wait());
    for (std::size_t i = 1; i < members.size(); ++i)
      transfers.push_back(
          transport_->send(members[i], slot(members[i], true), given.data(), bytes));
  } else {
    transfers.push_back(transport_->send(first, slot(first, true), &mine, sizeof mine));
    RIFFLE_NCCL_TRY(wait());
    transfers.push_back(transport_->receive(first, slot(first, false), given.data(), bytes));
  }
  RIFFLE_NCCL_TRY(wait());
  all.clear();
  for (const Control& each : given) all.emplace_back(each.text, each.text + each.bytes);
  return ncclSuccess;
}

ncclResult_t RemoteWorld::make_part(int rank, std::span<const int> members, int index,
                                    std::shared_ptr<World>& part) {
  ncclUniqueId id{};
  if (index == 0) RIFFLE_NCCL_TRY(make_id(id));
  Bytes own(sizeof id);
  std::memcpy(own.data(), &id, sizeof id);
  std::vector<Bytes> all;
  RIFFLE_NCCL_TRY(exchange(rank, members, own, all));
  std::memcpy(&id, all.front().data(), sizeof id);
  Cancellation never;
  return meet(id, index, static_cast<int>(members.size()), device_, never, part);
}

}  // namespace riffle::nccl
