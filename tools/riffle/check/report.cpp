// SPDX-License-Identifier: Apache-2.0
#include "check/report.h"

#include "check/interprocess.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <ranges>
#include <string_view>
#include <utility>

#include <cxxabi.h>

#include <fmt/format.h>
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
bool is_library_script(const StackFrame& frame) {
  return std::ranges::any_of(
             std::to_array<std::string_view>(
                 {"/site-packages/", "/dist-packages/", "/lib/python3", "/bin/"}),
             [&](std::string_view folder) { return frame.file.contains(folder); }) ||
         (frame.file.starts_with('<') && frame.function != "<module>");  // made by a program
}

/// Without what lies in packages, unless all of it does.
std::vector<StackFrame> script_frames_of(const Json& object, const char* name) {
  std::vector<StackFrame> frames;
  for (const Json& frame : object.value(name, Json::array()))
    frames.push_back({.module = {},
                      .offset = 0,
                      .function = text(frame, "function"),
                      .file = text(frame, "file"),
                      .line = static_cast<std::uint32_t>(number(frame, "line")),
                      .is_script = true});
  if (!std::ranges::all_of(frames, is_library_script)) std::erase_if(frames, is_library_script);
  // What starts a process of pytest-xdist, or Python itself, has no file; a program has none if it is an argument of Python.
  if (!frames.empty() && !frames.front().file.starts_with('<'))
    while (frames.back().file.starts_with('<')) frames.pop_back();
  return frames;
}

/// Below a script's lines lies the interpreter.
std::vector<StackFrame> frames_of(const Json& object, const char* name = "frames",
                                  const char* script = "script_frames") {
  std::vector<StackFrame> frames = script_frames_of(object, script);
  if (!frames.empty()) return frames;
  for (const Json& frame : object.value(name, Json::array()))
    frames.push_back({.module = text(frame, "module"), .offset = number(frame, "offset")});
  return frames;
}

/// Names of processes by their instances.
using Processes = std::map<std::uint64_t, std::string>;

/// Empty: it says nothing of its process.
std::string process_of(const Json& object, const Processes& processes) {
  if (!object.contains("instance")) return {};
  const auto found = processes.find(number(object, "instance"));
  return found == processes.end() ? std::string() : found->second;
}

/// Calls `visit(line)` for each that has an end and is not empty.
template <class Visit>
void visit_lines(std::string_view all, Visit&& visit) {
  for (std::size_t end = all.find('\n'); end != all.npos; end = all.find('\n')) {
    if (end != 0) visit(all.substr(0, end));
    all.remove_prefix(end + 1);
  }
}

/// A launcher's rank may be several processes, which it has numbered alike.
Processes names_of_processes(std::string_view all) {
  std::map<std::uint64_t, std::pair<std::string, std::uint64_t>> known;  // ranks, numbers
  std::map<std::string, std::size_t> counts;
  visit_lines(all, [&](std::string_view line) {
    if (!line.starts_with("{\"began\":")) return;
    try {
      const Json began = Json::parse(line);
      const auto [place, is_new] = known.try_emplace(number(began, "instance"), text(began, "rank"),
                                                     number(began, "process"));
      if (is_new) ++counts[place->second.first];
    } catch (const Json::exception&) {  // counted where all lines are read
    }
  });
  Processes names;
  for (const auto& [instance, process] : known) {
    const auto& [rank, number] = process;
    names[instance] = rank.empty()        ? fmt::format("process {}", number)
                      : counts[rank] == 1 ? rank
                                          : fmt::format("{}, process {}", rank, number);
  }
  return names;
}

ReportedOperation operation_of(const Json& object, const Processes& processes) {
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
          .code = frames_of(object, "code_frames", "code_script_frames"),
          .node_call = text(object, "node_call"),
          .node_frames = frames_of(object, "node_frames", "node_script_frames")};
}

ReportedFinding finding_of(const Json& object, const Processes& processes) {
  ReportedFinding finding{.tool = text(object, "tool"),
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
    finding.memory =
        MemoryRange{.address = number(memory, "address"),
                    .bytes = number(memory, "bytes"),
                    .allocation = number(memory, "allocation"),
                    .allocation_bytes = number(memory, "allocation_bytes"),
                    .allocation_kind = text(memory, "allocation_kind"),
                    .variable = variable_name(text(memory, "variable")),
                    .call = text(memory, "call"),
                    .frames = frames_of(memory),
                    .freed_call = text(memory, "freed_call"),
                    .freed_frames = frames_of(memory, "freed_frames", "freed_script_frames")};
  }
  return finding;
}

void add_looked_at(std::vector<KernelCoverage>& all, const Json& object) {
  const std::string kernel = readable(text(object, "kernel"));
  auto known = std::ranges::find(all, kernel, &KernelCoverage::kernel);
  if (known == all.end()) known = all.insert(known, {.kernel = kernel});
  known->blocks += number(object, "blocks");
  known->all_blocks += number(object, "all_blocks");
  known->cut_short += number(object, "cut_short");
}

/// Throws: the line is none that the runtime writes.
void add_line(Report& report, InterprocessLog& shared, const Processes& processes,
              const Json& object) {
  if (object.contains("began")) {
    ++report.processes;
  } else if (object.contains("ended")) {
    ++report.ended;
    shared.ended(number(object, "instance"));
  } else if (shared.add(object)) {
    return;
  } else if (object.contains("looked_at")) {
    add_looked_at(report.looked_at, object["looked_at"]);
  } else {
    report.findings.push_back(finding_of(object, processes));
  }
}

}  // namespace

std::size_t Report::errors() const {
  return static_cast<std::size_t>(std::ranges::count_if(findings, &ReportedFinding::is_error));
}

Result<Report> parse_report(const std::string& all) {
  Report report;
  const Processes processes = names_of_processes(all);
  InterprocessLog shared;
  visit_lines(all, [&](std::string_view line) {
    try {
      add_line(report, shared, processes, Json::parse(line));
    } catch (const Json::exception&) {
      ++report.unread_lines;
      shared.lose_line();
    }
  });
  if (report.processes == 0 && report.unread_lines != 0)
    return error(Code::kInvalidValue, "the findings are damaged");
  if (report.processes == 1)
    for (ReportedFinding& finding : report.findings) finding.processes.clear();
  for (const Json& race : shared.races()) report.findings.push_back(finding_of(race, processes));
  report.is_cut = shared.is_cut();
  std::ranges::sort(report.looked_at, std::ranges::greater(), [](const KernelCoverage& kernel) {
    return std::pair(kernel.all_blocks - kernel.blocks, kernel.kernel);
  });
  return report;
}

}  // namespace riffle::tool::check
