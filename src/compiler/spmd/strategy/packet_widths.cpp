// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/packet_widths.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/analysis/lane_by_lane.h"
#include "compiler/spmd/analysis/latency_bound.h"
#include "compiler/spmd/body/jam_loops.h"
#include "compiler/spmd/body/join_rows.h"
#include "compiler/spmd/body/unroll_walks.h"
#include "compiler/spmd/intrinsics.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kLargestWideBody = 300;
constexpr unsigned kLargestJammedBody = 100;

/// What lanes of a warp tell each other by volatile memory: code from the time when these went in step.
bool has_volatile_accesses(Function& body) {
  return any_of(instructions(body), [](const Instruction& instruction) {
    const Value* address = getLoadStorePointerOperand(&instruction);
    return address != nullptr && instruction.isVolatile() &&
           !isa<AllocaInst>(getUnderlyingObject(address));
  });
}

/// What rows keep in registers leaves room for.
Widths widths_of_joined_rows(const Function& body, const ModuleState& state) {
  constexpr const char* kTogether = "several rows run together, as many as registers hold";
  const unsigned lanes = lanes_of_joined_rows(state);
  // Rows of memory are turned in registers beside those.
  if (has_unrolled_walks(body)) return {{lanes / 2}, kTogether};
  if (lanes == state.target.lanes) return {{lanes}, kTogether};
  return {{lanes, state.target.lanes}, kTogether};
}

}  // namespace

Widths packet_widths(Function& body, const ModuleState& state, bool cut) {
  const unsigned lanes = state.target.lanes;
  const bool rows = !body.getArg(kThreadY)->use_empty() || !body.getArg(kThreadZ)->use_empty();
  const unsigned size = body.getInstructionCount() - jammed_instructions(body);
  if (state.forced_width != 0) return {{state.forced_width}, "as RIFFLE_WIDTH asks"};
  if (has_volatile_accesses(body)) {
    constexpr const char* kInStep = "a warp, whose lanes may synchronise through volatile memory";
    if (rows && lanes < kWarpLanes) return {{kWarpLanes, lanes}, kInStep};
    return {{kWarpLanes}, kInStep};
  }
  if (joined_rows(body) > 1) return widths_of_joined_rows(body, state);
  if (size > kLargestWideBody) return {{lanes}, "a large body, whose values would not fit"};
  if (has_unrolled_walks(body)) return {{lanes}, "rows of memory, one for each lane"};
  if (works_lane_by_lane(body, lanes)) return {{lanes}, "most work is done lane by lane"};
  constexpr const char* kUsual = "enough to hide the latency of arithmetic";
  constexpr const char* kParting = "its divergent loop waits for chains of arithmetic";
  const unsigned parting =
      cut || size > kLargestJammedBody ? 0 : alive_in_parting_chains(body, 4 * lanes);
  const bool parts = parting != 0 && 4 * parting < state.target.register_values;
  if (rows && parts) return {{4 * lanes, 2 * lanes, lanes}, kParting};
  if (parts) return {{4 * lanes, 2 * lanes}, kParting};
  // 16 registers, of which a packet takes two for each value as it is.
  const bool is_two_registers = state.target.register_values < lanes;
  if (parting != 0 && is_two_registers && waits_in_strips(body, 2 * lanes)) {
    if (rows) return {{2 * lanes, lanes}, kParting};
    return {{2 * lanes}, kParting};
  }
  // Masks that are vectors go round in registers too.
  if (parting != 0 && state.target.masks == Masks::kDear &&
      2 * parting > state.target.register_values)
    return {{lanes}, "its divergent loop carries more values than registers hold"};
  // Four registers a value are kept in the frame then, and loaded and stored in each round.
  if (is_two_registers && alive_in_common_rounds(body, 2 * lanes) > state.target.register_values)
    return {{lanes}, "its loop of arithmetic carries more values than registers hold"};
  if (rows) return {{2 * lanes, lanes}, "blocks of two dimensions are often narrow"};
  // Twice as many lanes of a body like that spill, and take twice as long to compile.
  if (size > kLargestJammedBody && is_two_registers)
    return {{lanes}, "a body of many values for few registers"};
  if (size > kLargestJammedBody) return {{2 * lanes}, kUsual};
  if (!cut) {
    const std::optional<Chains> chains = find_chains(body, 4 * lanes);
    // Room is left for what is uniform: where eight registers are half of all, four chains are as fast as eight that spill.
    const auto fits = [&](unsigned registers) {
      return registers * chains->most_alive < state.target.register_values;
    };
    if (chains && chains->are_single && fits(8))
      return {{8 * lanes, 4 * lanes, 2 * lanes},
              "each operation of its loop waits for the previous one"};
    if (chains && fits(4))
      return {{4 * lanes, 2 * lanes}, "its loop waits for chains of arithmetic"};
  }
  if (goes_through_grid(body))
    return {{4 * lanes, 2 * lanes}, "threads walk through memory in steps of the grid's size"};
  return {{2 * lanes}, kUsual};
}

}  // namespace riffle::spmd
