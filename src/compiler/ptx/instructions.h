// SPDX-License-Identifier: Apache-2.0
// The instructions by family. Each function writes the code of the emitter's statement for one opcode.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include "compiler/ptx/emitter.h"

namespace riffle::ptx {

struct Opcode {
  llvm::StringRef name;
  void (*emit)(Emitter&);
};

llvm::ArrayRef<Opcode> integer_opcodes();     ///< integer arithmetic that float types do not share
llvm::ArrayRef<Opcode> carry_opcodes();       ///< add.cc and its family
llvm::ArrayRef<Opcode> bit_opcodes();         ///< logic, shifts, bit fields, mov
llvm::ArrayRef<Opcode> comparison_opcodes();  ///< setp, set, selp, slct
llvm::ArrayRef<Opcode> float_opcodes();       ///< what has forms for floating point
llvm::ArrayRef<Opcode> convert_opcodes();     ///< cvt
llvm::ArrayRef<Opcode> memory_opcodes();      ///< loads, stores, addresses, asynchronous copies
llvm::ArrayRef<Opcode> atomic_opcodes();      ///< atom, red, fences
llvm::ArrayRef<Opcode> matrix_opcodes();      ///< products of matrices, their rows in memory
llvm::ArrayRef<Opcode> wmma_opcodes();        ///< wmma: matrices in memory, their products
llvm::ArrayRef<Opcode> video_opcodes();       ///< vadd and its family
llvm::ArrayRef<Opcode> warp_opcodes();        ///< exchange between lanes, barriers, control
llvm::ArrayRef<Opcode> texture_opcodes();     ///< tex and its like, queries
llvm::ArrayRef<Opcode> surface_opcodes();     ///< suld and its like
llvm::ArrayRef<Opcode> call_opcodes();        ///< calls in modules
llvm::ArrayRef<Opcode> mbarrier_opcodes();    ///< barriers in memory

/// add, sub, mul, mad, min, max, neg, abs, div of integers, called where the type is one.
void emit_integer(Emitter& emitter, const ScalarType& type);

/// add.cc and sub.cc, once the modifier and the type are taken; mad.cc with nothing taken.
void emit_carry(Emitter& emitter, const ScalarType& type);
void emit_multiply_add_carry(Emitter& emitter);

/// cvt to and from pairs of 8-bit floats. False if it is another conversion.
bool convert_bytes(Emitter& emitter);

/// cp.async.bulk and cp.reduce, once these modifiers are taken.
void emit_bulk_copy(Emitter& emitter);
void emit_bulk_reduction(Emitter& emitter);

/// One element, or a pair of halves, of the operation `name` of atom and red: `bits` go to `pointer`. The old bits.
llvm::Value* update_element(Emitter& emitter, llvm::Value* pointer, llvm::StringRef name,
                            const ScalarType& type, llvm::Value* bits, llvm::AtomicOrdering order,
                            bool is_seen = false);

}  // namespace riffle::ptx
