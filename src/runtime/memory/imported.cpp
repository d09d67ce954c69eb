// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/imported.h"

#include <sys/mman.h>

#include <map>
#include <utility>

#include "base/mutex.h"
#include "runtime/engine/wave.h"
#include "runtime/memory/registry.h"

namespace riffle::memory {
namespace {

struct Imports {
  Mutex mutex;
  struct Import {
    std::shared_ptr<Mapping> mapping;
    Ending ending;
  };
  std::map<void*, Import> all RIFFLE_GUARDED_BY(mutex);  ///< by address
};

Imports& imports() {
  static Imports* const instance = new Imports;  // as long as the process
  return *instance;
}

}  // namespace

Result<std::shared_ptr<Mapping>> Mapping::map(int descriptor, std::size_t bytes) {
  void* const base =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (base == MAP_FAILED) return error(Code::kOutOfMemory, "cannot map memory that was shared");
  engine::end_waves();  // the other process may be this one
  return std::shared_ptr<Mapping>(new Mapping(static_cast<char*>(base), bytes));
}

Result<std::shared_ptr<Mapping>> Mapping::map_low(std::size_t bytes) {
  void* const base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT, -1, 0);
  if (base == MAP_FAILED) return error(Code::kOutOfMemory, "no memory at addresses of 32 bits");
  return std::shared_ptr<Mapping>(new Mapping(static_cast<char*>(base), bytes));
}

Mapping::~Mapping() { munmap(base_, bytes_); }

Result<void*> add_import(std::shared_ptr<Mapping> mapping, std::size_t offset, std::size_t bytes,
                         int device, Ending ending) {
  char* const pointer = mapping->base() + offset;
  const MutexLock lock(imports().mutex);
  if (!imports().all.try_emplace(pointer, Imports::Import{std::move(mapping), ending}).second)
    return error(Code::kInvalidValue, "the allocation was imported already");
  registry().add_imported(pointer, bytes, device);
  return pointer;
}

bool end_imported(void* pointer, Ending ending) {
  std::shared_ptr<Mapping> unused;  // unmapped after the lock
  const MutexLock lock(imports().mutex);
  const auto found = imports().all.find(pointer);
  if (found == imports().all.end() || found->second.ending != ending) return false;
  unused = std::move(found->second.mapping);
  imports().all.erase(found);
  registry().remove_foreign(pointer);
  return true;
}

}  // namespace riffle::memory
