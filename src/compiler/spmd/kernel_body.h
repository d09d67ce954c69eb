// SPDX-License-Identifier: Apache-2.0
// The form kernels have between binding and the strategies: a "body", an internal function that
// runs one thread (or, once widened, one packet of threads) and takes its position as leading
// arguments:
//
//   void @k.body(ptr launch, ptr frame, ptr shared, i32 grid x3, i32 block extent x3, i32 threads,
//                i32 dynamic shared bytes, i32 block index x3, i32 thread index x3, i32 linear
//                index, ptr thread, <kernel parameters>)
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/ValueHandle.h>

#include <optional>
#include <string>
#include <vector>

#include "compiler/abi/device_abi.h"
#include "compiler/spmd/remarks.h"
#include "compiler/spmd/target_info.h"

namespace riffle::spmd {

enum BodyArg : unsigned {
  kLaunch,
  kFrame,
  kShared,
  kGridX,
  kGridY,
  kGridZ,
  kExtentX,
  kExtentY,
  kExtentZ,
  kThreads,
  kDynamicShared,
  kBlockX,
  kBlockY,
  kBlockZ,
  kThreadX,
  kThreadY,
  kThreadZ,
  kLinear,
  kThread,  ///< abi::Thread of the running thread; the strategy says when it is valid
  kFirstParameter,
};

/// A variable in shared memory, as the kernel's blocks have it.
struct SharedPlace {
  std::string name;
  std::uint32_t offset;
  std::uint32_t bytes;  ///< 0: what the launch adds
};

/// One kernel on its way through the compiler.
struct KernelState {
  std::string name;
  llvm::Function* body = nullptr;   ///< null until the kernel is bound
  llvm::Function* run = nullptr;    ///< the range function, null until a strategy has built it
  llvm::Function* spans = nullptr;  ///< see abi::KernelRow
  std::vector<abi::ParameterSlot> parameters;
  std::vector<bool> parameter_is_memory;  ///< passed as the address of its bytes (byval)
  std::uint32_t argument_bytes = 0;
  std::uint32_t static_shared_bytes = 0;
  std::vector<SharedPlace> shared_variables;
  std::uint32_t scratch_bytes_per_thread = 0;
  std::uint32_t scratch_bytes_per_block = 0;
  std::uint32_t max_threads = 1024;
  std::uint32_t local_bytes = 0;
  abi::Strategy strategy = abi::Strategy::kLoop;
  std::uint32_t flags = 0;
  std::uint32_t streamed_bytes_per_thread = 0;
  std::uint32_t joined_threads = 0;
  std::uint64_t written_parameters = 0,
                read_parameters = 0;  ///< see abi::AccessRuntime::follow_begin
  /// What is known of abi::PrivateAccess, and who computes the rest (instrument/private_parameters.h).
  struct PrivateParameterState {
    std::uint64_t parameter, bytes, others;
  };
  std::vector<PrivateParameterState> own_places{};
  llvm::Function* numbers_of_places = nullptr;
  std::string why_not_simd;                       ///< empty: packets, or not tried
  std::optional<Remarks> remarks = std::nullopt;  ///< if they are wanted
  bool has_code_remarks = false;                  ///< by remarks on some form of it
};

/// A kernel that was left out, and why.
struct RefusedKernel {
  std::string name;
  std::string reason;
};

struct VariableState {
  std::string name;
  llvm::GlobalVariable* global;
  std::uint32_t flags;
};

/// Which part of an image a module is.
enum class ModulePart : std::uint8_t {
  kWhole,   ///< all of it
  kBase,    ///< variables, functions whose address is taken, and what is known of the kernels
  kKernel,  ///< one kernel and what it calls
};

class PassPipeline;

/// A module on its way through the compiler: what the IR itself cannot say.
struct ModuleState {
  std::vector<KernelState> kernels;
  std::vector<VariableState> variables;
  std::vector<RefusedKernel> refused;
  ModulePart part = ModulePart::kWhole;
  /// Kernels whose code is in other objects: declared here.
  std::vector<KernelState> elsewhere;
  /// Names of what lives in the base object, as far as this module refers to it. Of a base: in the
  /// order of @riffle.exports.
  std::vector<std::string> in_base;
  std::vector<llvm::WeakVH> imports;  ///< those that are left of them, in a kernel's object
  llvm::GlobalVariable* import_table =
      nullptr;  ///< @riffle.imports: where the loader stores their addresses
  llvm::GlobalVariable* runtime =
      nullptr;                  ///< @riffle.runtime: where the loader stores the Runtime table
  std::string forced_strategy;  ///< RIFFLE_STRATEGY or empty
  unsigned forced_width = 0;    ///< RIFFLE_WIDTH: threads of a packet; 0: as the code wants it
  bool wants_remarks = false;
  bool for_debugger = false;  ///< -G: kernels stay functions with their source's variables
  TargetInfo target{};
  const PassPipeline* pipeline = nullptr;  ///< which steps are to run; never null once one runs
};

}  // namespace riffle::spmd
