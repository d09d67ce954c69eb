// SPDX-License-Identifier: Apache-2.0
// The steps that work on a module, in the order of pipeline/steps.cpp. One file each, in the folder of
// its stage.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// Refuses kernels that need what later passes do not know, and says by name what that is: an
/// intrinsic, inline assembly, an undefined symbol. The other kernels of the image stay. Nothing
/// after it may meet a construct that x86 cannot select.
void check_input(llvm::Module&, ModuleState&);
/// Binds uses of a static variable to the definition that clang renamed for the host
/// (`x__static__id`).
void rebind_statics(llvm::Module&, ModuleState&);
/// Makes an ordinary x86-64 module: data layout, attributes, calling conventions, linkage; lists
/// kernels and device variables.
void retarget(llvm::Module&, ModuleState&);
/// One flat address space: global, constant, local and generic pointers become plain pointers.
/// Shared variables keep address space 3 as markers for lay_out_shared.
void flatten_address_spaces(llvm::Module&, ModuleState&);
/// NVVM's scalar intrinsics and `__nv_*` become LLVM intrinsics, libm calls or plain code.
void lower_intrinsics(llvm::Module&, ModuleState&);
/// PTX's arithmetic: fused multiply-add decided once, total shifts, divisions and conversions.
void exact_arithmetic(llvm::Module&, ModuleState&);
/// Arithmetic of half and bfloat, in wider types and rounded once.
void narrow_arithmetic(llvm::Module&, ModuleState&);
/// Links the bodies of math functions (compiler/math) that the module calls.
void link_math(llvm::Module&, ModuleState&);
/// Inlines every device function that can be.
void inline_functions(llvm::Module&, ModuleState&);
/// Unsigned indices of shared memory wrap as its addresses of 32 bits do.
void shared_wraps(llvm::Module&, ModuleState&);
/// -ftz=true: single precision takes and gives zeros for denormals, double precision does not.
void flush_denormals(llvm::Module&, ModuleState&);
/// Gives functions that stay out of line the hidden parameter `ptr thread` (abi::Thread).
void thread_parameter(llvm::Module&, ModuleState&);
/// Turns kernels into bodies (kernel_body.h): position reads become arguments; shared memory is
/// laid out.
void bind_kernels(llvm::Module&, ModuleState&);
/// printf, assert, trap, malloc, timers: calls through the Runtime table.
void lower_runtime_calls(llvm::Module&, ModuleState&);
/// Structures that are values become their elements.
void split_aggregates(llvm::Module&, ModuleState&);
/// A second form of kernels whose threads are neighbours in memory along y.
void exchange_axes(llvm::Module&, ModuleState&);
/// Sums that loops keep in memory are in registers there, where what else the loops access is apart.
void promote_sums(llvm::Module&, ModuleState&);
/// Rounds of loops with loops in them run side by side, where their inner loops access the same memory.
void jam_loops(llvm::Module&, ModuleState&);
/// Rows of a block's threads go through loops together, where they load the same vectors.
void join_rows(llvm::Module&, ModuleState&);
/// Rounds of loops in which each thread goes along memory of its own become one, so that it is loaded at once.
void unroll_walks(llvm::Module&, ModuleState&);
/// Builds each kernel's range function with the strategy that fits.
void choose_strategies(llvm::Module&, ModuleState&);
/// Of a kernel's object: what lives in the base object becomes declarations, listed for the loader.
/// `bind_imports` (divide.h) makes the references after optimising.
void import_from_base(llvm::Module&, ModuleState&);
/// Emits `riffle_module` and its tables.
void emit_tables(llvm::Module&, ModuleState&);

}  // namespace riffle::spmd
