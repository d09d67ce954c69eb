// SPDX-License-Identifier: Apache-2.0
#include "compiler/cache/disk_cache.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>
#include <vector>

#include "base/cache_folder.h"
#include "base/descriptor.h"
#include "base/mutex.h"
#include "base/options.h"
#include "compiler/cache/entry.h"

namespace riffle::compiler {
namespace {

namespace fs = std::filesystem;
constexpr const char* kSuffix = ".so";
constexpr const char* kPartSuffix = ".part";

bool write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

/// Whole file, mapped for reading while it is verified.
class MappedFile {
 public:
  MappedFile(int descriptor, std::size_t bytes) : bytes_(bytes) {
    if (bytes != 0) address_ = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
  }
  ~MappedFile() {
    if (address_ != MAP_FAILED) ::munmap(address_, bytes_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const {
    if (address_ == MAP_FAILED) return {};
    return {static_cast<const std::byte*>(address_), bytes_};
  }

 private:
  void* address_ = MAP_FAILED;
  std::size_t bytes_;
};

/// How many bytes this process may store in a folder before it looks again what lies there.
class Room {
 public:
  /// False when the folder is to be looked at.
  bool take(const std::string& directory, std::uint64_t bytes) RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    std::uint64_t& left = left_[directory];
    const bool enough = bytes <= left;
    left -= enough ? bytes : left;
    return enough;
  }
  /// Other processes store too: a part of what is free, and a little of what is not.
  void measured(const std::string& directory, std::uint64_t total, std::uint64_t limit)
      RIFFLE_EXCLUDES(mutex_) {
    const std::uint64_t free = total < limit ? limit - total : 0;
    MutexLock lock(mutex_);
    left_[directory] = std::max(free / 4, limit / 64);
  }

 private:
  Mutex mutex_;
  std::map<std::string, std::uint64_t> left_ RIFFLE_GUARDED_BY(mutex_);
};

Room& room() {
  static Room* all = new Room;  // never destroyed: kernels may be launched by static destructors
  return *all;
}

}  // namespace

DiskCache DiskCache::of_options() {
  const Options& all = options();
  return DiskCache(cache_folder(all), all.cache_bytes);
}

std::string DiskCache::path_of(const Hash128& key) const {
  return directory_ + "/" + key.hex() + kSuffix;
}

std::optional<CachedFile> DiskCache::find(const Hash128& key) const {
  if (directory_.empty()) return std::nullopt;
  std::string path = path_of(key);
  // Somebody else's pipe of this name must not stop the program.
  const int descriptor = above_standard(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (descriptor < 0) return std::nullopt;
  struct stat status{};
  bool good = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  // The file is code that this process will run: it must be ours (or root's) and nobody else's to
  // write.
  good =
      good && (status.st_uid == ::geteuid() || status.st_uid == 0) && (status.st_mode & 0022U) == 0;
  if (good) {
    const MappedFile mapping(descriptor, static_cast<std::size_t>(status.st_size));
    good = verify_entry(mapping.bytes(), key).has_value();
  }
  if (!good) {
    ::close(descriptor);
    ::unlink(path.c_str());
    return std::nullopt;
  }
  ::futimens(descriptor,
             nullptr);  // the time of last use, for eviction; a read-only cache may refuse
  return CachedFile{descriptor, std::move(path)};
}

std::optional<CachedFile> DiskCache::store(const Hash128& key,
                                           std::span<const std::byte> object) const {
  if (directory_.empty()) return std::nullopt;
  make_cache_folder(directory_);
  struct statvfs volume{};
  // What lies there could not be loaded.
  if (::statvfs(directory_.c_str(), &volume) != 0 || (volume.f_flag & ST_NOEXEC) != 0)
    return std::nullopt;
  std::string part = directory_ + "/" + key.hex() + ".XXXXXX" + kPartSuffix;
  const int suffix_length = 5;
  const int descriptor = above_standard(::mkostemps(part.data(), suffix_length, O_CLOEXEC));
  if (descriptor < 0) return std::nullopt;
  const EntryTrailer trailer = make_trailer(object, key);
  std::string path = path_of(key);
  const bool written = write_all(descriptor, object) &&
                       write_all(descriptor, std::as_bytes(std::span(&trailer, 1))) &&
                       ::fchmod(descriptor, mode_of_cached_file(directory_, false)) == 0 &&
                       ::rename(part.c_str(), path.c_str()) == 0;
  ::close(descriptor);
  if (!written) {
    ::unlink(part.c_str());
    return std::nullopt;
  }
  if (!room().take(directory_, object.size() + sizeof trailer)) evict(path);
  // A descriptor that is open for writing cannot be executed from, so the file is opened again.
  // Another process may have evicted it meanwhile.
  const int readable = above_standard(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (readable < 0) return std::nullopt;
  return CachedFile{readable, std::move(path)};
}

std::optional<std::string> DiskCache::read(const Hash128& key) const {
  const auto file = find(key);
  if (!file) return std::nullopt;
  struct stat status{};
  std::optional<std::string> content;
  if (::fstat(file->descriptor, &status) == 0) {
    const auto bytes = status.st_size - static_cast<off_t>(sizeof(EntryTrailer));
    content.emplace(static_cast<std::size_t>(bytes), '\0');
    if (::pread(file->descriptor, content->data(), content->size(), 0) != bytes) content.reset();
  }
  ::close(file->descriptor);
  return content;
}

void DiskCache::keep(const Hash128& key, std::string_view bytes) const {
  if (const auto file = store(key, std::as_bytes(std::span(bytes)))) ::close(file->descriptor);
}

void DiskCache::evict(const std::string& keep) const {
  struct Entry {
    fs::path path;
    fs::file_time_type used;
    std::uint64_t bytes;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code failure;
  const auto stale = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (fs::directory_iterator it(directory_, failure), end; !failure && it != end;
       it.increment(failure)) {
    std::error_code ignored;
    const std::string extension = it->path().extension().string();
    const auto used = it->last_write_time(ignored);
    if (ignored) continue;
    if (extension == kPartSuffix) {
      if (used < stale)
        fs::remove(it->path(), ignored);  // left by a process that died while writing
      continue;
    }
    if (extension != kSuffix) continue;
    const std::uint64_t bytes = it->file_size(ignored);
    if (ignored) continue;
    total += bytes;
    if (it->path() != keep) entries.push_back({it->path(), used, bytes});
  }
  if (total > limit_bytes_) std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (total <= limit_bytes_) break;
    if (fs::remove(entry.path, failure)) total -= entry.bytes;
  }
  room().measured(directory_, total, limit_bytes_);
}

}  // namespace riffle::compiler
