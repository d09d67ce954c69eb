// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/shared_pool.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "base/mutex.h"
#include "platform/pages.h"

namespace riffle::memory {
namespace {

constexpr std::array<char, 8> kFileMagic = {'r', 'i', 'f', 'p', 'o', 'o', 'l', '1'};
constexpr std::array<char, 8> kPointerMagic = {'r', 'i', 'f', 'p', 't', 'r', '_', '1'};

// In the page behind the pool's region.
struct FileNote {
  std::array<char, 8> magic;
  std::array<std::uint64_t, 2> identity;
};

bool read_note(int descriptor, std::size_t& region_bytes, FileNote& note) {
  struct stat status{};
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size <= platform::kPageBytes || size % platform::kPageBytes != 0) return false;
  region_bytes = size - platform::kPageBytes;
  return pread(descriptor, &note, sizeof note, static_cast<off_t>(region_bytes)) ==
             static_cast<ssize_t>(sizeof note) &&
         note.magic == kFileMagic;
}

// The file's note; written at the first call.
Result<FileNote> note_of(int descriptor) {
  static Mutex mutex;
  const MutexLock lock(mutex);
  std::size_t region_bytes = 0;
  FileNote note{};
  if (read_note(descriptor, region_bytes, note)) return note;
  note.magic = kFileMagic;
  if (getrandom(&note.identity, sizeof note.identity, 0) !=
          static_cast<ssize_t>(sizeof note.identity) ||
      pwrite(descriptor, &note, sizeof note, static_cast<off_t>(region_bytes)) !=
          static_cast<ssize_t>(sizeof note)) {
    return error(Code::kOperatingSystem, "cannot describe a shared pool");
  }
  return note;
}

std::uint64_t check_of(const SharedPointer& note) {
  std::uint64_t check = 0x9e3779b97f4a7c15;
  for (const std::uint64_t word : {note.pool[0], note.pool[1], note.offset, note.bytes}) {
    check = (check ^ word) * 0x100000001b3;
  }
  return check;
}

}  // namespace

Result<int> export_pool(const Pool& pool) {
  if (pool.descriptor() < 0) return error(Code::kInvalidValue, "the pool cannot be shared");
  if (auto note = note_of(pool.descriptor()); !note) return std::unexpected(note.error());
  const int descriptor = fcntl(pool.descriptor(), F_DUPFD_CLOEXEC, 0);
  if (descriptor < 0) return error(Code::kOperatingSystem, "no descriptors left");
  return descriptor;
}

Result<SharedPointer> export_pointer(void* pointer) {
  Pool* const pool = pool_at(pointer);
  const auto allocation = pool != nullptr ? pool->find(pointer) : std::nullopt;
  if (!allocation || allocation->base != pointer || pool->descriptor() < 0)
    return error(Code::kInvalidValue, "no allocation of a shareable pool starts at this address");
  std::size_t region_bytes = 0;
  FileNote file{};
  if (!read_note(pool->descriptor(), region_bytes, file))
    return error(Code::kInvalidValue, "the pool itself was not exported yet");
  SharedPointer note{.magic = kPointerMagic,
                     .pool = file.identity,
                     .offset = static_cast<std::uint64_t>(allocation->base - pool->base()),
                     .bytes = allocation->bytes,
                     .check = 0};
  note.check = check_of(note);
  return note;
}

Result<std::unique_ptr<ImportedPool>> ImportedPool::open(int descriptor, int device) {
  std::size_t bytes = 0;
  FileNote note{};
  if (!read_note(descriptor, bytes, note))
    return error(Code::kUnknown, "not the descriptor of a memory pool");
  auto mapping = Mapping::map(descriptor, bytes);
  if (!mapping) return std::unexpected(mapping.error());
  std::unique_ptr<ImportedPool> pool(new ImportedPool);
  pool->mapping_ = *std::move(mapping);
  pool->device_ = device;
  pool->identity_ = note.identity;
  return pool;
}

Result<void*> ImportedPool::import(const SharedPointer& note) {
  if (note.magic != kPointerMagic || note.check != check_of(note) || note.pool != identity_ ||
      note.bytes > mapping_->bytes() || note.offset > mapping_->bytes() - note.bytes) {
    return error(Code::kInvalidValue, "not a note about an allocation of this pool");
  }
  return add_import(mapping_, note.offset, note.bytes, device_);
}

}  // namespace riffle::memory
