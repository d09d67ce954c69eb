// SPDX-License-Identifier: Apache-2.0
// Room for objects of one type that come one by one and mostly go together: a graph's nodes, and its
// edges. Blocks of a few at first, of more the more there are; what goes alone is used again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace riffle::graph {

/// Constructs and destroys nothing. Not thread-safe.
template <class T>
class Slab {
 public:
  Slab() = default;
  Slab(const Slab&) = delete;
  Slab& operator=(const Slab&) = delete;
  ~Slab() = default;

  /// The next `count` calls of `take` do not throw. Throws std::bad_alloc.
  void reserve(std::size_t count) {
    if (available_ < count) add_block(count - available_);
  }
  /// Throws std::bad_alloc.
  [[nodiscard]] void* take() {
    reserve(1);
    --available_;
    if (free_ == nullptr) return next_++;
    Room* const room = free_;
    free_ = room->next;
    return room;
  }
  void give(void* object) {
    auto* const room = static_cast<Room*>(object);
    room->next = free_;
    free_ = room;
    ++available_;
  }

 private:
  static constexpr std::size_t kFirst = 4;
  static constexpr std::size_t kDoublings = 4;

  union Room {
    Room* next;
    alignas(T) std::byte object[sizeof(T)];
  };

  void add_block(std::size_t least) {
    const std::size_t count = std::max(least, kFirst << std::min(kDoublings, blocks_.size()));
    blocks_.emplace_back();
    try {
      blocks_.back().reset(new Room[count]);
    } catch (...) {
      blocks_.pop_back();
      throw;
    }
    // What is left of the block before: less than was asked for.
    for (; next_ != end_; ++next_) {
      next_->next = free_;
      free_ = next_;
    }
    next_ = blocks_.back().get();
    end_ = next_ + count;
    available_ += count;
  }

  std::vector<std::unique_ptr<Room[]>> blocks_;
  Room* next_ = nullptr;  // of the newest block: never used from here
  Room* end_ = nullptr;
  Room* free_ = nullptr;
  std::size_t available_ = 0;
};

}  // namespace riffle::graph
