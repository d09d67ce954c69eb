// SPDX-License-Identifier: Apache-2.0
#include "libraries/cupti/records.h"

#include <mutex>
#include <utility>

#include "libraries/cupti/entry.h"

namespace riffle::cupti {
namespace {

/// The program's buffers are filled without being asked for from so many on...
constexpr std::size_t kMany = 8192;
/// ...and of a program that never lets them be filled no more are kept.
constexpr std::size_t kMost = 1 << 20;

/// The thread is inside of the program's functions for buffers, which may make calls of CUDA and so come here again.
thread_local bool is_delivering = false;

/// One buffer of the program's.
class Buffer {
 public:
  explicit Buffer(CUpti_BuffersCallbackRequestFunc request) {
    request(&data_, &size_, &most_records_);
  }
  bool append(const void* record, std::size_t bytes) {
    const bool is_full = most_records_ != 0 && records_ == most_records_;
    if (data_ == nullptr || is_full || size_ - used_ < bytes) return false;
    std::memcpy(data_ + used_, record, bytes);
    used_ += bytes;
    ++records_;
    return true;
  }
  void complete(CUpti_BuffersCallbackCompleteFunc complete) const {
    if (data_ != nullptr) complete(nullptr, 0, data_, size_, used_);
  }

 private:
  uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t most_records_ = 0;
  std::size_t used_ = 0;
  std::size_t records_ = 0;
};

}  // namespace

Records& records() {
  static auto& all = *new Records;
  return all;
}

std::size_t record_bytes(CUpti_ActivityKind kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      return sizeof(CUpti_ActivityMemcpy6);
    case CUPTI_ACTIVITY_KIND_MEMSET:
      return sizeof(CUpti_ActivityMemset4);
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
      return sizeof(CUpti_ActivityKernel10);
    case CUPTI_ACTIVITY_KIND_DRIVER:
    case CUPTI_ACTIVITY_KIND_RUNTIME:
      return sizeof(CUpti_ActivityAPI);
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
      return sizeof(CUpti_ActivitySynchronization2);
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
      return sizeof(CUpti_ActivityExternalCorrelation);
    default:
      return 0;
  }
}

void Records::add(const void* record, std::size_t bytes) noexcept {
  const std::scoped_lock lock(mutex_);
  try {
    if (waiting_.size() < kMost) {
      Kept& kept = waiting_.emplace_back();
      kept.bytes = bytes;
      std::memcpy(kept.data.data(), record, bytes);
      return;
    }
  } catch (const std::bad_alloc&) {  // dropped
  }
  ++dropped_;
}

void Records::set_callbacks(CUpti_BuffersCallbackRequestFunc request,
                            CUpti_BuffersCallbackCompleteFunc complete) {
  const std::scoped_lock lock(mutex_);
  request_ = request;
  complete_ = complete;
}

bool Records::are_many() {
  const std::scoped_lock lock(mutex_);
  return waiting_.size() > kMany;
}

std::size_t Records::take_dropped() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(dropped_, 0);
}

void Records::deliver(Meanwhile meanwhile) {
  if (is_delivering) return;
  std::unique_lock delivering(deliver_mutex_, std::defer_lock);
  if (meanwhile == Meanwhile::kWait)
    delivering.lock();
  else if (!delivering.try_lock())
    return;
  std::deque<Kept> taken;
  CUpti_BuffersCallbackRequestFunc request = nullptr;
  CUpti_BuffersCallbackCompleteFunc complete = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    if (request_ == nullptr) return;
    request = request_;
    complete = complete_;
    taken.swap(waiting_);
  }
  if (taken.empty()) return;
  is_delivering = true;
  fill_buffers(taken, request, complete);
  is_delivering = false;
}

void Records::fill_buffers(const std::deque<Kept>& taken, CUpti_BuffersCallbackRequestFunc request,
                           CUpti_BuffersCallbackCompleteFunc complete) {
  std::size_t lost = 0;
  Buffer buffer(request);
  for (const Kept& record : taken) {
    if (buffer.append(record.data.data(), record.bytes)) continue;
    buffer.complete(complete);
    buffer = Buffer(request);
    if (!buffer.append(record.data.data(), record.bytes)) ++lost;
  }
  buffer.complete(complete);
  const std::scoped_lock lock(mutex_);
  dropped_ += lost;
}

}  // namespace riffle::cupti

using riffle::cupti::records;

RIFFLE_CUPTI_ENTRY cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc requested,
                                                  CUpti_BuffersCallbackCompleteFunc completed) {
  return invoke([&] {
    if (requested == nullptr || completed == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    records().set_callbacks(requested, completed);
    return CUPTI_SUCCESS;
  });
}
RIFFLE_CUPTI_ENTRY cuptiActivityFlushAll(uint32_t) {
  return invoke([] {
    records().deliver(riffle::cupti::Records::Meanwhile::kWait);
    return CUPTI_SUCCESS;
  });
}
RIFFLE_CUPTI_ENTRY cuptiActivityGetNumDroppedRecords(CUcontext, uint32_t, size_t* dropped) {
  return invoke([&] {
    if (dropped == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    *dropped = records().take_dropped();
    return CUPTI_SUCCESS;
  });
}
/// `record`: the one before, or null for the first.
RIFFLE_CUPTI_ENTRY cuptiActivityGetNextRecord(uint8_t* buffer, size_t validBufferSizeBytes,
                                              CUpti_Activity** record) {
  return invoke([&] {
    if (buffer == nullptr || record == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    uint8_t* next = buffer;
    if (*record != nullptr) {
      const size_t bytes = riffle::cupti::record_bytes((*record)->kind);
      if (bytes == 0) return CUPTI_ERROR_INVALID_KIND;
      next = reinterpret_cast<uint8_t*>(*record) + bytes;
    }
    if (next < buffer || next + sizeof(CUpti_Activity) > buffer + validBufferSizeBytes)
      return CUPTI_ERROR_MAX_LIMIT_REACHED;
    auto* const activity = reinterpret_cast<CUpti_Activity*>(next);
    const size_t bytes = riffle::cupti::record_bytes(activity->kind);
    if (bytes == 0) return CUPTI_ERROR_INVALID_KIND;
    if (next + bytes > buffer + validBufferSizeBytes) return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = activity;
    return CUPTI_SUCCESS;
  });
}
