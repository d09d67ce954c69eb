// SPDX-License-Identifier: Apache-2.0
// Names of host functions, which a recording knows as places in programs and libraries.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "module_symbols.h"

namespace riffle::tool {

class FunctionNames {
 public:
  /// Of a text as the runtime records it: "host function f(void*)". Others stay as they are.
  [[nodiscard]] std::string readable(const std::string& text);

 private:
  std::map<std::string, std::unique_ptr<ModuleSymbols>> modules_;
};

}  // namespace riffle::tool
