// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/passes.h"

#include "compiler/ptx/translate.h"
#include "compiler/spmd/transform/fix_shape.h"

namespace riffle::spmd {

namespace {

/// Inline PTX first: everything after it sees ordinary instructions and llvm.nvvm intrinsics.
void translate_ptx(llvm::Module& module, ModuleState&) { ptx::translate(module); }

}  // namespace

llvm::ArrayRef<NamedPass> pass_list() {
  static constexpr NamedPass passes[] = {
      {"rebind-statics", rebind_statics},
      {"translate-ptx", translate_ptx},
      {"check-input", check_input},
      {"retarget", retarget},
      {"flatten-address-spaces", flatten_address_spaces},
      {"lower-intrinsics", lower_intrinsics},
      {"exact-arithmetic", exact_arithmetic},
      {"narrow-arithmetic", narrow_arithmetic},
      {"link-math", link_math},
      {"inline-functions", inline_functions},
      {"flush-denormals", flush_denormals},
      {"thread-parameter", thread_parameter},
      {"bind-kernels", bind_kernels},
      {"fix-shape", fix_shape},
      {"lower-runtime-calls", lower_runtime_calls},
      {"exchange-axes", exchange_axes},
      {"promote-sums", promote_sums},
      {"jam-loops", jam_loops},
      {"join-rows", join_rows},
      {"unroll-walks", unroll_walks},
      {"choose-strategies", choose_strategies},
      {"import-from-base", import_from_base},
      {"emit-tables", emit_tables},
  };
  return passes;
}

}  // namespace riffle::spmd
