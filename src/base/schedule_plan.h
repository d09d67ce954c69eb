// SPDX-License-Identifier: Apache-2.0
// Which of the legal orders of its operations a run takes: a text (RIFFLE_SCHEDULE) and the decisions that follow from it,
// the same ones each time.
//
// Whenever several could go on (streams with a ready operation, and host threads unless they wait), the first in line does. A
// decision says whether that one is put off instead: it goes behind all the others, where it stays. So a plan is a list of
// those who are put off: a stream at its n-th operation, or a host thread at its n-th point. This is the scheduler of "A
// randomized scheduler with probabilistic guarantees of finding bugs" (Burckhardt and others, 2010), whose changes of
// priority are the same thing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"

namespace riffle {

/// Host threads beside streams, whose numbers are smaller.
constexpr std::uint64_t kFirstHost = std::uint64_t{1} << 63;
/// Of the n-th host thread, from 1 on.
[[nodiscard]] constexpr std::uint64_t host_number(std::uint64_t n) { return kFirstHost + n; }
[[nodiscard]] constexpr bool is_host_number(std::uint64_t number) { return number > kFirstHost; }

class SchedulePlan {
 public:
  /// The texts:
  ///   17            seed 17: decisions at random, as often as the seed says
  ///   17/3/120      seed 17 with at most 2 (one less than the depth, 3) put off at random among the first 120 decisions,
  ///                 and each one at its first turn with probability 1/2
  ///   at:2.5,h1.9,m2 who is put off, and nobody else: stream 2 at its operation 5, the first host thread at its point 9,
  ///                 each as often as it is named; m2: the second allocation takes memory from elsewhere. "at:" alone is
  ///                 the usual order: each operation runs as soon as it can
  /// Errors: kInvalidValue, which says what is expected.
  static Result<SchedulePlan> parse(std::string_view text);

  /// The next decision begins. Ask `defers` until it says no or nobody is left.
  void begin_decision() { ++decisions_; }
  /// Whether the first in line is put off: a stream at the operation with this ticket, or a host thread at its point.
  /// `is_first_time`: it never was first in line before.
  [[nodiscard]] bool defers(std::uint64_t who, std::uint64_t ticket, bool is_first_time);
  /// The next decision of the second kind: whether memory comes from another place than usual.
  [[nodiscard]] bool takes_other_memory();

  [[nodiscard]] std::uint32_t decisions() const { return decisions_; }
  [[nodiscard]] std::uint32_t memory_decisions() const { return memory_decisions_; }

 private:
  [[nodiscard]] std::uint64_t next_random();
  /// True with probability `of_256` / 256.
  [[nodiscard]] bool with_probability(std::uint32_t of_256);

  std::uint64_t state_ = 0;
  std::uint32_t decisions_ = 0;
  std::uint32_t memory_decisions_ = 0;

  // At random; all 0 in a plan that is a list.
  std::uint32_t anywhere_of_256_ = 0;
  std::uint32_t at_first_of_256_ = 0;
  std::uint32_t memory_of_256_ = 0;
  std::vector<std::uint32_t> at_decisions_;  // ascending; one more for each that is put off
  std::size_t next_at_ = 0;
  // Of a plan that is a list: how often who is put off.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> list_;
  std::vector<std::uint32_t> memory_list_;
  std::size_t next_in_memory_list_ = 0;
};

/// A decision that is not the usual one, as a record of a run has it.
struct Deferral {
  std::uint32_t decision = 0;
  std::uint32_t is_memory = 0;
  std::uint64_t who = 0;     ///< was put off: a stream, or a host thread
  std::uint64_t ticket = 0;  ///< at which operation; of a host thread: at which point
};

/// The text of the plan that takes these decisions.
[[nodiscard]] std::string plan_text(const std::vector<Deferral>& deferrals);

}  // namespace riffle
