// SPDX-License-Identifier: Apache-2.0
// Options of a test program, set before the engine reads them; what the environment says wins.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace riffle::engine {

/// Sets an option at static initialisation.
struct TestOption {
  TestOption(const char* name, const char* value) noexcept { setenv(name, value, 0); }
};

/// A test's own option, for longer runs by hand.
inline std::uint64_t number_from_environment(const char* name, std::uint64_t standard) {
  const char* const text = std::getenv(name);
  return text == nullptr || *text == '\0' ? standard : std::strtoull(text, nullptr, 10);
}

}  // namespace riffle::engine
