// SPDX-License-Identifier: Apache-2.0
#include "compiler/front/run_time/instance.h"

#include <clang/Frontend/CompilerInvocation.h>
#include <llvm/Support/raw_ostream.h>

namespace riffle::front {

std::unique_ptr<clang::CompilerInstance> make_instance(
    const std::vector<std::string>& line, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
    clang::DiagnosticConsumer& messages) {
  std::vector<const char*> words;
  for (const std::string& word : line) words.push_back(word.c_str());
  clang::DiagnosticOptions options;
  clang::DiagnosticsEngine early(clang::DiagnosticIDs::create(), options, &messages, false);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, words, early)) return nullptr;
  auto instance = std::make_unique<clang::CompilerInstance>(std::move(invocation));
  instance->setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  instance->setVirtualFileSystem(std::move(files));
  instance->createDiagnostics(&messages, false);
  return instance;
}

}  // namespace riffle::front
