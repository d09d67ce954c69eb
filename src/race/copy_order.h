// SPDX-License-Identifier: Apache-2.0
// Until when the asynchronous copies of a block's threads are at work. A copy begins where it is issued; nobody knows that it is done
// before its thread has waited for its group (cp.async.wait_group), or an mbarrier has been told of it (cp.async.mbarrier.arrive,
// complete_tx) and somebody has waited there. From then on that is passed on like all else that threads know (thread_order.h).
// Source: PTX ISA, "Asynchronous operations" and "Async-group mechanism".
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "race/thread_order.h"

namespace riffle::race {

class CopyOrder {
 public:
  explicit CopyOrder(ThreadOrder& order) : order_(order) {}
  void begin(std::uint32_t threads);

  /// The thread's copies since its last commit are a group.
  void commit(std::uint32_t thread);
  /// It waits for all but the last `groups`; abi::kAllCopies: for all, with a group or without.
  void await(std::uint32_t thread, std::uint64_t groups);
  /// The barrier is told when the thread's copies so far are done.
  void arrive(std::uint32_t thread, std::uintptr_t barrier);

  /// Whether `thread` knows that the copy is done that `other` has issued at `time`.
  [[nodiscard]] bool knows(std::uint32_t thread, std::uint32_t other, std::uint32_t time) const;
  /// Whether anything tells of its end.
  [[nodiscard]] bool has_end(std::uint32_t thread, std::uint32_t time) const;
  /// How many ends of its copies are told apart.
  [[nodiscard]] std::size_t kept(std::uint32_t thread) const {
    return threads_[thread].ends.size();
  }

 private:
  static constexpr std::uint32_t kOwn = ~std::uint32_t{0};
  /// Of one thread at one place, and as many of its own.
  static constexpr std::ptrdiff_t kMostEnds = 8;
  /// Copies issued until `issued` are done at `time`: for their thread, or for who looks at a place (ThreadOrder::number_of).
  struct End {
    std::uint32_t issued = 0;
    std::uint32_t time = 0;
    std::uint32_t place = kOwn;
  };
  struct Copies {
    std::vector<std::uint32_t> groups;  ///< until when those were issued that nobody has waited for
    std::uint32_t known = 0;            ///< all threads know that those issued until then are done
    std::vector<End>
        ends;  ///< that not all know of, and what has come to be known to all since the last
  };
  [[nodiscard]] bool is_known_to_all(const End& end) const {
    return end.place == kOwn ? end.time < order_.base()
                             : order_.all_know_place(end.place, end.time);
  }
  void add(Copies& copies, const End& end) const;

  ThreadOrder& order_;
  bool is_used_ = false;
  std::vector<Copies> threads_;
};

}  // namespace riffle::race
