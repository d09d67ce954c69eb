// SPDX-License-Identifier: Apache-2.0
#include "check/job.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <system_error>
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

/// The nearest ancestor that is none of the launcher's numbered processes: scripts may stand between. Empty: it is outside the container.
std::string name_of_launcher(const char* variable) {
  pid_t number = getppid();
  while (number > 1 && has_variable(number, variable)) number = process(number).parent;
  return number == 0 ? std::string() : fmt::format("{}-{}", number, process(number).begun);
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool make_own_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0700) == 0) return true;
  struct stat status{};
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == getuid() && (status.st_mode & 077) == 0;
}

int open_in(const std::string& folder, const std::string& name, int more = 0) {
  return open((folder + "/" + name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | more,
              0600);
}
bool create_in(const std::string& folder, const std::string& name, int more) {
  const int file = open_in(folder, name, more);
  if (file >= 0) close(file);
  return file >= 0;
}

/// False: the last one has removed the folder meanwhile.
bool is_there(int descriptor, const std::string& path) {
  struct stat own{}, there{};
  return fstat(descriptor, &own) == 0 && stat(path.c_str(), &there) == 0 &&
         own.st_ino == there.st_ino && own.st_dev == there.st_dev;
}

constexpr std::string_view kRank = "rank-";

/// What members write; the locks stay.
void remove_notes(const std::string& folder) {
  unlink((folder + "/findings").c_str());
  unlink((folder + "/reported").c_str());
  std::error_code failed;
  for (std::filesystem::directory_iterator each(folder, failed), end; !failed && each != end;
       each.increment(failed))
    if (each->path().filename().string().starts_with(kRank)) unlink(each->path().c_str());
}

}  // namespace

std::unique_ptr<Job> Job::join() {
  const char* const variable = rank_variable();
  if (variable == nullptr) return nullptr;
  const std::string rank = std::getenv(variable);
  const std::string launcher = name_of_launcher(variable);
  if (!is_number(rank) || launcher.empty()) return nullptr;
  const char* const chosen = std::getenv("TMPDIR");
  const std::string name = fmt::format("riffle-check-{}-{}", getuid(), launcher);
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
      // With nobody here, what is here was left by commands that were killed.
      if (flock(members, LOCK_EX | LOCK_NB) == 0) remove_notes(folder);
      flock(members, LOCK_SH);
      const bool joins =
          create_in(folder, std::string(kRank) + rank, O_EXCL) && create_in(folder, "findings", 0);
      flock(door, LOCK_UN);
      if (joins) return std::unique_ptr<Job>(new Job(folder, door, members));
      close(members);
      close(door);
      return nullptr;
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

Job::Reported Job::reported() const {
  Reported before;
  if (const auto text = read_file(folder_ + "/reported"))
    std::sscanf(text->c_str(), "%zu %zu", &before.bytes, &before.findings);
  return before;
}

bool Job::has_reported(std::size_t bytes, std::size_t findings) {
  const bool is_known = reported().bytes != 0 && reported().findings == findings;
  static_cast<void>(write_file(folder_ + "/reported", fmt::format("{} {}\n", bytes, findings)));
  return is_known;
}

Job::~Job() {
  if (!has_left_) {
    flock(door_, LOCK_EX);
    is_last_ = is_last();
  }
  if (is_last_) {
    remove_notes(folder_);
    for (const char* const name : {"members", "door"}) unlink((folder_ + "/" + name).c_str());
    rmdir(folder_.c_str());
  }
  close(members_);
  close(door_);
}

}  // namespace riffle::tool::check
