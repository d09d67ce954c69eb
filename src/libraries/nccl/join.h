// SPDX-License-Identifier: Apache-2.0
// Puts complete units into streams.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "libraries/nccl/matcher.h"

namespace riffle::nccl {

/// `here` are the parties whose streams may be used; of each unit one is among them.
class Join {
 public:
  Join(std::span<const std::shared_ptr<Participant>> here, std::vector<EventPool>& events)
      : here_(here), events_(events) {}

  /// Units of one group have no order, unless one sends what another receives: then it is that of the ranks' calls.
  cudaError_t run(std::vector<MatchedCalls>& units, int size);

 private:
  using PartyList = std::vector<const Participant*>;

  [[nodiscard]] bool is_here(const Participant* party) const;
  /// Those whose streams do the work of a unit.
  [[nodiscard]] PartyList workers_of(const MatchedCalls& unit) const;
  cudaError_t run_round(std::span<const MatchedCalls> units);
  cudaError_t begin(const MatchedCalls& unit);
  cudaError_t work(const MatchedCalls& unit);
  cudaError_t end(const MatchedCalls& unit);
  cudaError_t wait(const Participant& party, const PooledEvent& event);
  cudaError_t wait_for_graph(const Participant& worker, const SyncWord& word);
  /// After all that the party's stream has got.
  cudaError_t end_of(const Participant& party, PooledEvent& event);

  const std::span<const std::shared_ptr<Participant>> here_;
  std::vector<EventPool>& events_;                    ///< by rank
  std::map<const Participant*, PooledEvent> ends_;    ///< of the round
  std::map<const Participant*, PooledEvent> before_;  ///< the ends of the round before
  std::set<std::pair<const Participant*, cudaEvent_t>> waits_;
};

}  // namespace riffle::nccl
