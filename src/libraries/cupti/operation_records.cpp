// SPDX-License-Identifier: Apache-2.0
#include "libraries/cupti/operation_records.h"

#include <atomic>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <unordered_set>

namespace riffle::cupti {
namespace {

using trace::ActivityMemory;
using trace::OperationActivity;

/// The same text for the same kernel, as long as the process lives: records are read when a module may be gone.
const char* kept_name(const char* name) {
  static auto& mutex = *new std::mutex;
  static auto& names = *new std::unordered_set<std::string>;
  if (name == nullptr) return nullptr;
  try {
    const std::scoped_lock lock(mutex);
    return names.emplace(name).first->c_str();
  } catch (const std::bad_alloc&) {
    return "";
  }
}

CUpti_ActivityMemoryKind kind_of(ActivityMemory memory) {
  switch (memory) {
    case ActivityMemory::kPageable:
      return CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE;
    case ActivityMemory::kPinned:
      return CUPTI_ACTIVITY_MEMORY_KIND_PINNED;
    case ActivityMemory::kDevice:
      return CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    case ActivityMemory::kManaged:
      return CUPTI_ACTIVITY_MEMORY_KIND_MANAGED;
  }
  return CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN;
}

bool is_of_device(ActivityMemory memory) {
  return memory == ActivityMemory::kDevice || memory == ActivityMemory::kManaged;
}

CUpti_ActivityMemcpyKind direction_of(const OperationActivity& operation) {
  const bool from_device = is_of_device(operation.source);
  if (is_of_device(operation.destination))
    return from_device ? CUPTI_ACTIVITY_MEMCPY_KIND_DTOD : CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
  return from_device ? CUPTI_ACTIVITY_MEMCPY_KIND_DTOH : CUPTI_ACTIVITY_MEMCPY_KIND_HTOH;
}

/// What a graph does is.
bool is_asynchronous(const OperationActivity& operation) {
  if (operation.graph_node != 0) return true;
  return operation.symbol != nullptr &&
         std::string_view(operation.symbol).find("Async") != std::string_view::npos;
}

/// What all records of work on a device have.
template <class Record>
void place(Record& record, const OperationActivity& operation) {
  record.start = operation.begin_ns;
  record.end = operation.end_ns;
  record.deviceId = static_cast<std::uint32_t>(operation.device);
  record.contextId = operation.context;
  record.streamId = static_cast<std::uint32_t>(operation.stream);
  record.correlationId = operation.correlation;
  record.graphNodeId = operation.graph_node;
  record.graphId = operation.graph;
  record.channelID = CUPTI_INVALID_CHANNEL_ID;
  record.channelType = CUPTI_CHANNEL_TYPE_INVALID;
}

}  // namespace

CUpti_ActivityKernel10 kernel_record(const OperationActivity& operation) {
  static std::atomic<std::int64_t> launches{0};
  CUpti_ActivityKernel10 record{};
  place(record, operation);
  record.completed = operation.end_ns;
  record.gridX = static_cast<std::int32_t>(operation.grid[0]);
  record.gridY = static_cast<std::int32_t>(operation.grid[1]);
  record.gridZ = static_cast<std::int32_t>(operation.grid[2]);
  record.blockX = static_cast<std::int32_t>(operation.block[0]);
  record.blockY = static_cast<std::int32_t>(operation.block[1]);
  record.blockZ = static_cast<std::int32_t>(operation.block[2]);
  record.staticSharedMemory = static_cast<std::int32_t>(operation.static_shared_bytes);
  record.dynamicSharedMemory = static_cast<std::int32_t>(operation.dynamic_shared_bytes);
  record.sharedMemoryExecuted = operation.static_shared_bytes + operation.dynamic_shared_bytes;
  record.localMemoryPerThread = operation.local_bytes_per_thread;
  record.gridId = ++launches;
  record.name = kept_name(operation.name);
  record.queued = CUPTI_TIMESTAMP_UNKNOWN;
  record.submitted = CUPTI_TIMESTAMP_UNKNOWN;
  record.launchType = operation.is_cooperative
                          ? CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE
                          : CUPTI_ACTIVITY_LAUNCH_TYPE_REGULAR;
  return record;
}

CUpti_ActivityMemcpy6 copy_record(const OperationActivity& operation) {
  CUpti_ActivityMemcpy6 record{};
  place(record, operation);
  record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
  record.copyKind = static_cast<std::uint8_t>(direction_of(operation));
  record.srcKind = static_cast<std::uint8_t>(kind_of(operation.source));
  record.dstKind = static_cast<std::uint8_t>(kind_of(operation.destination));
  record.flags = is_asynchronous(operation) ? CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC : 0;
  record.bytes = operation.bytes;
  record.copyCount = 1;
  return record;
}

CUpti_ActivityMemset4 fill_record(const OperationActivity& operation) {
  CUpti_ActivityMemset4 record{};
  place(record, operation);
  record.kind = CUPTI_ACTIVITY_KIND_MEMSET;
  record.value = operation.value;
  record.bytes = operation.bytes;
  record.flags = is_asynchronous(operation) ? CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC : 0;
  record.memoryKind = static_cast<std::uint16_t>(kind_of(operation.destination));
  return record;
}

CUpti_ActivitySynchronization2 synchronization(CUpti_ActivitySynchronizationType type,
                                               std::uint64_t begin_ns, std::uint64_t end_ns) {
  CUpti_ActivitySynchronization2 record{};
  record.kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
  record.type = type;
  record.start = begin_ns;
  record.end = end_ns;
  record.streamId = CUPTI_SYNCHRONIZATION_INVALID_VALUE;
  record.cudaEventId = CUPTI_SYNCHRONIZATION_INVALID_VALUE;
  return record;
}

CUpti_ActivitySynchronization2 wait_record(const OperationActivity& operation) {
  CUpti_ActivitySynchronization2 record = synchronization(
      CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT, operation.begin_ns, operation.end_ns);
  record.correlationId = operation.correlation;
  record.contextId = operation.context;
  record.streamId = static_cast<std::uint32_t>(operation.stream);
  return record;
}

}  // namespace riffle::cupti
