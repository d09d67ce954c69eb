// SPDX-License-Identifier: Apache-2.0
// Which call of the program has added each node of its graphs: a launch is one call, but what is wrong is the node's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "race/operation.h"

namespace riffle::race {

class NodePlaces {
 public:
  /// Of more nodes than this no place is known; one graph that is made anew each time has so many at some time.
  static constexpr std::size_t kMostNodes = 65'536;

  void made(std::uint64_t node, const CallSite& call);
  /// It is where the other one is.
  void copied(std::uint64_t node, std::uint64_t from);
  /// Null: not known.
  [[nodiscard]] std::shared_ptr<const CallSite> of(std::uint64_t node) const;

 private:
  void put(std::uint64_t node, std::shared_ptr<const CallSite> place);

  std::unordered_map<std::uint64_t, std::shared_ptr<const CallSite>> places_;
  std::uint64_t oldest_ = 1;  ///< ids count up; nodes before it are forgotten
};

}  // namespace riffle::race
