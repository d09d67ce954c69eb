// SPDX-License-Identifier: Apache-2.0
// Directed rounding. A processor's mode is not used, which would be the thread's: a result is computed in a wider type,
// exactly or rounded to odd, and cut down from there.
#pragma once

#include "compiler/ptx/emitter.h"

namespace riffle::ptx {

/// One of rn rz rm rp, or rni rzi rmi rpi; empty without.
struct Rounding {
  llvm::StringRef name;
  [[nodiscard]] bool towards_zero() const { return name.starts_with("rz"); }
  [[nodiscard]] bool down() const { return name.starts_with("rm"); }
  [[nodiscard]] bool up() const { return name.starts_with("rp"); }
  [[nodiscard]] bool nearest() const { return !towards_zero() && !down() && !up(); }
};

/// `wide` as `to`: rounded once, whatever its type is.
llvm::Value* round_to(Emitter& emitter, llvm::Value* wide, const ScalarType& to, Rounding rounding);

/// add, sub, mul, div, fma, sqrt, rcp of float or double. Throws for others.
llvm::Value* arithmetic(Emitter& emitter, llvm::StringRef name, const ScalarType& type,
                        llvm::ArrayRef<llvm::Value*> operands, Rounding rounding);

/// Half and bfloat to and from float.
llvm::Value* narrow_to_nearest(Emitter& emitter, llvm::Value* wide, const ScalarType& to);
llvm::Value* widen_to_float(Emitter& emitter, llvm::Value* narrow);

/// Denormals become zeros of their sign.
llvm::Value* flush(Emitter& emitter, llvm::Value* value);
/// To [0, 1]; NaN becomes 0.
llvm::Value* saturate(Emitter& emitter, llvm::Value* value);
/// Negative numbers become 0; NaN stays.
llvm::Value* rectify(Emitter& emitter, llvm::Value* value);

}  // namespace riffle::ptx
