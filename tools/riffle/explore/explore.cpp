// SPDX-License-Identifier: Apache-2.0
// `riffle explore`: looks for a schedule that makes a difference, and says what it is.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include <unistd.h>

#include <fmt/format.h>

#include "base/schedule_plan.h"
#include "check/report.h"
#include "check/symbols.h"
#include "check/tools.h"
#include "commands.h"
#include "explore/minimise.h"
#include "explore/options.h"
#include "explore/search.h"
#include "explore/side_by_side.h"
#include "file.h"
#include "held_signals.h"
#include "install.h"
#include "run/prepared_program.h"
#include "run/run_program.h"
#include "say.h"
#include "trace/chrome.h"
#include "trace/page.h"
#include "trace/recording.h"

namespace riffle::tool {
namespace {

using namespace explore;
namespace fs = std::filesystem;

constexpr int kFound = 1;
constexpr int kTrouble = 2;
constexpr int kInterrupted = 130;
constexpr const char* kUsual = "at:";
constexpr std::size_t kMostQuestions = 300;  // while it is cut down
constexpr std::size_t kMostText = 400;       // of a program's output that is shown

int complain(const std::string& text) {
  say("riffle explore: {}\n", text);
  return kTrouble;
}

double seconds(SteadyClock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

bool is_control(char letter) { return static_cast<unsigned char>(letter) < ' '; }

/// As $'...', which is one line.
std::string escaped(const std::string& word) {
  std::string text = "$'";
  for (const char letter : word) {
    if (letter == '\'' || letter == '\\')
      text += std::string("\\") + letter;
    else if (letter == '\n')
      text += "\\n";
    else if (is_control(letter))
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(letter));
    else
      text += letter;
  }
  return text + '\'';
}

/// What the user types to run the program again, as one line.
std::string command_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    const bool is_plain =
        !word.empty() && word.find_first_of(" \t\n\"'$&|;<>()*?\\`#~!") == std::string::npos;
    text += ' ';
    if (is_plain) {
      text += word;
      continue;
    }
    if (std::ranges::any_of(word, is_control)) {
      text += escaped(word);
      continue;
    }
    text += '\'';
    for (const char letter : word) text += letter == '\'' ? "'\\''" : std::string(1, letter);
    text += '\'';
  }
  return text;
}

// ---- State of a search that is to be resumed ----

constexpr std::string_view kStateHead = "riffle-explore 1";

std::string state_key(const ExploreOptions& options) {
  return fmt::format("{} {}{}", options.seed, options.depth, command_text(options.program));
}

/// Where to begin. Error: the file is of another search.
Result<std::uint64_t> read_state(const ExploreOptions& options) {
  std::ifstream file(options.state_file);
  if (!file) return 1;
  std::string head;
  std::string key;
  std::uint64_t next = 0;
  std::getline(file, head);
  std::getline(file, key);
  file >> next;
  if (head != kStateHead || next == 0)
    return error(Code::kInvalidValue,
                 fmt::format("'{}' was not written by riffle explore", options.state_file));
  if (key != state_key(options))
    return error(Code::kInvalidValue,
                 fmt::format("'{}' was written by a search with another program, seed or depth",
                             options.state_file));
  return next;
}

bool write_state(const ExploreOptions& options, std::uint64_t next) {
  return write_file(options.state_file,
                    fmt::format("{}\n{}\n{}\n", kStateHead, state_key(options), next))
      .has_value();
}

// ---- The search ----

class Progress {
 public:
  explicit Progress(const ExploreOptions& options)
      : is_shown_(isatty(STDERR_FILENO) == 1), budget_(options.budget) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const SearchResult& result) {
    if (!is_shown_ || SteadyClock::now() - last_ < std::chrono::milliseconds(100)) return;
    last_ = SteadyClock::now();
    const double took = std::max(seconds(result.duration), 1e-3);
    const double part = std::min(
        1.0, std::max(static_cast<double>(result.runs) / static_cast<double>(budget_.count),
                      took / seconds(budget_.time)));
    constexpr std::size_t kBar = 24;
    const auto full = static_cast<std::size_t>(part * kBar);
    say("\r[{}{}] {} schedules, {} orders, {:.0f} per second ", std::string(full, '='),
        std::string(kBar - full, ' '), result.runs, result.orders,
        static_cast<double>(result.runs) / took);
    is_drawn_ = true;
  }
  void clear() {
    if (is_drawn_) say("\r{}\r", std::string(78, ' '));
    is_drawn_ = false;
  }

 private:
  const bool is_shown_;
  const SearchBudget& budget_;
  bool is_drawn_ = false;
  SteadyClock::time_point last_;
};

