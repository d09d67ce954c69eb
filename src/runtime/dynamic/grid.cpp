// SPDX-License-Identifier: Apache-2.0
#include "runtime/dynamic/grid.h"

#include <cstring>
#include <new>
#include <span>
#include <utility>

#include "device/cpu/launch.h"
#include "runtime/dynamic/parent_launch.h"
#include "runtime/dynamic/pending.h"
#include "runtime/engine/program.h"
#include "runtime/module/prepare_launch.h"

namespace riffle::dynamic {
namespace {

/// Lies before the room of a buffer. The room is aligned because the header is as long as it must be.
struct alignas(64) BufferHeader {
  static constexpr std::uint64_t kMark = 0x7265666675622d6bu;
  std::uint64_t mark = kMark;
  std::size_t index = 0;
};

void release_child(const void* payload) noexcept {
  uncount_pending(static_cast<const device::KernelPayload*>(payload)->device);
}

void enqueue_kernel(engine::Stream& stream, module::Kernel& kernel,
                    const device::KernelPayload& head, std::span<const std::byte> arguments) {
  const auto pack = [&](void* payload) { module::write_launch(payload, head, arguments); };
  if (is_program(kernel, false)) return dynamic::enqueue(stream, kernel, pack, true);
  const engine::RangeOperation operation{.run = device::run_blocks,
                                         .release = release_child,
                                         .cost = &kernel.cost,
                                         .units = head.grid.count(),
                                         .payload_bytes = kernel.payload_bytes};
  stream.enqueue(operation, pack);
}

}  // namespace

// ---- Buffers of arguments ----

void Grid::FreeBuffer::operator()(std::byte* room) const {
  ::operator delete(room, std::align_val_t{alignof(BufferHeader)});
}

void* Grid::take_buffer(std::size_t bytes) {
  const MutexLock lock(mutex_);
  const bool is_usual = bytes <= kBufferBytes;
  if (is_usual && !free_buffers_.empty()) {
    Buffer& buffer = buffers_[free_buffers_.back()];
    free_buffers_.pop_back();
    buffer.is_taken = true;
    return buffer.room.get() + sizeof(BufferHeader);
  }
  const std::size_t index = buffers_.size();
  free_buffers_.reserve(index + 1);  // giving it back asks for no memory
  Buffer& buffer = buffers_.emplace_back();
  const std::size_t room = sizeof(BufferHeader) + (is_usual ? kBufferBytes : bytes);
  buffer.room.reset(
      static_cast<std::byte*>(::operator new(room, std::align_val_t{alignof(BufferHeader)})));
  buffer.is_usual = is_usual;
  buffer.is_taken = true;
  new (buffer.room.get()) BufferHeader{.index = index};
  return buffer.room.get() + sizeof(BufferHeader);
}

void Grid::give_buffer(std::size_t index) {
  Buffer& buffer = buffers_[index];
  buffer.is_taken = false;
  if (buffer.is_usual)
    free_buffers_.push_back(index);
  else
    buffer.room.reset();
}

// ---- Streams and events ----

engine::Stream& Grid::lane(std::size_t number) {
  engine::Stream*& stream = lanes_[number % kLanes];
  if (stream == nullptr) stream = context_.create_stream(engine::StreamKind::kNonBlocking, 0);
  if (stream == nullptr) throw std::bad_alloc();
  return *stream;
}

Grid::DeviceStream* Grid::find_stream(std::uintptr_t stream) {
  const std::uintptr_t number = stream - kFirstHandle;
  if (stream < kFirstHandle || number >= streams_.size() || !streams_[number].is_live)
    return nullptr;
  return &streams_[number];
}

Grid::DeviceEvent* Grid::find_event(std::uintptr_t event) {
  const std::uintptr_t number = event - kFirstHandle;
  if (event < kFirstHandle || number >= events_.size() || !events_[number].is_live) return nullptr;
  return &events_[number];
}

engine::Stream* Grid::find_lane(std::uintptr_t stream, std::uint64_t block) {
  if (stream == kNullStream) return &lane(block);
  if (stream == kFireAndForget) return &lane(next_lane_++);
  const DeviceStream* const found = find_stream(stream);
  return found == nullptr ? nullptr : &lane(found->lane);
}

std::uintptr_t Grid::create_stream() {
  const MutexLock lock(mutex_);
  streams_.push_back({.lane = next_lane_++, .is_live = true});
  return kFirstHandle + streams_.size() - 1;
}

Code Grid::destroy_stream(std::uintptr_t stream) {
  const MutexLock lock(mutex_);
  DeviceStream* const found = find_stream(stream);
  if (found == nullptr) return Code::kInvalidValue;
  found->is_live = false;
  return Code::kOk;
}

std::uintptr_t Grid::create_event() {
  const MutexLock lock(mutex_);
  events_.push_back({.moment = {}, .is_live = true});
  return kFirstHandle + events_.size() - 1;
}

Code Grid::destroy_event(std::uintptr_t event) {
  const MutexLock lock(mutex_);
  DeviceEvent* const found = find_event(event);
  if (found == nullptr) return Code::kInvalidValue;
  found->is_live = false;
  return Code::kOk;
}

Code Grid::record(std::uintptr_t event, std::uintptr_t stream, std::uint64_t block) {
  const MutexLock lock(mutex_);
  DeviceEvent* const found = find_event(event);
  if (found == nullptr || stream == kFireAndForget) return Code::kInvalidValue;
  engine::Stream* const recorded = find_lane(stream, block);
  if (recorded == nullptr) return Code::kInvalidValue;
  found->moment = recorded->record();
  return Code::kOk;
}

Code Grid::wait(std::uintptr_t stream, std::uintptr_t event, std::uint64_t block) {
  const MutexLock lock(mutex_);
  const DeviceEvent* const found = find_event(event);
  if (found == nullptr || stream == kFireAndForget) return Code::kInvalidValue;
  engine::Stream* const waiting = find_lane(stream, block);
  if (waiting == nullptr) return Code::kInvalidValue;
  waiting->enqueue_wait(found->moment);
  return Code::kOk;
}

// ---- Work ----

Code Grid::enqueue(std::uintptr_t stream, std::uint64_t block,
                   std::function<void(engine::Stream&)> enqueue) {
  const MutexLock lock(mutex_);
  if (stream == kTailLaunch) {
    tails_.emplace_back().enqueue = std::move(enqueue);
    return Code::kOk;
  }
  engine::Stream* const found = find_lane(stream, block);
  if (found == nullptr) return Code::kInvalidValue;
  enqueue(*found);
  return Code::kOk;
}

Code Grid::launch(const ChildLaunch& child, void* buffer, std::uintptr_t stream,
                  std::uint64_t block, std::size_t most_pending) {
  if (buffer == nullptr) return Code::kInvalidValue;
  const auto* const header = static_cast<const BufferHeader*>(buffer) - 1;
  if (header->mark != BufferHeader::kMark) return Code::kInvalidValue;
  const std::size_t index = header->index;
  const MutexLock lock(mutex_);
  if (index >= buffers_.size() || !buffers_[index].is_taken) return Code::kInvalidValue;
  const Code code = launch_taken(child, buffer, stream, block, most_pending);
  give_buffer(index);
  return code;
}

Code Grid::launch_taken(const ChildLaunch& child, const void* arguments, std::uintptr_t stream,
                        std::uint64_t block, std::size_t most_pending) {
  const int device = child.kernel->device;
  if (!module::check_child_launch(*child.kernel, child.grid, child.block,
                                  child.dynamic_shared_bytes))
    return Code::kInvalidConfiguration;
  const bool is_tail = stream == kTailLaunch;
  engine::Stream* const found = is_tail ? nullptr : find_lane(stream, block);
  if (!is_tail && found == nullptr) return Code::kInvalidValue;
  if (!count_pending(device, most_pending)) return Code::kLaunchPendingCountExceeded;
  const device::KernelPayload head = module::prepare_child_launch(
      *child.kernel, {child.grid, child.block, child.dynamic_shared_bytes});
  const std::span packed(static_cast<const std::byte*>(arguments),
                         child.kernel->code->argument_bytes);
  try {
    if (!is_tail) {
      enqueue_kernel(*found, *child.kernel, head, packed);
      return Code::kOk;
    }
    Tail tail;
    tail.kernel = child.kernel;
    tail.payload.resize(child.kernel->payload_bytes / sizeof(PayloadPiece) + 1);
    module::write_launch(tail.payload.data(), head, packed);
    tails_.push_back(std::move(tail));
    return Code::kOk;
  } catch (...) {
    uncount_pending(device);
    throw;
  }
}

// ---- Last errors ----

void Grid::set_last_error(std::uint64_t block, std::uint32_t thread, int code) {
  const MutexLock lock(mutex_);
  if (code == 0)
    last_errors_.erase({block, thread});
  else
    last_errors_[{block, thread}] = code;
}

int Grid::last_error(std::uint64_t block, std::uint32_t thread) {
  const MutexLock lock(mutex_);
  const auto found = last_errors_.find({block, thread});
  return found == last_errors_.end() ? 0 : found->second;
}

// ---- The end ----

// One of the lanes waits for the others.
engine::Moment Grid::join_lanes() {
  engine::Stream* last = nullptr;
  for (engine::Stream* const each : lanes_) {
    if (each == nullptr) continue;
    if (last == nullptr)
      last = each;
    else
      last->enqueue_wait(each->record());
  }
  return last == nullptr ? engine::Moment{} : last->record();
}

engine::Moment Grid::finish() {
  const MutexLock lock(mutex_);
  engine::Moment end;
  try {
    end = join_lanes();
  } catch (const std::bad_alloc&) {
    for (engine::Stream* const each : lanes_)
      if (each != nullptr) engine::wait_for(each->record());
  }
  for (engine::Stream* const each : lanes_)
    if (each != nullptr) context_.destroy_stream(each);
  return end;
}

std::list<Tail> Grid::take_tails() {
  const MutexLock lock(mutex_);
  return std::move(tails_);
}

engine::Moment run_in_own_stream(engine::ContextStreams& context,
                                 const std::function<void(engine::Stream&)>& enqueue) {
  engine::Stream* const stream = context.create_stream(engine::StreamKind::kNonBlocking, 0);
  if (stream == nullptr) {
    context.raise(Code::kOutOfMemory);
    return {};
  }
  try {
    enqueue(*stream);
  } catch (const std::bad_alloc&) {
    context.raise(Code::kOutOfMemory);
  }
  const engine::Moment end = stream->record();
  context.destroy_stream(stream);
  return end;
}

}  // namespace riffle::dynamic
