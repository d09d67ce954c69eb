// SPDX-License-Identifier: Apache-2.0
// Blocks of graphs: the address stays, the memory is there while launches need it.
#include <new>
#include <optional>
#include <vector>

#include "platform/pages.h"
#include "runtime/memory/pool.h"
#include "runtime/memory/red_zone.h"

namespace riffle::memory {

namespace {
using State = PoolBlock::State;
}  // namespace

Result<void*> Pool::reserve_for_graph(std::size_t bytes) {
  const MutexLock lock(mutex_);
  if (is_dirty()) sweep();  // memory of graphs that were destroyed while they ran
  const std::size_t capacity = platform::round_up(bytes + red_zone_bytes(), kSmallestUnitBytes);
  const auto offset = bytes > region_.bytes ? std::nullopt : heap_->take_addresses(capacity);
  if (!offset) return error(Code::kOutOfMemory, "no addresses left for graphs");
  PoolBlock* const block = take_block(*offset, capacity);
  try {
    drowsy_.reserve(graph_blocks_ + 1);  // so that freeing never fails
    heap_->let_sleep(*offset, block->capacity);
  } catch (const std::bad_alloc&) {
    dissolve(block);
    throw;
  }
  ++graph_blocks_;
  block->is_of_graph = true;
  block->bytes.store(bytes, std::memory_order_relaxed);
  block->state.store(State::kDormant, std::memory_order_release);
  return region_.base + *offset;
}

Status Pool::wake(void* pointer) {
  const MutexLock lock(mutex_);
  PoolBlock* const block = block_at(pointer);
  if (block == nullptr || block->state.load(std::memory_order_relaxed) != State::kDormant)
    return error(Code::kInvalidValue, "the graph's memory is in use");
  const std::size_t offset = block->offset.load(std::memory_order_relaxed);
  if (Status committed = heap_->commit(offset, block->capacity, most_bytes()); !committed)
    return committed;
  note_reserved();
  heap_->set_awake(offset);
  std::erase(drowsy_, block);
  block->lives.fetch_add(1, std::memory_order_relaxed);
  block->state.store(State::kLive, std::memory_order_release);
  count_used(block->bytes.load(std::memory_order_relaxed));
  return {};
}

Status Pool::put_to_sleep(void* pointer, const engine::Moment& freed) {
  StreamMemory no_stream;
  return free(pointer, no_stream, freed);
}

void Pool::forget(void* pointer) {
  const MutexLock lock(mutex_);
  PoolBlock* const block = block_at(pointer);
  if (block == nullptr) return;
  if (block->is_of_graph) --graph_blocks_;
  block->is_of_graph = false;  // live: it outlives its graph, and is freed like any other
  if (block->state.load(std::memory_order_relaxed) != State::kDormant) return;
  if (std::erase(drowsy_, block) == 0) return dissolve(block);
  block->state.store(State::kFreed, std::memory_order_relaxed);
  put_orphan(block);
}

}  // namespace riffle::memory
