// SPDX-License-Identifier: Apache-2.0
// What the checker has found, as lines of JSON in a file: one object a line, written at once when it is found, so that
// what a crash leaves is whole. `riffle check` reads them.
//
// {"tool", "kind", "severity": error|performance, "process", "instance", "text", "fix", "operations": [{"what", "name", "stream", "ticket",
// "node", "call", "access", "file", "line", "block", "thread", "frames": [{"module", "offset"}], "function_frames": [...], "code_frames": [...],
// "script_frames": [{"file", "line", "function"}], "code_script_frames": [...], "node_call", "node_frames", "node_script_frames"}],
// "memory": {"address", "bytes", "allocation", "allocation_bytes", "allocation_kind", "variable", "call", "frames", "script_frames",
// "freed_call", "freed_frames", "freed_script_frames"}, "count"}; only what applies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "race/block_choice.h"
#include "race/operation.h"

namespace riffle::race {

/// One side of a finding.
struct Party {
  std::string what{};    ///< kernel, copy, memset...
  std::string name{};    ///< a kernel's, mangled
  std::string access{};  ///< reads, writes, changes atomically, frees...
  std::uint64_t stream_id = 0;
  std::uint64_t ticket = 0;
  std::uint64_t part = 0;
  std::string file{};  ///< of the kernel's source
  std::uint32_t line = 0;
  std::string block{};   ///< of the first thread that is known, "(0,0,0)"
  std::string thread{};  ///< or several, of which one it is: "(0,0,0) to (15,0,0)"
  CallSite call{};
  CallSite node_made{};         ///< of a node in a graph: the call that added it
  std::uintptr_t function = 0;  ///< of a host function: where it begins
  CallSite code{};              ///< of a host function: where it touches the memory
};

/// The bytes that a finding is about, and what they are part of.
struct MemoryPlace {
  std::uintptr_t address = 0;
  std::uint64_t bytes = 0;
  std::uintptr_t allocation = 0;
  std::uint64_t allocation_bytes = 0;
  std::string allocation_kind{};
  std::string variable{};  ///< of shared memory; mangled
  CallSite call{};
  CallSite freed{};  ///< where it was given back
};

/// The line of a kernel some of whose blocks were not looked at. {"looked_at": {"kernel", "blocks", "all_blocks", "cut_short"}}
[[nodiscard]] std::string looked_at_line(const std::string& kernel, const BlockCoverage& counts);

/// The line of a process that begins, or begins to use the runtime after a fork. {"began": true, "process", "instance", "rank"}
[[nodiscard]] std::string began_line();
/// Of this process: no other one on the machine has it, nor has another program that had its number before.
[[nodiscard]] std::uint64_t process_instance();

[[nodiscard]] std::string json_text_of(const Party& party);
[[nodiscard]] std::string json_text_of(const MemoryPlace& memory);

enum class Severity : std::uint8_t { kError, kPerformance };

struct Finding {
  std::string tool{};
  std::string kind{};
  Severity severity = Severity::kError;
  std::string text{};  ///< why nothing orders them, or what is wrong
  std::string fix{};
  std::vector<Party> operations{};
  std::optional<MemoryPlace> memory{};

  /// Equal for findings that say the same of the same places in the program.
  [[nodiscard]] std::string key() const;
  /// One line of JSON, with its end.
  [[nodiscard]] std::string line() const;
};

}  // namespace riffle::race
