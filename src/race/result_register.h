// SPDX-License-Identifier: Apache-2.0
// What one instruction does to the register that a call leaves its result in, on x86-64: as much of the instruction set as compilers
// put behind calls. Of all else it is not known.
#pragma once

#include <cstdint>

namespace riffle::race {

enum class ResultEffect : std::uint8_t {
  kNone,        ///< goes on without it
  kReads,       ///< looks at it, or may do so
  kOverwrites,  ///< it is gone, and nobody has looked
  kJumps,       ///< goes on at `target`
  kBranches,    ///< there, or behind
  kReturns,     ///< leaves it to the function's caller
  kEnds,        ///< goes nowhere
};

struct ResultStep {
  ResultEffect effect = ResultEffect::kReads;
  const std::uint8_t* next = nullptr;  ///< behind the instruction
  const std::uint8_t* target = nullptr;
};

/// Of the instruction at `code`, of which 15 bytes can be read.
[[nodiscard]] ResultStep step_of_result(const std::uint8_t* code);

}  // namespace riffle::race
