// SPDX-License-Identifier: Apache-2.0
// What a fault leaves behind besides its error: a file that says where it was, and if wished the end of the process.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/mutex.h"
#include "base/status.h"

namespace riffle::context {

/// CUDA's numbers. The file has no memory in it, whatever these leave out.
enum CoreDumpFlags : unsigned {
  kCoreDumpKeepsProcess = 1U << 4,
  kCoreDumpLightweight = 0x2f,
};

inline constexpr std::string_view kCoreDumpFile = "core.cuda.%h.%p";

struct CoreDumpSettings {
  bool is_enabled = false;
  unsigned flags = 0;
  std::string file;  ///< %h: host, %p: process, %t: seconds since 1970, %%. Empty: kCoreDumpFile
};

/// Thread-safe.
class CoreDump {
 public:
  CoreDump() = default;
  explicit CoreDump(CoreDumpSettings settings) : settings_(std::move(settings)) {}

  [[nodiscard]] CoreDumpSettings get() const RIFFLE_EXCLUDES(mutex_);
  void set(CoreDumpSettings settings) RIFFLE_EXCLUDES(mutex_);

 private:
  mutable Mutex mutex_;
  CoreDumpSettings settings_ RIFFLE_GUARDED_BY(mutex_);
};

/// What contexts begin with: at first as the variables CUDA_ENABLE_COREDUMP_ON_EXCEPTION,
/// CUDA_ENABLE_CPU_COREDUMP_ON_EXCEPTION, CUDA_ENABLE_LIGHTWEIGHT_COREDUMP, CUDA_COREDUMP_GENERATION_FLAGS and
/// CUDA_COREDUMP_FILE say.
[[nodiscard]] CoreDump& first_core_dump();

/// The program's choice of these does not count: a variable has made it.
struct CoreDumpPinned {
  bool is_enabled = false;
  bool flags = false;
  bool file = false;
};
[[nodiscard]] const CoreDumpPinned& core_dump_pinned();

/// The file that a pattern names.
[[nodiscard]] std::string core_dump_path(std::string_view pattern);

/// Writes what is known of the newest fault if it is `fault`, and ends the process unless the settings keep it.
void dump_core(const CoreDumpSettings& settings, Code fault);

}  // namespace riffle::context
