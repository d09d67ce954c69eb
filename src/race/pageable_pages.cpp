// SPDX-License-Identifier: Apache-2.0
#include "race/pageable_pages.h"

#include <pthread.h>

#include <algorithm>
#include <string_view>

#include "platform/pages.h"

namespace riffle::race {
namespace {

using Rights = PageRights::Rights;

bool meet(const ByteRange& left, const ByteRange& right) {
  return left.begin < right.end && right.begin < left.end;
}

/// Of the calling thread: a function that returns leaves it to others.
bool is_on_stack(const ByteRange& bytes) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return true;
  void* low = nullptr;
  std::size_t size = 0;
  const bool is_known = pthread_attr_getstack(&attributes, &low, &size) == 0;
  pthread_attr_destroy(&attributes);
  const auto begin = reinterpret_cast<std::uintptr_t>(low);
  return !is_known || meet(bytes, {begin, begin + size});
}

const void* pointer(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

}  // namespace

void PageablePages::close(const SharedOperation& operation, ByteRange bytes, bool writes) {
  constexpr std::uintptr_t kMask = PageRights::kPageBytes - 1;
  const ByteRange pages{(bytes.begin + kMask) & ~kMask, bytes.end & ~kMask};
  if (pages.begin >= pages.end || closed_.size() == kMost) return;
  // What another copy has closed stays so: mostly it is the same buffer, used again.
  if (std::ranges::any_of(closed_, [&](const Closed& each) { return meet(each.pages, pages); }))
    return;
  if (is_on_stack(pages) || !platform::is_writable(pointer(pages.begin), pages.end - pages.begin))
    return;
  const Rights rights = writes ? Rights::kNone : Rights::kRead;
  if (set_rights_(pages, rights)) closed_.push_back({operation, pages, rights});
}

template <class Which>
void PageablePages::open_if(Which&& which) {
  std::erase_if(closed_, [&](const Closed& each) {
    if (!which(each)) return false;
    set_rights_(each.pages, Rights::kAll);
    return true;
  });
}

void PageablePages::open(ByteRange bytes) {
  open_if([&](const Closed& each) { return meet(each.pages, bytes); });
}

void PageablePages::open_seen(const SharedClock& host) {
  open_if([&](const Closed& each) {
    const Stamp& promised = each.operation->promised;
    return time_in(host, promised.actor) >= promised.time;
  });
}

void PageablePages::open_all() {
  open_if([](const Closed&) { return true; });
}

}  // namespace riffle::race
