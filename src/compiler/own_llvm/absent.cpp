// SPDX-License-Identifier: Apache-2.0
// What LLVM's archives ask for and this library leaves out: code generators for other processors, which the linker's start
// would initialise, and Polly, which Debian builds into clang. Each does nothing, as when LLVM is configured without them.
#include <llvm/Plugins/PassPlugin.h>

// RIFFLE_ABSENT(X86, AsmPrinter) is nothing where RIFFLE_HAS_X86 is a comma, else a function.
#define RIFFLE_HAS_X86 ,
#define RIFFLE_HAS_NVPTX ,
#define RIFFLE_THIRD(first, second, third, ...) third
#define RIFFLE_PICK(...) RIFFLE_THIRD(__VA_ARGS__)
#define RIFFLE_ABSENT(target, part) \
  RIFFLE_PICK(RIFFLE_HAS_##target, , void LLVMInitialize##target##part(void){}, )

extern "C" {
#define LLVM_TARGET(target)         \
  RIFFLE_ABSENT(target, TargetInfo) \
  RIFFLE_ABSENT(target, Target)     \
  RIFFLE_ABSENT(target, TargetMC)
#include <llvm/Config/Targets.def>
#define LLVM_ASM_PRINTER(target) RIFFLE_ABSENT(target, AsmPrinter)
#include <llvm/Config/AsmPrinters.def>
#define LLVM_ASM_PARSER(target) RIFFLE_ABSENT(target, AsmParser)
#include <llvm/Config/AsmParsers.def>
#define LLVM_DISASSEMBLER(target) RIFFLE_ABSENT(target, Disassembler)
#include <llvm/Config/Disassemblers.def>
}

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "absent", "", [](llvm::PassBuilder&) {}};
}
