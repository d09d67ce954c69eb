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
  Join(std::span<const std::shared_ptr<Party>> here, std::vector<EventPool>& events)
      : here_(here), events_(events) {}

  /// Units of one group have no order, unless one sends what another receives: then it is that of the ranks' calls.
  cudaError_t run(std::vector<Unit>& units, int size);

 private:
  using PartyList = std::vector<const Party*>;

  [[nodiscard]] bool is_here(const Party* party) const;
  /// Those whose streams do the work of a unit.
  [[nodiscard]] PartyList workers_of(const Unit& unit) const;
  cudaError_t run_round(std::span<const Unit> units);
  cudaError_t begin(const Unit& unit);
  cudaError_t work(const Unit& unit);
  cudaError_t end(const Unit& unit);
  cudaError_t wait(const Party& party, const Event& event);
  cudaError_t wait_for_graph(const Party& worker, const Word& word);
  /// After all that the party's stream has got.
  cudaError_t end_of(const Party& party, Event& event);

  const std::span<const std::shared_ptr<Party>> here_;
  std::vector<EventPool>& events_;        ///< by rank
  std::map<const Party*, Event> ends_;    ///< of the round
  std::map<const Party*, Event> before_;  ///< the ends of the round before
  std::set<std::pair<const Party*, cudaEvent_t>> waits_;
};

}  // namespace riffle::nccl
