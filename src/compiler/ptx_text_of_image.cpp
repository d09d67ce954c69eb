// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx_text_of_image.h"

#include <algorithm>
#include <cstring>

#include "base/allocated.h"
#include "compiler/image.h"
#include "compiler/image_text.h"
#include "compiler/jit/entry.h"
#include "compiler/library.h"
#include "compiler/ptx_output/entry.h"

namespace riffle::compiler {
Result<std::string> ptx_text_of(const std::string& image, const std::string& name) {
  const Result<void*> door = library_symbol(kCompilerLibrary, kPtxTextSymbol);
  if (!door) return std::unexpected(door.error());
  ImageHeader header;
  std::memcpy(&header, image.data(), sizeof header);
  const std::string architecture = "sm_" + std::to_string(header.cuda_arch / 10);
  const PtxTextRequest request{image.data() + sizeof header, image.size() - sizeof header,
                               architecture.c_str()};
  PtxTextReply reply{};
  reinterpret_cast<PtxTextFunction*>(*door)(&request, &reply);
  const Allocated<char> text(reply.text), problem(reply.error_text);
  if (text == nullptr)
    return error(Code::kInvalidKernelImage, problem != nullptr ? problem.get() : "out of memory");
  std::string shown = name;
  std::ranges::replace_if(shown, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return "//\n// PTX of " + shown +
         ". It shows what was compiled; a program that loads this text runs the device\n"
         "// image at its end, so that changes of the text have no effect.\n//\n" +
         text.get() + image_comment(image);
}

}  // namespace riffle::compiler
