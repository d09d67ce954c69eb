// SPDX-License-Identifier: Apache-2.0
// The machine and what this user may do on it.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/options.h"
#include "doctor/finding.h"
#include "file.h"
#include "info/machine.h"
#include "say.h"

namespace riffle::tool::doctor {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
constexpr std::uint64_t kLeastMemory = 512 * kMiB;  ///< compiling a kernel needs about half of it
constexpr std::uint64_t kLeastDisk = 100 * kMiB;
constexpr std::uint64_t kLeastAddressSpace = 8 * kGiB;

std::string size_text(std::uint64_t bytes) {
  return bytes >= kGiB ? fmt::format("{:.1f} GiB", static_cast<double>(bytes) / kGiB)
                       : fmt::format("{} MiB", bytes / kMiB);
}

/// MemAvailable of /proc/meminfo.
std::optional<std::uint64_t> available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  std::uint64_t kilobytes = 0;
  while (file >> word) {
    if (word == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
  }
  return std::nullopt;
}

/// What this process's control group may still use; empty without a limit.
std::optional<std::uint64_t> left_in_group() {
  const auto number = [](const char* path) -> std::optional<std::uint64_t> {
    std::ifstream file(path);
    std::uint64_t value = 0;
    if (file >> value) return value;
    return std::nullopt;  // "max", or no such file
  };
  const auto limit = number("/sys/fs/cgroup/memory.max");
  const auto used = number("/sys/fs/cgroup/memory.current");
  if (!limit || !used) return std::nullopt;
  return *limit > *used ? *limit - *used : 0;
}

/// Whether code in a file in memory can be mapped to run: kernels are loaded so when the cache cannot be written.
std::string problem_of_memory_files() {
  const int file = memfd_create("riffle-doctor", MFD_CLOEXEC);
  if (file < 0) return fmt::format("cannot create files in memory: {}", std::strerror(errno));
  std::string problem;
  void* mapped = MAP_FAILED;
  if (ftruncate(file, 4096) == 0)
    mapped = mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
  if (mapped == MAP_FAILED)
    problem = fmt::format("cannot run code in memory files: {}", std::strerror(errno));
  else
    munmap(mapped, 4096);
  close(file);
  return problem;
}

/// The folder itself, or the nearest one above it that exists.
fs::path existing_part(fs::path folder) {
  std::error_code failure;
  while (!folder.empty() && !fs::exists(folder, failure) && folder.has_parent_path() &&
         folder != folder.parent_path())
    folder = folder.parent_path();
  return folder;
}

/// Its programs are copied to temporary files to be started, if they can be started there.
Diagnosis noexec_cache(const std::string& folder) {
  const char* const chosen = std::getenv("TMPDIR");
  const std::string temporary = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
  if (!is_mounted_noexec(temporary))
    return {Level::kWarning, "cache",
            fmt::format("'{}' is mounted noexec: riffle run copies each cached program to '{}' "
                        "before it starts it",
                        folder, temporary),
            "export RIFFLE_CACHE_DIR=FOLDER, a folder of another file system"};
  return {Level::kError, "cache",
          fmt::format("'{}' and '{}' (TMPDIR) are mounted noexec: riffle run cannot start the "
                      "programs that it compiles",
                      folder, temporary),
          "export TMPDIR=FOLDER, a folder of another file system"};
}

/// Why what lies in a cache that several users write to does not serve all of them; empty when it does.
std::string problem_of_shared_cache(const std::string& cache) {
  struct stat status{};
  if (stat(cache.c_str(), &status) != 0) return {};
  if (status.st_uid != 0 && status.st_uid != geteuid())
    return fmt::format("'{}' belongs to another user: only entries of this user and root are used",
                       cache);
  if ((status.st_mode & S_IWOTH) == 0) return {};
  if ((status.st_mode & S_ISVTX) == 0)
    return fmt::format("every user can write to '{}' and remove the entries of others", cache);
  for (const char* kind : {"headers", "programs"}) {
    const std::string folder = cache + "/" + kind;
    if (stat(folder.c_str(), &status) != 0) continue;
    if (status.st_uid != 0)
      return fmt::format("'{}' does not belong to root and is not used", folder);
    if ((status.st_mode & (S_IROTH | S_IXOTH)) != (S_IROTH | S_IXOTH))
      return fmt::format("only root can read '{}'", folder);
  }
  return {};
}

}  // namespace

