// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/image_object.h"

#include <algorithm>
#include <deque>
#include <map>
#include <vector>

#include "api/cudart/array.h"
#include "api/cudart/device.h"
#include "base/mutex.h"
#include "runtime/memory/image_storage.h"

namespace riffle::api::cudart {
namespace {

/// An object that the program has ended: work that was in the streams at that time still reads it, as on hardware.
struct EndedImage {
  riffle_image* image;
  std::vector<engine::Moment> readers;

  [[nodiscard]] bool is_unread() const {
    return std::ranges::all_of(readers, [](const auto& reader) { return reader.is_complete(); });
  }
};

struct Images {
  Mutex mutex;
  std::map<unsigned long long, std::unique_ptr<ImageObject>> by_number RIFFLE_GUARDED_BY(mutex);
  std::deque<EndedImage> ended RIFFLE_GUARDED_BY(mutex);

  /// In the order in which they were ended: what stands behind one that is read waits with it.
  void give_back_unread() RIFFLE_REQUIRES(mutex) {
    for (; !ended.empty() && ended.front().is_unread(); ended.pop_front())
      memory::give_back_image(ended.front().image);
  }
};

Images& images() {
  static Images* const made = new Images;
  return *made;
}

riffle_image* address_of(unsigned long long object) {
  return reinterpret_cast<riffle_image*>(object);
}

}  // namespace

unsigned long long show_image(const ImageObject& object) {
  auto kept = std::make_unique<ImageObject>(object);
  riffle_image* const image = memory::take_image();
  if (image == nullptr) return 0;
  const auto number = reinterpret_cast<unsigned long long>(image);
  *image = kept->image;
  Images& all = images();
  const MutexLock lock(all.mutex);
  all.by_number.emplace(number, std::move(kept));
  return number;
}

std::optional<ImageObject> find_image(unsigned long long object, unsigned kind) {
  Images& all = images();
  const MutexLock lock(all.mutex);
  const auto found = all.by_number.find(object);
  if (found == all.by_number.end() || found->second->image.kind != kind) return std::nullopt;
  return *found->second;
}

void end_image(unsigned long long object, unsigned kind) {
  Images& all = images();
  const MutexLock lock(all.mutex);
  const auto found = all.by_number.find(object);
  if (found == all.by_number.end() || found->second->image.kind != kind) return;
  const engine::ContextStreams* const engine = primary_context(found->second->device)->engine();
  all.by_number.erase(found);
  all.ended.push_back(
      {.image = address_of(object),
       .readers = engine == nullptr ? std::vector<engine::Moment>() : engine->pending()});
  all.give_back_unread();
}

void forget_images_of(int device) {
  Images& all = images();
  const MutexLock lock(all.mutex);
  all.give_back_unread();
  std::erase_if(all.by_number, [&](const auto& entry) {
    if (entry.second->device != device) return false;
    memory::give_back_image(address_of(entry.first));
    return true;
  });
}

bool place_array(riffle_image& image, unsigned level, cudaArray_t array) {
  const ArrayObject* const object = find_array(array);
  if (object == nullptr) return false;
  const memory::Array& from = object->array;
  image.level[level] = {.base = from.base,
                        .row_pitch_bytes = from.layout.row_pitch_bytes,
                        .slice_pitch_bytes = from.layout.slice_pitch_bytes,
                        .width = static_cast<unsigned>(from.extent.width),
                        .height = static_cast<unsigned>(from.extent.rows()),
                        .depth = static_cast<unsigned>(from.extent.slices()),
                        .readable_slices = static_cast<unsigned>(from.extent.slices())};
  return true;
}

}  // namespace riffle::api::cudart
