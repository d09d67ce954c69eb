// SPDX-License-Identifier: Apache-2.0
#include "cc/compiler_library.h"

#include <span>

#include <fmt/format.h>

#include "base/allocated.h"
#include "compiler/library.h"
#include "compiler/native.h"
#include "compiler/ptx_output/entry.h"
#include "install.h"

namespace riffle::tool {
namespace {

/// The compiler that this command was installed with, whatever the name it was started by.
std::string own_compiler() {
  return installation().library_folder + "/" + compiler::kCompilerLibrary;
}

template <typename T>
Result<T*> entry(const char* symbol) {
  const Result<void*> found = compiler::library_symbol(own_compiler(), symbol);
  if (!found) return std::unexpected(found.error());
  return reinterpret_cast<T*>(*found);
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

Result<compiler::LinkedDeviceCode> link_device_code(const std::vector<std::string>& paths) {
  std::vector<compiler::LinkInput> inputs;
  for (const std::string& path : paths) inputs.push_back({.name = path, .content = std::nullopt});
  return compiler::link_device_code(own_compiler(), inputs);
}

Result<std::string> look_inside(std::string_view image, const NvccOptions& options) {
  return compiler::look_inside(std::as_bytes(std::span(image)), {.compiler = own_compiler(),
                                                                 .wants_remarks = options.remarks,
                                                                 .dump_folder = options.dump_ir});
}

Result<std::string> ptx_text(std::string_view bitcode, std::uint32_t cuda_arch) {
  const auto printer = entry<compiler::PtxTextFunction>(compiler::kPtxTextSymbol);
  if (!printer) return std::unexpected(printer.error());
  const std::string architecture = fmt::format("sm_{}", cuda_arch / 10);
  const compiler::PtxTextRequest request{bitcode.data(), bitcode.size(), architecture.c_str()};
  compiler::PtxTextReply reply{};
  (*printer)(&request, &reply);
  const Allocated<char> text(reply.text);
  const Allocated<char> problem(reply.error_text);
  if (text != nullptr) return std::string(text.get());
  return error(Code::kInvalidKernelImage, problem != nullptr ? problem.get() : "out of memory");
}

}  // namespace riffle::tool
