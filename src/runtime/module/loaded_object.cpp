// SPDX-License-Identifier: Apache-2.0
// dlopen, made to load the same file more than once.
//
// The dynamic loader knows objects by name and by inode. A second device, or a second image with the same
// content, needs variables of its own: it loads a copy in memory. Descriptor numbers are reused, and the
// loader trusts names before it looks at files: so every load gets a name that was never used before.
#include "runtime/module/loaded_object.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <set>
#include <string>
#include <utility>

#include "base/descriptor.h"
#include "base/mutex.h"
#include "device/cpu/launch.h"

namespace riffle::module {
namespace {

/// The path of an open file; the separators before its last part spell a number used once. Debuggers open
/// it in their own process, so that it must not be /proc/self/fd.
std::string unused_name(const std::string& path) {
  static std::atomic<unsigned> next{1};
  const std::size_t slash = path.rfind('/');
  std::string name = slash == std::string::npos ? "./" : path.substr(0, slash + 1);
  for (unsigned number = next.fetch_add(1, std::memory_order_relaxed); number != 0; number >>= 1) {
    name += (number & 1) != 0 ? "./" : "/";
  }
  return name + (slash == std::string::npos ? path : path.substr(slash + 1));
}

std::string path_of(int descriptor) {
  return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(descriptor);
}

/// Another process may have evicted a cache entry that is open here.
bool leads_to(const std::string& path, int descriptor) {
  struct stat opened{};
  struct stat named{};
  return fstat(descriptor, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/// Handles in use, to notice when dlopen answers with an object that is already loaded.
class OpenHandles {
 public:
  bool insert(void* handle) RIFFLE_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return handles_.insert(handle).second;
  }
  void close(void* handle) RIFFLE_EXCLUDES(mutex_) {
    {
      MutexLock lock(mutex_);
      handles_.erase(handle);
    }
    dlclose(handle);
  }

 private:
  Mutex mutex_;
  std::set<void*> handles_ RIFFLE_GUARDED_BY(mutex_);
};

OpenHandles& open_handles() {
  static auto* const handles = new OpenHandles;
  return *handles;
}

/// Null, with dlerror's text in `why`, when it cannot be loaded, or only as an object already in use.
void* open_fresh(const std::string& path, std::string& why) {
  void* handle = dlopen(unused_name(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* text = dlerror();
    why = text == nullptr ? "unknown error" : text;
    return nullptr;
  }
  if (open_handles().insert(handle)) return handle;
  dlclose(handle);
  why = "already loaded";
  return nullptr;
}

/// A file in memory with the same content; -1 when that fails.
int copy_in_memory(int descriptor) {
  struct stat status{};
  if (fstat(descriptor, &status) != 0) return -1;
  const int copy = above_standard(memfd_create("riffle-module", MFD_CLOEXEC));
  if (copy < 0) return -1;
  off_t offset = 0;
  while (offset < status.st_size) {
    const ssize_t sent =
        sendfile(copy, descriptor, &offset, static_cast<std::size_t>(status.st_size - offset));
    if (sent > 0 || (sent < 0 && errno == EINTR)) continue;
    close(copy);
    return -1;
  }
  return copy;
}

/// A loaded object, and the descriptor by which others find its file; -1: it has a path.
struct Opened {
  void* handle = nullptr;
  int file = -1;
};

Result<Opened> open_module(const compiler::NativeModule& native) {
  std::string why;
  Opened opened;
  if (leads_to(native.label(), native.descriptor())) {
    opened.handle = open_fresh(native.label(), why);
  } else if ((opened.file = fcntl(native.descriptor(), F_DUPFD_CLOEXEC, 0)) >= 0) {
    opened.handle = open_fresh(path_of(opened.file), why);
  }
  if (opened.handle != nullptr) return opened;
  if (opened.file >= 0) close(opened.file);
  const int copy = copy_in_memory(native.descriptor());
  if (copy < 0) {
    return error(Code::kOperatingSystem, "cannot copy compiled module " + native.label() + ": " +
                                             std::strerror(errno) + " (loading it failed: " + why +
                                             ")");
  }
  if (void* handle = open_fresh(path_of(copy), why)) return Opened{handle, copy};
  close(copy);
  return error(Code::kOperatingSystem,
               "cannot load compiled module " + native.label() + ": " + why);
}

}  // namespace

Result<LoadedObject> LoadedObject::load(const compiler::NativeModule& native) {
  const auto opened = open_module(native);
  if (!opened) return std::unexpected(opened.error());
  LoadedObject loaded;
  loaded.handle_ = opened->handle;
  loaded.file_ = opened->file;
  const auto* table = static_cast<const abi::ModuleTable*>(dlsym(loaded.handle_, "riffle_module"));
  if (table == nullptr) {
    return error(Code::kInvalidKernelImage,
                 "compiled module " + native.label() + " does not export riffle_module");
  }
  if (table->abi_version != abi::kAbiVersion) {
    return error(Code::kInvalidKernelImage,
                 "compiled module " + native.label() + " has ABI version " +
                     std::to_string(table->abi_version) + ", this runtime " +
                     std::to_string(abi::kAbiVersion));
  }
  loaded.table_ = table;
  *table->runtime = &device::runtime_table();
  return loaded;
}

const abi::RequiredBlock* LoadedObject::required_blocks() const {
  return static_cast<const abi::RequiredBlock*>(dlsym(handle_, abi::kRequiredBlocks));
}

LoadedObject::LoadedObject(LoadedObject&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)),
      file_(std::exchange(other.file_, -1)),
      table_(std::exchange(other.table_, nullptr)) {}

LoadedObject& LoadedObject::operator=(LoadedObject&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(file_, other.file_);
  std::swap(table_, other.table_);
  return *this;
}

LoadedObject::~LoadedObject() {
  if (handle_ != nullptr) open_handles().close(handle_);
  if (file_ >= 0) close(file_);
}

}  // namespace riffle::module
