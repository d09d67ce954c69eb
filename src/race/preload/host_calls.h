// SPDX-License-Identifier: Apache-2.0
// Between the library that `riffle check` loads into a program before all others and the checker in the runtime. Neither
// is linked with the other: the checker finds the table by its name.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "compiler/host_code/host_code_abi.h"

namespace riffle::race {

/// What the runtime puts here when it checks. Null: nobody checks.
struct HostCalls {
  /// The system is asked to read or write these bytes; `caller` is in the program. True when pages were opened for it.
  bool (*will_access)(const void* bytes, std::size_t count, bool writes, const void* caller);
  /// A block of the allocator is about to be given back, or moved.
  void (*will_give_back)(const void* block, std::size_t count, const void* caller);
  /// The program has changed what is done for SIGSEGV.
  void (*handler_changed)();
  /// Code of `riffle cc -fcheck-host` is about to touch bytes, one of them at least on a page whose bit is set.
  void (*host_access)(const void* bytes, std::size_t count, host_code::HostCodeAccess kind,
                      const void* caller);
  /// Bytes are written to kScriptDescriptor.
  void (*script_text)(const void* bytes, std::size_t count) noexcept;
  /// The bits. Null: no code of the program is of `riffle cc -fcheck-host`.
  std::atomic<std::atomic<std::uint8_t>*> pages;
};

/// Not a file: a stack of the interpreter is told by it (script_stack.h).
inline constexpr int kScriptDescriptor = -0x52494646;

inline constexpr char kHostCallsName[] = "riffle_check_host_calls";

}  // namespace riffle::race
