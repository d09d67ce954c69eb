// SPDX-License-Identifier: Apache-2.0
// The order of the parts of a graph's launch: which node comes after which, by the graph's edges.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace riffle::race {

class LaunchOrder {
 public:
  /// A chain of nodes, each after the one before it; `successors` are numbers of chains.
  struct Chain {
    std::vector<std::uint64_t> nodes;
    std::vector<std::uint32_t> successors;
  };
  /// What a node allocates or frees: bytes [begin, end).
  struct MemoryNode {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    bool is_free = false;
  };
  using MemoryNodes = std::unordered_map<std::uint64_t, MemoryNode>;
  /// Of more chains than this nothing is told: all their nodes are taken to be ordered.
  static constexpr std::size_t kMostChains = 4096;

  /// `chains` in a topological order. `is_known`: false where nodes may run more than once (conditional bodies).
  /// `has_collectives`: nodes of NCCL are among them.
  explicit LaunchOrder(const std::vector<Chain>& chains, bool is_known = true,
                       MemoryNodes memory = {}, bool has_collectives = false);

  [[nodiscard]] bool has_collectives() const { return has_collectives_; }

  /// Whether the node `earlier` is done before `later` begins; true too where that is not known.
  [[nodiscard]] bool is_before(std::uint64_t earlier, std::uint64_t later) const;
  /// Null: neither.
  [[nodiscard]] const MemoryNode* memory_at(std::uint64_t node) const {
    const auto found = memory_.find(node);
    return found == memory_.end() ? nullptr : &found->second;
  }

 private:
  struct Place {
    std::uint32_t chain = 0;
    std::uint32_t index = 0;
  };
  [[nodiscard]] bool reaches(std::uint32_t from, std::uint32_t to) const {
    return (reach_[from * words_ + to / 64] >> (to % 64) & 1) != 0;
  }

  bool is_known_ = true;
  bool has_collectives_ = false;
  std::size_t words_ = 0;
  std::unordered_map<std::uint64_t, Place> places_;
  MemoryNodes memory_;
  std::vector<std::uint64_t> reach_;  // a row of bits for each chain
};

}  // namespace riffle::race
