// SPDX-License-Identifier: Apache-2.0
// Addresses of code as others can look them up: a file, and an address in it.
#pragma once

#include <cstdint>
#include <string>

namespace riffle::platform {

struct CodePlace {
  std::string module;  ///< a program or a library; empty: of none
  std::uint64_t offset = 0;
};

[[nodiscard]] CodePlace code_place(std::uintptr_t address);

}  // namespace riffle::platform
