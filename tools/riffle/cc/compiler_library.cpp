// SPDX-License-Identifier: Apache-2.0
#include "cc/compiler_library.h"

#include <cstdlib>
#include <memory>

#include <fmt/format.h>

#include "compiler/device_link/entry.h"
#include "compiler/library.h"
#include "compiler/make_image.h"
#include "compiler/ptx_output/entry.h"
#include "install.h"

namespace riffle::tool {
namespace {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
template <typename T>
using Allocated = std::unique_ptr<T, Free>;

/// A door of the compiler that this command was installed with, whatever the name it was started by.
template <typename T>
Result<T*> entry(const char* symbol) {
  const std::string path = installation().library_folder + "/" + compiler::kCompilerLibrary;
  const Result<void*> found = compiler::library_symbol(path, symbol);
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

Result<LinkedDeviceCode> link_device_code(const std::vector<std::string>& inputs) {
  LinkedDeviceCode linked;
  if (inputs.empty()) return linked;
  const auto linker = entry<compiler::DeviceLinkFunction>(compiler::kDeviceLinkSymbol);
  if (!linker) return std::unexpected(linker.error());
  std::vector<const char*> paths;
  for (const std::string& input : inputs) paths.push_back(input.c_str());
  const compiler::DeviceLinkRequest request{paths.data(), paths.size()};
  compiler::DeviceLinkReply reply{};
  (*linker)(&request, &reply);
  const Allocated<void> bitcode(reply.bitcode);
  const Allocated<char> registrations(reply.registrations);
  const Allocated<char> text(reply.error_text);
  if (text != nullptr) return error(Code::kInvalidKernelImage, text.get());
  if (bitcode == nullptr) return linked;
  linked.image =
      compiler::make_image({.flags = reply.image_flags,
                            .cuda_arch = reply.cuda_arch,
                            .optimization_level = reply.optimization_level},
                           {static_cast<const char*>(reply.bitcode), reply.bitcode_bytes});
  linked.registrations = lines_of(registrations.get());
  return linked;
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
