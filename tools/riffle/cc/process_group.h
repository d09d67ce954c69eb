// SPDX-License-Identifier: Apache-2.0
// Child processes of one compilation: several at once, their messages collected, interruption
// handled.
#pragma once

#include <csignal>
#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/status.h"
#include "cc/clang_lines.h"
#include "held_signals.h"

namespace riffle::tool {

/// Descriptor number under which a child with an input pipe reads it.
inline constexpr int kInputDescriptor = 3;
/// /dev/fd is a link to this folder, which bare roots do not have.
inline constexpr const char* kInputPath = "/proc/self/fd/3";

struct FinishedProcess {
  int id = -1;
  int exit_code = 0;  ///< 128 + signal when killed
  std::string messages;
};

/// While an object lives, SIGCHLD is blocked in this thread too; it and the held signals are read by `wait`.
class ProcessGroup {
 public:
  ProcessGroup();
  /// Ends and reaps what still runs.
  ~ProcessGroup();
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;

  /// What is started from now on loads `library`, with RIFFLE_INPUTS_FILE naming `record`.
  void watch(const std::string& library, const std::string& record);

  /// Starts a program; its standard error is collected. With `input_pipe` it can read kInputPath,
  /// which blocks until `feed` or `close_input`.
  Result<int> start(const CommandLine& line, bool input_pipe);

  /// Gives a process its whole input and ends it. Written while waiting.
  void feed(int id, std::string content);
  void close_input(int id);
  void terminate(int id);

  [[nodiscard]] std::size_t running() const { return children_.size(); }

  /// Waits for one process to end. An error: a signal asked us to stop; `interrupted_by` names it.
  Result<FinishedProcess> wait();
  [[nodiscard]] int interrupted_by() const { return interrupted_by_; }

 private:
  struct Child {
    pid_t pid = -1;
    int messages_descriptor = -1;
    int input_descriptor = -1;
    bool fed = false;
    std::string input;
    std::size_t written = 0;
    std::string messages;
    bool exited = false;
    int exit_code = 0;
  };

  /// Points into this object and the environment of this process.
  [[nodiscard]] std::vector<char*> variables_of_child() const;
  void read_messages(Child& child);
  void write_input(Child& child);
  void reap();
  Status read_signals();

  HeldSignals held_;
  std::map<int, Child> children_;
  std::vector<std::string> environment_;  ///< empty: this process's own
  int next_id_ = 0;
  int signals_descriptor_ = -1;
  int interrupted_by_ = 0;
  sigset_t old_mask_{};
};

}  // namespace riffle::tool
