// SPDX-License-Identifier: Apache-2.0
// Findings as text.
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <ranges>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "check/report.h"

namespace riffle::tool::check {
namespace {

std::string text_of(const KernelCoverage& kernel) {
  std::string all = fmt::format("riffle check: kernel {}: {} of {} blocks were checked",
                                kernel.kernel, kernel.blocks, kernel.all_blocks);
  if (kernel.cut_short != 0) all += fmt::format(", {} of them in part", kernel.cut_short);
  return all + "; --tool block,sync checks all\n";
}

/// The kernels of which most is missing, and how many others there are.
std::string text_of(const std::vector<KernelCoverage>& kernels) {
  constexpr std::size_t kMostKernels = 5;
  std::string all;
  for (const KernelCoverage& kernel : kernels | std::views::take(kMostKernels))
    all += text_of(kernel);
  if (kernels.size() <= kMostKernels) return all;
  const std::size_t more = kernels.size() - kMostKernels;
  return all + fmt::format("riffle check: the same holds for {} other kernel{}\n", more,
                           more == 1 ? "" : "s");
}

std::string name_of(const ReportedOperation& operation) {
  return operation.name.empty() ? operation.what : operation.what + " " + operation.name;
}

/// A file below the current folder without that folder's name, as compilers print it.
std::string_view shown(std::string_view file) {
  static const std::string here = [] {
    std::error_code unknown;
    return (std::filesystem::current_path(unknown) / "").string();
  }();
  return here.size() > 1 && file.starts_with(here) ? file.substr(here.size()) : file;
}

/// What a finding is called: not by each of the host functions that do the same.
std::string short_name_of(const ReportedOperation& operation) {
  return operation.function.empty() ? name_of(operation) : operation.what;
}

/// Of a script.
std::string callers(const std::vector<StackFrame>& frames) {
  constexpr std::size_t kMostCallers = 8;
  std::string all;
  for (const StackFrame& frame : frames | std::views::drop(1) | std::views::take(kMostCallers))
    if (frame.is_script)
      all +=
          fmt::format("        from {}:{} in {}\n", shown(frame.file), frame.line, frame.function);
  return all;
}

std::string text_of(const ReportedOperation& operation) {
  std::string all = "    " + name_of(operation);
  if (!operation.access.empty()) all += " " + operation.access;
  if (!operation.process.empty()) all += ", " + operation.process;
  if (operation.stream != 0) all += fmt::format(", stream {}", operation.stream);
  if (operation.ticket != 0) all += fmt::format(", operation {}", operation.ticket);
  if (operation.node != 0) all += fmt::format(", graph node {}", operation.node);
  all += "\n";
  if (operation.line != 0)
    all += fmt::format("        in the kernel: {}:{}\n", shown(operation.file), operation.line);
  if (!operation.code.empty()) all += fmt::format("        at {}\n", place(operation.code));
  if (!operation.block.empty())
    all +=
        fmt::format("        in block {}, {} {}\n", operation.block,
                    operation.thread.contains(" to ") ? "a thread of" : "thread", operation.thread);
  if (!operation.node_call.empty())
    all += fmt::format("        {} at {} ({})\n",
                       operation.node_call.contains("Graph") ? "added" : "captured",
                       place(operation.node_frames), operation.node_call);
  if (!operation.call.empty())
    all += fmt::format("        called at {} ({})\n", place(operation.frames), operation.call);
  else if (operation.what == "host access")
    all += fmt::format("        at {}\n", place(operation.frames));
  return all + callers(operation.frames);
}

std::string bytes_text(std::uint64_t count) {
  return fmt::format("{} byte{}", count, count == 1 ? "" : "s");
}

/// Where the address is, before "4096 bytes".
std::string offset_text(const MemoryRange& memory) {
  const std::uint64_t end = memory.allocation + memory.allocation_bytes;
  if (memory.address < memory.allocation)
    return bytes_text(memory.allocation - memory.address) + " before";
  if (memory.address == end) return "just past the end of";
  if (memory.address > end) return bytes_text(memory.address - end) + " past the end of";
  return fmt::format("byte {} of", memory.address - memory.allocation);
}

/// Allocated, registered, or created for what is not memory.
std::string_view verb_of(const MemoryRange& memory, bool is_memory) {
  if (!is_memory) return "created";
  return memory.call.contains("Register") ? "registered" : "allocated";
}

std::string text_of(const MemoryRange& memory) {
  const bool is_memory =
      memory.allocation_kind.empty() || memory.allocation_kind.contains("memory");
  std::string all = is_memory ? "    memory: " : "    resource: ";
  if (memory.address != 0 && memory.allocation != 0) {
    all += fmt::format("{} {} of {}", offset_text(memory), bytes_text(memory.allocation_bytes),
                       memory.allocation_kind);
    if (!memory.variable.empty()) all += ", " + memory.variable;
  } else if (memory.address != 0) {
    all += fmt::format("address {:#x}", memory.address);
  } else {
    all += memory.allocation_kind;
  }
  if (!memory.call.empty())
    all += fmt::format(", {} at {} ({})", verb_of(memory, is_memory), place(memory.frames),
                       memory.call);
  all += "\n";
  if (!memory.freed_call.empty())
    all += fmt::format("        freed at {} ({})\n", place(memory.freed_frames), memory.freed_call);
  return all;
}

}  // namespace

std::string place(const std::vector<StackFrame>& frames) {
  if (frames.empty()) return "an unknown place";
  const StackFrame& frame = frames.front();
  std::string all;
  if (frame.line != 0)
    all = fmt::format("{}:{}", shown(frame.file), frame.line);
  else
    all = fmt::format("{}+{:#x}", frame.module, frame.offset);
  return frame.function.empty() ? all : all + " in " + frame.function;
}

std::string title(const ReportedFinding& finding) {
  std::string all =
      finding.tool == finding.kind ? finding.tool : finding.tool + ": " + finding.kind;
  if (finding.operations.size() < 2) return all + ": " + finding.text;
  all +=
      ": " + short_name_of(finding.operations[0]) + " and " + short_name_of(finding.operations[1]);
  if (finding.memory)
    all += fmt::format(
        " on {} byte{} of {}", finding.memory->bytes, finding.memory->bytes == 1 ? "" : "s",
        finding.memory->allocation_kind.empty() ? "memory" : finding.memory->allocation_kind);
  return all;
}

std::string text_of_processes(const std::vector<std::string>& processes) {
  // By what they are, "rank" or "process", their numbers.
  std::map<std::string, std::set<std::uint64_t>, std::greater<>> kinds;
  for (const std::string& process : processes) {
    const std::size_t space = process.rfind(' ');
    if (space != std::string::npos)
      kinds[process.substr(0, space)].insert(
          std::strtoull(process.c_str() + space + 1, nullptr, 10));
  }
  std::string all;
  for (const auto& [kind, numbers] : kinds) {
    std::vector<std::string> parts;
    for (auto first = numbers.begin(); first != numbers.end();) {
      auto last = first;
      while (std::next(last) != numbers.end() && *std::next(last) == *last + 1) ++last;
      const bool is_run = *last >= *first + 2;
      parts.push_back(is_run ? fmt::format("{} to {}", *first, *last) : fmt::format("{}", *first));
      first = std::next(is_run ? last : first);
    }
    const std::string end = std::move(parts.back());
    parts.pop_back();
    const char* const plural = kind.ends_with('s') ? "es" : "s";
    all += fmt::format("{}{}{} {}{}{}", all.empty() ? "" : "; ", kind,
                       numbers.size() == 1 ? "" : plural, fmt::join(parts, ", "),
                       parts.empty() ? "" : " and ", end);
  }
  return all;
}

std::string text_of(const ReportedFinding& finding) {
  std::string all = (finding.is_error ? "error: " : "performance: ") + title(finding) + "\n";
  if (!finding.processes.empty()) all += "    in " + text_of_processes(finding.processes) + "\n";
  for (const ReportedOperation& operation : finding.operations) all += text_of(operation);
  if (finding.memory) all += text_of(*finding.memory);
  if (finding.operations.size() >= 2) all += "    why: " + finding.text + "\n";
  if (!finding.fix.empty()) all += "    fix: " + finding.fix + "\n";
  return all;
}

std::string text_of(const Report& report) {
  std::string all;
  for (const ReportedFinding& finding : report.findings) all += text_of(finding);
  all += text_of(report.looked_at);
  if (report.is_cut)
    all +=
        "riffle check: not all operations of several processes on the same memory were compared: "
        "there are too many\n";
  if (report.unread_lines != 0)
    all += fmt::format(
        "riffle check: {} line{} of the findings cannot be read: some findings are missing\n",
        report.unread_lines, report.unread_lines == 1 ? "" : "s");
  const std::size_t errors = report.errors();
  const std::size_t slow = report.findings.size() - errors;
  all += fmt::format("riffle check: {} error{}", errors, errors == 1 ? "" : "s");
  if (slow != 0) all += fmt::format(", {} about performance", slow);
  if (report.suppressed != 0) all += fmt::format(", {} suppressed", report.suppressed);
  if (report.processes > 1) all += fmt::format(" in {} processes", report.processes);
  if (report.ended < report.processes)
    all += fmt::format("; {} did not finish, so leaks are unknown",
                       report.processes > 1 ? "a process" : "the program");
  return all + "\n";
}

}  // namespace riffle::tool::check
