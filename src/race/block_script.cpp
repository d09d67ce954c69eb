// SPDX-License-Identifier: Apache-2.0
#include "race/block_script.h"

namespace riffle::race {

void BlockScript::begin(std::uint32_t threads, std::uint64_t shared_bytes) {
  if (mode_ == Mode::kRecords) stop_recording();
  if (mode_ == Mode::kFollows && misses_ != 0) --misses_;
  next_ = 0;
  is_doubtful_ = false;
  if (threads != threads_ || shared_bytes != shared_bytes_) is_ready_ = false;
  threads_ = threads;
  shared_bytes_ = shared_bytes;
  if (misses_ >= kMostMisses || shared_bytes == 0) {
    mode_ = Mode::kIgnores;
    return;
  }
  mode_ = is_ready_ ? Mode::kFollows : Mode::kRecords;
  if (mode_ == Mode::kRecords) steps_.clear();
}

bool BlockScript::has_next(const Step& step) {
  if (mode_ == Mode::kFollows) {
    if (next_ == steps_.size() || steps_[next_] != step) return false;
    ++next_;
    return true;
  }
  if (mode_ != Mode::kRecords) return false;
  if (steps_.size() == kMostSteps)
    stop_recording();
  else
    steps_.push_back(step);
  return false;
}

std::span<const BlockScript::Step> BlockScript::leave(std::uint32_t time) {
  mode_ = Mode::kIgnores;
  std::size_t first = next_;
  while (first != 0 && steps_[first - 1].time >= time) --first;
  const std::span<const Step> missed = std::span(steps_).subspan(first, next_ - first);
  if (2 * missed.size() >= next_) {
    ++misses_;
    is_ready_ = false;  // another block may be more like the others
  }
  return missed;
}

void BlockScript::stop_recording() {
  if (mode_ != Mode::kRecords) return;
  mode_ = Mode::kIgnores;
  is_ready_ = !is_doubtful_ && !steps_.empty();
  if (is_doubtful_) ++misses_;
}

}  // namespace riffle::race
