// SPDX-License-Identifier: Apache-2.0
#include "cc/process_group.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace riffle::tool {
namespace {

void close_descriptor(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

Result<Pipe> open_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return error(Code::kOperatingSystem,
                 fmt::format("cannot open a pipe: {}", std::strerror(errno)));
  }
  return Pipe{ends[0], ends[1]};
}

int exit_code_of(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

ProcessGroup::ProcessGroup() {
  sigset_t mask;
  sigemptyset(&mask);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&mask, signal);
  sigprocmask(SIG_BLOCK, &mask, &old_mask_);
  signals_descriptor_ = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
  // A child that dies before it has read its input must not end this process.
  std::signal(SIGPIPE, SIG_IGN);
}

ProcessGroup::~ProcessGroup() {
  for (auto& [id, child] : children_) {
    kill(child.pid, SIGTERM);
    if (!child.exited) waitpid(child.pid, nullptr, 0);
    close_descriptor(child.messages_descriptor);
    close_descriptor(child.input_descriptor);
  }
  close_descriptor(signals_descriptor_);
  std::signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
}

void ProcessGroup::watch(const std::string& library, const std::string& record) {
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("LD_PRELOAD="))
      environment_.emplace_back(*variable);
  }
  const char* const before = std::getenv("LD_PRELOAD");
  environment_.push_back("LD_PRELOAD=" + library + (before != nullptr ? ":" : "") +
                         (before != nullptr ? before : ""));
  environment_.push_back("RIFFLE_INPUTS_FILE=" + record);
}

std::vector<char*> ProcessGroup::variables_of_child() const {
  // A dump of the stack with names leaves files behind in the temporary folder.
  static char no_names[] = "LLVM_DISABLE_SYMBOLIZATION=1";
  std::vector<char*> variables;
  for (char** variable = environ; environment_.empty() && *variable != nullptr; ++variable)
    variables.push_back(*variable);
  for (const std::string& variable : environment_)
    variables.push_back(const_cast<char*>(variable.c_str()));
  variables.push_back(no_names);
  variables.push_back(nullptr);
  return variables;
}

Result<int> ProcessGroup::start(const CommandLine& line, bool input_pipe) {
  Result<Pipe> messages = open_pipe();
  if (!messages) return std::unexpected(messages.error());
  Pipe input;
  if (input_pipe) {
    Result<Pipe> opened = open_pipe();
    if (!opened) return std::unexpected(opened.error());
    input = *opened;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, messages->write_end, STDERR_FILENO);
  // Clang crashes in a folder that its user may not search. No relative name can be read or written there.
  if (access(".", X_OK) != 0) posix_spawn_file_actions_addchdir_np(&actions, "/");
  if (input_pipe) posix_spawn_file_actions_adddup2(&actions, input.read_end, kInputDescriptor);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  // A file above the limit of this process is to be an error with a message. Blocked, for LLVM's tools would not
  // keep it ignored.
  sigset_t mask = HeldSignals::mask_before();
  sigaddset(&mask, SIGXFSZ);
  posix_spawnattr_setsigmask(&attributes, &mask);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);

  std::vector<char*> arguments;
  arguments.reserve(line.size() + 1);
  for (const std::string& word : line) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const std::vector<char*> variables = variables_of_child();
  Child child;
  const int failure = posix_spawn(&child.pid, line[0].c_str(), &actions, &attributes,
                                  arguments.data(), variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(messages->write_end);
  close_descriptor(input.read_end);
  if (failure != 0) {
    close(messages->read_end);
    close_descriptor(input.write_end);
    return error(Code::kOperatingSystem,
                 fmt::format("cannot start '{}': {}", line[0], std::strerror(failure)));
  }
  child.messages_descriptor = messages->read_end;
  child.input_descriptor = input.write_end;
  fcntl(child.messages_descriptor, F_SETFL, O_NONBLOCK);
  if (child.input_descriptor >= 0) fcntl(child.input_descriptor, F_SETFL, O_NONBLOCK);
  const int id = next_id_++;
  children_.emplace(id, std::move(child));
  return id;
}

void ProcessGroup::feed(int id, std::string content) {
  auto found = children_.find(id);
  if (found == children_.end()) return;
  found->second.input = std::move(content);
  found->second.fed = true;
  write_input(found->second);
}

void ProcessGroup::close_input(int id) {
  if (auto found = children_.find(id); found != children_.end()) {
    close_descriptor(found->second.input_descriptor);
  }
}

void ProcessGroup::terminate(int id) {
  if (auto found = children_.find(id); found != children_.end()) {
    close_descriptor(found->second.input_descriptor);
    if (!found->second.exited) kill(found->second.pid, SIGTERM);
  }
}

void ProcessGroup::read_messages(Child& child) {
  char buffer[16384];
  while (child.messages_descriptor >= 0) {
    const ssize_t count = read(child.messages_descriptor, buffer, sizeof buffer);
    if (count > 0) {
      child.messages.append(buffer, static_cast<std::size_t>(count));
    } else if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
      return;
    } else {
      close_descriptor(child.messages_descriptor);
    }
  }
}

void ProcessGroup::write_input(Child& child) {
  while (child.input_descriptor >= 0 && child.fed) {
    if (child.written == child.input.size()) {
      close_descriptor(child.input_descriptor);
      return;
    }
    const ssize_t count = write(child.input_descriptor, child.input.data() + child.written,
                                child.input.size() - child.written);
    if (count >= 0) {
      child.written += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN || errno == EINTR) {
      return;
    } else {
      close_descriptor(child.input_descriptor);
    }
  }
}

void ProcessGroup::reap() {
  for (auto& [id, child] : children_) {
    int status = 0;
    if (!child.exited && waitpid(child.pid, &status, WNOHANG) == child.pid) {
      child.exited = true;
      child.exit_code = exit_code_of(status);
    }
  }
}

Status ProcessGroup::read_signals() {
  signalfd_siginfo signal{};
  while (read(signals_descriptor_, &signal, sizeof signal) == sizeof signal) {
    if (signal.ssi_signo == SIGCHLD) continue;
    interrupted_by_ = static_cast<int>(signal.ssi_signo);
    return error(Code::kNotPermitted, "interrupted");
  }
  reap();
  return {};
}

Result<FinishedProcess> ProcessGroup::wait() {
  while (true) {
    for (auto& [id, child] : children_) {
      // Grandchildren may hold the pipe open after the child: what it wrote itself is read, no
      // more.
      if (!child.exited) continue;
      read_messages(child);
      FinishedProcess finished{id, child.exit_code, std::move(child.messages)};
      close_descriptor(child.messages_descriptor);
      close_descriptor(child.input_descriptor);
      children_.erase(id);
      return finished;
    }
    if (children_.empty()) return error(Code::kInvalidValue, "no process to wait for");
    std::vector<pollfd> watched{{signals_descriptor_, POLLIN, 0}};
    for (auto& [id, child] : children_) {
      if (child.messages_descriptor >= 0) watched.push_back({child.messages_descriptor, POLLIN, 0});
      if (child.input_descriptor >= 0 && child.fed) {
        watched.push_back({child.input_descriptor, POLLOUT, 0});
      }
    }
    poll(watched.data(), watched.size(), -1);
    if (Status status = read_signals(); !status) return std::unexpected(status.error());
    for (auto& [id, child] : children_) {
      read_messages(child);
      write_input(child);
    }
  }
}

}  // namespace riffle::tool
