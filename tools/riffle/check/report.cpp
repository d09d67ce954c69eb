// SPDX-License-Identifier: Apache-2.0
#include "check/report.h"

#include "check/interprocess.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <ranges>
#include <set>
#include <utility>

#include <cxxabi.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace riffle::tool::check {
namespace {

using Json = nlohmann::json;

/// Numba writes a function's types and how it was compiled behind its name: "module::name[abi:v1][abi:cw51...](Array<...>)".
std::string without_numba(const std::string& name) {
  const std::size_t tag = name.find("[abi:v");
  if (tag == std::string::npos || !name.contains("[abi:cw")) return name;
  std::string own = name.substr(0, tag);
  constexpr std::string_view kMain = "__main__::";
  if (own.starts_with(kMain)) own.erase(0, kMain.size());
  for (std::size_t at = own.find("::"); at != std::string::npos; at = own.find("::", at))
    own.replace(at, 2, ".");
  return own;
}

std::string readable(const std::string& mangled) {
  if (!mangled.starts_with("_Z")) return mangled;  // "s" is a variable, not the type short
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  return name == nullptr ? mangled : without_numba(name.get());
}

std::string text(const Json& object, const char* name) { return object.value(name, std::string()); }
/// Of a variable of a function, without that.
std::string variable_name(const std::string& mangled) {
  const std::string all = readable(mangled);
  const std::size_t scope = all.rfind("::");
  return scope == std::string::npos ? all : all.substr(scope + 2);
}
std::uint64_t number(const Json& object, const char* name) {
  return object.value(name, std::uint64_t{0});
}

/// Of a package, a command that comes with one, or Python itself.
bool is_library_script(const Frame& frame) {
  return std::ranges::any_of(
             std::to_array<std::string_view>(
                 {"/site-packages/", "/dist-packages/", "/lib/python3", "/bin/"}),
             [&](std::string_view folder) { return frame.file.contains(folder); }) ||
         (frame.file.starts_with('<') && frame.function != "<module>");  // made by a program
}

/// Without what lies in packages, unless all of it does.
std::vector<Frame> script_frames_of(const Json& object, const char* name) {
  std::vector<Frame> frames;
  for (const Json& frame : object.value(name, Json::array()))
    frames.push_back({.module = {},
                      .offset = 0,
                      .function = text(frame, "function"),
                      .file = text(frame, "file"),
                      .line = static_cast<std::uint32_t>(number(frame, "line")),
                      .is_script = true});
  if (!std::ranges::all_of(frames, is_library_script)) std::erase_if(frames, is_library_script);
  return frames;
}

/// Below a script's lines lies the interpreter.
std::vector<Frame> frames_of(const Json& object, const char* name = "frames",
                             const char* script = "script_frames") {
  std::vector<Frame> frames = script_frames_of(object, script);
  if (!frames.empty()) return frames;
  for (const Json& frame : object.value(name, Json::array()))
    frames.push_back({.module = text(frame, "module"), .offset = number(frame, "offset")});
  return frames;
}

/// Names of processes by their instances.
using Processes = std::map<std::uint64_t, std::string>;

std::string process_of(const Json& object, const Processes& processes) {
  const auto found = processes.find(number(object, "instance"));
  return found == processes.end() ? std::string() : found->second;
}

std::string name_of_process(const Json& began) {
  const std::string rank = text(began, "rank");
  return rank.empty() ? fmt::format("process {}", number(began, "process")) : rank;
}

Operation operation_of(const Json& object, const Processes& processes) {
  return {.process = process_of(object, processes),
          .what = text(object, "what"),
          .name = readable(text(object, "name")),
          .access = text(object, "access"),
          .stream = number(object, "stream"),
          .ticket = number(object, "ticket"),
          .node = number(object, "node"),
          .call = text(object, "call"),
          .file = text(object, "file"),
          .line = static_cast<std::uint32_t>(number(object, "line")),
          .block = text(object, "block"),
          .thread = text(object, "thread"),
          .frames = frames_of(object),
          .function = frames_of(object, "function_frames", ""),
          .code = frames_of(object, "code_frames", "code_script_frames")};
}

Finding finding_of(const Json& object, const Processes& processes) {
  Finding finding{.tool = text(object, "tool"),
                  .kind = text(object, "kind"),
                  .is_error = text(object, "severity") == "error",
                  .text = text(object, "text"),
                  .fix = text(object, "fix"),
                  .operations = {},
                  .memory = {}};
  for (const Json& operation : object.value("operations", Json::array()))
    finding.operations.push_back(operation_of(operation, processes));
  if (std::string own = process_of(object, processes); !own.empty())
    finding.processes.push_back(std::move(own));
  if (object.contains("memory")) {
    const Json& memory = object["memory"];
    finding.memory = Memory{.address = number(memory, "address"),
                            .bytes = number(memory, "bytes"),
                            .allocation = number(memory, "allocation"),
                            .allocation_bytes = number(memory, "allocation_bytes"),
                            .allocation_kind = text(memory, "allocation_kind"),
                            .variable = variable_name(text(memory, "variable")),
                            .call = text(memory, "call"),
                            .frames = frames_of(memory)};
  }
  return finding;
}

void add_looked_at(std::vector<LookedAt>& all, const Json& object) {
  const std::string kernel = readable(text(object, "kernel"));
  auto known = std::ranges::find(all, kernel, &LookedAt::kernel);
  if (known == all.end()) known = all.insert(known, {.kernel = kernel});
  known->blocks += number(object, "blocks");
  known->all_blocks += number(object, "all_blocks");
  known->cut_short += number(object, "cut_short");
}

std::string text_of(const LookedAt& kernel) {
  std::string all = fmt::format("riffle check: kernel {}: {} of {} blocks were checked",
                                kernel.kernel, kernel.blocks, kernel.all_blocks);
  if (kernel.cut_short != 0) all += fmt::format(", {} of them in part", kernel.cut_short);
  return all + "; --tool block,sync checks all\n";
}

/// The kernels of which most is missing, and how many others there are.
std::string text_of(const std::vector<LookedAt>& kernels) {
  constexpr std::size_t kMostKernels = 5;
  std::string all;
  for (const LookedAt& kernel : kernels | std::views::take(kMostKernels)) all += text_of(kernel);
  if (kernels.size() <= kMostKernels) return all;
  const std::size_t more = kernels.size() - kMostKernels;
  return all + fmt::format("riffle check: the same holds for {} other kernel{}\n", more,
                           more == 1 ? "" : "s");
}

std::string name_of(const Operation& operation) {
  return operation.name.empty() ? operation.what : operation.what + " " + operation.name;
}

/// What a finding is called: not by each of the host functions that do the same.
std::string short_name_of(const Operation& operation) {
  return operation.function.empty() ? name_of(operation) : operation.what;
}

/// Of a script.
std::string callers(const std::vector<Frame>& frames) {
  constexpr std::size_t kMostCallers = 8;
  std::string all;
  for (const Frame& frame : frames | std::views::drop(1) | std::views::take(kMostCallers))
    if (frame.is_script)
      all += fmt::format("        from {}:{} in {}\n", frame.file, frame.line, frame.function);
  return all;
}

std::string text_of(const Operation& operation) {
  std::string all = "    " + name_of(operation);
  if (!operation.access.empty()) all += " " + operation.access;
  if (!operation.process.empty()) all += ", " + operation.process;
  if (operation.stream != 0) all += fmt::format(", stream {}", operation.stream);
  if (operation.ticket != 0) all += fmt::format(", operation {}", operation.ticket);
  if (operation.node != 0) all += fmt::format(", graph node {}", operation.node);
  all += "\n";
  if (operation.line != 0)
    all += fmt::format("        in the kernel: {}:{}\n", operation.file, operation.line);
  if (!operation.code.empty()) all += fmt::format("        at {}\n", place(operation.code));
  if (!operation.block.empty())
    all +=
        fmt::format("        in block {}, {} {}\n", operation.block,
                    operation.thread.contains(" to ") ? "a thread of" : "thread", operation.thread);
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
std::string offset_text(const Memory& memory) {
  const std::uint64_t end = memory.allocation + memory.allocation_bytes;
  if (memory.address < memory.allocation)
    return bytes_text(memory.allocation - memory.address) + " before";
  if (memory.address == end) return "just past the end of";
  if (memory.address > end) return bytes_text(memory.address - end) + " past the end of";
  return fmt::format("byte {} of", memory.address - memory.allocation);
}

/// Allocated, registered, or created for what is not memory.
std::string_view verb_of(const Memory& memory, bool is_memory) {
  if (!is_memory) return "created";
  return memory.call.contains("Register") ? "registered" : "allocated";
}

std::string text_of(const Memory& memory) {
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
  return all + "\n";
}

}  // namespace

std::size_t Report::errors() const {
  return static_cast<std::size_t>(std::ranges::count_if(findings, &Finding::is_error));
}

Result<Report> parse_report(const std::string& all) {
  Report report;
  Processes processes;
  InterprocessLog shared;
  std::size_t begin = 0;
  for (std::size_t end = all.find('\n'); end != std::string::npos; end = all.find('\n', begin)) {
    const Json object = Json::parse(all.substr(begin, end - begin), nullptr, false);
    begin = end + 1;
    if (!object.is_object()) return error(Code::kInvalidValue, "the findings are damaged");
    if (object.contains("began")) {
      ++report.processes;
      processes[number(object, "instance")] = name_of_process(object);
    } else if (object.contains("ended")) {
      ++report.ended;
      shared.ended(number(object, "instance"));
    } else if (shared.add(object)) {
      continue;
    } else if (object.contains("looked_at")) {
      add_looked_at(report.looked_at, object["looked_at"]);
    } else {
      report.findings.push_back(finding_of(object, processes));
    }
  }
  if (report.processes == 1)
    for (Finding& finding : report.findings) finding.processes.clear();
  for (const Json& race : shared.races()) report.findings.push_back(finding_of(race, processes));
  report.is_cut = shared.is_cut();
  std::ranges::sort(report.looked_at, std::ranges::greater(), [](const LookedAt& kernel) {
    return std::pair(kernel.all_blocks - kernel.blocks, kernel.kernel);
  });
  return report;
}

std::string place(const std::vector<Frame>& frames) {
  if (frames.empty()) return "an unknown place";
  const Frame& frame = frames.front();
  std::string all;
  if (frame.line != 0)
    all = fmt::format("{}:{}", frame.file, frame.line);
  else
    all = fmt::format("{}+{:#x}", frame.module, frame.offset);
  return frame.function.empty() ? all : all + " in " + frame.function;
}

std::string title(const Finding& finding) {
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

std::string text_of(const Finding& finding) {
  std::string all = (finding.is_error ? "error: " : "performance: ") + title(finding) + "\n";
  if (!finding.processes.empty()) all += "    in " + text_of_processes(finding.processes) + "\n";
  for (const Operation& operation : finding.operations) all += text_of(operation);
  if (finding.memory) all += text_of(*finding.memory);
  if (finding.operations.size() >= 2) all += "    why: " + finding.text + "\n";
  if (!finding.fix.empty()) all += "    fix: " + finding.fix + "\n";
  return all;
}

std::string text_of(const Report& report) {
  std::string all;
  for (const Finding& finding : report.findings) all += text_of(finding);
  all += text_of(report.looked_at);
  if (report.is_cut)
    all +=
        "riffle check: not all operations of several processes on the same memory were compared: "
        "there are too many\n";
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
