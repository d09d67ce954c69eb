// SPDX-License-Identifier: Apache-2.0
#include "compiler/math/library.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Support/MemoryBuffer.h>

#include "compiler/spmd/compile_error.h"

namespace riffle::math {

namespace {

constexpr unsigned char kBitcode[] = {
#include "math_library.inc"
};

void must(llvm::Error failure) {
  if (failure)
    throw spmd::KernelCompileError("math library: " + llvm::toString(std::move(failure)));
}

}  // namespace

std::unique_ptr<llvm::Module> load_library(llvm::LLVMContext& context) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(kBitcode), sizeof(kBitcode));
  auto parsed =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "math library"), context, true);
  must(parsed.takeError());
  std::unique_ptr<llvm::Module> library = std::move(*parsed);
  must(library->materializeMetadata());
  // Flags and names of the compiler that made it would be merged into the kernels' module.
  for (llvm::NamedMDNode& node : llvm::make_early_inc_range(library->named_metadata()))
    node.eraseFromParent();
  return library;
}

}  // namespace riffle::math
