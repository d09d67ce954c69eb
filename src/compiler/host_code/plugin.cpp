// SPDX-License-Identifier: Apache-2.0
// libriffle_host_code.so, which `riffle cc -fcheck-host` loads into clang for the host side of sources of any language.
#include <llvm/Plugins/PassPlugin.h>

#include "compiler/host_code/plugin.h"

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "riffle_host_code", "", riffle::host_code::add_passes};
}
