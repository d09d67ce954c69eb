// SPDX-License-Identifier: Apache-2.0
#include "base/cache_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

#include "base/options.h"

namespace riffle {
namespace {

enum class FolderPlace : std::uint8_t { kMissing, kUsable, kUnusable };

FolderPlace writable(const std::string& folder) {
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0)
    return FolderPlace::kUsable;
  return errno == ENOENT ? FolderPlace::kMissing : FolderPlace::kUnusable;
}

/// Whether files can be written to `folder`, which may have to be made first.
bool can_be_written(std::string folder) {
  FolderPlace place = writable(folder);
  while (place == FolderPlace::kMissing && folder.find_last_of('/') != std::string::npos) {
    folder.resize(folder.find_last_of('/'));
    place = folder.empty() ? writable("/") : writable(folder);
  }
  return place == FolderPlace::kUsable;
}

/// A folder that this user has made and no other can write to.
FolderPlace private_folder(const std::string& folder) {
  struct stat status{};
  if (::lstat(folder.c_str(), &status) != 0)
    return errno == ENOENT ? FolderPlace::kMissing : FolderPlace::kUnusable;
  const bool is_private =
      S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() && (status.st_mode & 077U) == 0;
  return is_private ? FolderPlace::kUsable : FolderPlace::kUnusable;
}

std::string parent_of(const std::string& folder) {
  const std::size_t slash = folder.find_last_of('/');
  return slash == std::string::npos ? "." : folder.substr(0, slash);
}

CacheFolder folder_among_temporary_files(const char* temporary) {
  const std::string parent = temporary != nullptr && *temporary != '\0' ? temporary : "/tmp";
  const std::string folder = parent + "/riffle-cache-" + std::to_string(::geteuid());
  const FolderPlace place = private_folder(folder);
  const bool is_usable =
      place == FolderPlace::kUsable ||
      (place == FolderPlace::kMissing && writable(parent) == FolderPlace::kUsable);
  return is_usable ? CacheFolder{folder, true} : CacheFolder{};
}

}  // namespace

CacheFolder choose_cache_folder(const std::function<const char*(const char*)>& environment) {
  const auto folder = [&](const char* name, const char* inside) -> std::string {
    const char* const value = environment(name);
    return value == nullptr || *value == '\0' ? std::string() : std::string(value) + inside;
  };
  if (std::string given = folder("RIFFLE_CACHE_DIR", ""); !given.empty()) return {std::move(given)};
  std::string usual = folder("XDG_CACHE_HOME", "/riffle");
  if (usual.empty()) usual = folder("HOME", "/.cache/riffle");
  if (!usual.empty() && can_be_written(usual)) return {std::move(usual)};
  return folder_among_temporary_files(environment("TMPDIR"));
}

std::string cache_folder(const Options& options) {
  const std::string& folder = options.cache_directory;
  if (!options.cache) return {};
  if (!options.cache_is_temporary) return folder;
  const bool is_there = ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST;
  return is_there && private_folder(folder) == FolderPlace::kUsable ? folder : std::string();
}

CachePlaces places_in_cache(const std::string& cache, const std::string& kind) {
  struct stat status{};
  const std::string common = cache + "/" + kind;
  const bool is_shared = ::stat(cache.c_str(), &status) == 0 && (status.st_mode & 0022U) != 0;
  if (!is_shared || ::geteuid() == 0) return {.own = common, .common = ""};
  return {.own = common + "-" + std::to_string(::geteuid()), .common = common};
}

bool is_trusted_in_cache(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 &&
         (status.st_uid == ::geteuid() || status.st_uid == 0) && (status.st_mode & 0022U) == 0;
}

bool make_cache_folder(const std::string& folder) {
  if (::access(folder.c_str(), F_OK) == 0) return true;
  if (const std::string above = parent_of(folder); !above.empty() && !make_cache_folder(above))
    return false;
  return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST;
}

bool make_folder_in_cache(const std::string& folder) {
  struct stat status{};
  if (::stat(folder.c_str(), &status) == 0) {
    // An earlier version made it as the umask said.
    if (status.st_uid == ::geteuid() && (status.st_mode & 0022U) != 0)
      ::chmod(folder.c_str(), status.st_mode & 07755U);
    return true;
  }
  const std::string cache = parent_of(folder);
  const bool was_there = ::access(cache.c_str(), F_OK) == 0;
  if (!was_there && !make_cache_folder(cache)) return false;
  if (::mkdir(folder.c_str(), 0700) != 0) return errno == EEXIST;
  // Whatever the umask.
  if (was_there) ::chmod(folder.c_str(), mode_of_cached_file(cache, true));
  return true;
}

unsigned mode_of_cached_file(const std::string& folder, bool is_program) {
  struct stat status{};
  const bool others_enter = ::geteuid() == 0 && ::stat(folder.c_str(), &status) == 0 &&
                            (status.st_mode & (S_IXOTH | S_IROTH)) == (S_IXOTH | S_IROTH);
  if (is_program) return others_enter ? 0755 : 0700;
  return others_enter ? 0644 : 0600;
}

}  // namespace riffle
