// SPDX-License-Identifier: Apache-2.0
// Device memory of one process in another: the handle names a descriptor of the process that
// allocated it, which the other one opens through /proc.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "api/cudart/entry.h"
#include "base/descriptor.h"
#include "base/mutex.h"
#include "cudart_bodies.h"
#include "device/cpu/fault.h"
#include "runtime/engine/observer.h"
#include "runtime/memory/imported.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cudart {
namespace {

constexpr std::array<char, 8> kMagic = {'r', 'i', 'f', 'i', 'p', 'c', 'm', '1'};

struct MemoryNote {
  std::array<char, 8> magic;
  std::int32_t process;
  std::int32_t descriptor;
  std::uint64_t file;  ///< its number: a descriptor may be another file's by the time it is opened
  std::uint64_t file_bytes;
  std::uint64_t offset;
  std::uint64_t bytes;
};
static_assert(sizeof(MemoryNote) <= sizeof(cudaIpcMemHandle_t));

std::uint64_t file_number(int descriptor) {
  struct stat status{};
  return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

// What is open here, by file and offset: opened twice, memory has one address.
struct Opened {
  void* pointer = nullptr;
  int times = 0;
};
struct OpenedMemory {
  Mutex mutex;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Opened> all RIFFLE_GUARDED_BY(mutex);
};
OpenedMemory& opened_memory() {
  static OpenedMemory* const instance = new OpenedMemory;  // as long as the process
  return *instance;
}

void notify_shared(const void* memory, const MemoryNote& note) {
  engine::notify_memory_shared({.begin = reinterpret_cast<std::uintptr_t>(memory),
                                .bytes = note.bytes,
                                .file = note.file,
                                .offset = note.offset});
}

Result<void*> map_memory(const MemoryNote& note, int device) {
  const std::string path =
      "/proc/" + std::to_string(note.process) + "/fd/" + std::to_string(note.descriptor);
  const int descriptor = above_standard(open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (descriptor < 0)
    return error(Code::kInvalidValue, "the memory's process has ended, or has freed it");
  Result<std::shared_ptr<memory::Mapping>> mapping =
      error(Code::kInvalidValue, "the memory was freed");
  if (file_number(descriptor) == note.file)
    mapping = memory::Mapping::map(descriptor, note.file_bytes);
  ::close(descriptor);
  if (!mapping) return std::unexpected(mapping.error());
  return memory::add_import(*std::move(mapping), note.offset, note.bytes, device,
                            memory::Ending::kClose);
}

}  // namespace

cudaError_t ipc_get_mem_handle(cudaIpcMemHandle_t* handle, void* devPtr) {
  if (handle == nullptr) return cudaErrorInvalidValue;  // hardware crashes here
  device::install_fault_handlers();  // kernels may write to the memory while it moves
  const auto shared = memory::registry().share(devPtr);
  if (!shared) return to_cuda(shared.error());
  const MemoryNote note{.magic = kMagic,
                        .process = getpid(),
                        .descriptor = shared->descriptor,
                        .file = file_number(shared->descriptor),
                        .file_bytes = shared->file_bytes,
                        .offset = shared->offset_bytes,
                        .bytes = shared->bytes};
  *handle = {};
  std::memcpy(handle, &note, sizeof note);
  if (const auto memory = memory::registry().find(devPtr)) notify_shared(memory->base, note);
  return cudaSuccess;
}

cudaError_t ipc_open_mem_handle(void** devPtr, cudaIpcMemHandle_t handle, unsigned int flags) {
  MemoryNote note{};
  std::memcpy(&note, &handle, sizeof note);
  if (devPtr == nullptr || (flags & cudaIpcMemLazyEnablePeerAccess) == 0 || note.magic != kMagic ||
      note.bytes > note.file_bytes || note.offset > note.file_bytes - note.bytes) {
    return cudaErrorInvalidValue;
  }
  if (note.process == getpid()) return cudaErrorDeviceUninitialized;  // as on hardware
  const MutexLock lock(opened_memory().mutex);
  Opened& opened = opened_memory().all[{note.file, note.offset}];
  if (opened.times == 0) {
    const auto pointer = map_memory(note, current_context().device());
    if (!pointer) {
      opened_memory().all.erase({note.file, note.offset});
      return to_cuda(pointer.error());
    }
    opened.pointer = *pointer;
    notify_shared(opened.pointer, note);
  }
  ++opened.times;
  *devPtr = opened.pointer;
  return cudaSuccess;
}

cudaError_t ipc_close_mem_handle(void* devPtr) {
  const MutexLock lock(opened_memory().mutex);
  for (auto entry = opened_memory().all.begin(); entry != opened_memory().all.end(); ++entry) {
    if (entry->second.pointer != devPtr) continue;
    if (--entry->second.times > 0) return cudaSuccess;
    opened_memory().all.erase(entry);
    current_context().engine()->synchronize();  // work may still use it
    memory::end_imported(devPtr, memory::Ending::kClose);
    return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

}  // namespace riffle::api::cudart
