// SPDX-License-Identifier: Apache-2.0
#include "base/free_runs.h"

#include <iterator>
#include <new>

namespace riffle {

void FreeRuns::reset(Offset offset, Bytes bytes) {
  clear();
  expect_another_piece();
  insert(offset, bytes);
}

void FreeRuns::clear() {
  by_offset_.clear();
  by_size_.clear();
  spare_by_offset_.clear();
  spare_by_size_.clear();
}

void FreeRuns::expect_another_piece() {
  spare_by_offset_.emplace(spare_by_offset_.size(), 0);
  try {
    spare_by_size_.emplace(spare_by_size_.size(), 0);
  } catch (const std::bad_alloc&) {
    spare_by_offset_.erase(std::prev(spare_by_offset_.end()));
    throw;
  }
}

void FreeRuns::take(Offset offset, Bytes bytes) {
  const auto run = by_offset_.find(offset);
  const Bytes rest = run->second - bytes;
  if (rest != 0) expect_another_piece();
  auto by_size = by_size_.extract({run->second, offset});
  auto by_offset = by_offset_.extract(run);
  if (rest != 0) {
    by_offset.key() = offset + bytes;
    by_offset.mapped() = rest;
    by_size.value() = {rest, offset + bytes};
    by_offset_.insert(std::move(by_offset));
    by_size_.insert(std::move(by_size));
  } else {
    by_offset.key() = spare_by_offset_.size();
    by_size.value() = {spare_by_size_.size(), 0};
    spare_by_offset_.insert(std::move(by_offset));
    spare_by_size_.insert(std::move(by_size));
  }
}

void FreeRuns::give(Offset offset, Bytes bytes) noexcept {
  const auto next = by_offset_.lower_bound(offset);
  if (next != by_offset_.begin()) {
    const auto previous = std::prev(next);
    if (previous->first + previous->second == offset) {
      offset = previous->first;
      bytes += previous->second;
      remove(previous);
    }
  }
  if (next != by_offset_.end() && next->first == offset + bytes) {
    bytes += next->second;
    remove(next);
  }
  insert(offset, bytes);
}

void FreeRuns::insert(Offset offset, Bytes bytes) noexcept {
  auto by_offset = spare_by_offset_.extract(std::prev(spare_by_offset_.end()));
  auto by_size = spare_by_size_.extract(std::prev(spare_by_size_.end()));
  by_offset.key() = offset;
  by_offset.mapped() = bytes;
  by_size.value() = {bytes, offset};
  by_offset_.insert(std::move(by_offset));
  by_size_.insert(std::move(by_size));
}

void FreeRuns::remove(std::map<Offset, Bytes>::iterator run) noexcept {
  by_size_.erase({run->second, run->first});
  by_offset_.erase(run);
}

}  // namespace riffle
