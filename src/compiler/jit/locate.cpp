// SPDX-License-Identifier: Apache-2.0
// From an address in a compiled module to the line of its source.
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>

#include <cstring>
#include <string>

#include "compiler/jit/entry.h"
#include "compiler/spmd/remarks.h"

namespace riffle::jit {
namespace {

using namespace llvm;

std::string locate(const char* path, std::uint64_t offset) {
  auto file = object::ObjectFile::createObjectFile(path);
  if (!file) {
    consumeError(file.takeError());
    return {};
  }
  const auto dwarf = DWARFContext::create(*file->getBinary());
  const DILineInfoSpecifier wanted(DILineInfoSpecifier::FileLineInfoKind::RawValue,
                                   DILineInfoSpecifier::FunctionNameKind::None);
  const DIInliningInfo frames =
      dwarf->getInliningInfoForAddress({offset, object::SectionedAddress::UndefSection}, wanted);
  for (unsigned i = 0; i < frames.getNumberOfFrames(); ++i) {
    const DILineInfo& frame = frames.getFrame(i);
    if (frame.Line == 0 || frame.FileName == DILineInfo::BadString) continue;
    if (spmd::is_own_header(frame.FileName) && i + 1 < frames.getNumberOfFrames()) continue;
    return frame.FileName + ":" + std::to_string(frame.Line);
  }
  return {};
}

}  // namespace
}  // namespace riffle::jit

extern "C" __attribute__((visibility("default"))) char* riffle_locate(const char* path,
                                                                      std::uint64_t offset) {
  try {
    const std::string text = riffle::jit::locate(path, offset);
    return text.empty() ? nullptr : ::strdup(text.c_str());
  } catch (const std::exception&) {  // no memory: the position is not known
    return nullptr;
  }
}
