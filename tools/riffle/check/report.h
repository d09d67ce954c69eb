// SPDX-License-Identifier: Apache-2.0
// Findings of a checked program, as they are read from its file (src/race/findings.h), with places in its source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"

namespace riffle::tool::check {

/// Where a call returns to.
struct StackFrame {
  std::string module;  ///< a file; empty: not known
  std::uint64_t offset = 0;
  std::string function{};  ///< the rest is filled in by symbols.h, unless it is a script's
  std::string file{};
  std::uint32_t line = 0;
  bool is_script = false;
};

struct ReportedOperation {
  std::string process{};  ///< of a finding about several: "rank 1"
  std::string what;
  std::string name;  ///< a kernel's, or a host function's; readable
  std::string access;
  std::uint64_t stream = 0;
  std::uint64_t ticket = 0;
  std::uint64_t node = 0;
  std::string call;
  std::string file;  ///< of the kernel's source
  std::uint32_t line = 0;
  std::string block;   ///< "(0,0,0)"; empty: does not apply
  std::string thread;  ///< the same, or "(0,0,0) to (15,0,0)"
  std::vector<StackFrame> frames;
  std::vector<StackFrame> function;  ///< of a host function: where it begins
  std::vector<StackFrame> code;      ///< of a host function: where it touches the memory
  std::string node_call{};           ///< of a node in a graph: which has added it
  std::vector<StackFrame> node_frames{};
};

struct MemoryRange {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t allocation = 0;
  std::uint64_t allocation_bytes = 0;
  std::string allocation_kind;
  std::string variable;  ///< of shared memory, readable
  std::string call;
  std::vector<StackFrame> frames;
  std::string freed_call{};  ///< that has given it back
  std::vector<StackFrame> freed_frames{};
};

struct ReportedFinding {
  std::string tool;
  std::string kind;
  bool is_error = true;  ///< else it costs time only
  std::string text;
  std::string fix;
  std::vector<ReportedOperation> operations;
  std::optional<MemoryRange> memory;
  std::vector<std::string>
      processes{};  ///< in which it was found; empty: each operation says so itself
};

/// A kernel whose blocks the tools block and sync did not all look at.
struct KernelCoverage {
  std::string kernel;  ///< readable
  std::uint64_t blocks = 0;
  std::uint64_t all_blocks = 0;
  std::uint64_t cut_short = 0;  ///< of `blocks`: not looked at to their end
};

struct Report {
  std::size_t processes = 0;  ///< that used the runtime
  std::size_t ended = 0;      ///< of these, those that came to their end by themselves
  std::vector<ReportedFinding> findings;
  std::vector<KernelCoverage>
      looked_at{};  ///< of all processes; those of which most is missing first
  std::size_t suppressed = 0;
  bool is_cut = false;  ///< of what processes did to memory that they share some is missing
  std::size_t unread_lines = 0;  ///< the file was full, or something else wrote to it

  [[nodiscard]] std::size_t errors() const;
};

/// Calls `visit(frames)` for each stack that the finding has.
template <class Visit>
void visit_stacks(ReportedFinding& finding, Visit&& visit) {
  for (ReportedOperation& operation : finding.operations) {
    visit(operation.frames);
    visit(operation.code);
    visit(operation.node_frames);
  }
  if (!finding.memory) return;
  visit(finding.memory->frames);
  visit(finding.memory->freed_frames);
}

/// Errors: kInvalidValue (it is no file of the runtime). A last line without an end is left out.
Result<Report> parse_report(const std::string& text);
/// "ranks 0 to 3 and 7", "process 4711".
[[nodiscard]] std::string text_of_processes(const std::vector<std::string>& processes);
/// "race: kernel a and copy on 16 bytes of device memory".
[[nodiscard]] std::string title(const ReportedFinding& finding);
/// "a.cu:7 in main", or the best there is.
[[nodiscard]] std::string place(const std::vector<StackFrame>& frames);
/// All that is known about it, in lines.
[[nodiscard]] std::string text_of(const ReportedFinding& finding);
/// All findings and the line that sums them up.
[[nodiscard]] std::string text_of(const Report& report);

}  // namespace riffle::tool::check
