// SPDX-License-Identifier: Apache-2.0
#include "run/program_cache.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#include <fmt/format.h>

#include "base/cache_folder.h"
#include "file.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kFormat = "riffle-program 2";
constexpr std::uint64_t kLimitBytes = std::uint64_t{256} << 20;
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;

std::string hash_text(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// Hash of a file's content, reusing `buffer`; nothing when it cannot be read.
std::optional<std::string> hash_of(const char* path, std::string& buffer) {
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return std::nullopt;
  struct stat status{};
  std::optional<std::string> hash;
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
      static_cast<std::uint64_t>(status.st_size) <= kLargestFile) {
    buffer.resize(static_cast<std::size_t>(status.st_size));
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count == status.st_size) hash = hash_text(buffer);
  }
  close(descriptor);
  return hash;
}

/// What must be the same of a file that the compilation read, of a name that it asked for, and of a folder that it listed.
std::optional<std::string> state_of(std::string_view kind, const std::string& path,
                                    std::string& buffer) {
  if (kind == "read") return hash_of(path.c_str(), buffer);
  struct stat status{};
  const bool there = stat(path.c_str(), &status) == 0;
  if (kind == "asked") return there ? "there" : "absent";
  if (kind != "listed" || !there) return std::nullopt;
  return fmt::format("{}.{}", status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

/// Lines "KIND STATE PATH" for all of `inputs`; nothing when one is not, or not any more, as it was recorded.
std::optional<std::string> lines_of(const Inputs& inputs) {
  std::string text;
  std::string buffer;
  std::set<std::string> seen;
  const auto add = [&](std::string_view kind, const std::vector<std::string>& files,
                       std::string_view expected) {
    for (const std::string& file : files) {
      std::error_code failure;
      const std::string path = fs::absolute(file, failure).string();
      // A folder may be opened like a file; what is in it is asked for by name.
      const std::string_view of =
          kind == "read" && fs::is_directory(path, failure) ? "asked" : kind;
      const std::optional<std::string> state = state_of(of, path, buffer);
      // A name that the line format cannot hold, or a file that has come or gone meanwhile.
      if (!state || path.contains('\n') || (!expected.empty() && *state != expected)) return false;
      std::string line = fmt::format("{} {} {}\n", of, *state, path);
      if (seen.insert(line).second) text += line;
    }
    return true;
  };
  const bool known = add("read", inputs.read, "") && add("asked", inputs.there, "there") &&
                     add("asked", inputs.absent, "absent") && add("listed", inputs.listed, "");
  return known ? std::optional(text) : std::nullopt;
}

/// Whether a line of `lines_of` still says what is so.
bool still_holds(std::string_view line, std::string& buffer) {
  const std::size_t first = line.find(' ');
  const std::size_t second = first == line.npos ? line.npos : line.find(' ', first + 1);
  if (second == line.npos) return false;
  return state_of(line.substr(0, first), std::string(line.substr(second + 1)), buffer) ==
         line.substr(first + 1, second - first - 1);
}

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// The file appears whole or not at all.
bool replace_file(const std::string& path, std::string_view content, mode_t mode) {
  std::string part = path + ".part.XXXXXX";
  const int descriptor = mkostemp(part.data(), O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool written = write_all(descriptor, content) && fchmod(descriptor, mode) == 0;
  close(descriptor);
  if (written && rename(part.c_str(), path.c_str()) == 0) return true;
  unlink(part.c_str());
  return false;
}

}  // namespace

ProgramCache::ProgramCache(std::string folder, std::string_view request)
    : folder_(std::move(folder)), key_(hash_text(request)) {}

std::string ProgramCache::manifest_path() const {
  return fmt::format("{}/{}.inputs", folder_, key_);
}

std::optional<std::string> ProgramCache::find() const {
  // The program will be run. In a folder of another user's it could be replaced after this look at it.
  if (!is_trusted_in_cache(folder_) || !is_trusted_in_cache(manifest_path())) return std::nullopt;
  Result<std::string> manifest = read_file(manifest_path());
  if (!manifest) return std::nullopt;
  std::istringstream lines(*manifest);
  std::string line;
  std::string program;
  std::string program_hash;
  if (!std::getline(lines, line) || line != kFormat) return std::nullopt;
  if (!(lines >> program_hash >> program) || !std::getline(lines, line)) return std::nullopt;
  std::string buffer;
  while (std::getline(lines, line)) {
    if (!still_holds(line, buffer)) return std::nullopt;
  }
  std::string path = fmt::format("{}/{}", folder_, program);
  if (!is_trusted_in_cache(path) || hash_of(path.c_str(), buffer) != program_hash)
    return std::nullopt;
  // The time of last use, for eviction; a read-only cache may refuse.
  utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  utimensat(AT_FDCWD, manifest_path().c_str(), nullptr, 0);
  return path;
}

std::optional<std::string> ProgramCache::store(const std::string& program,
                                               const Inputs& inputs) const {
  const std::optional<std::string> lines = lines_of(inputs);
  if (!lines) return std::nullopt;
  std::string buffer;
  const std::optional<std::string> program_hash = hash_of(program.c_str(), buffer);
  if (!program_hash) return std::nullopt;
  if (!make_folder_in_cache(folder_) || !is_trusted_in_cache(folder_)) return std::nullopt;
  const std::string name = hash_text(key_ + *program_hash);
  std::string path = fmt::format("{}/{}", folder_, name);
  if (!replace_file(path, buffer, mode_of_cached_file(folder_, true))) return std::nullopt;
  const std::string manifest = fmt::format("{}\n{} {}\n{}", kFormat, *program_hash, name, *lines);
  if (!replace_file(manifest_path(), manifest, mode_of_cached_file(folder_, false))) {
    unlink(path.c_str());  // nobody would find it
    return std::nullopt;
  }
  evict(path);
  return path;
}

void ProgramCache::evict(const std::string& keep) const {
  struct Entry {
    fs::path path;
    fs::file_time_type used;
    std::uint64_t bytes = 0;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code failure;
  const auto stale = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (fs::directory_iterator it(folder_, failure), end; !failure && it != end;
       it.increment(failure)) {
    std::error_code ignored;
    Entry entry{it->path(), it->last_write_time(ignored), it->file_size(ignored)};
    if (ignored || entry.path == keep) continue;
    if (entry.path.filename().string().find(".part.") != std::string::npos) {
      if (entry.used < stale) fs::remove(entry.path, ignored);  // its writer died
      continue;
    }
    total += entry.bytes;
    entries.push_back(std::move(entry));
  }
  if (total <= kLimitBytes) return;
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (total <= kLimitBytes) break;
    if (fs::remove(entry.path, failure)) total -= entry.bytes;
  }
}

}  // namespace riffle::tool
