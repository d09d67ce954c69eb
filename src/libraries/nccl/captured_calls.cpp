// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/captured_calls.h"

#include <utility>

#include "libraries/nccl/comm.h"
#include "libraries/nccl/quiet_signals.h"
#include "libraries/stream_work.h"

namespace riffle::nccl {

CapturedCalls::~CapturedCalls() {
  {
    const std::scoped_lock lock(shared_->mutex);
    shared_->is_over = true;
    shared_->changed.notify_all();
  }
  if (thread_.joinable()) thread_.join();
  for (const std::shared_ptr<Participant>& each : workers_) cudaStreamDestroy(each->stream);
}

void CapturedCalls::Shared::come(const Arrival& arrival) {
  const std::scoped_lock lock(mutex);
  if (is_over) return arrival.word.write();
  arrivals.push_back(arrival);
  changed.notify_all();
}

cudaError_t CapturedCalls::capture(const CommCall& call, const SyncWord& word, int device) {
  std::call_once(is_started_, [&] {
    const QuietSignals quiet;
    thread_ = std::thread([this] { run(); });
  });
  const DeviceScope scope(device);
  const Arrival arrival{
      .call = call,
      .party = std::make_shared<Participant>(call.rank, device, call.stream, nullptr),
      .word = word,
      .order = 0};
  if (const cudaError_t error =
          libraries::enqueue(call.stream, [shared = shared_, arrival] { shared->come(arrival); });
      error != cudaSuccess)
    return error;
  return enqueue_wait_again(call.stream, word);
}

/// A stream that waits for one rank's work must not hold up another's.
std::shared_ptr<Participant> CapturedCalls::idle_worker(const Participant& like) {
  for (const std::shared_ptr<Participant>& each : workers_)
    if (each->device == like.device && cudaStreamQuery(each->stream) == cudaSuccess) return each;
  const DeviceScope scope(like.device);
  cudaStream_t stream = nullptr;
  if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) return nullptr;
  workers_.push_back(std::make_shared<Participant>(like.rank, like.device, stream, nullptr));
  return workers_.back();
}

void CapturedCalls::run() {
  // Calls of the program's threads that capture do not concern this one.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  std::unique_lock lock(shared_->mutex);
  while (true) {
    shared_->changed.wait(lock, [&] { return shared_->is_over || !shared_->arrivals.empty(); });
    if (shared_->is_over) break;
    Arrival next = std::move(shared_->arrivals.front());
    shared_->arrivals.pop_front();
    lock.unlock();
    const std::shared_ptr<Participant> worker = idle_worker(*next.party);
    if (worker != nullptr)
      take_(std::move(next), worker);
    else
      next.word.write();
    lock.lock();
  }
  for (const Arrival& each : shared_->arrivals) each.word.write();
}

}  // namespace riffle::nccl
