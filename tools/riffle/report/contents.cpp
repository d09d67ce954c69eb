// SPDX-License-Identifier: Apache-2.0
#include "report/contents.h"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <utility>

#include <sys/utsname.h>

#include <gnu/libc-version.h>

#include <fmt/format.h>

#include "commands.h"
#include "commit.h"
#include "file.h"
#include "report/secrets.h"
#include "say.h"
#include "trace/chrome.h"
#include "trace/recording.h"
#include "trace/summary.h"
#include "trace/texts.h"
#include "trace/timeline.h"
#include "version.h"

namespace riffle::tool::report {
namespace {

namespace fs = std::filesystem;

// What is larger says little more, and no issue tracker takes it.
constexpr std::size_t kTimelineBytes = std::size_t{64} << 20;
constexpr std::size_t kLeastEventBytes = 64;  ///< of a call or an operation in trace.json
// Reading takes four times as much memory.
constexpr std::uintmax_t kRecordingBytes = std::uintmax_t{256} << 20;
constexpr std::size_t kCodeBytes = std::size_t{64} << 20;
constexpr std::size_t kKernelNameBytes = 60;

std::string end_text(int exit_code) {
  if (exit_code <= 128 || exit_code > 128 + SIGRTMAX) return fmt::format("exit code {}", exit_code);
  const int signal = exit_code - 128;
  return fmt::format("exit code {} (signal {}, {})", exit_code, signal, strsignal(signal));
}

std::string time_text(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[sizeof "2026-01-01 00:00:00"] = {};
  std::strftime(text, sizeof text, "%F %T", &parts);
  return text;
}

std::string summary_of(const RecordedRun& run) {
  utsname system{};
  uname(&system);
  std::string text = fmt::format("riffle report {}\n", command_text(run.command_line));
  text += fmt::format("riffle {} (CUDA 13.0){}{}\n", kVersion, commit().empty() ? "" : ", commit ",
                      commit());
  text += fmt::format("{} {}, glibc {}\n", system.sysname, system.release, gnu_get_libc_version());
  text += fmt::format("started {} UTC, took {:.3f} s\n", time_text(run.started), run.seconds);
  return text + end_text(run.exit_code) + "\n";
}

/// What `command --json` prints: the report has the same as a user gets.
std::string printed_by(int (*command)(const std::vector<std::string>&),
                       std::vector<std::string>& notes) {
  Collected output(1);
  if (!output.status()) {
    notes.push_back(output.status().error().text);
    return {};
  }
  static_cast<void>(command({"--json"}));
  return output.end().text();
}

std::string output_of(const BoundedText& output, const char* name,
                      std::vector<std::string>& notes) {
  if (output.bytes_left_out() != 0)
    notes.push_back(fmt::format("{}: {} of its {} are left out", name,
                                bytes_text(output.bytes_left_out()), bytes_text(output.bytes())));
  return output.text();
}

void add_timeline(const RecordedRun& run, std::vector<ReportPart>& parts,
                  std::vector<std::string>& notes) {
  std::error_code failure;
  if (const auto bytes = fs::file_size(run.recording, failure);
      !failure && bytes > kRecordingBytes) {
    notes.push_back(fmt::format("no timeline: its recording has {}", bytes_text(bytes)));
    return;
  }
  const Result<Recording> recording = read_recording(run.recording);
  if (!recording) {
    notes.push_back(recording.error().code == Code::kNotReady
                        ? "no timeline: the program did not use Riffle's CUDA runtime"
                        : "no timeline: " + recording.error().text);
    return;
  }
  const TraceTimeline timeline = make_timeline(*recording);
  const std::size_t least_bytes =
      (timeline.calls.size() + timeline.operations.size()) * kLeastEventBytes;
  parts.push_back({{"trace.txt", summary_text(timeline)}, "times of calls, kernels and copies"});
  std::string json;
  if (least_bytes <= kTimelineBytes) json = chrome_json(timeline);
  if (const std::size_t bytes = std::max(least_bytes, json.size()); bytes > kTimelineBytes)
    notes.push_back(
        fmt::format("no trace.json: it would have more than {}", bytes_text(kTimelineBytes)));
  else
    parts.push_back({{"trace.json", std::move(json)}, "what each stream did, for ui.perfetto.dev"});
}

/// The compiler says once that it could not write, and writes no more.
void note_unwritten_code(const RecordedRun& run, std::vector<std::string>& notes) {
  const std::string errors = run.errors.text();
  const std::size_t from = errors.find("cannot write '" + run.folder + "/ir");
  if (from == errors.npos) return;
  notes.push_back("the code of kernels is not complete: " +
                  errors.substr(from, errors.find('\n', from) - from));
}

/// Of each kernel the code that came in, and what the compiler made of it; `riffle-opt` makes what is between. The files are
/// called KERNEL.NUMBER-STEP.ll.
void add_code(const RecordedRun& run, std::vector<ReportPart>& parts,
              std::vector<std::string>& notes) {
  std::map<std::string, std::pair<fs::path, fs::path>> kernels;  // the first step and the last
  std::error_code failure;
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(run.folder + "/ir", failure))
    files.push_back(file.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    auto [found, is_new] = kernels.try_emplace(file.stem().stem().string(), file, file);
    if (!is_new) found->second.second = file;
  }
  std::size_t bytes = 0, left_out = 0, number = 0;
  for (const auto& [name, steps] : kernels) {
    const std::string start =
        fmt::format("ir/{:03}-{}", number++, name.substr(0, kKernelNameBytes));
    std::string in = read_file(steps.first).value_or(""),
                out = read_file(steps.second).value_or("");
    if (bytes += in.size() + out.size(); bytes > kCodeBytes) {
      ++left_out;
      continue;
    }
    parts.push_back(
        {{start + ".input.ll", std::move(in)}, "a kernel's code as the compiler got it"});
    parts.push_back(
        {{start + ".output.ll", std::move(out)}, "a kernel's code as the compiler left it"});
  }
  if (left_out != 0)
    notes.push_back(
        fmt::format("the code of {} is left out: it is too large", counted(left_out, "kernel")));
  note_unwritten_code(run, notes);
}

}  // namespace

std::vector<ReportPart> contents_of(const RecordedRun& run, std::vector<std::string>& notes) {
  std::vector<ReportPart> parts;
  parts.push_back({{"report.txt", summary_of(run)}, "command line, version, system, exit code"});
  parts.push_back({{"info.json", printed_by(info_command, notes)},
                   "processor, devices, cache (riffle info --json)"});
  parts.push_back({{"doctor.json", printed_by(doctor_command, notes)},
                   "this machine's setup (riffle doctor --json)"});
  parts.push_back({{"environment.txt", environment_text(run.environment)},
                   "RIFFLE_*, CUDA_*, LD_LIBRARY_PATH and similar ones"});
  parts.push_back(
      {{"stdout.txt", output_of(run.output, "stdout.txt", notes)}, "what the program printed"});
  parts.push_back({{"stderr.txt", output_of(run.errors, "stderr.txt", notes)},
                   "what it printed to standard error"});
  add_timeline(run, parts, notes);
  add_code(run, parts, notes);
  return parts;
}

}  // namespace riffle::tool::report
