// SPDX-License-Identifier: Apache-2.0
#include "check/symbols.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cc/clang_lines.h"
#include "cc/toolchain.h"
#include "file.h"
#include "module_symbols.h"
#include "say.h"

namespace riffle::tool::check {
namespace {

std::vector<StackFrame*> frames_of(Report& report) {
  std::vector<StackFrame*> all;
  for (ReportedFinding& finding : report.findings)
    visit_stacks(finding, [&](std::vector<StackFrame>& frames) {
      for (StackFrame& frame : frames) all.push_back(&frame);
    });
  std::erase_if(all, [](const StackFrame* frame) { return frame->module.empty(); });
  return all;
}

std::string_view file_of(const StackFrame& frame) {
  return std::string_view(frame.module).substr(frame.module.rfind('/') + 1);
}

bool is_c_library(const StackFrame& frame) {
  return file_of(frame).starts_with("libc.so") || file_of(frame).starts_with("libpthread");
}

/// One of CUDA's, which calls the runtime for the program.
bool is_toolkit_library(const StackFrame& frame) {
  return std::ranges::any_of(
      std::to_array<std::string_view>({"libcublas.so", "libcublasLt.so", "libcufft.so",
                                       "libcufftw.so", "libcurand.so", "libcusolver.so",
                                       "libcusparse.so", "libnccl.so", "libnvjpeg.so"}),
      [&](std::string_view name) { return file_of(frame).starts_with(name); });
}

/// The program's place is where it calls the library.
void drop_toolkit_libraries(std::vector<StackFrame>& frames) {
  const auto first = std::ranges::find_if_not(frames, is_toolkit_library);
  if (first != frames.end()) frames.erase(frames.begin(), first);
}

/// What calls main, or a thread's function, is no place of the program; and its lines take longer to find than all others.
void drop_starts(std::vector<StackFrame>& frames) {
  // The outermost of all, which calls the C library, is the program's again.
  if (frames.size() > 2 && is_c_library(frames[frames.size() - 2])) frames.pop_back();
  while (frames.size() > 1 && is_c_library(frames.back())) frames.pop_back();
}

/// The program cannot change how a library works.
bool is_advice_for_a_library(ReportedFinding& finding) {
  bool is_library = false;
  visit_stacks(finding, [&](const std::vector<StackFrame>& frames) {
    is_library = is_library || (!frames.empty() && is_toolkit_library(frames.front()));
  });
  return !finding.is_error && is_library;
}

void drop_what_is_not_the_programs(Report& report) {
  std::erase_if(report.findings, is_advice_for_a_library);
  for (ReportedFinding& finding : report.findings)
    visit_stacks(finding, [](std::vector<StackFrame>& frames) {
      drop_toolkit_libraries(frames);
      drop_starts(frames);
    });
}

bool read_line(std::FILE* file, std::string& line) {
  line.clear();
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
    if (c == '\n') return true;
    line += static_cast<char>(c);
  }
  return !line.empty();
}

/// "FILE:LINE:COLUMN"; "??:0:0" where there is nothing.
void set_place(StackFrame& frame, const std::string& text) {
  const std::size_t column = text.rfind(':');
  if (column == std::string::npos || column == 0) return;
  const std::size_t line = text.rfind(':', column - 1);
  if (line == std::string::npos || text.starts_with("??")) return;
  frame.file = text.substr(0, line);
  frame.line = static_cast<std::uint32_t>(std::strtoul(text.c_str() + line + 1, nullptr, 10));
}

/// Riffle's headers, and the stubs that launch kernels.
bool is_wrapper(const StackFrame& frame, const std::string& include_folder) {
  return frame.file.starts_with(include_folder) || frame.function.contains("__device_stub__");
}

/// Of the system, or a toolkit's: the standard library's templates, the C library's own sources, CCCL.
bool is_header_of_system(const std::string& file) {
  return std::ranges::any_of(
             std::to_array<std::string_view>(
                 {"/usr/include/", "/usr/lib/", "/usr/local/include/", "/usr/local/cuda"}),
             [&](std::string_view folder) { return file.starts_with(folder); }) ||
         std::ranges::any_of(
             std::to_array<std::string_view>({"/include/c++/", "/include/cccl/", "/sysdeps/"}),
             [&](std::string_view part) { return file.contains(part); });
}

/// What the program calls, or has inlined from headers that are not its own.
bool is_library_code(const StackFrame& frame) {
  return frame.line == 0 || is_c_library(frame) || is_header_of_system(frame.file);
}

void drop_wrappers(std::vector<StackFrame>& frames, const std::string& include_folder) {
  const auto own = std::ranges::find_if(
      frames, [&](const StackFrame& frame) { return !is_wrapper(frame, include_folder); });
  if (own != frames.end()) frames.erase(frames.begin(), own);
}

/// The program's line that calls the function of a library which touches the memory, or calls CUDA.
void drop_libraries(std::vector<StackFrame>& frames) {
  const auto own = std::ranges::find_if_not(frames, is_library_code);
  if (own != frames.end()) frames.erase(frames.begin(), own);
}

}  // namespace

void drop_wrappers(Report& report, const std::string& include_folder) {
  for (ReportedFinding& finding : report.findings) {
    visit_stacks(finding, [&](std::vector<StackFrame>& frames) {
      drop_wrappers(frames, include_folder);
      drop_libraries(frames);
    });
  }
}

