// SPDX-License-Identifier: Apache-2.0
// Between the library that `riffle check` loads into a program before all others and the checker in the runtime. Neither
// is linked with the other: the checker finds the table by its name.
#pragma once

#include <cstddef>

namespace riffle::race {

/// What the runtime puts here when it checks. Null: nobody checks.
struct HostCalls {
  /// The system is asked to read or write these bytes; `caller` is in the program. True when pages were opened for it.
  bool (*will_access)(const void* bytes, std::size_t count, bool writes, const void* caller);
  /// The program has changed what is done for SIGSEGV.
  void (*handler_changed)();
};

inline constexpr char kHostCallsName[] = "riffle_check_host_calls";

}  // namespace riffle::race
