// SPDX-License-Identifier: Apache-2.0
#include "runtime/context/core_dump.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <utility>

#include "compiler/library.h"
#include "device/cpu/fault.h"

namespace riffle::context {
namespace {

using namespace std::string_view_literals;

/// Null where the variable is not set, or empty.
const char* variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != 0 ? value : nullptr;
}

bool is_on(const char* value) { return value != nullptr && value != "0"sv; }

/// Names separated by commas; others than these are ignored, as the variable is shared with other drivers.
unsigned flags_named(std::string_view names) {
  constexpr std::array kNames = {std::pair{"skip_nonrelocated_elf_images"sv, 0x01U},
                                 std::pair{"skip_global_memory"sv, 0x02U},
                                 std::pair{"skip_shared_memory"sv, 0x04U},
                                 std::pair{"skip_local_memory"sv, 0x08U},
                                 std::pair{"skip_abort"sv, 0x10U},
                                 std::pair{"skip_constbank_memory"sv, 0x20U}};
  unsigned flags = 0;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    for (const auto& [known, flag] : kNames)
      if (name == known) flags |= flag;
  }
  return flags;
}

CoreDumpSettings settings_of_environment() {
  CoreDumpSettings settings;
  settings.is_enabled = is_on(variable("CUDA_ENABLE_COREDUMP_ON_EXCEPTION"));
  if (const char* const names = variable("CUDA_COREDUMP_GENERATION_FLAGS"))
    settings.flags |= flags_named(names);
  if (is_on(variable("CUDA_ENABLE_LIGHTWEIGHT_COREDUMP"))) settings.flags |= kCoreDumpLightweight;
  const char* const aborts = variable("CUDA_ENABLE_CPU_COREDUMP_ON_EXCEPTION");
  if (aborts != nullptr && !is_on(aborts)) settings.flags |= kCoreDumpKeepsProcess;
  const char* const file = variable("CUDA_COREDUMP_FILE");
  settings.file = file != nullptr ? file : "";
  return settings;
}

std::string host_name() {
  char name[HOST_NAME_MAX + 1] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "localhost";
}

}  // namespace

std::string core_dump_path(std::string_view pattern) {
  std::string path;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char next = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : 0;
    switch (next) {
      case 'h':
        path += host_name();
        break;
      case 'p':
        path += std::to_string(getpid());
        break;
      case 't':
        path += std::to_string(std::time(nullptr));
        break;
      case '%':
        path += '%';
        break;
      default:
        path += pattern[i];
        continue;
    }
    ++i;
  }
  return path;
}

namespace {

std::string describe(Code fault) {
  device::FaultRecord record = device::last_fault();
  if (record.code != fault || record.count == 0) return "nothing is known about the fault\n";
  if (record.code_address != 0) record.source = compiler::source_position(record.code_address);
  std::string text = record.text() + "\n";
  if (!record.kernel.empty() && !record.thread_known)
    text += "the thread is unknown: the code of this kernel does not record it\n";
  return text;
}

}  // namespace

CoreDumpSettings CoreDump::get() const {
  const MutexLock lock(mutex_);
  return settings_;
}

void CoreDump::set(CoreDumpSettings settings) {
  const MutexLock lock(mutex_);
  settings_ = std::move(settings);
}

CoreDump& first_core_dump() {
  static CoreDump* const first = new CoreDump(settings_of_environment());  // as long as the process
  return *first;
}

const CoreDumpPinned& core_dump_pinned() {
  static const CoreDumpPinned pinned = {
      .is_enabled = variable("CUDA_ENABLE_COREDUMP_ON_EXCEPTION") != nullptr,
      .flags = variable("CUDA_COREDUMP_GENERATION_FLAGS") != nullptr ||
               variable("CUDA_ENABLE_LIGHTWEIGHT_COREDUMP") != nullptr ||
               variable("CUDA_ENABLE_CPU_COREDUMP_ON_EXCEPTION") != nullptr,
      .file = variable("CUDA_COREDUMP_FILE") != nullptr};
  return pinned;
}

void dump_core(const CoreDumpSettings& settings, Code fault) {
  const std::string path =
      core_dump_path(settings.file.empty() ? kCoreDumpFile : std::string_view(settings.file));
  if (std::FILE* const file = std::fopen(path.c_str(), "w")) {
    const std::string text = "riffle: fault of device code\n" + describe(fault);
    std::fputs(text.c_str(), file);
    std::fclose(file);
    std::fprintf(stderr, "riffle: the fault is described in %s\n", path.c_str());
  } else {
    std::fprintf(stderr, "riffle: the core dump %s cannot be written\n", path.c_str());
  }
  if ((settings.flags & kCoreDumpKeepsProcess) == 0) std::abort();
}

}  // namespace riffle::context
