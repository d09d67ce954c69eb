// SPDX-License-Identifier: Apache-2.0
#include "explore/trial.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/schedule_record.h"
#include "check/tools.h"
#include "file.h"

extern char** environ;

namespace riffle::tool::explore {
namespace {

volatile sig_atomic_t interrupted = 0;

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// Each run reads standard input from its begin, if that is a file; else there is none.
int open_input() {
  struct stat status{};
  const bool is_file = fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode);
  return open(is_file ? "/proc/self/fd/0" : "/dev/null", O_RDONLY | O_CLOEXEC);
}

/// In the child: nothing that takes memory or locks.
[[noreturn]] void become(const char* path, char* const* arguments, char* const* environment,
                         int input, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  // Addresses are the same in each run, where the system allows that.
  personality(ADDR_NO_RANDOMIZE);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  // Said once by each of thousands of runs, it would be noise.
  dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
  execve(path, arguments, environment);
  _exit(errno == ENOENT ? 127 : 126);
}

}  // namespace

bool is_interrupted() { return interrupted != 0; }

void note_interrupts() {
  struct sigaction action{};
  action.sa_handler = [](int) { interrupted = 1; };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

Trial::Trial(const Subject& subject)
    : subject_(subject),
      record_("riffle-schedule"),
      output_("riffle-output"),
      check_("riffle-check"),
      start_(SteadyClock::now()) {}

std::vector<std::string> Trial::environment(const std::string& schedule,
                                            const std::string& recording) const {
  std::vector<std::pair<std::string, std::string>> own = {
      {"RIFFLE_SCHEDULE", schedule},
      {"RIFFLE_SCHEDULE_RECORD", record_.path()},
      {"RIFFLE_TRACE", recording}};
  if (subject_.check_tools.empty())
    own.emplace_back("RIFFLE_CHECK", "");
  else
    for (auto& variable :
         check::environment_of_checked(subject_.check_tools, subject_.path, check_.path()))
      own.push_back(std::move(variable));
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    if (std::ranges::none_of(own, [&](const auto& each) { return each.first == name; }))
      all.emplace_back(text);
  }
  for (const auto& [name, value] : own)
    if (!value.empty()) all.push_back(name + "=" + value);
  return all;
}

Result<std::unique_ptr<Trial>> Trial::start(const Subject& subject, const std::string& schedule,
                                            const std::string& recording) {
  std::unique_ptr<Trial> trial(new Trial(subject));
  if (trial->record_.path().empty() || trial->output_.path().empty())
    return error(Code::kOperatingSystem, "cannot create a temporary file");
  for (const std::string& file : subject.files) unlink(file.c_str());
  std::vector<std::string> words{subject.name};
  words.insert(words.end(), subject.arguments.begin(), subject.arguments.end());
  const std::vector<std::string> environment = trial->environment(schedule, recording);
  const std::vector<char*> argument_pointers = pointers_to(words);
  const std::vector<char*> environment_pointers = pointers_to(environment);
  const int input = open_input();
  const int output = open(trial->output_.path().c_str(), O_WRONLY | O_CLOEXEC | O_APPEND);
  const pid_t child = fork();
  if (child == 0)
    become(subject.path.c_str(), argument_pointers.data(), environment_pointers.data(), input,
           output);
  const int failure = errno;
  close(input);
  close(output);
  if (child < 0)
    return error(Code::kOperatingSystem,
                 fmt::format("cannot start a process: {}", std::strerror(failure)));
  setpgid(child, child);  // whoever is first
  trial->process_ = child;
  trial->process_descriptor_ = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (trial->process_descriptor_ < 0)
    return error(Code::kOperatingSystem,
                 fmt::format("cannot watch a process: {}", std::strerror(errno)));
  return trial;
}