/// The usual order, twice: what differs there does so without any schedule. Sets the subject's patience.
Result<Outcome> run_usual(Subject& subject, const ExploreOptions& options) {
  subject.patience = options.patience.count() != 0 ? options.patience : std::chrono::hours(1);
  Result<Outcome> usual = run_trial(subject, kUsual);
  if (!usual) return usual;
  if (!usual->used_cuda)
    return error(Code::kInvalidValue, "the program did not use Riffle's CUDA runtime");
  if (!options.check_command.empty() && usual->check_exit_code != 0)
    return error(Code::kInvalidValue,
                 fmt::format("the check command exits with {} after the usual order",
                             usual->check_exit_code));
  Result<Outcome> again = run_trial(subject, kUsual);
  if (!again) return again;
  if (const std::string differs = difference(subject, *usual, *again); !differs.empty())
    return error(Code::kInvalidValue,
                 fmt::format("two runs in the same order differ: {}; compare something else "
                             "(--ignore-output, --file, --check-with)",
                             differs));
  if (options.patience.count() == 0)
    subject.patience = std::max(std::chrono::milliseconds(10'000),
                                20 * std::chrono::duration_cast<std::chrono::milliseconds>(
                                         std::max(usual->duration, again->duration)));
  return usual;
}

/// What the check has found, with lines of the source.
void show_findings(std::vector<check::ReportedFinding> findings) {
  check::Report report{.findings = std::move(findings)};
  check::find_symbols(report, installation().include_folder);
  check::drop_wrappers(report, installation().include_folder);
  for (const check::ReportedFinding& each : report.findings) say_text(check::text_of(each));
}

/// The shortest list of decisions with which the program still ends otherwise; empty: the schedule does not repeat itself.
std::vector<Deferral> cut_down(const Subject& subject, const Outcome& usual, const Found& found) {
  const auto matters = [&](const std::vector<Deferral>& deferrals) {
    if (is_interrupted()) return false;
    const Result<Outcome> outcome = run_trial(subject, plan_text(deferrals));
    return outcome && !difference(subject, usual, *outcome).empty();
  };
  if (!matters(found.outcome.deferrals)) return {};
  return minimise(found.outcome.deferrals, matters, kMostQuestions);
}

// ---- What is shown ----

std::string shortened(const std::string& text) {
  std::string shown = text.substr(0, kMostText);
  if (text.size() > kMostText) shown += fmt::format("... ({} bytes)", text.size());
  while (shown.ends_with('\n')) shown.pop_back();
  std::string indented;
  for (const char letter : shown) {
    indented += letter;
    if (letter == '\n') indented += "        ";
  }
  return indented;
}

struct Recorded {
  TraceTimeline timeline;
  std::vector<Deferral>
      deferrals;  ///< of this run: the same number may be of another operation in another run
};

Result<Recorded> record(const Subject& subject, const std::string& schedule) {
  const TemporaryFile file("riffle-trace");
  if (file.path().empty()) return error(Code::kOperatingSystem, "cannot create a temporary file");
  const Result<Outcome> outcome = run_trial(subject, schedule, file.path());
  if (!outcome) return std::unexpected(outcome.error());
  const Result<Recording> recording = read_recording(file.path());
  if (!recording) return std::unexpected(recording.error());
  return Recorded{make_timeline(*recording), outcome->deferrals};
}

int write_timelines(const std::string& path, const TraceTimeline& usual,
                    const TraceTimeline& other) {
  const fs::path beside =
      fs::path(path).replace_extension().string() + "-usual" + fs::path(path).extension().string();
  const bool is_page = path.ends_with(".html");
  for (const auto& [file, timeline] :
       {std::pair(path, &other), std::pair(beside.string(), &usual)}) {
    const Status written =
        write_file(file, is_page ? page_html(*timeline) : chrome_json(*timeline));
    if (!written) return complain(written.error().text);
  }
  return kFound;
}

/// For `riffle run --schedule FILE`: what it is, and the schedule.
int keep(const std::string& path, const std::string& difference, const std::string& schedule,
         const std::vector<std::string>& program) {
  const bool is_schedule_too = SchedulePlan::parse(path).has_value();
  std::vector<std::string> words = {"--schedule", is_schedule_too ? "./" + path : path};
  words.insert(words.end(), program.begin(), program.end());
  std::string reason = difference;
  std::ranges::replace_if(reason, is_control, ' ');
  const Status written = write_file(
      path, fmt::format("# {}: riffle run{}\n{}\n", reason, command_text(words), schedule));
  return written ? kFound : complain(written.error().text);
}

/// What the schedules had no power over.
void show_unsteered(const SearchResult& result) {
  if (result.unsteered_runs == 0) return;
  say("riffle explore: not steered in {} of {} schedules: {}\n", result.unsteered_runs, result.runs,
      text_of(result.unsteered));
}

int show(const Subject& subject, const ExploreOptions& options, const Outcome& usual,
         const Found& found, const SearchResult& result) {
  say("riffle explore: schedule {} makes a difference: {}\n", found.schedule, found.difference);
  if (subject.compares_output && found.outcome.output != usual.output)
    say("    usual:  {}\n    now:    {}\n", shortened(usual.output),
        shortened(found.outcome.output));
  show_findings(new_findings(usual, found.outcome));
  const std::vector<Deferral> matters = cut_down(subject, usual, found);
  const std::string schedule = matters.empty() ? found.schedule : plan_text(matters);
  if (matters.empty()) {
    say("riffle explore: its decisions alone do not reproduce it{}: something in the program "
        "depends on time\n",
        found.outcome.unsteered.any() ? " (an operation ran beside the host)" : "");
  } else {
    say("riffle explore: {} of {} decisions {}:\n", matters.size(), found.outcome.decisions,
        matters.size() == 1 ? "matters" : "matter");
  }
  int exit_code = kFound;
  const Result<Recorded> before = record(subject, kUsual);
  const Result<Recorded> after = record(subject, schedule);
  if (before && after) {
    if (!matters.empty())
      for (const Deferral& each : after->deferrals)
        say("    {}\n", describe(each, after->timeline, before->timeline));
    say("\n{}\n", side_by_side(events_of(before->timeline), events_of(after->timeline)));
    if (!options.output.empty())
      exit_code = write_timelines(options.output, before->timeline, after->timeline);
  }
  say("riffle explore: found by schedule {} in run {}; again: riffle run --schedule {}{}\n",
      found.schedule, result.runs, schedule, command_text(options.program));
  if (!options.kept_schedule.empty())
    exit_code = std::max(exit_code,
                         keep(options.kept_schedule, found.difference, schedule, options.program));
  return exit_code;
}

}  // namespace

