// SPDX-License-Identifier: Apache-2.0
#include "libraries/cupti/profiler.h"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <ctime>
#include <new>
#include <string>
#include <string_view>
#include <unordered_set>

#include "libraries/cupti/operation_records.h"
#include "libraries/cupti/records.h"

namespace riffle::cupti {
namespace {

/// What a callback may keep from the beginning of a call to its end.
struct Kept {
  static constexpr unsigned kMost = 16;
  std::uint64_t values[kMost]{};
  unsigned depth = 0;
  bool is_in_callback = false;
};
thread_local Kept kept;

std::uint32_t thread_id(bool is_system) {
  thread_local const auto system = static_cast<std::uint32_t>(gettid());
  return is_system ? system : static_cast<std::uint32_t>(pthread_self());
}

CUpti_ActivitySynchronizationType synchronization_of(std::string_view symbol) {
  if (symbol.ends_with("_ptsz")) symbol.remove_suffix(5);
  if (symbol == "cudaDeviceSynchronize" || symbol == "cuCtxSynchronize")
    return CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE;
  if (symbol == "cudaStreamSynchronize" || symbol == "cuStreamSynchronize")
    return CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE;
  if (symbol == "cudaEventSynchronize" || symbol == "cuEventSynchronize")
    return CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE;
  return CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN;
}

/// Streams also wait where the program has not said so, for the default stream.
bool is_wait_for_event(const char* symbol) {
  return symbol != nullptr &&
         std::string_view(symbol).find("StreamWaitEvent") != std::string_view::npos;
}

}  // namespace

Profiler& profiler() {
  static auto& the_profiler = *new Profiler;
  return the_profiler;
}

bool Profiler::attach() {
  static const bool is_attached = [this] {
    void* const runtime = dlopen("libcudart.so.13", RTLD_NOW);
    if (runtime == nullptr) return false;
    const auto attach =
        reinterpret_cast<trace::AttachActivitySink>(dlsym(runtime, trace::kAttachActivitySink));
    return attach != nullptr && attach(this);
  }();
  return is_attached;
}

std::uint64_t Profiler::now_ns() noexcept {
  if (const CUpti_TimestampCallbackFunc own = clock.load(std::memory_order_relaxed)) return own();
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

void Profiler::call_back(CUpti_ApiCallbackSite site, CallId id, const trace::CallActivity& call,
                         std::uint64_t* value) {
  if (kept.is_in_callback || !called_back[id].load(std::memory_order_relaxed)) return;
  const CUpti_Subscriber_st* const told = subscriber.load(std::memory_order_acquire);
  if (told == nullptr) return;
  int result = call.result;
  CUpti_CallbackData data{};
  data.callbackSite = site;
  data.functionName = symbol_of(call.symbol);
  data.functionReturnValue = site == CUPTI_API_EXIT ? &result : nullptr;
  data.symbolName = call.kernel;
  data.correlationData = value;
  data.correlationId = call.correlation;
  kept.is_in_callback = true;
  told->callback(told->user, id.domain, id.id, &data);
  kept.is_in_callback = false;
}

void Profiler::call_entered(const trace::CallActivity& call) noexcept {
  const unsigned depth = kept.depth++;
  if (depth >= Kept::kMost) return;
  kept.values[depth] = 0;
  const CallId id = id_of(call.symbol);
  if (id.domain != CUPTI_CB_DOMAIN_INVALID)
    call_back(CUPTI_API_ENTER, id, call, &kept.values[depth]);
}

void Profiler::call_left(const trace::CallActivity& call) noexcept {
  const std::uint64_t end_ns = now_ns();
  const unsigned depth = --kept.depth;
  if (depth >= Kept::kMost) return;
  const CallId id = id_of(call.symbol);
  if (id.domain != CUPTI_CB_DOMAIN_INVALID) {
    record_call(id, call, end_ns);
    call_back(CUPTI_API_EXIT, id, call, &kept.values[depth]);
  }
  if (kept.is_in_callback || !records().are_many()) return;
  try {
    records().deliver(Records::Meanwhile::kLeave);
  } catch (const std::bad_alloc&) {  // they go on waiting
  }
}

void Profiler::record_call(CallId id, const trace::CallActivity& call, std::uint64_t end_ns) {
  const bool is_runtime = id.domain == CUPTI_CB_DOMAIN_RUNTIME_API;
  const auto kind = is_runtime ? CUPTI_ACTIVITY_KIND_RUNTIME : CUPTI_ACTIVITY_KIND_DRIVER;
  if (wants(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION)) record_external_ids(call.correlation);
  if (wants(kind) && recorded_calls[id].load(std::memory_order_relaxed)) {
    CUpti_ActivityAPI record{};
    record.kind = kind;
    record.cbid = id.id;
    record.start = call.begin_ns;
    record.end = end_ns;
    record.processId = static_cast<std::uint32_t>(getpid());
    record.threadId = thread_id(has_system_thread_ids.load(std::memory_order_relaxed));
    record.correlationId = call.correlation;
    record.returnValue = static_cast<std::uint32_t>(call.result);
    records().add(record);
  }
  const auto type = synchronization_of(call.symbol);
  if (type == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN ||
      !wants(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION))
    return;
  CUpti_ActivitySynchronization2 record = synchronization(type, call.begin_ns, end_ns);
  record.correlationId = call.correlation;
  record.contextId = call.context;
  record.returnValue = static_cast<std::uint32_t>(call.result);
  records().add(record);
}

void Profiler::operation_ended(const trace::OperationActivity& operation) noexcept {
  switch (operation.type) {
    case trace::ActivityType::kKernel:
      return record_kernel(operation);
    case trace::ActivityType::kCopy:
      if (wants(CUPTI_ACTIVITY_KIND_MEMCPY)) records().add(copy_record(operation));
      return;
    case trace::ActivityType::kFill:
      if (wants(CUPTI_ACTIVITY_KIND_MEMSET)) records().add(fill_record(operation));
      return;
    case trace::ActivityType::kWait:
      if (is_wait_for_event(operation.symbol) && wants(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION))
        records().add(wait_record(operation));
      return;
  }
}

void Profiler::record_kernel(const trace::OperationActivity& operation) {
  const bool is_concurrent = wants(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  if (!is_concurrent && !wants(CUPTI_ACTIVITY_KIND_KERNEL)) return;
  CUpti_ActivityKernel10 record = kernel_record(operation);
  record.kind = is_concurrent ? CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL : CUPTI_ACTIVITY_KIND_KERNEL;
  if (has_latency.load(std::memory_order_relaxed)) {
    record.queued = operation.queued_ns;
    record.submitted = operation.begin_ns;
  }
  records().add(record);
}

}  // namespace riffle::cupti
