// SPDX-License-Identifier: Apache-2.0
// What the programs about CUPTI share: results by name, and a profiler whose records are read as its buffers come back.
#pragma once

#include <cupti.h>

#include <map>
#include <string>

#include "../transcript.h"

inline CUptiResult show_cupti(const char *what, CUptiResult result) {
  const char *text = "?";
  cuptiGetResultString(result, &text);
  std::printf("%s: %s\n", what, text);
  std::fflush(stdout);
  return result;
}
#define CUPTI(...) show_cupti(#__VA_ARGS__, (__VA_ARGS__))

inline void need(const char *what, int line, CUptiResult result) {
  if (result == CUPTI_SUCCESS) return;
  std::printf("line %d: setup failed: %s: %d\n", line, what, result);
  std::fflush(stdout);
  std::exit(2);
}
#define NEED(...) need(#__VA_ARGS__, __LINE__, (__VA_ARGS__))

namespace profiler {
inline std::size_t buffer_bytes = 1 << 16;
inline std::vector<std::vector<std::uint8_t>> records;

inline std::size_t bytes_of(const CUpti_Activity *record) {
  switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    case CUPTI_ACTIVITY_KIND_KERNEL: return sizeof(CUpti_ActivityKernel10);
    case CUPTI_ACTIVITY_KIND_MEMCPY: return sizeof(CUpti_ActivityMemcpy6);
    case CUPTI_ACTIVITY_KIND_MEMSET: return sizeof(CUpti_ActivityMemset4);
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER: return sizeof(CUpti_ActivityAPI);
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION: return sizeof(CUpti_ActivitySynchronization2);
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: return sizeof(CUpti_ActivityExternalCorrelation);
    default: return sizeof(CUpti_Activity);
  }
}
inline void CUPTIAPI requested(std::uint8_t **buffer, std::size_t *size, std::size_t *most) {
  *size = buffer_bytes;
  *buffer = static_cast<std::uint8_t *>(std::aligned_alloc(8, buffer_bytes));
  *most = 0;
}
inline void CUPTIAPI completed(CUcontext, std::uint32_t, std::uint8_t *buffer, std::size_t, std::size_t valid) {
  CUpti_Activity *record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    const auto *bytes = reinterpret_cast<std::uint8_t *>(record);
    records.emplace_back(bytes, bytes + bytes_of(record));
  }
  std::free(buffer);
}
template <class Record>
std::vector<Record> all(CUpti_ActivityKind kind) {
  std::vector<Record> found;
  for (const auto &bytes : records) {
    if (reinterpret_cast<const CUpti_Activity *>(bytes.data())->kind != kind) continue;
    Record record;
    std::memcpy(&record, bytes.data(), sizeof record);
    found.push_back(record);
  }
  return found;
}
}  // namespace profiler

// The name of the call with this correlation number.
inline std::string call_of(std::uint32_t correlation) {
  for (const auto &call : profiler::all<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME)) {
    if (call.correlationId != correlation) continue;
    const char *name = "?";
    cuptiGetCallbackName(CUPTI_CB_DOMAIN_RUNTIME_API, call.cbid, &name);
    return name;
  }
  return "no call";
}
