// SPDX-License-Identifier: Apache-2.0
// What kernels and streams are called.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "module_symbols.h"

namespace riffle::tool {

/// As prctl names the runtime's own threads.
inline constexpr std::string_view kWorkerName = "riffle-worker";
/// engine::StreamKind::kLegacy, in records of streams.
inline constexpr std::uint8_t kLegacyStream = 2;

/// A kernel's name as its source has it.
[[nodiscard]] std::string demangled(const std::string& name);
/// What a call does, whichever API it belongs to: "StreamCreate" of cudaStreamCreate and cuStreamCreate.
[[nodiscard]] std::string_view operation_called(std::string_view call);
/// Of a stream that nobody has named; `maker` is the call that has made it.
[[nodiscard]] std::string stream_name(std::uint64_t id, bool is_legacy, std::string_view maker);

/// Names of host functions, which a recording knows as places in programs and libraries.
class FunctionNames {
 public:
  /// Of a text as the runtime records it: "host function f(void*)". Others stay as they are.
  [[nodiscard]] std::string readable(const std::string& text);

 private:
  std::map<std::string, std::unique_ptr<ModuleSymbols>> modules_;
};

}  // namespace riffle::tool
