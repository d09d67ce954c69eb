// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/pipeline/verify.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/pipeline/key_stages.h"

namespace riffle::spmd {

using namespace llvm;

void verify(const Module& module, StringRef after, bool image_is_bad, const Function* function) {
  std::string text;
  raw_string_ostream stream(text);
  const bool is_broken =
      function != nullptr ? verifyFunction(*function, &stream) : verifyModule(module, &stream);
  if (is_broken)
    throw KernelCompileError("invalid code after " + after.str() + ": " + text, image_is_bad);
}

void verify_step(const Step& step, const Module& module, const Function* function) {
  verify(module, step.name, false, function);
  const std::string problem = function != nullptr ? misplaced_key(*function, step.stage)
                                                  : misplaced_key(module, step.stage);
  if (!problem.empty())
    throw KernelCompileError("invalid code after " + step.name.str() + ": " + problem);
}

}  // namespace riffle::spmd
