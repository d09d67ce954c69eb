// SPDX-License-Identifier: Apache-2.0
// No CUDA header here: addresses are all that is wanted, and a symbol that is not built has no prototype.
#include "api/cuda/proc_address.h"

#define RIFFLE_PROCEDURE(name, since, symbol, per_thread) \
  extern "C" int symbol();                                \
  extern "C" int per_thread();
#include "cuda_procedures.inc"
#undef RIFFLE_PROCEDURE

namespace riffle::api::cuda {
namespace {

struct Procedure {
  std::string_view name;
  unsigned since;
  int (*symbol)();
  int (*per_thread)();
};

constexpr Procedure kProcedures[] = {
#define RIFFLE_PROCEDURE(name, since, symbol, per_thread) {name, since, symbol, per_thread},
#include "cuda_procedures.inc"
#undef RIFFLE_PROCEDURE
};

}  // namespace

std::optional<void*> find_procedure(std::string_view name, unsigned version, bool is_per_thread) {
  const Procedure* newest = nullptr;
  bool is_name = false;
  for (const Procedure& procedure : kProcedures) {
    if (procedure.name != name) continue;
    is_name = true;
    if (procedure.since <= version && (newest == nullptr || procedure.since >= newest->since))
      newest = &procedure;
  }
  if (!is_name) return std::nullopt;
  if (newest == nullptr) return nullptr;
  return reinterpret_cast<void*>(is_per_thread ? newest->per_thread : newest->symbol);
}

}  // namespace riffle::api::cuda
