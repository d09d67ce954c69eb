// SPDX-License-Identifier: Apache-2.0
#include "trace/function_names.h"

#include <cstdlib>
#include <string_view>

#include "trace/record.h"

namespace riffle::tool {

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
