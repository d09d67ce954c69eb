// SPDX-License-Identifier: Apache-2.0
// What the steps of the compiler know of the processor that they make code for. One function fills it in from LLVM's
// description (jit/target.h); nothing else asks LLVM about features or names of processors.
#pragma once

namespace riffle::spmd {

/// What a load or store under a mask costs beside one without.
enum class Masks : unsigned char {
  kFree,  ///< registers of masks: AVX-512
  kDear,  ///< masks are vectors, and stores under them are slow
};

/// The vector registers of a processor.
struct VectorRegisters {
  unsigned count, bits;

  [[nodiscard]] unsigned all_bits() const { return count * bits; }
};

struct TargetInfo {
  VectorRegisters registers;
  /// Threads of a narrow packet: a power of two, at most 16. They fill the vector registers with values of 32 bits (with
  /// AVX2 two of them: more work in flight, and one layout for all machines).
  unsigned lanes;
  /// Values of 32 bits for so many threads that the vector registers hold at once.
  unsigned register_values;
  Masks masks;
  /// A gather is one instruction that is worth using.
  bool has_fast_gather;
  /// A gather costs less than the loads that it stands for: Intel's with AVX-512; AMD's take their elements one by one.
  bool gathers_fast;
  /// Steady walks through memory are read ahead as far as it pays, so that asking for lines costs.
  bool reads_ahead;
  /// vrange: a minimum or maximum of floats with CUDA's rules for NaN.
  bool has_range_instructions;
};

}  // namespace riffle::spmd
