// SPDX-License-Identifier: Apache-2.0
// What a body costs thread by thread and in packets, in cycles of one thread: an estimate of throughput by which strategies are
// compared, for a processor that has what it reads in its first cache. Code where guards have failed is not counted.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

#include "compiler/spmd/target_info.h"

namespace riffle::spmd {

/// How lanes reach what an instruction accesses, or have its result.
enum class LaneWork : std::uint8_t {
  kOnce,      ///< one scalar operation for all lanes
  kVector,    ///< operations on whole registers
  kElements,  ///< gathers and scatters
  kOneByOne,  ///< scalar operations, lane after lane
};

struct Costs {
  double by_thread = 0, by_packet = 0;
};

class PacketCosts {
 public:
  PacketCosts(const TargetInfo& target, unsigned lanes) : target_(target), lanes_(lanes) {}

  /// For the instructions that follow: in `depth` loops; `some` of the threads run them, of packets all.
  void enter(unsigned depth, double some);
  void add(const llvm::Instruction& instruction, LaneWork work);
  /// A branch at which lanes part: one thread alone is predicted wrong now and then.
  void add_parting(bool by_data);
  [[nodiscard]] Costs total() const { return total_; }

 private:
  [[nodiscard]] double registers(const llvm::Type* type) const;
  [[nodiscard]] double by_element(const llvm::Instruction& access) const;

  const TargetInfo& target_;
  const unsigned lanes_;
  double times_ = 1, some_ = 1;
  Costs total_;
};

/// Whether threads one by one are so much cheaper that the estimate's error does not matter.
bool is_cheaper_by_thread(const Costs& costs);

}  // namespace riffle::spmd
