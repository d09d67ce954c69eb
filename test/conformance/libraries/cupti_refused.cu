// SPDX-License-Identifier: Apache-2.0
// flags: -lcupti
// What CUPTI answers to arguments that are wrong, to calls out of order, and about itself.
#include "profiler.h"

static void CUPTIAPI called(void *, CUpti_CallbackDomain, CUpti_CallbackId, const void *) {}

int main() {
  MUST(cudaFree(nullptr));
  const char *text = nullptr;
  std::uint64_t number = 0;
  std::uint32_t small = 0;
  std::size_t bytes = sizeof(std::size_t), value = 5, got = 0;
  CUpti_SubscriberHandle subscriber = nullptr;
  CUPTI(cuptiGetVersion(nullptr));
  CUPTI(cuptiGetTimestamp(nullptr));
  CUPTI(cuptiGetTimestamp(&number));
  CUPTI(cuptiGetResultString(CUPTI_ERROR_INVALID_KIND, nullptr));
  CUPTI(cuptiGetResultString(static_cast<CUptiResult>(12345), &text));
  CUPTI(cuptiActivityFlushAll(0));
  CUPTI(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_RUNTIME));
  CUPTI(cuptiActivityRegisterCallbacks(nullptr, profiler::completed));
  CUPTI(cuptiActivityRegisterCallbacks(profiler::requested, nullptr));
  CUPTI(cuptiActivityRegisterCallbacks(profiler::requested, profiler::completed));
  CUPTI(cuptiActivityFlushAll(0));
  CUPTI(cuptiActivityFlushAll(77));
  for (int kind : {0, 1, 2, 3, 4, 5, 10, 12, 13, 17, 33, 38, 39, 42, 99})
    std::printf("kind %d: enable %d", kind, cuptiActivityEnable(static_cast<CUpti_ActivityKind>(kind))),
        std::printf(", disable %d\n", cuptiActivityDisable(static_cast<CUpti_ActivityKind>(kind)));
  CUPTI(cuptiActivityGetAttribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &bytes, &got));
  show_value("size of buffers", static_cast<long long>(got));
  CUPTI(cuptiActivitySetAttribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &bytes, nullptr));
  CUPTI(cuptiActivitySetAttribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, nullptr, &value));
  bytes = 1;
  CUPTI(cuptiActivitySetAttribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &bytes, &value));
  CUPTI(cuptiActivityGetAttribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &bytes, &got));
  bytes = sizeof(std::size_t);
  value = 1 << 20;
  CUPTI(cuptiActivitySetAttribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &bytes, &value));
  CUPTI(cuptiActivityGetAttribute(CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &bytes, &got));
  show_value("size of buffers", static_cast<long long>(got));
  CUPTI(cuptiActivitySetAttribute(static_cast<CUpti_ActivityAttribute>(77), &bytes, &value));
  CUPTI(cuptiActivityGetAttribute(static_cast<CUpti_ActivityAttribute>(77), &bytes, &got));
  CUPTI(cuptiActivityGetNumDroppedRecords(nullptr, 0, nullptr));
  CUPTI(cuptiActivityGetNumDroppedRecords(nullptr, 0, &got));
  show_value("dropped", static_cast<long long>(got));
  CUpti_Activity *record = nullptr;
  std::uint8_t none[64] = {};
  CUPTI(cuptiActivityGetNextRecord(nullptr, 0, &record));
  CUPTI(cuptiActivityGetNextRecord(none, 0, &record));
  CUPTI(cuptiActivityGetNextRecord(none, 64, nullptr));
  CUPTI(cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1, &number));
  CUPTI(cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_INVALID, &number));
  CUPTI(cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_INVALID, 1));
  CUPTI(cuptiActivityPushExternalCorrelationId(static_cast<CUpti_ExternalCorrelationKind>(99), 1));
  show_value("last error", cuptiGetLastError());
  show_value("last error", cuptiGetLastError());
  CUPTI(cuptiGetVersion(&small));
  show_value("last error", cuptiGetLastError());
  CUPTI(cuptiSubscribe(nullptr, called, nullptr));
  CUPTI(cuptiUnsubscribe(nullptr));
  CUPTI(cuptiEnableDomain(1, nullptr, CUPTI_CB_DOMAIN_RUNTIME_API));
  CUPTI(cuptiSubscribe(&subscriber, nullptr, nullptr));
  if (subscriber != nullptr) CUPTI(cuptiUnsubscribe(subscriber));
  CUPTI(cuptiSubscribe(&subscriber, called, nullptr));
  CUPTI(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, 9999));
  CUPTI(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, 0));
  CUPTI(cuptiEnableCallback(1, subscriber, static_cast<CUpti_CallbackDomain>(77), 1));
  CUPTI(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_INVALID));
  CUPTI(cuptiEnableDomain(1, subscriber, static_cast<CUpti_CallbackDomain>(77)));
  CUPTI(cuptiGetCallbackState(nullptr, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, 1));
  CUPTI(cuptiGetCallbackState(&small, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API, 9999));
  CUPTI(cuptiGetCallbackState(&small, nullptr, CUPTI_CB_DOMAIN_RUNTIME_API, 1));
  CUPTI(cuptiUnsubscribe(subscriber));
  CUPTI(cuptiGetCallbackName(CUPTI_CB_DOMAIN_RUNTIME_API, 9999, &text));
  CUPTI(cuptiGetCallbackName(CUPTI_CB_DOMAIN_RUNTIME_API, 1, nullptr));
  CUPTI(cuptiGetCallbackName(CUPTI_CB_DOMAIN_INVALID, 1, &text));
  CUPTI(cuptiGetCallbackName(static_cast<CUpti_CallbackDomain>(77), 1, &text));
  for (std::uint32_t id : {0u, 1u, 20u, 131u, 133u, 211u, 309u, 430u}) {
    text = "none";
    std::printf("runtime %u: %d", id, cuptiGetCallbackName(CUPTI_CB_DOMAIN_RUNTIME_API, id, &text)), std::printf(" %s\n", text);
    text = "none";
    std::printf("driver %u: %d", id, cuptiGetCallbackName(CUPTI_CB_DOMAIN_DRIVER_API, id, &text)), std::printf(" %s\n", text);
  }
  std::size_t count = 0;
  CUpti_DomainTable table = nullptr;
  CUPTI(cuptiSupportedDomains(nullptr, &table));
  CUPTI(cuptiSupportedDomains(&count, nullptr));
  CUPTI(cuptiSupportedDomains(&count, &table));
  for (std::size_t i = 0; i < count; ++i) std::printf("domain %d\n", table[i]);
  CUPTI(cuptiGetDeviceId(nullptr, nullptr));
  CUPTI(cuptiGetDeviceId(nullptr, &small));
  CUPTI(cuptiGetContextId(nullptr, &small));
  CUPTI(cuptiGetStreamIdEx(nullptr, nullptr, 0, &small));
  show_value("number of the default stream", small);
  CUPTI(cuptiSetThreadIdType(static_cast<CUpti_ActivityThreadIdType>(77)));
  CUPTI(cuptiSetThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM));
  CUPTI(cuptiGetThreadIdType(nullptr));
  CUPTI(cuptiActivityEnableLatencyTimestamps(1));
  CUPTI(cuptiActivityRegisterTimestampCallback(nullptr));
  CUPTI(cuptiFinalize());
}
