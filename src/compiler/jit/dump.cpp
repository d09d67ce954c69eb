// SPDX-License-Identifier: Apache-2.0
#include "compiler/jit/dump.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>

namespace riffle::jit {

bool dump_wanted(llvm::StringRef pass) {
  const char* wanted = std::getenv("RIFFLE_DUMP");
  if (wanted == nullptr) return false;
  llvm::SmallVector<llvm::StringRef, 8> names;
  llvm::StringRef(wanted).split(names, ',');
  return llvm::is_contained(names, "all") || llvm::is_contained(names, pass);
}

void dump_after(llvm::StringRef pass, const llvm::Module& module) {
  if (!dump_wanted(pass)) return;
  llvm::errs() << "; ---- after " << pass << " ----\n" << module << "\n";
}

}  // namespace riffle::jit
