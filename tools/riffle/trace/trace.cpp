// SPDX-License-Identifier: Apache-2.0
// `riffle trace`: runs a program like `riffle run` with a recording, and shows what was recorded.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <expected>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "commands.h"
#include "file.h"
#include "held_signals.h"
#include "help.h"
#include "install.h"
#include "run/prepared_program.h"
#include "say.h"
#include "trace/chrome.h"
#include "trace/live/live.h"
#include "trace/page.h"
#include "trace/recording.h"
#include "trace/room.h"
#include "trace/summary.h"
#include "trace/texts.h"
#include "trace/timeline.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

int complain(const std::string& text, int exit_code) {
  say("riffle trace: {}\n", text);
  return exit_code;
}

struct Format {
  std::string_view extension;
  std::string (*render)(const TraceTimeline& timeline);
};
constexpr std::array kFormats = {Format{".html", page_html}, Format{".json", chrome_json}};

const Format* format_of(const std::string& path) {
  const auto* const found =
      std::ranges::find(kFormats, fs::path(path).extension().string(), &Format::extension);
  return found == kFormats.end() ? nullptr : found;
}

int print_help() {
  HelpPage page;
  page.section("NAME").literal("riffle trace - show what a CUDA program did, and when");
  page.section("SYNOPSIS")
      .literal(
          "riffle trace [OPTION]... PROGRAM [ARGUMENT]...\n"
          "riffle trace [OPTION]... [OPTION OF RIFFLE RUN]... FILE.cu [ARGUMENT]...\n"
          "riffle trace [OPTION]... --recording FILE");
  page.section("DESCRIPTION")
      .paragraph(
          "Runs the program as 'riffle run' does and records each CUDA API call, each operation of "
          "each stream, which thread ran it, and what it waited for. The timeline is written when "
          "the program has ended, even if a signal ended it.")
      .paragraph(
          "The first process that uses CUDA is recorded: PROGRAM, or a process that it starts. A "
          "program that riffle trace did not start records itself if RIFFLE_TRACE names a new "
          "file.");
  page.section("OPTIONS")
      .entry("-o FILE",
             "Write the timeline. If FILE ends in .html, it is a self-contained page for a "
             "browser; if it ends in .json, Chrome's trace format, for ui.perfetto.dev. May be "
             "given more than once. Without -o and --live, --stats is assumed.")
      .entry("--stats",
             "Print tables as 'nsys stats' does: calls, kernels, copies by time and by size.")
      .entry("--live[=SECONDS]",
             "Show the program while it runs: its streams, what each of them does or waits for, "
             "copies, memory and threads. On a terminal, the program's output appears below, and "
             "in full after the program has ended; elsewhere a line is printed to standard error "
             "each second. The results of -o and --stats follow at the end.")
      .entry(
          "--layers",
          "Show the layers of TensorRT's inferences inside of these. ONNX Runtime measures them, "
          "which takes some microseconds a layer.")
      .entry("--recording FILE", "Show what an earlier run recorded with RIFFLE_TRACE=FILE.")
      .entry("-h, --help", "Print this page.");
  page.section("EXAMPLES")
      .literal(
          "riffle trace -o pipeline.html ./pipeline photographs/\n"
          "riffle trace --stats -O3 pipeline.cu\n"
          "riffle trace --live ./pipeline photographs/\n"
          "RIFFLE_TRACE=tests.rec ctest -R streams; riffle trace -o tests.json --recording "
          "tests.rec");
  page.section("EXIT STATUS")
      .entry("the program's own", "if it ran; 128 + N if signal N ended it")
      .entry("1", "the options are wrong, or the timeline could not be written")
      .entry("126, 127", "the program could not be run, or was not found");
  fmt::print("{}", page.text());
  return 0;
}

struct TraceOptions {
  std::vector<std::string> outputs;
  bool stats = false;
  bool live = false;
  bool layers = false;
  int live_interval_ms = 0;  ///< 0: what is usual
  std::string recording;
  std::vector<std::string> program;
  bool show_help = false;
};

/// Of "--live=SECONDS", in milliseconds.
Result<int> interval_of(const std::string& word) {
  const std::string text = word.substr(word.find('=') + 1);
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0 || !(seconds >= 0.01 && seconds <= 3600))
    return error(Code::kInvalidValue,
                 fmt::format("expected an interval from 0.01 to 3600 seconds, got '{}'", word));
  return static_cast<int>(seconds * 1000);
}

