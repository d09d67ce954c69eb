// SPDX-License-Identifier: Apache-2.0
#include "race/page_rights.h"

#include <algorithm>
#include <memory>
#include <new>

namespace riffle::race {

PageRights::~PageRights() {
  for (const auto& branch : branches_) {
    const std::unique_ptr<Branch> gone(branch.load());
    if (gone == nullptr) continue;
    for (const auto& leaf : *gone) delete leaf.load();
  }
}

PageRights::Leaf* PageRights::leaf_of(std::uintptr_t page) const noexcept {
  const std::uintptr_t top = page / kFan / kFan;
  if (top >= kFan) return nullptr;
  const Branch* const branch = branches_[top].load(std::memory_order_acquire);
  if (branch == nullptr) return nullptr;
  return (*branch)[page / kFan % kFan].load(std::memory_order_acquire);
}

PageRights::Leaf* PageRights::make_leaf(std::uintptr_t page) noexcept {
  const std::uintptr_t top = page / kFan / kFan;
  if (top >= kFan) return nullptr;
  Branch* branch = branches_[top].load(std::memory_order_relaxed);
  if (branch == nullptr) {
    branch = new (std::nothrow) Branch{};
    if (branch == nullptr) return nullptr;
    branches_[top].store(branch, std::memory_order_release);
  }
  std::atomic<Leaf*>& place = (*branch)[page / kFan % kFan];
  Leaf* leaf = place.load(std::memory_order_relaxed);
  if (leaf == nullptr) {
    leaf = new (std::nothrow) Leaf{};
    place.store(leaf, std::memory_order_release);
  }
  return leaf;
}

bool PageRights::set(ByteRange pages, Rights rights) noexcept {
  std::uintptr_t page = pages.begin >> kPageBits;
  const std::uintptr_t end = pages.end >> kPageBits;
  while (page < end) {
    const std::uintptr_t leaf_end = std::min((page / kFan + 1) * kFan, end);
    // What has never been closed is open.
    Leaf* const leaf = rights == Rights::kAll ? leaf_of(page) : make_leaf(page);
    if (leaf == nullptr && rights != Rights::kAll) return false;
    for (; leaf != nullptr && page < leaf_end; ++page)
      if (std::atomic<Rights>& each = (*leaf)[page % kFan];
          rights != Rights::kAll || each.load(std::memory_order_relaxed) != Rights::kNever)
        each.store(rights, std::memory_order_release);
    page = leaf_end;
  }
  return true;
}

PageRights::Rights PageRights::at(std::uintptr_t address) const noexcept {
  const std::uintptr_t page = address >> kPageBits;
  const Leaf* const leaf = leaf_of(page);
  return leaf == nullptr ? Rights::kNever : (*leaf)[page % kFan].load(std::memory_order_acquire);
}

bool PageRights::is_closed(std::uintptr_t page) const noexcept {
  return at(page << kPageBits) > Rights::kAll;
}

ByteRange PageRights::closed_in(ByteRange bytes) const noexcept {
  std::uintptr_t page = bytes.begin >> kPageBits;
  const std::uintptr_t end = (bytes.end + kPageBytes - 1) >> kPageBits;
  while (page < end && !is_closed(page))
    page = leaf_of(page) != nullptr ? page + 1 : (page / kFan + 1) * kFan;
  if (page >= end) return {};
  const std::uintptr_t first = page;
  while (page < end && is_closed(page)) ++page;
  return {first << kPageBits, page << kPageBits};
}

bool PageRights::denies(ByteRange bytes, bool writes) const noexcept {
  const Rights most = writes ? Rights::kAll : Rights::kRead;
  while (bytes.begin < bytes.end) {
    const ByteRange closed = closed_in(bytes);
    if (closed.begin == closed.end) return false;
    for (std::uintptr_t at = closed.begin; at < closed.end; at += kPageBytes)
      if (this->at(at) > most) return true;
    bytes.begin = closed.end;
  }
  return false;
}

ByteRange PageRights::closed_around(std::uintptr_t address) const noexcept {
  std::uintptr_t first = address >> kPageBits;
  std::uintptr_t end = first + 1;
  while (is_closed(first - 1)) --first;
  while (is_closed(end)) ++end;
  return {first << kPageBits, end << kPageBits};
}

}  // namespace riffle::race