int explore_command(const std::vector<std::string>& arguments) {
  Result<ExploreOptions> parsed = parse(arguments);
  if (!parsed) return complain(parsed.error().text);
  ExploreOptions& options = *parsed;
  if (options.shows_help) {
    fmt::print("{}", help_text());
    return 0;
  }
  if (!options.state_file.empty()) {
    const Result<std::uint64_t> first = read_state(options);
    if (!first) return complain(first.error().text);
    options.budget.first = *first;
  }
  std::optional<HeldSignals> held(std::in_place);  // the program may lie in a temporary folder
  const auto program = prepare_program("riffle explore", options.check_tools.empty()
                                                             ? options.program
                                                             : check::with_lines(options.program));
  if (!program) return program.error();
  offer_libraries();
  note_interrupts();
  held.reset();
  // What an earlier search has found is not to be taken for this one's.
  std::error_code none;
  if (fs::is_regular_file(options.kept_schedule, none)) fs::remove(options.kept_schedule, none);
  Subject subject{.path = program->path,
                  .name = program->name,
                  .arguments = program->arguments,
                  .files = options.files,
                  .check_command = options.check_command,
                  .compares_output = options.compares_output,
                  .check_tools = options.check_tools};
  const Result<Outcome> usual = run_usual(subject, options);
  if (!usual) return is_interrupted() ? kInterrupted : complain(usual.error().text);
  if (!usual->findings.empty())
    say("riffle explore: riffle check finds {} in the usual order\n",
        counted(usual->findings.size(), "error"));
  const Numbering numbering{options.seed, options.depth, std::max(1u, usual->decisions)};
  Progress progress(options);
  const Result<SearchResult> result = search(subject, *usual, numbering, options.budget,
                                             [&](const SearchResult& now) { progress.show(now); });
  progress.clear();
  if (!result) return complain(result.error().text);
  if (!options.state_file.empty() && !write_state(options, result->next))
    return complain(fmt::format("cannot write '{}'", options.state_file));
  show_unsteered(*result);
  if (result->found) return show(subject, options, *usual, *result->found, *result);
  say("riffle explore: no difference in {}, {} of {} ({:.0f} per second)\n",
      counted(result->runs, "schedule"), counted(result->orders, "different order"),
      counted(usual->operations, "operation"),
      static_cast<double>(result->runs) / std::max(seconds(result->duration), 1e-3));
  return result->was_interrupted ? kInterrupted : 0;
}

}  // namespace riffle::tool
