// SPDX-License-Identifier: Apache-2.0
// The program is a child in the same process group: the terminal's signals reach it by themselves,
// those sent to this process alone are passed on, and standard input is its own.
#include "run/run_program.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "held_signals.h"
#include "install.h"
#include "say.h"

namespace riffle::tool {
namespace {

volatile sig_atomic_t running_program = 0;

void pass_on(int signal, siginfo_t* info, void*) {
  // A signal from the terminal (no sender) has reached the program already.
  if (info->si_code == SI_KERNEL) return;
  if (running_program != 0) kill(static_cast<pid_t>(running_program), signal);
}

[[noreturn]] void become(const std::string& command, const std::string& path,
                         const std::string& name, const std::vector<std::string>& arguments,
                         pid_t parent) {
  // The program ends with us: a kill -9 of `riffle run` must not leave it behind.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  offer_libraries();
  std::vector<char*> words{const_cast<char*>(name.c_str())};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execv(path.c_str(), words.data());
  const int failure = errno;
  say("{}: cannot run '{}': {}\n", command, name, std::strerror(failure));
  _exit(failure == ENOENT ? 127 : 126);
}

}  // namespace

void offer_libraries() {
  std::string folders = installation().library_folder;
  if (const char* before = std::getenv("LD_LIBRARY_PATH"); before != nullptr && *before != 0) {
    folders += std::string{":"} + before;
  }
  setenv("LD_LIBRARY_PATH", folders.c_str(), 1);
}

int run_program(const std::string& command, const std::string& path, const std::string& name,
                const std::vector<std::string>& arguments) {
  const pid_t parent = getpid();
  struct sigaction action{};
  action.sa_sigaction = pass_on;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  const int passed[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
  const HeldSignals held;
  sigset_t mask;
  sigemptyset(&mask);
  for (int signal : passed) sigaddset(&mask, signal);
  std::fflush(nullptr);
  // It came before there was a program to pass it on to.
  if (const int signal = HeldSignals::waiting(); signal != 0) return 128 + signal;
  sigprocmask(SIG_BLOCK, &mask, nullptr);
  const pid_t child = fork();
  if (child == 0) {
    sigprocmask(SIG_SETMASK, &HeldSignals::mask_before(), nullptr);
    become(command, path, name, arguments, parent);
  }
  if (child < 0) {
    say("{}: cannot start a process: {}\n", command, std::strerror(errno));
    return 126;
  }
  running_program = child;
  for (int signal : passed) sigaction(signal, &action, nullptr);
  sigprocmask(SIG_SETMASK, &HeldSignals::mask_before(), nullptr);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  running_program = 0;  // its number may become another process's
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  const int signal = WTERMSIG(status);
  say("{}: '{}' was ended by signal {} ({})\n", command, name, signal, strsignal(signal));
  return 128 + signal;
}

}  // namespace riffle::tool
