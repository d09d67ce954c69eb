// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/lanes.h"

#include <algorithm>
#include <new>

namespace riffle::graph {
namespace {

/// More branches than that rarely block at the same time; they get their streams when they do.
constexpr std::size_t kMostAhead = 16;

}  // namespace

Lanes::~Lanes() {
  for (engine::Stream* const lane : all_) context_.destroy_stream(lane);
  if (fence.exists()) fence.destroy();
  for (engine::Fence& record : records)
    if (record.exists()) record.destroy();
}

bool Lanes::prepare(std::size_t branches, std::size_t record_count) {
  if (!fence.create(context_)) return false;
  records.resize(record_count);
  for (engine::Fence& record : records)
    if (!record.create(context_)) return false;
  const std::size_t ahead = std::min(branches, kMostAhead);
  const MutexLock lock(mutex_);
  all_.reserve(ahead);
  idle_.reserve(ahead);
  for (std::size_t i = 0; i < ahead; ++i) {
    engine::Stream* const lane = context_.create_stream(engine::StreamKind::kNonBlocking, 0);
    if (lane == nullptr) return false;
    all_.push_back(lane);
    idle_.push_back(lane);
  }
  return true;
}

engine::Stream* Lanes::take() {
  const MutexLock lock(mutex_);
  if (!idle_.empty()) {
    engine::Stream* const lane = idle_.back();
    idle_.pop_back();
    return lane;
  }
  try {
    if (all_.size() == all_.capacity()) all_.reserve(2 * all_.size() + 1);
    idle_.reserve(all_.capacity());  // so that `give` never allocates
    if (engine::Stream* const lane = context_.create_stream(engine::StreamKind::kNonBlocking, 0)) {
      all_.push_back(lane);
      return lane;
    }
  } catch (const std::bad_alloc&) {  // share one then
  }
  return all_.empty() ? nullptr : all_.front();
}

void Lanes::give(engine::Stream& lane) {
  const MutexLock lock(mutex_);
  if (idle_.size() < all_.size()) idle_.push_back(&lane);
}

}  // namespace riffle::graph
