// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/run_queue.h"

#include "runtime/engine/counters.h"
#include "runtime/engine/engine_state.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {

void RunQueue::push(Timeline& timeline, bool is_long) {
  const unsigned level = level_of(timeline);
  std::atomic<Timeline*>& head = inject_[level];
  Timeline* next = head.load(std::memory_order_relaxed);
  do {
    timeline.queue_next() = next;
    // seq_cst: the pusher looks at `keeper_asleep` next (two words, both sides seq_cst).
  } while (!head.compare_exchange_weak(next, &timeline, std::memory_order_seq_cst,
                                       std::memory_order_relaxed));
  if (level != 0) {
    const auto bit = static_cast<std::uint16_t>(1u << level);
    if ((urgent_levels_.load(std::memory_order_relaxed) & bit) == 0)
      urgent_levels_.fetch_or(bit, std::memory_order_relaxed);
  }
  if (is_long) long_.store(true, std::memory_order_relaxed);
}

void RunQueue::take_injected(unsigned level) {
  std::atomic<Timeline*>& inject = inject_[level];
  if (inject.load(std::memory_order_relaxed) == nullptr) return;
  // The bit is set before the stack is emptied: whoever looks for work sees one or the other.
  const std::uint32_t bit = 1u << level;
  if ((fifo_levels_.load(std::memory_order_relaxed) & bit) == 0)
    fifo_levels_.fetch_or(bit, std::memory_order_seq_cst);
  Timeline* newest = inject.exchange(nullptr, std::memory_order_seq_cst);
  // Newest first -> oldest first.
  Timeline* oldest = nullptr;
  Timeline* const last = newest;
  while (newest != nullptr) {
    Timeline* const next = newest->queue_next();
    newest->queue_next() = oldest;
    oldest = newest;
    newest = next;
  }
  Fifo& fifo = fifo_[level];
  if (fifo.head == nullptr)
    fifo.head = oldest;
  else
    fifo.tail->queue_next() = oldest;
  fifo.tail = last;
}

/// Removes an entry from its FIFO. `next` was read before it was unlinked: it may be pushed again
/// by now.
void RunQueue::take_out(unsigned level, Timeline* previous, Timeline& entry, Timeline* next) {
  Fifo& fifo = fifo_[level];
  (previous == nullptr ? fifo.head : previous->queue_next()) = next;
  if (fifo.tail == &entry) fifo.tail = previous;
  if (fifo.head != nullptr) return;
  fifo_levels_.fetch_and(~(1u << level), std::memory_order_relaxed);
  if (level != 0)
    urgent_levels_.fetch_and(static_cast<std::uint16_t>(~(1u << level)), std::memory_order_relaxed);
}

struct RunQueue::Closed {
  std::array<Timeline*, 32> timelines;
  unsigned count = 0;

  [[nodiscard]] bool is_full() const { return count == timelines.size(); }
  void add_if_closing(Timeline& timeline) {
    counters().stale_pops.fetch_add(1, std::memory_order_relaxed);
    if (timeline.is_closing()) timelines[count++] = &timeline;
  }
  /// Takes other locks: not under the consumer's.
  void recycle() {
    while (count != 0) recycle_if_closed(*timelines[--count]);
  }
};

/// True if it is known whether there is a stream; false if `closed` is full.
bool RunQueue::take_one(Timeline*& timeline, Closed& closed) {
  for (unsigned level = kLevels; level-- > 0;) {
    // One batch after the other: what comes meanwhile stays recognisable as fresh.
    if (fifo_[level].head == nullptr) take_injected(level);
    while (Timeline* const head = fifo_[level].head) {
      if (closed.is_full()) return false;
      take_out(level, nullptr, *head, head->queue_next());
      if (head->unlink()) {
        if (fifo_[level].head != nullptr) fifo_[level].head->prefetch_to_run();
        timeline = head;
        return true;
      }
      closed.add_if_closing(*head);
    }
  }
  return true;
}

Timeline* RunQueue::pop() {
  Timeline* timeline = nullptr;
  Closed closed;
  bool is_known = false;
  while (!is_known) {
    if (!any() || !consumer_.try_lock()) return nullptr;
    is_known = take_one(timeline, closed);
    consumer_.unlock();
    closed.recycle();
  }
  return timeline;
}

void RunQueue::drop_stale_of(unsigned level, bool heads_only, Closed& closed) {
  take_injected(level);
  Timeline* previous = nullptr;
  for (Timeline* entry = fifo_[level].head; entry != nullptr && !closed.is_full();) {
    Timeline* const next = entry->queue_next();
    const std::uint64_t state = entry->state();
    if (phase_of(state) == kReady) {
      if (heads_only) return;
      previous = entry;
      entry = next;
      continue;
    }
    // Unlinked first, for it may become READY at this very moment; from then on it may be pushed
    // again.
    if (!entry->try_drop(state)) continue;
    take_out(level, previous, *entry, next);
    closed.add_if_closing(*entry);
    entry = next;
  }
}

RunQueue::Ready RunQueue::look(unsigned limit) {
  Ready ready;
  Closed closed;
  for (bool is_known = false; !is_known;) {
    ready = {};
    consumer_.lock();
    for (unsigned level = kLevels; level-- > 0;) {
      drop_stale_of(level, true, closed);
      for (Timeline* entry = fifo_[level].head; entry != nullptr && ready.count < limit;
           entry = entry->queue_next()) {
        if (phase_of(entry->state(std::memory_order_relaxed)) != kReady) continue;
        if (ready.first == nullptr) ready.first = entry;
        ++ready.count;
      }
    }
    consumer_.unlock();
    is_known = !closed.is_full();
    closed.recycle();
  }
  return ready;
}

void RunQueue::drop_stale() {
  Closed closed;
  for (bool is_done = false; !is_done;) {
    consumer_.lock();
    for (unsigned level = kLevels; level-- > 0;) drop_stale_of(level, false, closed);
    consumer_.unlock();
    is_done = !closed.is_full();
    closed.recycle();
  }
}

}  // namespace riffle::engine
