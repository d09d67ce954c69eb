// SPDX-License-Identifier: Apache-2.0
// Bodies whose time goes into waiting for the result of the last operation: more threads at a time then
// cost nothing, as long as their values fit into registers.
#pragma once

#include <llvm/IR/Function.h>

#include <optional>

namespace riffle::spmd {

/// Of the loops of a body that is latency bound.
struct Chains {
  unsigned most_alive;  ///< varying values alive at once
  bool are_single;      ///< each operation waits for the one before: nothing else hides its latency
};

/// Empty unless every innermost loop of `body` is a chain of arithmetic on registers: the same number of rounds
/// for all threads of a packet of `lanes`, varying values carried from round to round, no memory but what all
/// threads read alike. Empty without loops.
std::optional<Chains> find_chains(llvm::Function& body, unsigned lanes);

/// How many varying values are alive at once, at most, in loops like these that threads of a packet leave at different
/// times, of any number of blocks; zero if the innermost loops of `body` are not all of this kind.
unsigned alive_in_parting_chains(llvm::Function& body, unsigned lanes);

/// Whether the innermost loops of `body` are of this kind, so short and of so few values that four registers of lanes, done one
/// after the other (legalize/strip_loops.h), take hardly longer than two, which wait for each operation's result.
bool waits_in_strips(llvm::Function& body, unsigned lanes);

/// How many varying values are alive at once, at most, in innermost loops that all threads of a packet leave together, of arithmetic
/// and of what all threads read alike; zero if there are none.
unsigned alive_in_common_rounds(llvm::Function& body, unsigned lanes);

}  // namespace riffle::spmd
