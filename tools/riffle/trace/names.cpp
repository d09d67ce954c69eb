// SPDX-License-Identifier: Apache-2.0
#include "trace/names.h"

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

#include <fmt/format.h>
#include <string_view>

#include "trace/record.h"

namespace riffle::tool {

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;  // extern "C": "a" is not the type signed char
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : name;
}

std::string_view operation_called(std::string_view call) {
  for (const std::string_view prefix : {"cuda", "cu"})
    if (call.starts_with(prefix)) return call.substr(prefix.size());
  return call;
}

std::string stream_name(std::uint64_t id, bool is_legacy, std::string_view maker) {
  if (is_legacy) return "default stream";
  const bool is_created = operation_called(maker).starts_with("StreamCreate");
  return fmt::format("{} {}", is_created ? "stream" : "per-thread stream", id);
}

std::string FunctionNames::readable(const std::string& text) {
  const std::string_view prefix = trace::kHostFunctionText;
  const std::size_t plus = text.rfind("+0x");
  if (!text.starts_with(prefix) || plus == std::string::npos) return text;
  const std::string path = text.substr(prefix.size(), plus - prefix.size());
  const auto [module, is_new] = modules_.try_emplace(path);
  if (is_new) module->second = ModuleSymbols::read(path);
  std::string unknown(prefix.substr(0, prefix.size() - 1));
  if (module->second == nullptr) return unknown;
  const std::string name =
      module->second->function_at(std::strtoull(text.c_str() + plus + 1, nullptr, 16));
  return name.empty() ? unknown : std::string(prefix) + name;
}

}  // namespace riffle::tool
