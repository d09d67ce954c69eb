// SPDX-License-Identifier: Apache-2.0
// The part of host_watch.h that is about instrumented code, and about memory that is not the host's and the devices' together.
#include <utility>

#include "platform/pages.h"
#include "race/host_watch.h"

namespace riffle::race {
namespace {

/// Of what the thread's open call has enqueued.
thread_local std::vector<PageableUse> pageable_of_call;

}  // namespace

/// Something else may lie there by now, with rights of its own.
void HostWatch::open_pageable(ByteRange pages) noexcept {
  for (ByteRange closed = rights_.closed_in(pages); closed.begin != closed.end;
       closed = rights_.closed_in(pages)) {
    const bool may_read = rights_.at(closed.begin) == PageRights::Rights::kRead;
    if (platform::is_mapped_for(may_read, false, reinterpret_cast<const void*>(closed.begin),
                                closed.end - closed.begin))
      set_rights(closed, PageRights::Rights::kAll);
    rights_.set(closed, PageRights::Rights::kAll);
  }
}

bool HostWatch::has_made_pageable() { return !pageable_of_call.empty(); }

void HostWatch::close_pageable() {
  for (const PageableUse& use : pageable_of_call)
    for (const ByteRange& row : use.rows) pageable_pages_.close(use.operation, row, use.writes);
  pageable_of_call.clear();
}

// ---- Memory of devices ----

void HostWatch::device_memory_made(ByteRange memory) {
  device_pages_.made(memory);
  wants_to_close_ = device_pages_.wants_to_close();
}

void HostWatch::open_device_memory() {
  if (!device_pages_.has_closed()) return;
  device_pages_.open();
  wants_to_close_ = device_pages_.wants_to_close();
  note_change();
}

void HostWatch::close_device_memory() {
  if (!unfinished_.empty()) return;
  device_pages_.close();
  wants_to_close_ = device_pages_.wants_to_close();
  note_change();
}

// ---- Instrumented code ----

void HostWatch::watch_bytes() {
  std::atomic<std::uint8_t>* const pages = code_pages();
  if (pages == nullptr) return;
  std::vector<WatchedBytes::Range> ranges;
  shared_uses_.add_to(ranges);
  pageable_uses_.add_to(ranges);
  watched_.publish(std::move(ranges), pages);
}

void HostWatch::use_pageable(PageableUse use, bool closes) {
  if (code_pages() == nullptr && closes) pageable_of_call.push_back(use);
  pageable_uses_.use(std::move(use));
  watch_bytes();
}

void HostWatch::pageable_gone(ByteRange memory, bool is_block) {
  if (pageable_uses_.is_empty()) return;
  pageable_uses_.gone(memory, is_block);
  watch_bytes();
}

void HostWatch::host_was_promised(const SharedClock& host) {
  if (pageable_uses_.is_empty()) return;
  pageable_uses_.forget_seen(host);
  pageable_pages_.open_seen(host);
  watch_bytes();
}

void HostWatch::host_may_know(const SharedClock& host) {
  shared_uses_.forget_seen(host);
  watch_bytes();
}

}  // namespace riffle::race
