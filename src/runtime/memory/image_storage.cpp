// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/image_storage.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <new>
#include <vector>

#include "base/mutex.h"
#include "platform/pages.h"

namespace riffle::memory {
namespace {

constexpr std::size_t kChunkImages = 64;
constexpr std::size_t kChunkBytes =
    platform::round_up(kChunkImages * sizeof(riffle_image), platform::kPageBytes);

struct Storage {
  Mutex mutex;
  std::deque<riffle_image*> free RIFFLE_GUARDED_BY(mutex);
  std::vector<const char*> chunks RIFFLE_GUARDED_BY(mutex);
};

Storage& storage() {
  static Storage* const made = new Storage;
  return *made;
}

bool add_chunk(Storage& all) RIFFLE_REQUIRES(all.mutex) {
  void* const pages = platform::allocate_pages(kChunkBytes);
  if (pages == nullptr) return false;
  auto* const images = static_cast<riffle_image*>(pages);
  for (std::size_t i = 0; i < kChunkImages; ++i) all.free.push_back(images + i);
  all.chunks.push_back(static_cast<const char*>(pages));
  return true;
}

}  // namespace

riffle_image* take_image() {
  Storage& all = storage();
  const MutexLock lock(all.mutex);
  if (all.free.empty() && !add_chunk(all)) return nullptr;
  riffle_image* const image = all.free.front();
  all.free.pop_front();
  *image = {};
  return image;
}

bool is_image(const void* address) {
  Storage& all = storage();
  const MutexLock lock(all.mutex);
  return std::ranges::any_of(all.chunks, [=](const char* chunk) {
    return static_cast<std::size_t>(static_cast<const char*>(address) - chunk) < kChunkBytes;
  });
}

void give_back_image(riffle_image* image) {
  Storage& all = storage();
  const MutexLock lock(all.mutex);
  *image = {};
  all.free.push_back(image);
}

}  // namespace riffle::memory
