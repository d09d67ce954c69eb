// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <iostream>
#include <string>

#include <llvm/DebugInfo/DIContext.h>
#include <llvm/DebugInfo/Symbolize/Symbolize.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/own_llvm/programs.h"

namespace riffle::own_llvm {
namespace {

llvm::StringRef known(const std::string& text) {
  return text == llvm::DILineInfo::BadString ? "??" : llvm::StringRef(text);
}

void print(const llvm::DILineInfo& frame) {
  llvm::outs() << known(frame.FunctionName) << '\n'
               << known(frame.FileName) << ':' << frame.Line << ':' << frame.Column << '\n';
}

/// '"MODULE" OFFSET'; false: the line is another.
bool read_question(llvm::StringRef line, std::string& module, std::uint64_t& offset) {
  if (!line.consume_front("\"")) return false;
  const auto [path, rest] = line.split('"');
  module = path.str();
  return !rest.trim().getAsInteger(0, offset);
}

}  // namespace

int answer_symbols() {
  llvm::symbolize::LLVMSymbolizer symbolizer;
  std::string module;
  std::uint64_t offset = 0;
  for (std::string line; std::getline(std::cin, line);) {
    llvm::DIInliningInfo frames;
    if (read_question(line, module, offset)) {
      auto found = symbolizer.symbolizeInlinedCode(
          module, {offset, llvm::object::SectionedAddress::UndefSection});
      if (found) {
        frames = *found;
      } else {
        llvm::consumeError(found.takeError());
      }
    }
    for (unsigned i = 0; i < frames.getNumberOfFrames(); ++i) print(frames.getFrame(i));
    if (frames.getNumberOfFrames() == 0) print({});
    llvm::outs() << '\n';
    llvm::outs().flush();
  }
  return EXIT_SUCCESS;
}

}  // namespace riffle::own_llvm
