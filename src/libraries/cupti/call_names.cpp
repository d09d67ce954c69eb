// SPDX-License-Identifier: Apache-2.0
#include "libraries/cupti/call_names.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace riffle::cupti {
namespace {

struct CallSymbol {
  std::string_view symbol;
  CUpti_CallbackId id;
};
#include "cupti_call_names.inc"

CUpti_CallbackId find(std::span<const CallSymbol> calls, std::string_view symbol) {
  const auto found = std::ranges::lower_bound(calls, symbol, {}, &CallSymbol::symbol);
  return found == calls.end() || found->symbol != symbol ? 0 : found->id;
}

std::span<const char* const> names_of(CUpti_CallbackDomain domain) {
  if (domain == CUPTI_CB_DOMAIN_DRIVER_API) return kDriverNames;
  if (domain == CUPTI_CB_DOMAIN_RUNTIME_API) return kRuntimeNames;
  return {};
}

}  // namespace

const char* symbol_of(const char* symbol) {
  return std::string_view(symbol).starts_with("__") ? symbol + 2 : symbol;
}

CallId id_of(const char* symbol) {
  const std::string_view name = symbol_of(symbol);
  const bool is_runtime = name.starts_with("cuda");
  const CUpti_CallbackId id = is_runtime ? find(kRuntimeCalls, name) : find(kDriverCalls, name);
  if (id == 0) return {};
  return {is_runtime ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API, id};
}

const char* name_of(CallId call) {
  const auto names = names_of(call.domain);
  return call.id < names.size() ? names[call.id] : nullptr;
}

}  // namespace riffle::cupti