/// Trace's own options come first; from the first word that is none, everything is `riffle run`'s.
Result<TraceOptions> parse(const std::vector<std::string>& arguments) {
  TraceOptions options;
  std::size_t at = 0;
  const auto value = [&](std::string_view option) -> Result<std::string> {
    if (++at == arguments.size())
      return error(Code::kInvalidValue, fmt::format("option '{}' needs a file", option));
    return arguments[at];
  };
  for (; at < arguments.size(); ++at) {
    const std::string& word = arguments[at];
    if (word == "-h" || word == "--help") {
      options.show_help = true;
    } else if (word == "--stats") {
      options.stats = true;
    } else if (word == "--layers") {
      options.layers = true;
    } else if (word == "--live") {
      options.live = true;
    } else if (word.starts_with("--live=")) {
      const Result<int> interval = interval_of(word);
      if (!interval) return std::unexpected(interval.error());
      options.live = true;
      options.live_interval_ms = *interval;
    } else if (word == "-o" || word == "--output" || word == "--recording") {
      Result<std::string> file = value(word);
      if (!file) return std::unexpected(file.error());
      if (word == "--recording")
        options.recording = *file;
      else
        options.outputs.push_back(*file);
    } else if (word == "--") {
      ++at;
      break;
    } else {
      break;
    }
  }
  options.program.assign(arguments.begin() + static_cast<std::ptrdiff_t>(at), arguments.end());
  return options;
}

Status check(const TraceOptions& options) {
  for (const std::string& output : options.outputs) {
    if (format_of(output) == nullptr)
      return error(
          Code::kInvalidValue,
          fmt::format("expected a file name that ends in .html or .json, got '{}'", output));
  }
  if (options.recording.empty() == options.program.empty()) {
    return error(Code::kInvalidValue,
                 options.program.empty() ? "no program; see 'riffle trace --help'"
                                         : "--recording shows an earlier run and takes no program");
  }
  if (options.live && !options.recording.empty())
    return error(Code::kInvalidValue,
                 "--live cannot be combined with --recording: it shows a program that runs");
  if (options.layers && !options.recording.empty())
    return error(Code::kInvalidValue,
                 "--layers cannot be combined with --recording: a recording has layers if "
                 "RIFFLE_TRACE_LAYERS=on was set");
  return {};
}

int show(const TraceOptions& options, const std::string& path) {
  const Result<Recording> recording = read_recording(path);
  if (!recording && recording.error().code == Code::kNotReady)
    return complain("nothing was recorded: the program did not use Riffle's CUDA runtime", 1);
  if (!recording) return complain(recording.error().text, 1);
  const TraceTimeline timeline = make_timeline(*recording);
  if (timeline.lost != 0)
    say("riffle trace: warning: the recording was full, or layers were not measured; {} missing\n",
        counted(timeline.lost, "record"));
  if (options.stats) fmt::print("{}", summary_text(timeline));
  for (const std::string& output : options.outputs) {
    if (const Status written = write_file(output, format_of(output)->render(timeline)); !written)
      return complain(written.error().text, 1);
    say("riffle trace: {} in {}, {}, {}: {}\n", counted(timeline.operations.size(), "operation"),
        counted(timeline.streams.size(), "stream"), counted(timeline.calls.size(), "call"),
        duration_text(timeline.end), output);
  }
  return 0;
}

std::expected<int, int> run(const TraceOptions& options, const std::string& recording) {
  std::optional<LiveView> view;
  if (options.live) {
    std::string program;
    for (const std::string& word : options.program) program += (program.empty() ? "" : " ") + word;
    view.emplace(recording, program, options.live_interval_ms);
  }
  return run_for("riffle trace", options.program);
}

}  // namespace

int trace_command(const std::vector<std::string>& arguments) {
  Result<TraceOptions> parsed = parse(arguments);
  if (!parsed) return complain(parsed.error().text, 1);
  TraceOptions& options = *parsed;
  if (options.show_help) return print_help();
  if (Status status = check(options); !status) return complain(status.error().text, 1);
  if (options.outputs.empty() && !options.live) options.stats = true;
  if (!options.recording.empty()) return show(options, options.recording);
  const HeldSignals held;
  const TemporaryFile recording("riffle-trace");
  if (recording.path().empty()) return complain("cannot create a temporary file", 1);
  const RecordingRoom room(recording.path());
  setenv("RIFFLE_TRACE", recording.path().c_str(), 1);
  if (options.layers) setenv("RIFFLE_TRACE_LAYERS", "on", 1);
  // A profiler of the user's own stays.
  setenv("NVTX_INJECTION64_PATH", (installation().library_folder + "/libriffle_nvtx.so").c_str(),
         0);
  const auto exit_code = run(options, recording.path());
  if (!exit_code) return exit_code.error();
  if (options.outputs.empty() && !options.stats) return *exit_code;
  const int shown = show(options, recording.path());
  return *exit_code != 0 ? *exit_code : shown;
}

}  // namespace riffle::tool
