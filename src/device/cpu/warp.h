// SPDX-License-Identifier: Apache-2.0
// What a warp-level operation answers, given what each lane brought: PTX's rules, as pure functions.
#pragma once

#include <cstdint>

#include "compiler/abi/device_abi.h"

namespace riffle::device {

/// What one lane brings, and takes away.
struct WarpLane {
  std::uint64_t value = 0;
  std::uint32_t operand = 0;  ///< shuffles: lane, delta or mask
  std::uint32_t clamp = 0;    ///< shuffles: PTX's c, clamp in bits 0-4, segment mask in bits 8-12
  std::uint64_t result = 0;
  std::uint32_t predicate = 0;
};

/// Fills result and predicate of every lane in `participants`; other lanes are not read. A shuffle from a
/// lane that does not take part gives 0 (as an H200 does; PTX leaves it open).
void evaluate_warp_operation(abi::WarpOp operation, std::uint32_t participants,
                             WarpLane (&lanes)[32]);

/// "shfl.idx", "vote.ballot"...: for messages.
[[nodiscard]] const char* warp_operation_name(abi::WarpOp operation);

}  // namespace riffle::device
