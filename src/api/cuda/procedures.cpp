// SPDX-License-Identifier: Apache-2.0
// No CUDA header here: addresses are all that is wanted, and a symbol that is not built has no prototype.
#include "api/cuda/proc_address.h"

#define RIFFLE_PROCEDURE(name, since, symbol) extern "C" int symbol();
#define RIFFLE_PER_THREAD_PROCEDURE RIFFLE_PROCEDURE
#include "cuda_procedures.inc"
#undef RIFFLE_PER_THREAD_PROCEDURE
#undef RIFFLE_PROCEDURE

namespace riffle::api::cuda {
namespace {

struct Procedure {
  std::string_view name;
  unsigned since;
  int (*symbol)();
  bool is_per_thread;
};

constexpr Procedure kProcedures[] = {
#define RIFFLE_PROCEDURE(name, since, symbol) {name, since, symbol, false},
#define RIFFLE_PER_THREAD_PROCEDURE(name, since, symbol) {name, since, symbol, true},
#include "cuda_procedures.inc"
#undef RIFFLE_PER_THREAD_PROCEDURE
#undef RIFFLE_PROCEDURE
};

}  // namespace

std::optional<void*> find_procedure(std::string_view name, unsigned version, bool is_per_thread) {
  const Procedure* newest = nullptr;
  bool is_name = false;
  for (const Procedure& procedure : kProcedures) {
    if (procedure.is_per_thread != is_per_thread || procedure.name != name) continue;
    is_name = true;
    if (procedure.since <= version && (newest == nullptr || procedure.since >= newest->since))
      newest = &procedure;
  }
  if (!is_name) return std::nullopt;
  if (newest == nullptr) return nullptr;
  return reinterpret_cast<void*>(newest->symbol);
}

}  // namespace riffle::api::cuda
