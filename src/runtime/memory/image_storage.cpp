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

constexpr std::size_t kMostElementBytes = 16;
/// Where an element is that lies just outside of nothing.
alignas(kMostElementBytes) constinit char no_elements[2 * kMostElementBytes] = {};

/// A texture that is of no kind of source; a surface in which no place is inside.
const riffle_image* make_unbound(unsigned kind) {
  riffle_image* const image = take_image();
  if (image == nullptr) return nullptr;
  image->level[0] = {.base = no_elements + kMostElementBytes,
                     .row_pitch_bytes = 0,
                     .slice_pitch_bytes = 0,
                     .width = kind == RIFFLE_IMAGE_SURFACE ? 0U : 1U,
                     .height = 1,
                     .depth = 1,
                     .readable_slices = 1};
  image->source = RIFFLE_SOURCE_NOTHING;
  image->level_count = image->element_bytes = image->channels = 1;
  image->kind = kind;
  return image;
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

const riffle_image* unbound_texture() {
  static const riffle_image* const made = make_unbound(RIFFLE_IMAGE_TEXTURE);
  return made;
}

const riffle_image* unbound_surface() {
  static const riffle_image* const made = make_unbound(RIFFLE_IMAGE_SURFACE);
  return made;
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
