// SPDX-License-Identifier: Apache-2.0
#include "trace/names.h"

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

#include <fmt/format.h>

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

}  // namespace riffle::tool
