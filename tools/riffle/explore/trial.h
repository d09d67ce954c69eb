// SPDX-License-Identifier: Apache-2.0
// One run of the program under one schedule, as a process of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/schedule_plan.h"
#include "base/status.h"
#include "check/report.h"
#include "explore/unsteered.h"
#include "file.h"

namespace riffle::tool::explore {

using SteadyClock = std::chrono::steady_clock;

/// What is run, and what of it is looked at.
struct Subject {
  std::string path;
  std::string name;
  std::vector<std::string> arguments;
  std::vector<std::string> files;  ///< that the program writes
  std::string check_command;       ///< judges a run instead of a comparison; empty: none
  bool compares_output = true;
  std::string check_tools;  ///< of `riffle check`; empty: none
  std::chrono::milliseconds patience{10'000};
};

/// What came of a run.
struct Outcome {
  int exit_code = 0;  ///< 128 + N: signal N ended it
  bool timed_out = false;
  std::string output;
  std::vector<std::optional<std::string>> files;  ///< contents; nothing: not there
  int check_exit_code = 0;
  std::map<std::string, check::ReportedFinding> findings;  ///< errors of the check, by their titles
  // From the record.
  bool used_cuda = false;
  std::uint32_t decisions = 0;
  std::uint32_t operations = 0;
  Unsteered unsteered;
  std::vector<Deferral> deferrals;
  SteadyClock::duration duration{};
};

/// In a few words how `other` differs; empty: it does not. The outputs themselves are for `describe`.
[[nodiscard]] std::string difference(const Subject& subject, const Outcome& usual,
                                     const Outcome& other);
/// What the check has found in `other` only.
[[nodiscard]] std::vector<check::ReportedFinding> new_findings(const Outcome& usual,
                                                               const Outcome& other);

class Trial {
 public:
  /// `recording`: a file for a recording of `riffle trace`; empty: none. Error: no process can be started.
  static Result<std::unique_ptr<Trial>> start(const Subject& subject, const std::string& schedule,
                                              const std::string& recording = {});
  /// Ends the process if it still runs.
  ~Trial();
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  /// A descriptor that is readable when the process has ended.
  [[nodiscard]] int descriptor() const { return process_descriptor_; }
  [[nodiscard]] SteadyClock::time_point deadline() const { return start_ + subject_.patience; }
  /// Ends it for taking too long.
  void time_out();
  /// After the process has ended.
  Outcome finish();

 private:
  explicit Trial(const Subject& subject);
  [[nodiscard]] std::vector<std::string> environment(const std::string& schedule,
                                                     const std::string& recording) const;
  void read_record(Outcome& outcome) const;
  void read_findings(Outcome& outcome) const;
  void judge(Outcome& outcome) const;

  const Subject& subject_;
  TemporaryFile record_;
  TemporaryFile output_;
  TemporaryFile check_;
  pid_t process_ = -1;
  int process_descriptor_ = -1;
  bool timed_out_ = false;
  SteadyClock::time_point start_;
};

/// Starts one and waits for it.
Result<Outcome> run_trial(const Subject& subject, const std::string& schedule,
                          const std::string& recording = {});

/// Set by the signals that ask this command to end.
[[nodiscard]] bool is_interrupted();
void note_interrupts();

}  // namespace riffle::tool::explore
