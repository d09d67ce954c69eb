// SPDX-License-Identifier: Apache-2.0
// What may have happened to bytes, by number: the last write, and what has read them since (history.h). Equal ones have one
// number, so that bytes with the same past are told by one comparison.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "device/access.h"
#include "race/operation.h"

namespace riffle::race {

/// A line of kernel source; of operations that are no kernels: 0.
struct SourceLine {
  std::string file;
  std::uint32_t line = 0;
  bool operator==(const SourceLine&) const = default;
};

struct RecordedAccess {
  SharedOperation operation;
  device::AccessKind kind = device::AccessKind::kRead;
  std::shared_ptr<const SourceLine> line;  ///< may be null
};

using AccessNumber = std::uint32_t;
using StateNumber = std::uint32_t;
/// Of nobody.
inline constexpr AccessNumber kNoAccess = 0;
/// Of bytes that nobody has touched.
inline constexpr StateNumber kNoState = 0;

class HistoryStates {
 public:
  struct State {
    AccessNumber write = kNoAccess;
    std::vector<AccessNumber> others;  ///< reads and atomics since
    bool operator==(const State&) const = default;
  };

  /// One for all equal accesses of an operation that come one behind the other.
  [[nodiscard]] AccessNumber number_of(const RecordedAccess& access);
  [[nodiscard]] const RecordedAccess& access(AccessNumber number) const {
    return accesses_[number];
  }
  [[nodiscard]] StateNumber number_of(State state);
  /// Valid until the next call of number_of.
  [[nodiscard]] const State& state(StateNumber number) const { return *states_[number]; }

  /// Numbers are below this.
  [[nodiscard]] std::size_t most() const { return states_.size(); }
  /// How many there are, of which some may be nowhere any more.
  [[nodiscard]] std::size_t count() const { return numbers_.size(); }
  /// Forgets all states but those whose number `is_used` says, and accesses that are in none.
  void keep(const std::vector<bool>& is_used);

 private:
  struct Hash {
    std::size_t operator()(const State& state) const noexcept;
  };

  std::vector<RecordedAccess> accesses_{1};
  std::vector<AccessNumber> free_accesses_;
  std::vector<AccessNumber> newest_;  ///< of one operation
  std::unordered_map<State, StateNumber, Hash> numbers_{{State{}, kNoState}};
  std::vector<const State*> states_{&numbers_.begin()->first};  ///< keys; null: free
  std::vector<StateNumber> free_states_;
};

}  // namespace riffle::race
