// SPDX-License-Identifier: Apache-2.0
#include "check/job.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "file.h"

namespace riffle::tool::check {
namespace {

/// A launcher's variable that numbers its processes; null: none. Slurm sets its own in batch scripts too, beside which it has a step.
const char* rank_variable() {
  for (const char* const name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"})
    if (std::getenv(name) != nullptr) return name;
  return std::getenv("SLURM_STEP_ID") != nullptr ? "SLURM_PROCID" : nullptr;
}

struct Process {
  pid_t parent = 0;
  unsigned long long begun = 0;  ///< in ticks since the machine's start
};

Process process(pid_t number) {
  const auto text = read_file(fmt::format("/proc/{}/stat", number));
  Process found;
  // "pid (name) state parent ..."; a name may contain anything.
  if (const std::size_t name = text ? text->rfind(')') : std::string::npos;
      name != std::string::npos)
    std::sscanf(text->c_str() + name + 1,
                " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
                &found.parent, &found.begun);
  return found;
}

bool has_variable(pid_t number, std::string_view name) {
  const auto environment = read_file(fmt::format("/proc/{}/environ", number));
  return environment && ('\0' + *environment).contains('\0' + std::string(name) + '=');
}

/// The nearest ancestor that is none of the launcher's numbered processes: scripts may stand between.
std::string name_of_launcher(const char* variable) {
  pid_t number = getppid();
  while (number > 1 && has_variable(number, variable)) number = process(number).parent;
  return fmt::format("{}-{}", number, process(number).begun);
}

bool make_own_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0700) == 0) return true;
  struct stat status{};
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == getuid() && (status.st_mode & 077) == 0;
}

int open_in(const std::string& folder, const char* name) {
  return open((folder + "/" + name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/// False: the last one has removed the folder meanwhile.
bool is_there(int descriptor, const std::string& path) {
  struct stat own{}, there{};
  return fstat(descriptor, &own) == 0 && stat(path.c_str(), &there) == 0 &&
         own.st_ino == there.st_ino && own.st_dev == there.st_dev;
}

}  // namespace

std::unique_ptr<Job> Job::join() {
  const char* const variable = rank_variable();
  if (variable == nullptr) return nullptr;
  const char* const chosen = std::getenv("TMPDIR");
  const std::string name = fmt::format("riffle-check-{}-{}", getuid(), name_of_launcher(variable));
  for (const char* const parent : {"/dev/shm", chosen != nullptr ? chosen : "/tmp"}) {
    const std::string folder = std::string(parent) + "/" + name;
    for (int attempt = 0; attempt < 100 && make_own_folder(folder); ++attempt) {
      const int door = open_in(folder, "door");
      if (door < 0) continue;
      flock(door, LOCK_EX);
      const int members = open_in(folder, "members");
      if (members < 0 || !is_there(door, folder + "/door")) {
        if (members >= 0) close(members);
        close(door);
        continue;
      }
      flock(members, LOCK_SH);
      flock(door, LOCK_UN);
      return std::unique_ptr<Job>(new Job(folder, door, members));
    }
  }
  return nullptr;
}

/// `door_` is locked.
bool Job::is_last() {
  flock(members_, LOCK_UN);
  if (flock(members_, LOCK_EX | LOCK_NB) == 0) return true;
  flock(members_, LOCK_SH);
  return false;
}

bool Job::leave(int exit_code) {
  constexpr int kPatience = 40;
  constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 50'000'000};
  for (int round = 0;; ++round) {
    flock(door_, LOCK_EX);
    is_last_ = is_last();
    has_left_ = true;
    if (is_last_) return true;
    // No lock is waited for with a deadline.
    if (exit_code == 0) break;
    if (round == kPatience) return true;
    flock(door_, LOCK_UN);
    nanosleep(&kPause, nullptr);
  }
  flock(members_, LOCK_UN);
  flock(door_, LOCK_UN);
  return false;
}

bool Job::has_reported(std::size_t findings) {
  const std::string path = folder_ + "/reported";
  const auto before = read_file(path);
  const std::string now = fmt::format("{}\n", findings);
  if (before && *before == now) return true;
  static_cast<void>(write_file(path, now));
  return false;
}

Job::~Job() {
  if (!has_left_) {
    flock(door_, LOCK_EX);
    is_last_ = is_last();
  }
  if (is_last_) {
    for (const char* const name : {"findings", "reported", "members", "door"})
      unlink((folder_ + "/" + name).c_str());
    rmdir(folder_.c_str());
  }
  close(members_);
  close(door_);
}

}  // namespace riffle::tool::check