Findings check_processor() {
  const Machine machine = look_at_processor();
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return {
        {Level::kWarning, "processor",
         fmt::format("{}: no AVX2 with FMA; kernels run several times slower", machine.cpu_name),
         "in a virtual machine, pass the host's processor through"}};
  return {{Level::kOk, "processor",
           fmt::format("{}, {}, {}", machine.cpu_name, machine.vector_set,
                       counted(machine.cores, "core")),
           ""}};
}

Findings check_memory() {
  Findings found;
  const auto available = available_memory();
  const auto in_group = left_in_group();
  const std::uint64_t left = std::min(available.value_or(std::numeric_limits<std::uint64_t>::max()),
                                      in_group.value_or(std::numeric_limits<std::uint64_t>::max()));
  if (available || in_group) {
    const bool is_little = left < kLeastMemory;
    found.push_back(
        {is_little ? Level::kWarning : Level::kOk, "memory",
         fmt::format("{} available", size_text(left)),
         is_little
             ? "compiling kernels needs 512 MiB; end other programs or raise the container's limit"
             : ""});
  }
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY &&
      space.rlim_cur < kLeastAddressSpace)
    found.push_back({Level::kWarning, "memory",
                     fmt::format("the address space is limited to {}", size_text(space.rlim_cur)),
                     "ulimit -v unlimited"});
  return found;
}

Findings check_permissions() {
  const std::string problem = problem_of_memory_files();
  if (problem.empty()) return {};
  return {{Level::kWarning, "permissions", problem,
           "allow memfd_create and executable mappings in the container's security profile; "
           "sysctl vm.memfd_noexec=0"}};
}

Findings check_cache() {
  const std::string folder = options_of_programs().cache_directory;
  if (folder.empty())
    return {{Level::kWarning, "cache",
             "no writable folder was found: each process compiles its kernels again",
             "export RIFFLE_CACHE_DIR=FOLDER"}};
  const fs::path there = existing_part(folder);
  if (access(there.c_str(), W_OK | X_OK) != 0)
    return {{Level::kWarning, "cache",
             fmt::format("'{}' is not writable: each process compiles its kernels again",
                         there.string()),
             "export RIFFLE_CACHE_DIR=FOLDER"}};
  struct statvfs disk{};
  if (statvfs(there.c_str(), &disk) != 0) return {};
  const std::uint64_t left = std::uint64_t{disk.f_bavail} * disk.f_frsize;
  if ((disk.f_flag & ST_NOEXEC) != 0) return {noexec_cache(folder)};
  if (left < kLeastDisk)
    return {{Level::kWarning, "cache",
             fmt::format("'{}': {} left on the disk", folder, size_text(left)),
             "free some space, or export RIFFLE_CACHE_DIR=FOLDER"}};
  if (const std::string problem = problem_of_shared_cache(folder); !problem.empty())
    return {{Level::kWarning, "cache", problem,
             fmt::format("as root: remove it, and 'mkdir -m 1777 {}'; or export "
                         "RIFFLE_CACHE_DIR=FOLDER, a folder of your own",
                         folder)}};
  return {
      {Level::kOk, "cache", fmt::format("{}, {} left on the disk", folder, size_text(left)), ""}};
}

Findings check_options() {
  std::vector<std::string_view> names;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view entry = *each;
    names.push_back(entry.substr(0, entry.find('=')));
  }
  std::vector<std::string> complaints;
  static_cast<void>(
      parse_options([](const char* name) { return std::getenv(name); }, names, complaints));
  Findings found;
  for (const std::string& complaint : complaints)
    found.push_back({Level::kWarning, "options", complaint, "see docs/environment.md"});
  return found;
}

}  // namespace riffle::tool::doctor
