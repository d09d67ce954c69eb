// SPDX-License-Identifier: Apache-2.0
#include "runtime/context/owned_memory.h"

#include <atomic>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "runtime/memory/imported.h"
#include "runtime/memory/registry.h"

namespace riffle::context {
namespace {

struct Owners {
  std::atomic<bool> any{false};  ///< stays true: spares programs without other contexts the lock
  Mutex mutex;
  std::unordered_map<const void*, Context*> by_base RIFFLE_GUARDED_BY(mutex);
};

Owners& owners() {
  static Owners* const all = new Owners;  // as long as the process
  return *all;
}

}  // namespace

void note_memory(const void* base, Context& context) {
  if (context.is_primary()) return;
  Owners& all = owners();
  const MutexLock lock(all.mutex);
  all.by_base[base] = &context;
  all.any.store(true, std::memory_order_release);
}

void forget_memory(const void* base) {
  Owners& all = owners();
  if (!all.any.load(std::memory_order_acquire)) return;
  const MutexLock lock(all.mutex);
  all.by_base.erase(base);
}

Context* owner_of_memory(const void* base) {
  Owners& all = owners();
  if (!all.any.load(std::memory_order_acquire)) return nullptr;
  const MutexLock lock(all.mutex);
  const auto found = all.by_base.find(base);
  return found != all.by_base.end() ? found->second : nullptr;
}

void free_memory_of(const Context& context) {
  Owners& all = owners();
  std::vector<const void*> bases;
  {
    const MutexLock lock(all.mutex);
    std::erase_if(all.by_base, [&](const auto& entry) {
      if (entry.second == &context) bases.push_back(entry.first);
      return entry.second == &context;
    });
  }
  for (const void* const base : bases) {
    if (memory::free_imported(const_cast<void*>(base))) continue;
    // Memory that is only registered, or was freed in between, is no allocation any more.
    [[maybe_unused]] const Status freed = memory::registry().free(base);
  }
}

}  // namespace riffle::context