Trial::~Trial() {
  if (process_ > 0) {
    kill(-process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  if (process_descriptor_ >= 0) close(process_descriptor_);
}

void Trial::time_out() {
  timed_out_ = true;
  kill(-process_, SIGKILL);
}

Outcome Trial::finish() {
  Outcome outcome;
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  kill(-process_, SIGKILL);  // what it has left behind
  process_ = -1;
  outcome.duration = SteadyClock::now() - start_;
  outcome.timed_out = timed_out_;
  outcome.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  outcome.output = read_file(output_.path()).value_or("");
  for (const std::string& file : subject_.files) {
    Result<std::string> contents = read_file(file);
    outcome.files.push_back(contents ? std::optional(*std::move(contents)) : std::nullopt);
  }
  read_record(outcome);
  if (!subject_.check_tools.empty()) read_findings(outcome);
  if (!subject_.check_command.empty()) judge(outcome);
  return outcome;
}

void Trial::read_record(Outcome& outcome) const {
  const int file = open(record_.path().c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status{};
  void* memory = MAP_FAILED;
  if (fstat(file, &status) == 0 && status.st_size >= static_cast<off_t>(sizeof(ScheduleRecord)))
    memory = mmap(nullptr, sizeof(ScheduleRecord), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return;
  const auto* const record = static_cast<const ScheduleRecord*>(memory);
  outcome.used_cuda = record->magic.load() == ScheduleRecord::kMagic;
  outcome.decisions = record->decisions.load();
  outcome.operations = record->operations.load();
  outcome.unsteered = {.host_functions = record->held_host_functions.load(),
                       .kernels = record->held_kernels.load(),
                       .silences = record->silences.load(),
                       .processes = record->other_processes.load()};
  const std::uint32_t count = std::min(record->deferrals.load(), ScheduleRecord::kMostDeferrals);
  outcome.deferrals.assign(record->list.begin(), record->list.begin() + count);
  munmap(memory, sizeof(ScheduleRecord));
}

void Trial::read_findings(Outcome& outcome) const {
  const auto report = check::parse_report(read_file(check_.path()).value_or(""));
  if (!report) return;
  for (const check::ReportedFinding& finding : report->findings)
    if (finding.is_error) outcome.findings.emplace(check::title(finding), finding);
}

void Trial::judge(Outcome& outcome) const {
  const std::string command =
      fmt::format("RIFFLE_OUTPUT='{}' RIFFLE_EXIT={}\nexport RIFFLE_OUTPUT RIFFLE_EXIT\n{}",
                  output_.path(), outcome.exit_code, subject_.check_command);
  const int status = std::system(command.c_str());
  outcome.check_exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

Result<Outcome> run_trial(const Subject& subject, const std::string& schedule,
                          const std::string& recording) {
  auto trial = Trial::start(subject, schedule, recording);
  if (!trial) return std::unexpected(trial.error());
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>((*trial)->deadline() -
                                                                            SteadyClock::now());
    pollfd waited{.fd = (*trial)->descriptor(), .events = POLLIN, .revents = 0};
    const int found = poll(&waited, 1, std::max(0, static_cast<int>(left.count())));
    if (is_interrupted()) return error(Code::kOperatingSystem, "interrupted");
    if (found == 0) (*trial)->time_out();
    if (found >= 0) return (*trial)->finish();
  }
}

std::string difference(const Subject& subject, const Outcome& usual, const Outcome& other) {
  if (other.timed_out != usual.timed_out) return other.timed_out ? "it does not end" : "it ends";
  if (other.exit_code != usual.exit_code)
    return fmt::format("exit code {} instead of {}", other.exit_code, usual.exit_code);
  if (other.check_exit_code != usual.check_exit_code)
    return fmt::format("the check command exits with {} instead of {}", other.check_exit_code,
                       usual.check_exit_code);
  for (std::size_t i = 0; i < subject.files.size(); ++i)
    if (other.files[i] != usual.files[i])
      return fmt::format("file '{}' {}", subject.files[i],
                         other.files[i] ? "differs" : "is missing");
  if (subject.compares_output && other.output != usual.output) return "standard output differs";
  if (const auto found = new_findings(usual, other); !found.empty())
    return "riffle check reports " + check::title(found.front());
  return {};
}

std::vector<check::ReportedFinding> new_findings(const Outcome& usual, const Outcome& other) {
  std::vector<check::ReportedFinding> found;
  for (const auto& [title, finding] : other.findings)
    if (!usual.findings.contains(title)) found.push_back(finding);
  return found;
}

}  // namespace riffle::tool::explore
