// SPDX-License-Identifier: Apache-2.0
#include "libraries/cupti/call_names.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace riffle::cupti {
namespace {

struct CallName {
  std::string_view name;
  CUpti_CallbackId id;
};
#include "cupti_call_names.inc"

CUpti_CallbackId find(std::span<const CallName> calls, std::string_view name) {
  const auto found = std::ranges::lower_bound(calls, name, {}, &CallName::name);
  return found == calls.end() || found->name != name ? 0 : found->id;
}

std::span<const CallName> calls_of(CUpti_CallbackDomain domain) {
  if (domain == CUPTI_CB_DOMAIN_DRIVER_API) return kDriverCalls;
  if (domain == CUPTI_CB_DOMAIN_RUNTIME_API) return kRuntimeCalls;
  return {};
}

}  // namespace

CallId id_of(const char* symbol) {
  std::string_view name = symbol;
  // What compilers call in the place of a function has its name behind two underscores.
  if (name.starts_with("__")) name.remove_prefix(2);
  const auto domain =
      name.starts_with("cuda") ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API;
  const CUpti_CallbackId id = find(calls_of(domain), name);
  return id == 0 ? CallId{} : CallId{domain, id};
}

const char* name_of(CallId call) {
  for (const CallName& each : calls_of(call.domain))
    if (each.id == call.id) return each.name.data();
  return nullptr;
}

}  // namespace riffle::cupti
