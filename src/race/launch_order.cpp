// SPDX-License-Identifier: Apache-2.0
#include "race/launch_order.h"

#include <utility>

namespace riffle::race {

LaunchOrder::LaunchOrder(const std::vector<Chain>& chains, bool is_known, MemoryNodes memory,
                         bool has_collectives)
    : is_known_(is_known && chains.size() <= kMostChains),
      has_collectives_(has_collectives),
      words_((chains.size() + 63) / 64),
      memory_(std::move(memory)) {
  if (!is_known_) return;
  reach_.resize(chains.size() * words_);
  for (std::size_t i = chains.size(); i-- > 0;) {
    const Chain& chain = chains[i];
    for (std::size_t node = 0; node < chain.nodes.size(); ++node)
      places_[chain.nodes[node]] = {static_cast<std::uint32_t>(i),
                                    static_cast<std::uint32_t>(node)};
    std::uint64_t* const row = &reach_[i * words_];
    for (const std::uint32_t next : chain.successors) {
      if (next <= i) {
        is_known_ = false;
        return;
      }
      row[next / 64] |= std::uint64_t{1} << (next % 64);
      for (std::size_t word = 0; word < words_; ++word) row[word] |= reach_[next * words_ + word];
    }
  }
}

bool LaunchOrder::is_before(std::uint64_t earlier, std::uint64_t later) const {
  if (!is_known_) return true;
  const auto first = places_.find(earlier);
  const auto second = places_.find(later);
  if (first == places_.end() || second == places_.end()) return true;
  if (first->second.chain == second->second.chain)
    return first->second.index < second->second.index;
  return reaches(first->second.chain, second->second.chain);
}

}  // namespace riffle::race
