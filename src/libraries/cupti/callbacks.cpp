// SPDX-License-Identifier: Apache-2.0
// Callbacks at the beginning and the end of calls.
#include "libraries/cupti/entry.h"
#include "libraries/cupti/profiler.h"
#include "libraries/cupti/records.h"
#include "libraries/not_supported.h"

namespace riffle::cupti {
namespace {

CUpti_CallbackDomain domains[] = {CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_CB_DOMAIN_RUNTIME_API};

bool is_built(CUpti_CallbackDomain domain) {
  return domain == CUPTI_CB_DOMAIN_DRIVER_API || domain == CUPTI_CB_DOMAIN_RUNTIME_API;
}

/// Whether callbacks of the domain may be set.
CUptiResult check(CUpti_SubscriberHandle subscriber, CUpti_CallbackDomain domain) {
  if (subscriber == nullptr || subscriber != profiler().subscriber.load())
    return CUPTI_ERROR_INVALID_PARAMETER;
  if (domain <= CUPTI_CB_DOMAIN_INVALID || domain >= CUPTI_CB_DOMAIN_SIZE)
    return CUPTI_ERROR_INVALID_PARAMETER;
  if (is_built(domain)) return CUPTI_SUCCESS;
  static std::atomic<bool> said{false};
  return static_cast<CUptiResult>(
      not_supported("a CUPTI callback outside of the runtime API and the driver API", said));
}

void set_domain(CUpti_CallbackDomain domain, bool value) {
  for (CUpti_CallbackId id = 1; id < kMostCalls; ++id)
    profiler().called_back[{domain, id}].store(value);
}

void set_all(bool value) {
  for (const CUpti_CallbackDomain domain : domains) set_domain(domain, value);
}

}  // namespace
}  // namespace riffle::cupti

using namespace riffle::cupti;

RIFFLE_CUPTI_ENTRY cuptiSupportedDomains(size_t* domainCount, CUpti_DomainTable* domainTable) {
  return invoke([&] {
    if (domainCount == nullptr || domainTable == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    *domainCount = std::size(domains);
    *domainTable = domains;
    return CUPTI_SUCCESS;
  });
}
/// One at a time. It is never freed: a callback may be under way.
RIFFLE_CUPTI_ENTRY cuptiSubscribe(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc callback,
                                  void* userdata) {
  return invoke([&] {
    if (subscriber == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    if (profiler().subscriber.load() != nullptr)
      return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    if (!profiler().attach()) return CUPTI_ERROR_NOT_INITIALIZED;
    auto* const made = new CUpti_Subscriber_st{callback, userdata};
    CUpti_Subscriber_st* none = nullptr;
    if (callback == nullptr)
      made->callback = [](void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {};
    if (!profiler().subscriber.compare_exchange_strong(none, made)) {
      delete made;
      return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    }
    *subscriber = made;
    return CUPTI_SUCCESS;
  });
}
RIFFLE_CUPTI_ENTRY cuptiUnsubscribe(CUpti_SubscriberHandle subscriber) {
  return invoke([&] {
    if (subscriber == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    if (profiler().subscriber.load() != subscriber) return CUPTI_SUCCESS;  // it has ended
    set_all(false);  // while nobody else can subscribe, who would lose what is enabled
    return profiler().subscriber.compare_exchange_strong(subscriber, nullptr)
               ? CUPTI_SUCCESS
               : CUPTI_ERROR_INVALID_PARAMETER;
  });
}
RIFFLE_CUPTI_ENTRY cuptiEnableCallback(uint32_t enable, CUpti_SubscriberHandle subscriber,
                                       CUpti_CallbackDomain domain, CUpti_CallbackId cbid) {
  return invoke([&] {
    if (const CUptiResult result = check(subscriber, domain); result != CUPTI_SUCCESS)
      return result;
    if (cbid >= kMostCalls || name_of(CallId{domain, cbid}) == nullptr)
      return CUPTI_ERROR_INVALID_PARAMETER;
    profiler().called_back[{domain, cbid}].store(enable != 0);
    return CUPTI_SUCCESS;
  });
}
RIFFLE_CUPTI_ENTRY cuptiEnableDomain(uint32_t enable, CUpti_SubscriberHandle subscriber,
                                     CUpti_CallbackDomain domain) {
  return invoke([&] {
    const CUptiResult result = check(subscriber, domain);
    if (result == CUPTI_SUCCESS) set_domain(domain, enable != 0);
    return result;
  });
}
/// All that cuptiSupportedDomains gives.
RIFFLE_CUPTI_ENTRY cuptiEnableAllDomains(uint32_t enable, CUpti_SubscriberHandle subscriber) {
  return invoke([&] {
    const CUptiResult result = check(subscriber, CUPTI_CB_DOMAIN_RUNTIME_API);
    if (result == CUPTI_SUCCESS) set_all(enable != 0);
    return result;
  });
}
RIFFLE_CUPTI_ENTRY cuptiGetCallbackState(uint32_t* enable, CUpti_SubscriberHandle subscriber,
                                         CUpti_CallbackDomain domain, CUpti_CallbackId cbid) {
  return invoke([&] {
    if (enable == nullptr || cbid >= kMostCalls) return CUPTI_ERROR_INVALID_PARAMETER;
    const CUptiResult result = check(subscriber, domain);
    if (result == CUPTI_SUCCESS) *enable = profiler().called_back[{domain, cbid}].load() ? 1 : 0;
    return result;
  });
}
RIFFLE_CUPTI_ENTRY cuptiGetCallbackName(CUpti_CallbackDomain domain, uint32_t cbid,
                                        const char** name) {
  return invoke([&] {
    if (name == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    const char* const found = name_of(CallId{domain, cbid});
    if (found == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    *name = found;
    return CUPTI_SUCCESS;
  });
}

/// Nothing is recorded or called back any more; what was recorded is handed over.
RIFFLE_CUPTI_ENTRY cuptiFinalize() {
  return invoke([] {
    for (auto& kind : profiler().kinds) kind.store(false);
    set_all(false);
    profiler().subscriber.store(nullptr);
    records().deliver(Records::Meanwhile::kWait);
    return CUPTI_SUCCESS;
  });
}
