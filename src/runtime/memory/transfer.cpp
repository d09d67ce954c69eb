// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/transfer.h"

#include <algorithm>

#include "runtime/engine/observer.h"
#include "runtime/engine/schedule.h"
#include "runtime/memory/copy_run.h"
#include "runtime/memory/fresh_pages.h"
#include "runtime/memory/operations.h"
#include "runtime/memory/pool.h"

namespace riffle::memory {
namespace {

enum class Place : std::uint8_t { kPageable, kPinned, kDevice, kManaged };

Place place_of(const Allocation& allocation) {
  switch (allocation.kind) {
    case MemoryType::kDevice:
      return Place::kDevice;
    case MemoryType::kManaged:
      return Place::kManaged;
    case MemoryType::kPinned:
    case MemoryType::kRegistered:
      break;
  }
  return Place::kPinned;
}

/// When the memory must be there: at once, or when a graph runs.
enum class Use : std::uint8_t { kNow, kInGraph };

Result<Place> locate(const Registry& registry, const void* pointer, std::size_t bytes, Use use) {
  if (pointer == nullptr) return error(Code::kInvalidValue, "null pointer");
  const auto allocation =
      use == Use::kNow ? registry.find(pointer) : registry.find_for_graph(pointer);
  if (!allocation) {
    if (registry.is_own_address(pointer)) {
      engine::notify_refused_range(pointer, bytes);
      return error(Code::kInvalidValue, "memory that was freed");
    }
    return Place::kPageable;
  }
  if (!allocation->contains(pointer, bytes)) {
    engine::notify_refused_range(pointer, bytes);
    return error(Code::kInvalidValue, "the range goes past the end of its allocation");
  }
  return place_of(*allocation);
}

bool fits(const CopyExtent& box, const PitchedLayout& layout) {
  return (box.height == 1 || layout.row_pitch_bytes >= box.width) &&
         (box.depth == 1 || layout.slice_pitch_bytes >= box.height * layout.row_pitch_bytes);
}

bool source_is_device(Direction direction) {
  return direction == Direction::kDeviceToHost || direction == Direction::kDeviceToDevice;
}

bool destination_is_device(Direction direction) {
  return direction == Direction::kHostToDevice || direction == Direction::kDeviceToDevice;
}

Status wait_for_all(engine::Stream& stream) {
  engine::wait_for(stream.record());
  if (const Code code = stream.context().take_report(); code != Code::kOk)
    return error(code, "reported by a kernel");
  return {};
}

bool is_host(Place place) { return place == Place::kPageable || place == Place::kPinned; }

bool must_wait(Place source, Place destination, SyncBehaviour call) {
  if (source == Place::kPageable || destination == Place::kPageable) return true;
  if (call == SyncBehaviour::kAsynchronous) return is_host(source) && is_host(destination);
  return source != Place::kDevice || destination != Place::kDevice;
}

void notify_pageable_memory(const void* begin, const CopyExtent& box, const PitchedLayout& layout,
                            bool writes) {
  engine::notify_pageable_memory({.begin = reinterpret_cast<std::uintptr_t>(begin),
                                  .width = box.width,
                                  .height = box.height,
                                  .depth = box.depth,
                                  .row_pitch_bytes = layout.row_pitch_bytes,
                                  .slice_pitch_bytes = layout.slice_pitch_bytes,
                                  .writes = writes});
}

// A pool of host memory gives devices access only when it is told to.
bool is_closed_to_devices(const void* pointer) {
  const Pool* const pool = pool_at(pointer);
  return pool != nullptr &&
         std::ranges::none_of(pool->access, [](const auto& flags) { return flags.load() != 0; });
}

struct CopyPlaces {
  Place destination;
  Place source;
};

/// Of a fill that is enqueued now, or a copy that is waited for.
Stores stores_in_run(const CopyExtent& box) {
  return copy_run.add(box.bytes()) ? Stores::kStreaming : Stores::kBySize;
}

/// Of a copy that is enqueued now.
Stores stores_in_run(const CopyExtent& box, CopyPlaces places, bool waits) {
  if (waits || !is_host(places.destination)) return stores_in_run(box);
  return copy_run.add_to_host(box.bytes()) ? Stores::kStreaming : Stores::kBySize;
}

/// The box is not empty.
Result<CopyPlaces> places_of(const Registry& registry, const CopyRequest& request,
                             Direction direction, Use use) {
  const CopyExtent& box = request.box;
  if (!fits(box, request.destination_layout) || !fits(box, request.source_layout)) {
    return error(Code::kInvalidPitchValue, "the pitch is smaller than the width");
  }
  const auto destination =
      locate(registry, request.destination, box.span(request.destination_layout), use);
  if (!destination) return std::unexpected(destination.error());
  const auto source = locate(registry, request.source, box.span(request.source_layout), use);
  if (!source) return std::unexpected(source.error());
  if (*source == Place::kPageable && source_is_device(direction)) {
    return error(Code::kInvalidValue, "the kind says device, the source is pageable host memory");
  }
  if (*destination == Place::kPageable && destination_is_device(direction)) {
    return error(Code::kInvalidValue,
                 "the kind says device, the destination is pageable host memory");
  }
  return CopyPlaces{*destination, *source};
}

/// Of the copy that was enqueued last, when the call might return before it has run.
void notify_pageable_sides(const CopyRequest& request, CopyPlaces places) {
  // A small source is read at the call, on hardware too.
  if (places.source == Place::kPageable && request.box.bytes() > kSnapshotBytes)
    notify_pageable_memory(request.source, request.box, request.source_layout, false);
  if (places.destination == Place::kPageable)
    notify_pageable_memory(request.destination, request.box, request.destination_layout, true);
}

/// The box is not empty.
Result<Place> place_to_fill(const Registry& registry, const FillRequest& request, Use use) {
  if (!fits(request.box, request.layout))
    return error(Code::kInvalidValue, "the pitch is smaller than the width");
  const auto place = locate(registry, request.destination, request.box.span(request.layout), use);
  if (place && *place == Place::kPageable)
    return error(Code::kInvalidValue, "pageable host memory cannot be filled");
  if (place && *place == Place::kPinned && is_closed_to_devices(request.destination))
    return error(Code::kInvalidValue, "no device has access to this pool of host memory");
  return place;
}

}  // namespace

Status check_copy(const Registry& registry, const CopyRequest& request, Direction direction) {
  if (request.box.is_empty()) return {};
  const auto places = places_of(registry, request, direction, Use::kInGraph);
  return places ? Status{} : std::unexpected(places.error());
}

Status check_fill(const Registry& registry, const FillRequest& request) {
  if (request.box.is_empty()) return {};
  const auto place = place_to_fill(registry, request, Use::kInGraph);
  return place ? Status{} : std::unexpected(place.error());
}

Status copy(engine::Stream& stream, const Registry& registry, const CopyRequest& request,
            Direction direction, SyncBehaviour call) {
  const CopyExtent& box = request.box;
  if (box.is_empty()) return {};
  const auto places = places_of(registry, request, direction, Use::kNow);
  if (!places) return std::unexpected(places.error());
  const auto [destination, source] = *places;
  // Copies from host memory to host memory wait, by CUDA's word.
  const bool may_return_early =
      call == SyncBehaviour::kAsynchronous && !(is_host(source) && is_host(destination));
  if (source == Place::kPageable && !is_host(destination)) {
    // CUDA promises no more than that the source was read: under a schedule the copy may lag behind the call, whatever its
    // size, behind a synchronous one too.
    const bool may_lag = engine::current_schedule() != nullptr;
    if (may_lag && call == SyncBehaviour::kSynchronous) {
      if (Status status = wait_for_all(stream); !status) return status;
    }
    if ((may_lag || call == SyncBehaviour::kAsynchronous) &&
        enqueue_copy_of_snapshot(stream, request)) {
      if (may_return_early) notify_pageable_sides(request, *places);
      return {};
    }
  }
  const bool is_fresh = destination == Place::kPageable && box.rows() == 1 &&
                        has_fresh_pages(request.destination, box.width);
  const bool waits = must_wait(source, destination, call);
  const Stores stores = stores_in_run(box, *places, waits);
  enqueue_copy(stream, request, is_fresh ? Stores::kFresh : stores);
  if (may_return_early) notify_pageable_sides(request, *places);
  return waits ? wait_for_all(stream) : Status{};
}

Status copy_batched(engine::Stream& stream, const Registry& registry, const CopyRequest& request,
                    SourceAccess access) {
  if (request.box.is_empty()) return {};
  const auto places = places_of(registry, request, Direction::kDefault, Use::kNow);
  if (!places) return std::unexpected(places.error());
  const bool is_read_now = access == SourceAccess::kDuringCall;
  if (is_read_now && is_host(places->source) && !is_host(places->destination) &&
      enqueue_copy_of_snapshot(stream, request)) {
    return {};
  }
  const bool waits = is_read_now || places->destination == Place::kPageable;
  enqueue_copy(stream, request, stores_in_run(request.box, *places, waits));
  if (!is_read_now) notify_pageable_sides(request, *places);
  return waits ? wait_for_all(stream) : Status{};
}

Status fill(engine::Stream& stream, const Registry& registry, const FillRequest& request,
            SyncBehaviour call) {
  if (request.box.is_empty()) return {};
  const auto place = place_to_fill(registry, request, Use::kNow);
  if (!place) return std::unexpected(place.error());
  enqueue_fill(stream, request, stores_in_run(request.box));
  return call == SyncBehaviour::kSynchronous && *place != Place::kDevice ? wait_for_all(stream)
                                                                         : Status{};
}

}  // namespace riffle::memory