namespace {

/// Where a line is not known, its instructions are all that is.
std::string lines_of(const ReportedOperation& operation, bool with_access) {
  std::string lines =
      fmt::format("\n{} {} {} {}:{}", operation.what, operation.name,
                  with_access ? operation.access : "", operation.file, operation.line);
  for (const auto* const frames : {&operation.code, &operation.node_frames, &operation.frames})
    for (const StackFrame& frame : *frames)
      lines += frame.line == 0 ? fmt::format(" {}+{:#x}", frame.module, frame.offset)
                               : fmt::format(" {}:{}", frame.file, frame.line);
  return lines;
}

/// Which of two that nothing orders came first is chance.
std::string lines_of(const ReportedFinding& finding) {
  std::vector<std::string> operations;
  operations.reserve(finding.operations.size());
  // What reads and writes the same bytes races with another once.
  const bool with_access = finding.tool != "race";
  for (const ReportedOperation& each : finding.operations)
    operations.push_back(lines_of(each, with_access));
  std::ranges::sort(operations);
  std::string lines = finding.tool + '/' + finding.kind;
  for (const std::string& each : operations) lines += each;
  if (finding.memory) lines += fmt::format("\n{}", place(finding.memory->frames));
  return lines;
}

/// Two lines for each of the functions that were inlined into one another at an address, the innermost first, and an empty
/// one behind the last. The innermost of the program's own is taken; without one, the innermost.
bool read_answer(std::FILE* answers, const std::string& include_folder, StackFrame& frame) {
  std::string function;
  std::string place;
  bool is_known = false;
  StackFrame chosen;
  while (read_line(answers, function) && !function.empty() && read_line(answers, place)) {
    StackFrame next{.module = frame.module, .offset = frame.offset};
    if (function != "??") next.function = function;
    set_place(next, place);
    const bool is_better =
        !is_known || is_wrapper(chosen, include_folder) ||
        (is_library_code(chosen) && !is_library_code(next) && !is_wrapper(next, include_folder));
    if (is_better) chosen = next;
    is_known = true;
  }
  if (is_known) frame = chosen;
  return is_known;
}

}  // namespace

void drop_repeats(Report& report) {
  std::map<std::string, std::size_t> known;
  std::vector<ReportedFinding> different;
  for (ReportedFinding& finding : report.findings) {
    if (finding.tool == "race" || report.processes > 1) {
      const auto [first, is_new] = known.try_emplace(lines_of(finding), different.size());
      if (!is_new) {
        std::vector<std::string>& all = different[first->second].processes;
        for (std::string& process : finding.processes)
          if (std::ranges::find(all, process) == all.end()) all.push_back(std::move(process));
        continue;
      }
    }
    different.push_back(std::move(finding));
  }
  report.findings = std::move(different);
}

namespace {

class Modules {
 public:
  /// Null: no such file.
  const ModuleSymbols* find(const std::string& path) {
    const auto [module, is_new] = all_.try_emplace(path);
    if (is_new) module->second = ModuleSymbols::read(path);
    return module->second.get();
  }

 private:
  std::map<std::string, std::unique_ptr<ModuleSymbols>> all_;
};

/// Of modules without debug information; leaves the others.
void name_functions(Modules& modules, std::vector<StackFrame*>& frames) {
  std::erase_if(frames, [&](StackFrame* frame) {
    const ModuleSymbols* const module = modules.find(frame->module);
    if (module == nullptr || !module->is_all()) return false;
    frame->function = module->function_at(frame->offset - 1);
    return true;
  });
}

void name_host_functions(Modules& modules, Report& report) {
  for (ReportedFinding& finding : report.findings)
    for (ReportedOperation& operation : finding.operations)
      for (const StackFrame& begin : operation.function)
        if (const ModuleSymbols* const module = modules.find(begin.module))
          operation.name = module->function_at(begin.offset);
}

}  // namespace

void find_symbols(Report& report, const std::string& include_folder) {
  drop_what_is_not_the_programs(report);
  std::vector<StackFrame*> frames = frames_of(report);
  Modules modules;
  name_host_functions(modules, report);
  name_functions(modules, frames);
  if (frames.empty()) return;
  const TemporaryFile questions("riffle-check");
  std::string text;
  // A call returns behind itself: the instruction before tells its line.
  for (const StackFrame* frame : frames)
    text += fmt::format("\"{}\" {:#x}\n", frame->module, frame->offset - 1);
  if (questions.path().empty() || !write_file(questions.path(), text)) return;
  // Its own, or one in PATH.
  std::string program = find_llvm_program("llvm-symbolizer", {});
  if (program.empty()) program = find_in_path("llvm-symbolizer");
  if (program.empty()) {
    say("riffle: llvm-symbolizer was not found, so places are shown as addresses; the package "
        "llvm-22 contains it\n");
    return;
  }
  const std::string command =
      fmt::format("{} < {} 2>/dev/null", quoted({program}), quoted({questions.path()}));
  // NOLINTNEXTLINE(bugprone-command-processor): a program of ours, and a path of ours
  std::FILE* const pipe = popen(command.c_str(), "r");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> answers(pipe, pclose);
  if (answers == nullptr) return;
  std::size_t count = 0;
  while (count < frames.size() && read_answer(answers.get(), include_folder, *frames[count]))
    ++count;
}

}  // namespace riffle::tool::check
