// SPDX-License-Identifier: Apache-2.0
// Operations of a stream that follow each other, run piece by piece: each piece of memory goes through all of them while
// it is in the caches.
//
//   whole:   copy in 0 1 2 3   kernel 0 1 2 3   copy out 0 1 2 3
//   a wave:  copy in 0   kernel 0   copy out 0   copy in 1   kernel 1   copy out 1   copy in 2 ...
//
// The results are the same if no piece of an operation touches what another piece of another operation writes: then pieces may also
// run side by side, in any order. That is looked at for each wave, by what the operations say that they touch (parts.h): pieces
// are so many blocks of the first kernel, as many threads of the others, and of copies and fills what these touch.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "runtime/engine/engine.h"
#include "runtime/engine/parts.h"

namespace riffle::engine {

struct Slot;

/// From now on memory may be there at two addresses, which spans would not show: no operations run piece by piece any more.
void end_waves() noexcept;
[[nodiscard]] bool are_waves_over() noexcept;

/// One wave. Its memory may be used for the next one.
class Wave {
 public:
  static constexpr unsigned kMostStages = 8;

  /// Of `first`, which is linked to at least `most` operations, itself included, and as many behind it as possible. False: none, for
  /// fewer than two can be in it. `piece_bytes`: that a piece is to touch. Throws std::bad_alloc.
  [[nodiscard]] bool plan(Slot& first, std::uint64_t most, std::uint64_t piece_bytes);

  /// Of `plan`: how many operations it has.
  [[nodiscard]] unsigned stages() const { return stages_; }
  /// Units are pieces; the payload is the wave. A fault of any piece ends it; what lacks memory ends nothing but itself.
  static Code run(const void* wave, std::uint64_t first, std::uint64_t end) noexcept;
  /// When all of it has run: kTransient, if memory was lacking.
  [[nodiscard]] Code left_out() const {
    return left_out_.load(std::memory_order_relaxed) != 0 ? kTransient : Code::kOk;
  }
  [[nodiscard]] std::uint64_t pieces() const { return pieces_; }
  [[nodiscard]] Cost& cost() { return cost_; }  ///< of a piece

 private:
  struct Stage {
    const Parts* parts = nullptr;
    const void* payload = nullptr;
    Parts::Extent extent;
    std::uint64_t picoseconds = 0;
    unsigned spans = 0;
    std::array<Span, Parts::kMostSpans> whole{};
    bool is_used_soon = false;
  };

  void collect(Slot& first, std::uint64_t most);
  bool add(Slot& slot);
  [[nodiscard]] Code run_piece(std::uint64_t piece) const;
  /// Decides on the pieces, by the first kernel.
  bool choose_pieces(const Stage& kernel, std::uint64_t piece_bytes);
  bool cut(unsigned stage, unsigned kernel);
  bool cut_kernel(unsigned stage);
  bool cut_by(unsigned stage, unsigned other);
  bool measure(unsigned stage);
  [[nodiscard]] bool are_apart(unsigned one, unsigned other) const;
  void finish_plan();

  [[nodiscard]] std::uint64_t& end_of(unsigned stage, std::uint64_t piece) {
    return ends_[stage * pieces_ + piece];
  }
  /// What a piece of a stage touches: its spans.
  [[nodiscard]] const Span* touched(unsigned stage, std::uint64_t piece) const {
    return &touched_[(stage * pieces_ + piece) * Parts::kMostSpans];
  }

  std::array<Stage, kMostStages> list_{};
  unsigned stages_ = 0;
  std::uint64_t pieces_ = 0;
  std::uint64_t threads_ = 0;        ///< of a kernel, in a piece
  std::vector<std::uint64_t> ends_;  ///< in parts, of each stage's pieces
  std::vector<Span> touched_;
  Cost cost_{.ends = true};
  mutable std::atomic<std::uint32_t> left_out_{0};  ///< a bit of each stage that lacked memory
};

}  // namespace riffle::engine
