// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/staging.h"

#include <cstddef>
#include <cstdlib>
#include <new>

#include "base/mutex.h"
#include "runtime/memory/operations.h"

namespace riffle::memory {
namespace {

constexpr std::size_t kMostTaken = (std::size_t{64} << 20) / kSnapshotBytes;
constexpr std::size_t kMostKept = (std::size_t{4} << 20) / kSnapshotBytes;

struct FreeBuffer {
  FreeBuffer* next;
};

struct Pool {
  Mutex mutex;
  FreeBuffer* first RIFFLE_GUARDED_BY(mutex) = nullptr;
  std::size_t kept RIFFLE_GUARDED_BY(mutex) = 0;
  std::size_t taken RIFFLE_GUARDED_BY(mutex) = 0;
};

Pool& pool() {
  static Pool* const instance = new Pool;  // workers may use it until the process ends
  return *instance;
}

}  // namespace

char* take_staging() noexcept {
  Pool& buffers = pool();
  {
    const MutexLock lock(buffers.mutex);
    if (buffers.taken == kMostTaken) return nullptr;
    ++buffers.taken;
    if (FreeBuffer* const buffer = buffers.first) {
      buffers.first = buffer->next;
      --buffers.kept;
      return reinterpret_cast<char*>(buffer);
    }
  }
  auto* const fresh = static_cast<char*>(std::aligned_alloc(64, kSnapshotBytes));
  if (fresh == nullptr) {
    const MutexLock lock(buffers.mutex);
    --buffers.taken;
  }
  return fresh;
}

void give_back_staging(char* buffer) noexcept {
  Pool& buffers = pool();
  {
    const MutexLock lock(buffers.mutex);
    --buffers.taken;
    if (buffers.kept < kMostKept) {
      buffers.first = new (buffer) FreeBuffer{buffers.first};
      ++buffers.kept;
      return;
    }
  }
  std::free(buffer);
}

}  // namespace riffle::memory
