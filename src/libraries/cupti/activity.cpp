// SPDX-License-Identifier: Apache-2.0
// What is recorded: kinds, functions, ids of the program's own, the clock.
#include <cstdio>
#include <string>
#include <vector>

#include "libraries/cupti/entry.h"
#include "libraries/cupti/profiler.h"
#include "libraries/cupti/records.h"
#include "libraries/not_supported.h"

namespace riffle::cupti {
namespace {

constexpr const char* kKindNames[] = {
#include "cupti_kind_names.inc"
};
static_assert(std::size(kKindNames) == CUPTI_ACTIVITY_KIND_COUNT);

/// Of the calling thread, one stack for each kind.
using ExternalIds = std::array<std::vector<std::uint64_t>, CUPTI_EXTERNAL_CORRELATION_KIND_SIZE>;
ExternalIds& external_ids() {
  thread_local ExternalIds ids;
  return ids;
}

CUptiResult refuse_kind(CUpti_ActivityKind kind) {
  static std::array<std::atomic<bool>, CUPTI_ACTIVITY_KIND_COUNT> said{};
  const std::string what = std::string("cuptiActivityEnable of ") + kKindNames[kind];
  return static_cast<CUptiResult>(not_supported(what.c_str(), said[kind]));
}

CUptiResult set_kind(CUpti_ActivityKind kind, bool value) {
  if (kind <= CUPTI_ACTIVITY_KIND_INVALID || kind >= CUPTI_ACTIVITY_KIND_COUNT)
    return CUPTI_ERROR_INVALID_KIND;
  if (record_bytes(kind) == 0) return value ? refuse_kind(kind) : CUPTI_SUCCESS;
  if (value && !profiler().attach()) return CUPTI_ERROR_NOT_INITIALIZED;
  profiler().kinds[kind].store(value);
  return CUPTI_SUCCESS;
}

CUptiResult set_recorded(CallId call, bool value) {
  if (call.id == 0 || call.id >= kMostCalls || name_of(call) == nullptr)
    return CUPTI_ERROR_INVALID_PARAMETER;
  profiler().recorded_calls[call].store(value);
  return CUPTI_SUCCESS;
}

bool is_external_kind(CUpti_ExternalCorrelationKind kind) {
  return kind > CUPTI_EXTERNAL_CORRELATION_KIND_INVALID &&
         kind < CUPTI_EXTERNAL_CORRELATION_KIND_SIZE;
}

/// Sizes and limits of buffers on devices. There are no such buffers: they are kept for the program.
struct Attributes {
  std::array<std::atomic<std::size_t>, 5> values{3'200'000, 8'388'608, 250, 25'000, 10};
};
Attributes& attributes() {
  static auto& all = *new Attributes;
  return all;
}

template <class Use>
CUptiResult with_attribute(CUpti_ActivityAttribute attribute, const size_t* size, const void* value,
                           Use use) {
  if (size == nullptr || value == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
  if (attribute < 0 || attribute >= static_cast<int>(attributes().values.size()))
    return CUPTI_ERROR_INVALID_PARAMETER;
  if (*size < sizeof(size_t)) return CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT;
  use(attributes().values[attribute]);
  return CUPTI_SUCCESS;
}

}  // namespace

void record_external_ids(std::uint32_t correlation) {
  const ExternalIds& ids = external_ids();
  for (std::size_t kind = 0; kind < ids.size(); ++kind) {
    if (ids[kind].empty()) continue;
    CUpti_ActivityExternalCorrelation record{};
    record.kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
    record.externalKind = static_cast<CUpti_ExternalCorrelationKind>(kind);
    record.externalId = ids[kind].back();
    record.correlationId = correlation;
    records().add(record);
  }
}

}  // namespace riffle::cupti

using namespace riffle::cupti;

RIFFLE_CUPTI_ENTRY cuptiActivityEnable(CUpti_ActivityKind kind) {
  return invoke([&] { return set_kind(kind, true); });
}
RIFFLE_CUPTI_ENTRY cuptiActivityDisable(CUpti_ActivityKind kind) {
  return invoke([&] { return set_kind(kind, false); });
}
RIFFLE_CUPTI_ENTRY cuptiActivityEnableDriverApi(CUpti_CallbackId cbid, uint8_t enable) {
  return invoke([&] { return set_recorded({CUPTI_CB_DOMAIN_DRIVER_API, cbid}, enable != 0); });
}
RIFFLE_CUPTI_ENTRY cuptiActivityEnableRuntimeApi(CUpti_CallbackId cbid, uint8_t enable) {
  return invoke([&] { return set_recorded({CUPTI_CB_DOMAIN_RUNTIME_API, cbid}, enable != 0); });
}
RIFFLE_CUPTI_ENTRY cuptiActivityEnableLatencyTimestamps(uint8_t enable) {
  profiler().has_latency.store(enable != 0);
  return CUPTI_SUCCESS;
}

RIFFLE_CUPTI_ENTRY cuptiActivityPushExternalCorrelationId(CUpti_ExternalCorrelationKind kind,
                                                          uint64_t id) {
  return invoke([&] {
    if (!is_external_kind(kind)) return CUPTI_ERROR_INVALID_PARAMETER;
    external_ids()[kind].push_back(id);
    return CUPTI_SUCCESS;
  });
}
RIFFLE_CUPTI_ENTRY cuptiActivityPopExternalCorrelationId(CUpti_ExternalCorrelationKind kind,
                                                         uint64_t* lastId) {
  return invoke([&] {
    if (!is_external_kind(kind)) return CUPTI_ERROR_INVALID_PARAMETER;
    std::vector<std::uint64_t>& ids = external_ids()[kind];
    if (ids.empty()) {
      if (lastId != nullptr) *lastId = 0;
      return CUPTI_ERROR_QUEUE_EMPTY;
    }
    if (lastId != nullptr) *lastId = ids.back();
    ids.pop_back();
    return CUPTI_SUCCESS;
  });
}

RIFFLE_CUPTI_ENTRY cuptiGetTimestamp(uint64_t* timestamp) {
  return invoke([&] {
    if (timestamp == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    *timestamp = profiler().now_ns();
    return CUPTI_SUCCESS;
  });
}
RIFFLE_CUPTI_ENTRY cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc function) {
  return invoke([&] {
    if (function == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    profiler().clock.store(function);
    return CUPTI_SUCCESS;
  });
}

RIFFLE_CUPTI_ENTRY cuptiSetThreadIdType(CUpti_ActivityThreadIdType type) {
  return invoke([&] {
    if (type != CUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT &&
        type != CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM)
      return CUPTI_ERROR_NOT_SUPPORTED;
    profiler().has_system_thread_ids.store(type == CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
    return CUPTI_SUCCESS;
  });
}
RIFFLE_CUPTI_ENTRY cuptiGetThreadIdType(CUpti_ActivityThreadIdType* type) {
  return invoke([&] {
    if (type == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    *type = profiler().has_system_thread_ids.load() ? CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM
                                                    : CUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT;
    return CUPTI_SUCCESS;
  });
}

RIFFLE_CUPTI_ENTRY cuptiActivityGetAttribute(CUpti_ActivityAttribute attr, size_t* valueSize,
                                             void* value) {
  return invoke([&] {
    return with_attribute(attr, valueSize, value, [&](std::atomic<std::size_t>& kept) {
      *static_cast<std::size_t*>(value) = kept.load();
      *valueSize = sizeof(std::size_t);
    });
  });
}
RIFFLE_CUPTI_ENTRY cuptiActivitySetAttribute(CUpti_ActivityAttribute attr, size_t* valueSize,
                                             void* value) {
  return invoke([&] {
    return with_attribute(attr, valueSize, value, [&](std::atomic<std::size_t>& kept) {
      kept.store(*static_cast<std::size_t*>(value));
    });
  });
}
