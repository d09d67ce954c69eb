// SPDX-License-Identifier: Apache-2.0
// What the launcher calls: the program whose name it was started by.
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>

#include <clang/Driver/Driver.h>
#include <lld/Common/Driver.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/own_llvm/programs.h"

LLD_HAS_DRIVER(elf)

namespace riffle::own_llvm {
namespace {

int run(Words& words, llvm::BumpPtrAllocator& memory) {
  const llvm::StringRef name = llvm::sys::path::filename(words[0]);
  if (name == "ld.lld")
    return lld::elf::link(words, llvm::outs(), llvm::errs(), true, false) ? EXIT_SUCCESS
                                                                          : EXIT_FAILURE;
  if (name == "llvm-symbolizer") return answer_symbols();
  if (llvm::Error failure = clang::driver::expandResponseFiles(words, false, memory)) {
    llvm::errs() << name << ": " << llvm::toString(std::move(failure)) << '\n';
    return EXIT_FAILURE;
  }
  const llvm::StringRef first = words.size() > 1 ? words[1] : "";
  if (first == "-cc1") return compile_unit(words);
  if (first.starts_with("-cc1")) {
    llvm::errs() << name << ": error: '" << first
                 << "' is not part of Riffle's compiler; assemble with 'as' of binutils\n";
    return EXIT_FAILURE;
  }
  return drive_clang(words);
}

}  // namespace
}  // namespace riffle::own_llvm

extern "C" __attribute__((visibility("default"))) int riffle_llvm_program(int count,
                                                                          const char** given) {
  try {
    const llvm::InitLLVM initialized(count, given);
    llvm::BumpPtrAllocator memory;
    riffle::own_llvm::Words words(given, given + count);
    return riffle::own_llvm::run(words, memory);
  } catch (const std::exception& failure) {
    llvm::errs() << given[0] << ": " << failure.what() << '\n';
    return EXIT_FAILURE;
  }
}
